// SPDX-License-Identifier: Apache-2.0
// The ground of a hex map, drawn once per game and language: tinted areas with soft outlines, marks
// of woods and hills, rivers along the sides, ways through the centres, towns and their names. What
// is drawn comes from faces, edge bits and tag bits; their tokens are looked up in a library of
// cartographic marks that every game shares, after the game's own style.json if it has one.
import { memo } from "preact/compat";
import type { Cell, Game, Look, Surface } from "../types";
import { both, capital } from "../text";
import {
  type Frame,
  type Place,
  type Point,
  type Side,
  R,
  SIDES,
  blob,
  hexNeighbour,
  isOutside,
  noise,
  polygon,
  sideMiddle,
  strands,
  ways,
} from "./geometry";

// --------------------------------------------------------------------------- textures of terrain
export type Scatter = (x: number, y: number, seed: string) => string;
const n1 = (v: number): string => v.toFixed(1);

// Path data with its numbers cut to one decimal.
const d = (words: TemplateStringsArray, ...numbers: number[]): string =>
  words.reduce((path, word, i) => path + n1(numbers[i - 1] ?? 0) + word);

const tree: Scatter = (x, y, seed) => {
  const r = 3.6 + 1.1 * noise(`t${seed}`);
  return noise(`k${seed}`) > -0.25
    ? d`M${x - r} ${y}a${r} ${r * 1.15} 0 1 1 ${2 * r} 0M${x} ${y}v3.6`
    : d`M${x - r * 0.8} ${y + 1}L${x} ${y - r * 1.9}L${x + r * 0.8} ${y + 1}M${x} ${y + 1}v2.6`;
};
const hachure: Scatter = (x, y, seed) => {
  const w = 8 + 2 * noise(`h${seed}`);
  const crest = d`M${x - w} ${y + 4}Q${x - w * 0.3} ${y - 6} ${x + w} ${y + 3}`;
  const left = d`M${x - w * 0.5} ${y + 3}l-1.5 4.5M${x} ${y + 0.5}l-.5 5`;
  return crest + left + d`M${x + w * 0.5} ${y + 1.5}l1 4.5`;
};
const pond: Scatter = (x, y, seed) => {
  const w = 8.5 + 3 * noise(`p${seed}`);
  const h = 4 + noise(`q${seed}`);
  const start = d`M${x - w} ${y}`;
  const north = d`c${w * 0.2} ${-h * 1.5} ${w * 1.5} ${-h * 1.2} ${2 * w} ${-h * 0.1}`;
  const south = d`s${-w * 0.6} ${h * 1.6} ${-w} ${h}s${-w * 1.1} ${h * 0.2} ${-w} ${-h * 0.9}z`;
  return start + north + south;
};
const reed: Scatter = (x, y) =>
  d`M${x - 4} ${y}h8M${x - 2} ${y}l-1-4M${x} ${y}v-5M${x + 2} ${y}l1-4`;
const wave: Scatter = (x, y) => d`M${x - 7} ${y}q3.5-3 7 0t7 0`;
const dot: Scatter = (x, y) => d`M${x} ${y}h.1`;
const block: Scatter = (x, y, seed) => {
  const w = 4 + noise(`b${seed}`);
  return d`M${x - w} ${y - 3}h${2 * w}v6h${-2 * w}z`;
};

export const marks = { tree, hachure, pond, reed, wave, block };

const layers: Record<
  string,
  { tint: string; marks: { draw: Scatter; style: string; count: number }[] }
