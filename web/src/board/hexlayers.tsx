// SPDX-License-Identifier: Apache-2.0
// What is laid over hexes: overlays asked for, layers that stay (layers.ts), and the flags of what
// is fought for. Each kind has a shape of its own besides its colour: a line with teeth, hatching,
// dots.
import { useMemo } from "preact/hooks";
import type { MatchFacts, Shown } from "../facts";
import { layersOn } from "../layers";
import type { Emblem } from "../types";
import { frontOf } from "./front";
import { type Frame, type Place, at, blob, n1, polygon } from "./geometry";
import { flagSpot, isObjective, isOut } from "./hexes";
import { type Ground, border, tagKinds, tagsOf } from "./lines";

export function hexGround(store: MatchFacts, frame: Frame): Ground | null {
  const game = store.game.value,
    surface = game?.surfaces[frame.surface];
  if (!game || !surface || surface.shape !== "hexes") return null;
  const cells = store.cells.value?.surfaces[frame.surface]?.cells ?? [];
  return { game, surface, frame, cells, look: store.look.value };
}

const shrunk = (place: Place, by: number): string =>
  polygon(
    place.outline.map((p) => ({
      x: place.x + (p.x - place.x) * by,
      y: place.y + (p.y - place.y) * by,
    })),
  ).replace(/ /g, "L");
const cellsPath = (places: Place[], by: number): string =>
  places.map((p) => `M${shrunk(p, by)}Z`).join("");

// One overlay over hexes, in the manner its game's style names.
export function HexOverlay({
  ground,
  overlay,
  style,
}: {
  ground: Ground;
  overlay: Shown;
  style: string;
}) {
  const inside = ground.frame.places.filter((p) => overlay.cells.has(p.cell));
  if (style === "front") return <FrontLine ground={ground} held={overlay} />;
  if (style === "hatch")
    return (
      <>
        <pattern
          id={`hatch-${ground.frame.surface}`}
          width="9"
          height="9"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <path class="hatch-line" d="M0 0V9" />
        </pattern>
        <path
          class="hatch"
          fill={`url(#hatch-${ground.frame.surface})`}
          d={cellsPath(inside, 0.9)}
        />
      </>
    );
  const edge = blob(border(ground, (c) => overlay.cells.has(c)));
  if (style === "dots")
    return (
      <>
        <path class="dots under" d={edge} />
        <path class="dots" d={edge} />
      </>
    );
  return (
    <>
      <path class="area" d={cellsPath(inside, 0.94)} />
      <path class="rim" d={edge} />
      {inside
        .filter((p) => overlay.cells.get(p.cell))
        .map((p) => (
          <text key={p.cell} x={n1(p.x + 30)} y={n1(p.y + 42)}>
            {overlay.cells.get(p.cell)}
          </text>
        ))}
    </>
  );
}

function FrontLine({ ground, held }: { ground: Ground; held: Shown }) {
  const front = useMemo(() => {
    const kinds = tagKinds(ground.game, ground.look);
    const counts = (cell: number): boolean => !isOut(tagsOf(kinds, ground.cells[cell]));
    return frontOf(ground.frame, ground.surface, (c) => held.cells.has(c), counts);
  }, [held, ground.cells]);
  return (
    <>
      <path class="front tint s0" d={front.near} />
      <path class="front tint s1" d={front.far} />
      <path class="front halo" d={front.middle} />
      <path class="front teeth s1" d={front.teeth} />
      <path class="front s0" d={front.near} />
      <path class="front s1" d={front.far} />
    </>
  );
}

// The layers that are on, under the counters.
export function HexLayers({ store, frame }: { store: MatchFacts; frame: Frame }) {
  const ground = hexGround(store, frame),
    layers = store.layersNow.value;
  if (!ground || !layers) return null;
  return (
    <g class="layers" transform={`translate(${frame.x} ${frame.y})`} aria-hidden="true">
      {["hatch", "dots", "front"].map((style) => {
        const shown = layersOn.value.has(style) ? layers.get(style) : undefined;
        return shown && shown.surface === frame.surface ? (
          <g key={style} class={`layer ${style}`}>
            <HexOverlay ground={ground} overlay={shown} style={style} />
          </g>
        ) : null;
      })}
    </g>
  );
}

// ------------------------------------------------------------------------------------------ flags
const emblems: Record<Emblem, string> = {
  star: "M0-5.2 1.5-1.8 5.2-1.5 2.4 1 3.3 4.6 0 2.7-3.3 4.6-2.4 1-5.2-1.5-1.5-1.8z",
  cross: "M-1.2-4.5h2.4v3.3h3.3v2.4h-3.3v3.3h-2.4v-3.3h-3.3v-2.4h3.3z",
};

// Who holds an objective, once that is known.
export function holderOf(store: MatchFacts, surface: number, cell: number): number | null {
  const held = store.layersNow.value?.get("front");
  if (!held || held.surface !== surface) return null;
  return held.cells.has(cell) ? 0 : 1;
}

export function Flags({ store, frame }: { store: MatchFacts; frame: Frame }) {
  const ground = hexGround(store, frame);
  if (!ground) return null;
  const { game, look } = ground,
    kinds = tagKinds(game, look);
  return (
    <g class="flags" transform={`translate(${frame.x} ${frame.y})`} aria-hidden="true">
      {frame.places.map((place) => {
        const goal = isObjective(tagsOf(kinds, ground.cells[place.cell]));
        if (!goal) return null;
        const taken =
          !store.countersHidden.value && store.piecesAt(frame.surface, place.cell).length > 0;
        const holder = holderOf(store, frame.surface, place.cell);
        const seat = look.seats?.[game.seats[holder ?? -1]?.token ?? ""];
        const main = goal === "objective:main",
          w = main ? 23 : 18,
          h = main ? 18 : 14,
          way = taken ? -1 : 1;
        return (
          <g
            key={place.cell}
            class={holder === null ? "flag" : `flag s${holder}`}
            transform={`translate(${at(flagSpot(place, taken))})`}
          >
            <path class="pole" d="M0 15V-28" />
            <path
              class="cloth"
              d={`M0-28h${way * w}l${-way * 4.5} ${h / 2} ${way * 4.5} ${h / 2}H0z`}
            />
            {seat?.flag && (
              <path
                class={`emblem ${seat.flag}`}
                transform={`translate(${n1(way * (w / 2 - 1.5))} ${-28 + h / 2})`}
                d={emblems[seat.flag]}
              />
            )}
          </g>
        );
      })}
    </g>
  );
}
