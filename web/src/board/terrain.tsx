// SPDX-License-Identifier: Apache-2.0
// The library of cartographic marks that every game shares: tints and textures by the tokens of
// faces, after the game's own style.json if it has one; and the ground of areas and planes. Hexes
// are drawn by hexes.tsx.
import { memo } from "./memo";
import type { Cell, Game, Look, Surface } from "../types";
import { both, capital } from "../text";
import { type Frame, type Place, R, noise, polygon } from "./geometry";

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

export const layers: Record<
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
export function scatter(place: Place, draw: Scatter, count: number, salt: string): string {
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

// Named areas: outlines with a soft tint by face, names above them all.
export const OpenMap = memo(function OpenMap(props: MapProps) {
  const { frame, cells } = props;
  const shown = frame.places.filter((p) => p.outline.length > 2);
  return (
    <g class="areamap">
      {inLine(frame.places) && (
        <path
          class="area-path"
          d={frame.places.map((p, i) => `${i ? "L" : "M"}${n1(p.x)} ${n1(p.y)}`).join("")}
        />
      )}
      {shown.map((place) => (
        <OpenArea key={place.cell} place={place} {...props} />
      ))}
      {shown.map((place) => (
        <text
          key={place.cell}
          class="area-name"
          x={n1(place.x)}
          y={n1((place.outline[2]?.y ?? place.y) - 9)}
        >
          {capital(both(cells[place.cell]))}
        </text>
      ))}
    </g>
  );
});

function OpenArea({ place, game, cells, look }: MapProps & { place: Place }) {
  const cell = cells[place.cell];
  const face = terrainKind(game.faces[cell?.face ?? 0]?.token ?? "", look);
  const kind = layers[face] ? face : terrainKind(cell?.token ?? "", look);
  const tint = layers[kind]?.tint ?? "t-area";
  const round = cell?.corners.length ? 0 : 10;
  const [a, , c] = place.outline;
  return (
    <g>
      {round && a && c ? (
        <rect class={tint} x={a.x} y={a.y} width={c.x - a.x} height={c.y - a.y} rx={round} />
      ) : (
        <polygon class={tint} points={polygon(place.outline)} />
      )}
      {layers[kind]?.marks.map(({ draw, style, count }, i) => (
        <path key={i} class={style} d={scatter(place, draw, count, `${kind}${i}`)} />
      ))}
    </g>
  );
}