> = {
  wood: { tint: "t-wood", marks: [{ draw: tree, style: "m-wood", count: 13 }] },
  rough: { tint: "t-rough", marks: [{ draw: hachure, style: "m-rough", count: 6 }] },
  rough_wood: {
    tint: "t-rough-wood",
    marks: [
      { draw: hachure, style: "m-rough", count: 5 },
      { draw: tree, style: "m-wood", count: 8 },
    ],
  },
  pond: {
    tint: "t-pond",
    marks: [
      { draw: pond, style: "m-pond", count: 5 },
      { draw: reed, style: "m-reed", count: 4 },
    ],
  },
  water: { tint: "t-water", marks: [{ draw: wave, style: "m-wave", count: 7 }] },
  urban: { tint: "t-urban", marks: [{ draw: block, style: "m-urban", count: 9 }] },
  ford: { tint: "t-ford", marks: [{ draw: wave, style: "m-ford", count: 16 }] },
  sand: { tint: "t-sand", marks: [{ draw: dot, style: "m-dot", count: 16 }] },
};
const synonyms: Record<string, string> = {
  forest: "wood",
  woods: "wood",
  hill: "rough",
  hills: "rough",
  mountain: "rough",
  marsh: "pond",
  swamp: "pond",
  sea: "water",
  lake: "water",
  city: "urban",
  town: "urban",
  desert: "sand",
};
export const terrainKind = (token: string, look: Look): string => {
  const named = look.terrain?.[token] ?? token;
  return synonyms[named] ?? named;
};

// Marks on a loose grid inside a hex; the middle stays a little emptier, counters lie there.
function scatter(place: Place, draw: Scatter, count: number, salt: string): string {
  let path = "";
  for (let i = 0; i < count; i++) {
    const turn = (i + 0.35 * noise(`a${salt}${place.cell}.${i}`)) * 2.39996;
    const far =
      R * 0.8 * Math.sqrt((i + 0.9) / count) * (1 + 0.08 * noise(`r${salt}${place.cell}.${i}`));
    path += draw(
      place.x + far * Math.cos(turn),
      place.y + far * Math.sin(turn) * 0.92,
      `${salt}${place.cell}.${i}`,
    );
  }
  return path;
}

function border(frame: Frame, surface: Surface, inside: (cell: number) => boolean): Side[] {
  const sides: Side[] = [];
  for (const place of frame.places) {
    if (!inside(place.cell)) continue;
    SIDES.forEach(([a, b], side) => {
      const next = hexNeighbour(place.cell, side, surface.width, surface.height);
      if (next >= 0 && inside(next)) return;
      const from = place.outline[a],
        to = place.outline[b];
      if (from && to) sides.push(next < 0 ? { from, to, firm: true } : { from, to });
    });
  }
  return sides;
}

function Ground({ game, surface, frame, cells, look }: MapProps) {
  const kinds = new Map<string, Set<number>>();
  cells.forEach((cell, i) => {
    const kind = terrainKind(game.faces[cell.face]?.token ?? "", look);
    if (layers[kind]) kinds.set(kind, (kinds.get(kind) ?? new Set()).add(i));
  });
  return (
    <g class="ground">
      {[...kinds].map(([kind, set]) => (
        <path
          key={kind}
          class={layers[kind]?.tint}
          d={blob(border(frame, surface, (c) => set.has(c)))}
        />
      ))}
      {[...kinds].map(([kind, set]) =>
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
      )}
    </g>
  );
}

// -------------------------------------------------------------------------- rivers, roads, rails
const onSides = new Set(["river", "stream", "wall", "border", "ridge"]);
const shifts: Record<string, number> = { road: -3, motorway: 0, rail: 6, track: -6 };
const order = ["stream", "river", "border", "ridge", "wall", "track", "road", "motorway", "rail"];

export function edgeKinds(game: Game, look: Look): string[] {
  const [first, count] = game.edge_labels;
  return Array.from({ length: count }, (_, i) => {
    const token = game.labels[first + i]?.token ?? "";
    return look.edges?.[token] ?? token;
  });
}

function sideLines(frame: Frame, surface: Surface, cells: Cell[], bit: number): string {
  const sides: Side[] = [];
  for (const place of frame.places)
    SIDES.forEach(([a, b], side) => {
      if (!(((cells[place.cell]?.edge[side] ?? 0) >> bit) & 1)) return;
      const next = hexNeighbour(place.cell, side, surface.width, surface.height);
      const twice =
        next >= 0 && next < place.cell && ((cells[next]?.edge[(side + 3) % 6] ?? 0) >> bit) & 1;
      const from = place.outline[a],
        to = place.outline[b];
      if (!twice && from && to) sides.push({ from, to });
    });
  return strands(sides);
}

