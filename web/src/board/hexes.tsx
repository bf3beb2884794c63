// SPDX-License-Identifier: Apache-2.0
// The ground of a hex map, drawn once per game and language. Paint carries terrain, ink carries
// rules: below lies one painted picture if the game brings one (style.json, `relief`), else tints
// and marks; above it, crisp, what a rule reads: sides, waters, ways, towns. Names keep clear of
// counters, so they are placed anew when those move.
import type { ComponentChildren } from "preact";
import { memo } from "./memo";
import { both } from "../text";
import type { Cell, Look } from "../types";
import { type Frame, type Place, type Point, at, blob, n1 } from "./geometry";
import {
  type Ground,
  type Water,
  border,
  bridges,
  edgeKinds,
  isOnSide,
  plans,
  sideLines,
  tagKinds,
  tagsOf,
  wayPath,
  waters,
  waysOf,
} from "./lines";
import { type Block, type Placed, type Wanted, clashes, common, placeNames } from "./names";
import { Portion } from "./portion";
import { type MapProps, layers, scatter, terrainKind } from "./terrain";

export interface HexProps extends MapProps {
  relief: string | null; // address of the painted ground
}

// ----------------------------------------------------------------------------------------- ground
export const isOut = (tags: string[]): boolean => tags.includes("outside");
function outside(props: Ground): Set<number> {
  const kinds = tagKinds(props.game, props.look);
  if (!kinds.includes("outside")) return new Set();
  return new Set(props.cells.flatMap((cell, i) => (isOut(tagsOf(kinds, cell)) ? [i] : [])));
}

function Terrain({ relief, ...props }: HexProps) {
  const kinds = new Map<string, Set<number>>();
  props.cells.forEach((cell, i) => {
    const kind = terrainKind(props.game.faces[cell.face]?.token ?? "", props.look);
    if (layers[kind]) kinds.set(kind, (kinds.get(kind) ?? new Set()).add(i));
  });
  const { frame } = props;
  return (
    <>
      {[...kinds].map(([kind, set]) => (
        <path
          key={kind}
          class={layers[kind]?.tint}
          d={blob(border(props, (c) => set.has(c)))}
        />
      ))}
      {relief ? (
        <image
          class="relief"
          href={relief}
          width={Math.round(frame.width)}
          height={Math.round(frame.height)}
          preserveAspectRatio="none"
        />
      ) : (
        [...kinds].map(([kind, set]) =>
          layers[kind]?.marks.map(({ draw, style, count }, i) => (
            <path
              key={`${kind}${i}`}
              class={style}
              d={frame.places
                .filter((p) => set.has(p.cell))
                .map((p) => scatter(p, draw, count, `${kind}${i}`))
                .join("")}
            />
          )),
        )
      )}
    </>
  );
}

// Each side once: the northern three of every hex, and the southern where there is no neighbour.
function gridPath({ frame }: HexProps): string {
  return frame.places
    .map((p) => `M${[3, 4, 5, 0].map((i) => at(p.outline[i] ?? p)).join("L")}`)
    .join("");
}

// ------------------------------------------------------------------------------------------ lines
const order = ["border", "ridge", "wall", "track", "road", "motorway", "rail"];

function Waters({ list }: { list: Water[] }) {
  const widths = [...new Set(list.map((w) => w.width))];
  const parts: [string, (w: number) => number][] = [
    ["deep", (w) => w + 1.6],
    ["", (w) => w - 0.6],
    ["light", (w) => w * 0.26],
  ];
  return (
    <>
      {parts.flatMap(([name, wide]) =>
        widths.map((width) => (
          <path
            key={`${name}${width}`}
            class={`l-river ${name}`}
            stroke-width={n1(wide(width))}
            d={list
              .filter((w) => w.width === width)
              .flatMap((w) => w.strands.map((s) => s.d))
              .join("")}
          />
        )),
      )}
    </>
  );
}