function wayLines(frame: Frame, cells: Cell[], bit: number, shift: number): string {
  return frame.places
    .map((place) => {
      const ends: Point[] = [];
      for (let side = 0; side < 6; side++)
        if (((cells[place.cell]?.edge[side] ?? 0) >> bit) & 1)
          ends.push(sideMiddle(place.outline, side));
      return ends.length ? ways(place, ends, shift) : "";
    })
    .join("");
}

function Lines({ game, surface, frame, cells, look }: MapProps) {
  const kinds = edgeKinds(game, look)
    .map((kind, bit) => ({ kind, bit }))
    .sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
  return (
    <g class="lines">
      {kinds.map(({ kind, bit }) => {
        const d = onSides.has(kind)
          ? sideLines(frame, surface, cells, bit)
          : wayLines(frame, cells, bit, shifts[kind] ?? 4 * bit);
        if (!d) return null;
        const known = order.includes(kind) ? kind : onSides.has(kind) ? "border" : "track";
        return [
          <path key={`${bit}a`} class={`l-${known} under`} d={d} />,
          <path key={`${bit}b`} class={`l-${known}`} d={d} />,
        ];
      })}
    </g>
  );
}

// ---------------------------------------------------------------------------- towns, heights,
// names
export function tagKinds(game: Game, look: Look): string[] {
  const [first, count] = game.tag_labels;
  return Array.from({ length: count }, (_, i) => {
    const token = game.labels[first + i]?.token ?? "";
    return look.tags?.[token] ?? token;
  });
}

function townBlocks(cell: number, big: boolean): string {
  let path = "";
  const count = big ? 9 : 4,
    reach = big ? 19 : 10;
  for (let i = 0; i < count; i++) {
    const turn = i * 2.39996 + noise(`c${cell}`),
      far = reach * Math.sqrt((i + 0.3) / count);
    const w = (big ? 4.2 : 3.4) + 1.3 * noise(`w${cell}${i}`),
      h = (big ? 3.4 : 2.9) + noise(`v${cell}${i}`);
    const x = far * Math.cos(turn),
      y = far * Math.sin(turn) * 0.8;
    path += `M${n1(x - w)} ${n1(y - h)}h${n1(2 * w)}v${n1(2 * h)}h${n1(-2 * w)}z`;
  }
  return path;
}

const lorry =
  "M-5.5 2.5h11M-5.5 2.5v-4h6.5v4M1-1h3l1.5 1.8v1.7" +
  "M-3 4.3a1.3 1.3 0 1 0 .1 0zM3.2 4.3a1.3 1.3 0 1 0 .1 0z";
const star = "M0-10 2.6-3.4 9.6-3 4.2 1.5 6 8.3 0 4.5-6 8.3-4.2 1.5-9.6-3-2.6-3.4z";

function Mark({ kind, cell, look }: { kind: string; cell: number; look: Look }) {
  const [what, of] = kind.split(":");
  const seat = of ? look.seats?.[of] : undefined;
  switch (what) {
    case "town":
    case "city":
      return <path class="k-town" d={townBlocks(cell, true)} />;
    case "village":
      return <path class="k-village" d={townBlocks(cell, false)} />;
    case "height":
    case "hill":
    case "dominant":
      return (
        <g class="k-height" transform="translate(0 -21)">
          <path d="M0-13 12 8H-12z" />
          <path class="fine" d="M0-13 3.5-2 0 1-3 6 0 8M4 0l4 7" />
        </g>
      );
    case "source":
      return (
        <g class="k-source" transform="translate(-36 17)">
          <circle r="10" fill={seat?.paper ?? "#d9cfae"} stroke={seat?.ink ?? "#2b2a26"} />
          <path d={lorry} stroke={seat?.ink ?? "#2b2a26"} />
        </g>
      );
    case "objective":
      return <path class="k-objective" transform="translate(38 -19)" d={star} />;
    default:
      return <circle class="k-other" r="5" cx={-36 + 9 * (cell % 3)} cy="-20" />;
  }
}

const placeName = (cell: Cell): string => {
  const name = both(cell);
  if (!cell.token || name === cell.token) return "";
  return name
    .replace(cell.token, "")
    .replace(/[()\s,;:·-]+$/, "")
    .trim();
};

function Marks({ game, frame, cells, look }: MapProps) {
  const kinds = tagKinds(game, look);
  return (
    <g class="names" aria-hidden="true">
      {frame.places.map((place) => {
        const cell = cells[place.cell];
        if (!cell) return null;
        const tags = kinds.filter((_, i) => (cell.tags >> i) & 1);
        const name = placeName(cell);
        const big = tags.some((k) => k === "town" || k === "city");
        const only = !big && !tags.includes("village");
        return (
          <g key={place.cell} transform={`translate(${n1(place.x)} ${n1(place.y)})`}>
            {tags
              .filter((kind) => kind !== "objective")
              .map((kind) => (
                <Mark key={kind} kind={kind} cell={place.cell} look={look} />
              ))}
            {cell.token && (
              <text class="hex-number" y="-39.5">
                {cell.token}
              </text>
            )}
            {name && only && (
              <text class="height-name" y="45">
                {name}
              </text>
            )}
          </g>
        );
      })}
    </g>
  );
}

// Of towns and villages, and of what is fought for: drawn last, above what stands there.
export const HexNames = memo(function HexNames(
  props: Pick<MapProps, "game" | "frame" | "cells" | "look" | "lang">,
) {
  const kinds = tagKinds(props.game, props.look);
  return (
    <g class="names above" aria-hidden="true">
      {props.frame.places.map((place) => {
        const cell = props.cells[place.cell];
        const tags = kinds.filter((_, i) => ((cell?.tags ?? 0) >> i) & 1);
        const big = tags.some((k) => k === "town" || k === "city"),
          goal = tags.includes("objective");
        const name = cell && (big || tags.includes("village")) ? placeName(cell) : "";
        if (!name && !goal) return null;
        return (
          <g key={place.cell} transform={`translate(${n1(place.x)} ${n1(place.y)})`}>
            {goal && <Mark kind="objective" cell={place.cell} look={props.look} />}
            {name && (
              <text class={big ? "town-name" : "village-name"} y="45">
                {name}
              </text>
            )}
          </g>
        );
      })}
    </g>
  );
});

// Places one after the other are joined by a band: a river of fords, a corridor.
const inLine = (places: Place[]): boolean =>
  places.length > 1 &&
  (places.every((p) => p.y === places[0]?.y) || places.every((p) => p.x === places[0]?.x));

export interface MapProps {
  game: Game;
  surface: Surface;
  frame: Frame;
  cells: Cell[];
  look: Look;
  lang: string;
  laid?: string; // "cell:face" of ground laid since, joined by blanks
}

export const HexMap = memo(function HexMap(props: MapProps) {
  const { frame, surface } = props;
  const edge = blob(border(frame, surface, () => true).map((s) => ({ ...s, firm: true })));
  return (
    <g class="hexmap">
      <path class="map-shadow" d={edge} transform="translate(7 9)" />
      <path class="map-paper" d={edge} />
      <Ground {...props} />
      <path
        class="hex-grid"
        d={frame.places.map((p) => `M${polygon(p.outline).replace(/ /g, "L")}Z`).join("")}
      />
      <Lines {...props} />
      <path class="map-edge" d={edge} />
      <Marks {...props} />
    </g>
  );
});