function Lines(props: HexProps) {
  const kinds = edgeKinds(props.game, props.look).map((kind, bit) => ({ kind, bit }));
  const ways = waysOf(props),
    rank = (kind: string): number => order.indexOf(kind);
  const town = plans(props);
  const wet = kinds.filter(({ kind }) => kind === "river" || kind === "stream");
  const rest = kinds
    .filter(({ kind }) => kind !== "river" && kind !== "stream")
    .sort((a, b) => rank(a.kind) - rank(b.kind))
    .map(({ kind, bit }) => ({
      name: rank(kind) >= 0 ? kind : isOnSide(kind) ? "border" : "track",
      d: isOnSide(kind) ? sideLines(props, bit) : wayPath(ways, bit),
    }))
    .filter(({ d }) => d);
  return (
    <g class="lines">
      <Waters list={wet.flatMap(({ bit }) => waters(props, bit))} />
      {town.soil && <path class="l-soil" d={town.soil} />}
      {rest.map(({ name, d }, i) => (
        <path key={`u${i}`} class={`l-${name} under`} d={d} />
      ))}
      {rest.map(({ name, d }, i) => (
        <path key={`o${i}`} class={`l-${name}`} d={d} />
      ))}
      {rest.some(({ name }) => name === "motorway") && (
        <path class="l-motorway mid" d={rest.find(({ name }) => name === "motorway")?.d} />
      )}
      <path class="l-bridge" d={bridges(ways)} />
      <path class="l-house" d={town.village + town.town} />
      <path class="l-church" d={town.church} />
    </g>
  );
}

// ------------------------------------------------------------------------------- names of waters
// Along the straightest part of its course that is long enough and runs past no counter, on either
// side of the line. `blocks` is what lies on the map.
interface Course {
  points: Point[];
  below: boolean;
  boxes: Block["box"][]; // of its letters
}
const RISE = 13, // from the line to the middle of its letters
  LETTER = 7.5;
function lettersOf(points: Point[], need: number, below: boolean): Block["box"][] {
  const out: Block["box"][] = [],
    long = points.slice(1).map((p, i) => {
      const from = points[i] as Point;
      return Math.hypot(p.x - from.x, p.y - from.y);
    }),
    start = (long.reduce((sum, l) => sum + l, 0) - need) / 2;
  let done = 0;
  long.forEach((l, i) => {
    const a = points[i] as Point,
      b = points[i + 1] as Point;
    for (let d = 6; d < l; d += 12) {
      const along = done + d - start;
      if (along < 0 || along > need) continue;
      const off = below ? RISE : -RISE,
        x = a.x + ((b.x - a.x) * d) / l - ((b.y - a.y) / l) * off,
        y = a.y + ((b.y - a.y) * d) / l + ((b.x - a.x) / l) * off;
      out.push([x - LETTER, y - LETTER, x + LETTER, y + LETTER]);
    }
    done += l;
  });
  return out;
}
function course(water: Water, blocks: Block[]): Course | null {
  const need = water.name.length * 10.5,
    count = Math.max(3, Math.ceil(need / 48) + 1);
  let best: Course | null = null,
    least = Infinity;
  for (const { points } of water.strands)
    for (let i = 0; i + count <= points.length; i++) {
      const raw = points.slice(i, i + count),
        [first, last] = [raw[0] as Point, raw[count - 1] as Point],
        part = first.x > last.x ? raw.reverse() : raw,
        [a, b] = [part[0] as Point, part[count - 1] as Point];
      const far = Math.hypot(b.x - a.x, b.y - a.y);
      if (far < need + 6) continue;
      const bend = part.reduce(
        (sum, q) =>
          sum + Math.abs((b.x - a.x) * (a.y - q.y) - (a.x - q.x) * (b.y - a.y)) / far,
        Math.abs(b.y - a.y) > Math.abs(b.x - a.x) * 3 ? 14 : 0,
      );
      if (bend >= 70) continue;
      for (const below of [false, true]) {
        const boxes = lettersOf(part, need, below);
        let cost = (bend * bend) / 8 + (below ? 6 : 0);
        for (const block of blocks)
          for (const box of boxes) cost += common(box, block.box) * block.cost;
        if (cost < least) [best, least] = [{ points: part, below, boxes }, cost];
      }
    }
  return best;
}
function curve(points: Point[]): string {
  let d = `M${at(points[0] ?? { x: 0, y: 0 })}`;
  for (let i = 1; i < points.length - 1; i++) {
    const p = points[i] as Point,
      next = points[i + 1] as Point;
    const end =
      i === points.length - 2 ? next : { x: (p.x + next.x) / 2, y: (p.y + next.y) / 2 };
    d += `Q${at(p)} ${at(end)}`;
  }
  return d;
}
const named = new WeakMap<Frame, Water[]>();
function namedWaters(props: HexProps): Water[] {
  const list =
    named.get(props.frame) ??
    edgeKinds(props.game, props.look)
      .flatMap((kind, bit) => (kind === "river" || kind === "stream" ? waters(props, bit) : []))
      .filter((water) => water.name);
  named.set(props.frame, list);
  return list;
}
const WaterName = ({ id, name, along }: { id: string; name: string; along: Course }) => (
  <g>
    <path id={id} class="water-line" d={curve(along.points)} />
    <text class="water-name" dy={along.below ? 18.5 : -7.5}>
      <textPath href={`#${id}`} startOffset="50%">
        {name}
      </textPath>
    </text>
  </g>
);

export const HexMap = memo(function HexMap(props: HexProps) {
  const out = outside(props);
  const whole = blob(border(props, () => true).map((s) => ({ ...s, firm: true })));
  const edge = out.size
    ? blob(border(props, (c) => !out.has(c)).map((s) => ({ ...s, firm: true })))
    : whole;
  const id = `edge-${props.frame.surface}`;
  return (
    <g class={props.relief ? "hexmap painted" : "hexmap"}>
      <clipPath id={id}>
        <path d={edge} />
      </clipPath>
      {out.size > 0 && <path class="map-beyond" d={whole} />}
      <path class="map-shadow" d={edge} transform="translate(7 9)" />
      <path class="map-paper" d={edge} />
      <g clip-path={`url(#${id})`}>
        <Terrain {...props} />
        <path class="hex-grid" d={gridPath(props)} />
        <Portion weight={6} from={[]} draw={() => <Lines {...props} />} />
      </g>
      <path class="map-edge" d={edge} />
    </g>
  );
});

// ------------------------------------------------------------------------------------------ names
export const isObjective = (tags: string[]): string | undefined =>
  tags.find((k) => k === "objective" || k === "objective:main");
const isHeight = (tags: string[]): boolean =>
  tags.some((k) => k === "height" || k === "hill" || k === "dominant");

const placeName = (cell: Cell): string => {
  const name = both(cell);
  if (!cell.token || name === cell.token) return "";
  return name
    .replace(cell.token, "")
    .replace(/[()\s,;:·-]+$/, "")
    .trim();
};

// A town and the hill beside it share a hex: each has its own name.
function namesOf({ game, look, frame, cells }: Ground): Wanted[] {
  const kinds = tagKinds(game, look);
  return frame.places.flatMap((place) => {
    const cell = cells[place.cell],
      tags = tagsOf(kinds, cell);
    const name = cell && !isOut(tags) ? placeName(cell) : "";
    if (!name) return [];
    const town = tags.includes("town") || tags.includes("city"),
      built = town || tags.includes("village");
    const parts = built && isHeight(tags) ? name.split(/,\s*/) : [name];
    return parts.map((text, i) => ({
      cell: place.cell,
      at: place,
      text,
      weight: built && i === 0 ? (town ? ("town" as const) : ("village" as const)) : "height",
    }));
  });
}

// Where the sign of a source stands: towards the edge it lies on.
export function sourceSpot(place: Place, frame: Frame): Point {
  const low = place.y > frame.height - 110,
    high = place.y < 60,
    left = place.x < 90,
    right = place.x > frame.width - 90;
  return {
    x: place.x - (left ? 30 : 0) + (right ? 26 : 0) - (low || high ? 34 : 0),
    y: place.y + (low ? 20 : high ? -14 : left || right ? 20 : 14),
  };
}
export const flagSpot = (place: Place, taken: boolean): Point =>
  taken ? { x: place.x - 39, y: place.y - 14 } : { x: place.x + 32, y: place.y - 4 };

function blocksOf(ground: Ground, taken: Set<number>): Block[] {
  const kinds = tagKinds(ground.game, ground.look),
    out: Block[] = [];
  const add = (x: number, y: number, r: number, b: number, w: number, cost: number) =>
    out.push({ box: [x - w, y - r, x + w, y + b], cost });
  for (const place of ground.frame.places) {
    const { x, y } = place,
      tags = tagsOf(kinds, ground.cells[place.cell]),
      full = taken.has(place.cell);
    if (full) out.push({ box: [x - 42, y - 34, x + 44, y + 46], cost: 60 });
    if (isObjective(tags)) {
      const flag = flagSpot(place, full);
      add(flag.x + (full ? -9 : 9), flag.y, 30, 14, 15, 25);
    }
    if (tags.some((k) => k.startsWith("source"))) {
      const spot = sourceSpot(place, ground.frame);
      add(spot.x, spot.y, 15, 15, 15, 40);
    }
    if (tags.includes("town") || tags.includes("city")) add(x, y, 24, 24, 28, 9);
    else if (tags.includes("village")) add(x, y, 14, 12, 20, 5);
    if (isHeight(tags)) add(x + (full ? 27 : 0), y - (full ? 42 : 4), 13, 8, 12, 20);
    add(x, y - 50, 0, 15, 18, 4); // its number
  }
  return out;
}