// Named areas and the scenery of a plane: outlines with a soft tint by face, names above them all.
export const OpenMap = memo(function OpenMap(props: MapProps) {
  const { game, surface, frame, cells } = props;
  const plane = surface.shape === "plane";
  const shown = frame.places.filter(
    (p) => p.outline.length > 2 && !(plane && isOutside(game, cells[p.cell])),
  );
  return (
    <g class={plane ? "planemap" : "areamap"}>
      {plane && <rect class="map-shadow" x={7} y={9} width={frame.width} height={frame.height} />}
      {plane && <rect class="map-paper" width={frame.width} height={frame.height} />}
      {plane && <PlaneGround frame={frame} />}
      {plane && <PlaneGrid frame={frame} />}
      {!plane && inLine(frame.places) && (
        <path
          class="area-path"
          d={frame.places.map((p, i) => `${i ? "L" : "M"}${n1(p.x)} ${n1(p.y)}`).join("")}
        />
      )}
      {shown.map((place) => (
        <OpenArea key={place.cell} place={place} plane={plane} {...props} />
      ))}
      {shown.map((place) => (
        <text
          key={place.cell}
          class={plane ? "area-name scenery-name" : "area-name"}
          {...nameSpot(place, plane, frame)}
        >
          {capital(plane ? bare(both(cells[place.cell])) : both(cells[place.cell]))}
        </text>
      ))}
      {plane && <rect class="map-edge" width={frame.width} height={frame.height} />}
    </g>
  );
});