// Hexes and their names in one string, to see whether anything has moved.
export const takenKey = (taken: Set<number>): string => [...taken].sort((a, b) => a - b).join(" ");

const lorry = "M-6.5 3h13M-6.5 3v-6h7.5v6M1-1.5h3.5l2 2.3v2.2M-3.5 4.5h.01M3.5 4.5h.01";

function Source({ kind, look, spot }: { kind: string; look: Look; spot: Point }) {
  const seat = look.seats?.[kind.split(":")[1] ?? ""];
  return (
    <g class="k-source" transform={`translate(${at(spot)})`}>
      <circle r="12.5" fill={seat?.paper ?? "#d9cfae"} stroke={seat?.ink ?? "#2b2a26"} />
      <path d={lorry} stroke={seat?.ink ?? "#2b2a26"} />
    </g>
  );
}

// A summit stands aside, and smaller, where a counter lies on it.
const peak = ({ x, y }: Point, taken: boolean): string => {
  const k = taken ? 0.68 : 1,
    px = x + (taken ? 27 : 0),
    py = y - (taken ? 40 : 4);
  return (
    `M${n1(px)} ${n1(py - 12 * k)}L${n1(px + 11 * k)} ${n1(py + 7 * k)}` +
    `H${n1(px - 11 * k)}Z`
  );
};

// A column's numbers are one text: each figure has its own place in it.
function Numbers({ frame, cells, clear }: Ground & { clear: (place: Place) => boolean }) {
  const columns = new Map<number, Place[]>();
  for (const place of frame.places)
    if (cells[place.cell]?.token && clear(place))
      columns.set(place.x, [...(columns.get(place.x) ?? []), place]);
  return (
    <g class="hex-numbers">
      {[...columns].map(([x, places]) => {
        const all = places.map((p) => [...(cells[p.cell]?.token ?? "")]);
        return (
          <text
            key={x}
            class="hex-number"
            x={all
              .flatMap((word) => word.map((_, i) => n1(x + (i - (word.length - 1) / 2) * 7.6)))
              .join(" ")}
            y={all
              .flatMap((letters, k) => letters.map(() => n1((places[k]?.y ?? 0) - 37.5)))
              .join(" ")}
          >
            {all.flat().join("")}
          </text>
        );
      })}
    </g>
  );
}

const styles = { town: "town-name", village: "village-name", height: "height-name" };
const Name = ({ name }: { name: Placed }) => (
  <text class={styles[name.weight]} x={n1(name.x)} y={n1(name.y)} text-anchor={name.anchor}>
    {name.text}
  </text>
);

// `taken` is the key of the hexes that hold counters.
export const HexNames = memo(function HexNames(
  props: HexProps & { taken: string; children?: ComponentChildren },
) {
  const { game, look, frame, cells } = props;
  const taken = new Set(props.taken.split(" ").filter(Boolean).map(Number));
  const kinds = tagKinds(game, look),
    tags = (place: Place): string[] => tagsOf(kinds, cells[place.cell]);
  const inPlay = frame.places.filter((p) => !isOut(tags(p)));
  const blocks = blocksOf(props, taken),
    counters = blocks.filter((block) => block.cost >= 60),
    courses = namedWaters(props).map((water) => ({ water, along: course(water, counters) })),
    wet = courses.flatMap(({ along }) => (along?.boxes ?? []).map((box) => ({ box, cost: 40 })));
  const names = placeNames(
    namesOf(props),
    taken,
    [...blocks, ...wet],
    frame.width,
    frame.height,
  );
  return (
    <g class="names" aria-hidden="true">
      {courses.map(
        ({ water, along }, i) =>
          along && (
            <WaterName
              key={i}
              id={`w-${frame.surface}-${i}`}
              name={water.name}
              along={along}
            />
          ),
      )}
      <Portion
        weight={6}
        from={[]}
        draw={() => <Numbers {...props} clear={(p) => !isOut(tags(p)) && !clashes(names, p)} />}
      />
      <path
        class="k-height"
        d={inPlay
          .filter((p) => isHeight(tags(p)))
          .map((p) => peak(p, taken.has(p.cell)))
          .join("")}
      />
      {inPlay.flatMap((place) =>
        tags(place)
          .filter((kind) => kind.startsWith("source"))
          .map((kind) => (
            <Source
              key={`${place.cell}${kind}`}
              kind={kind}
              look={look}
              spot={sourceSpot(place, frame)}
            />
          )),
      )}
      {names.map((name) => (
        <Name key={`${name.cell}${name.weight}`} name={name} />
      ))}
    </g>
  );
});