// On the map a name needs no article.
const bare = (name: string): string => name.replace(/^(l['’]|le |la |les |the )/i, "");

// Below its place, or inside when that would be off the table.
function nameSpot(place: Place, plane: boolean, frame: Frame): { x: number; y: number } {
  const low = Math.max(...place.outline.map((p) => p.y));
  const xs = place.outline.map((p) => p.x);
  if (!plane) return { x: place.x, y: (place.outline[2]?.y ?? place.y) - 9 };
  const x = (Math.min(...xs) + Math.max(...xs)) / 2;
  return { x, y: low + 24 > frame.height ? low - 20 : low + 16 };
}

function OpenArea({
  place,
  plane,
  game,
  cells,
  look,
}: MapProps & { place: Place; plane: boolean }) {
  const cell = cells[place.cell];
  const face = terrainKind(game.faces[cell?.face ?? 0]?.token ?? "", look);
  const kind = layers[face] || solids[face] ? face : terrainKind(cell?.token ?? "", look);
  const tint = layers[kind]?.tint ?? solids[kind]?.tint ?? (plane ? "t-scenery" : "t-area");
  const round = cell?.corners.length ? 0 : 10;
  const [a, , c] = place.outline;
  return (
    <g>
      {plane && solids[kind]?.tall && (
        <polygon class="map-shadow" points={polygon(place.outline)} transform="translate(4 5)" />
      )}
      {round && a && c ? (
        <rect class={tint} x={a.x} y={a.y} width={c.x - a.x} height={c.y - a.y} rx={round} />
      ) : (
        <polygon class={tint} points={polygon(place.outline)} />
      )}
      {solids[kind] && <path class="m-solid" d={solids[kind]?.draw(place.outline) ?? ""} />}
      {layers[kind]?.marks.map(({ draw, style, count }, i) => (
        <path key={i} class={style} d={scatter(place, draw, count, `${kind}${i}`)} />
      ))}
    </g>
  );
}

// ------------------------------------------------------------------------- things on a table
// Lines of a thing with four corners: `u` along its first side, `v` along its second, 0 to 1.
type Corners = [Point, Point, Point, Point];
const inside = ([a, b, c, e]: Corners, u: number, v: number): string => {
  const x = (1 - u) * (1 - v) * a.x + u * (1 - v) * b.x + u * v * c.x + (1 - u) * v * e.x,
    y = (1 - u) * (1 - v) * a.y + u * (1 - v) * b.y + u * v * c.y + (1 - u) * v * e.y;
  return `${n1(x)} ${n1(y)}`;
};
const line = (q: Corners, ...at: [number, number][]): string =>
  at.map(([u, v], i) => `${i ? "L" : "M"}${inside(q, u, v)}`).join("");
const far = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);
// Turned so that the first side is the long one.
const long = (outline: Point[]): Corners | null => {
  const [a, b, c, e] = outline;
  if (outline.length !== 4 || !a || !b || !c || !e) return null;
  return far(a, b) >= far(b, c) ? [a, b, c, e] : [b, c, e, a];
};
const range = (n: number): number[] => Array.from({ length: n }, (_, i) => i);

// Ribs across, as on a container's roof.
const ribs = (outline: Point[]): string => {
  const q = long(outline);
  const n = q ? Math.max(2, Math.round(far(q[0], q[1]) / 11)) : 0;
  const lid = q ? line(q, [0.03, 0.1], [0.97, 0.1], [0.97, 0.9], [0.03, 0.9], [0.03, 0.1]) : "";
  return q
    ? lid + range(n - 1).map((i) => line(q, [(i + 1) / n, 0.1], [(i + 1) / n, 0.9])).join("")
    : "";
};
// Stones of a wall: two courses, joints that do not meet.
const stones = (outline: Point[]): string => {
  const q = long(outline);
  const n = q ? Math.max(3, Math.round(far(q[0], q[1]) / 14)) : 0;
  return q
    ? line(q, [0, 0.5], [1, 0.5]) +
        range(n - 1)
          .map((i) => line(q, [(i + 1) / n, 0], [(i + 1) / n, 0.5]))
          .join("") +
        range(n)
          .map((i) => line(q, [(i + 0.5) / n, 0.5], [(i + 0.5) / n, 1]))
          .join("")
    : "";
};
// What is left of a house: inner walls, broken off.
const remains = (outline: Point[]): string => {
  const q = long(outline);
  return q
    ? line(q, [0.08, 0.14], [0.08, 0.86], [0.3, 0.86]) +
        line(q, [0.38, 0.14], [0.38, 0.6]) +
        line(q, [0.5, 0.86], [0.92, 0.86], [0.92, 0.5]) +
        line(q, [0.66, 0.14], [0.66, 0.42], [0.78, 0.42]) +
        line(q, [0.2, 0.14], [0.52, 0.14])
    : "";
};
// Rough ground: nothing stands on it, it is only slow or hidden.
const patch = (outline: Point[]): string => {
  const q = long(outline);
  return q
    ? range(12)
        .map((i) => {
          const u = ((i % 4) + 0.5) / 4 + 0.07 * noise(`pu${i}`),
            v = (Math.floor(i / 4) + 0.5) / 3 + 0.08 * noise(`pv${i}`);
          return `M${inside(q, u, v)}l3-6M${inside(q, u + 0.02, v)}l-2-5`;
        })
        .join("")
    : "";
};
const solids: Record<
  string,
  { tint: string; draw: (outline: Point[]) => string; tall: boolean }
> = {
  wall: { tint: "t-wall", draw: stones, tall: true },
  container: { tint: "t-crate", draw: ribs, tall: true },
  ruin: { tint: "t-ruin", draw: remains, tall: true },
  area: { tint: "t-patch", draw: patch, tall: false },
  zone: { tint: "t-zone", draw: () => "", tall: false },
  objective: { tint: "t-goal", draw: () => "", tall: false },
};

// Bare ground: tufts and pebbles, the same at every visit.
function PlaneGround({ frame }: { frame: Frame }) {
  const spots = (count: number, key: string) =>
    range(count).map((i) => ({
      x: ((noise(`${key}x${i}`) + 1) / 2) * (frame.width - 30) + 15,
      y: ((noise(`${key}y${i}`) + 1) / 2) * (frame.height - 30) + 15,
      w: (noise(`${key}w${i}`) + 2) * 1.4,
    }));
  const many = Math.min(160, Math.round((frame.width * frame.height) / 9000));
  return (
    <g class="plane-ground">
      <path
        class="tufts"
        d={spots(many, "tuft")
          .map(({ x, y }) => `M${n1(x)} ${n1(y)}l-3-6m3 6v-8m0 8l3-6`)
          .join("")}
      />
      <path
        class="stones"
        d={spots(many, "stone")
          .map((p) => `M${n1(p.x)} ${n1(p.y)}h${n1(p.w)}`)
          .join("")}
      />
    </g>
  );
}

function PlaneGrid({ frame }: { frame: Frame }) {
  const step = 100 * frame.scale; // a line every ten centimetres
  let d = "";
  for (let x = step; x < frame.width; x += step) d += `M${n1(x)} 0V${n1(frame.height)}`;
  for (let y = step; y < frame.height; y += step) d += `M0 ${n1(y)}H${n1(frame.width)}`;
  return <path class="plane-grid" d={d} />;
}
