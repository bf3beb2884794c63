// SPDX-License-Identifier: Apache-2.0
// The lines of a hex map that rules speak of: waters along sides, ways from hex to hex, bridges
// where they meet, towns along their streets. Pure geometry: the page draws it crisp above the
// ground, and who paints a ground (src/paint) leaves room for it.
import type { Cell, Game, Look, Surface } from "../types";
import {
  type Frame,
  type Place,
  type Point,
  type Side,
  type Strand,
  SIDES,
  at,
  hexNeighbour,
  moved,
  n1,
  noise,
  strandsOf,
} from "./geometry";

export interface Ground {
  game: Game;
  surface: Surface;
  frame: Frame;
  cells: Cell[];
  look: Look;
}

const DIRECTIONS = ["N", "NE", "SE", "S", "SW", "NW"];
const onSides = new Set(["river", "stream", "wall", "border", "ridge"]);
export const isOnSide = (kind: string): boolean => onSides.has(kind);

export function edgeKinds(game: Game, look: Look): string[] {
  const [first, count] = game.edge_labels;
  return Array.from({ length: count }, (_, i) => {
    const token = game.labels[first + i]?.token ?? "";
    return look.edges?.[token] ?? token;
  });
}
export function tagKinds(game: Game, look: Look): string[] {
  const [first, count] = game.tag_labels;
  return Array.from({ length: count }, (_, i) => {
    const token = game.labels[first + i]?.token ?? "";
    return look.tags?.[token] ?? token;
  });
}
export const tagsOf = (kinds: string[], cell: Cell | undefined): string[] =>
  kinds.filter((_, i) => ((cell?.tags ?? 0) >> i) & 1);

const has = (cell: Cell | undefined, side: number, bit: number): boolean =>
  (((cell?.edge[side] ?? 0) >> bit) & 1) === 1;

// The sides of places for which this holds; `firm` at the edge of the map.
export function border(
  { frame, surface }: Pick<Ground, "frame" | "surface">,
  inside: (cell: number) => boolean,
  firm = true,
): Side[] {
  const sides: Side[] = [];
  for (const place of frame.places) {
    if (!inside(place.cell)) continue;
    SIDES.forEach(([a, b], side) => {
      const next = hexNeighbour(place.cell, side, surface.width, surface.height);
      if (next >= 0 && inside(next)) return;
      const from = place.outline[a],
        to = place.outline[b];
      if (from && to) sides.push(next < 0 && firm ? { from, to, firm: true } : { from, to });
    });
  }
  return sides;
}

// Each side that carries this bit, once.
function carrying({ frame, surface, cells }: Ground, bit: number): (Side & { key: string })[] {
  const sides: (Side & { key: string })[] = [];
  for (const place of frame.places)
    SIDES.forEach(([a, b], side) => {
      if (!has(cells[place.cell], side, bit)) return;
      const next = hexNeighbour(place.cell, side, surface.width, surface.height);
      const twice = next >= 0 && next < place.cell && has(cells[next], (side + 3) % 6, bit);
      const from = place.outline[a],
        to = place.outline[b];
      if (twice || !from || !to) return;
      sides.push({ from, to, key: `${cells[place.cell]?.token ?? ""}${DIRECTIONS[side]}` });
    });
  return sides;
}

export interface Water {
  name: string;
  width: number;
  strands: Strand[];
}
const PLAIN_WATER = 6.5;

// Waters with a name and a width of their own stand in the game's style; the rest is a brook.
export function waters(ground: Ground, bit: number): Water[] {
  const named = ground.look.waters ?? [];
  const of = new Map<string, number>();
  named.forEach((water, i) => water.sides.split(" ").forEach((side) => of.set(side, i)));
  const groups = new Map<number, Side[]>();
  for (const { key, from, to } of carrying(ground, bit)) {
    const i = of.get(key) ?? of.get(otherKey(ground, key)) ?? -1;
    groups.set(i, [...(groups.get(i) ?? []), { from, to }]);
  }
  return [...groups].map(([i, sides]) => ({
    name: named[i]?.name ?? "",
    width: named[i]?.width ?? PLAIN_WATER,
    strands: strandsOf(sides),
  }));
}
// The same side, seen from the other hex.
function otherKey({ cells, surface }: Ground, key: string): string {
  const [, token, way] = /^(.*?)(N|NE|SE|S|SW|NW)$/.exec(key) ?? [];
  const side = DIRECTIONS.indexOf(way ?? "");
  const cell = cells.findIndex((c) => c.token === token);
  const next = cell < 0 ? -1 : hexNeighbour(cell, side, surface.width, surface.height);
  return next < 0 ? "" : `${cells[next]?.token}${DIRECTIONS[(side + 3) % 6]}`;
}

export const sideLines = (ground: Ground, bit: number): string =>
  strandsOf(carrying(ground, bit))
    .map((s) => s.d)
    .join("");

// ------------------------------------------------------------------------------------------- ways
interface Ways {
  ground: Ground;
  bits: number[]; // of all kinds of ways, in the order they lie side by side
}
export const waysOf = (ground: Ground): Ways => ({
  ground,
  bits: edgeKinds(ground.game, ground.look).flatMap((kind, bit) => (isOnSide(kind) ? [] : [bit])),
});

// Several ways over the same side lie beside each other.
function aside(among: number[], bit: number, step: number): number {
  return (among.indexOf(bit) - (among.length - 1) / 2) * step;
}
function crossing({ ground, bits }: Ways, place: Place, side: number, bit: number): Point {
  const cell = ground.cells[place.cell];
  const shift = aside(
    bits.filter((b) => has(cell, side, b)),
    bit,
    12,
  );
  const [i, j] = SIDES[side] ?? [0, 0];
  const a = place.outline[i] ?? place,
    b = place.outline[j] ?? place;
  const m = moved({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }, 9);
  const far = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  let ux = (b.x - a.x) / far,
    uy = (b.y - a.y) / far;
  if (ux < -0.01 || (Math.abs(ux) < 0.01 && uy < 0)) [ux, uy] = [-ux, -uy]; // as the other hex does
  return { x: m.x + ux * shift, y: m.y + uy * shift };
}

interface End {
  side: number;
  at: Point;
}
// What comes in goes on as straight as it can; what is left ends in the middle.
function paired(ends: End[]): { through: [End, End][]; left: End[] } {
  const left = [...ends];
  const through: [End, End][] = [];
  for (;;) {
    let best: [number, number] | null = null,
      bend = 3;
    for (let i = 0; i < left.length; i++)
      for (let j = i + 1; j < left.length; j++) {
        const gap = Math.abs((left[i]?.side ?? 0) - (left[j]?.side ?? 0));
        const turn = 3 - Math.min(gap, 6 - gap);
        if (turn < bend) [best, bend] = [[i, j], turn];
      }
    if (!best || (bend > 1 && through.length)) return { through, left };
    const [a] = left.splice(best[0], 1),
      [b] = left.splice(best[1] - 1, 1);
    if (a && b) through.push([a, b]);
  }
}

export function wayPath(ways: Ways, bit: number): string {
  const { ground, bits } = ways;
  return ground.frame.places
    .map((place) => {
      const cell = ground.cells[place.cell];
      const ends = SIDES.flatMap((_, side) =>
        has(cell, side, bit) ? [{ side, at: crossing(ways, place, side, bit) }] : [],
      );
      if (!ends.length) return "";
      const here = bits.filter((b) => cell?.edge.some((e) => (e >> b) & 1));
      const off = aside(here, bit, 9);
      const c = {
        x: place.x + off + 2.5 * noise(`cx${place.cell}`),
        y: place.y + off * 0.8 + 2.5 * noise(`cy${place.cell}`),
      };
      const { through, left } = paired(ends);
      const bent = through.map(([a, b]) => {
        const m = { x: (a.at.x + b.at.x) / 2, y: (a.at.y + b.at.y) / 2 };
        const q = { x: m.x + (c.x - m.x) * 1.72, y: m.y + (c.y - m.y) * 1.72 };
        return `M${at(a.at)}Q${at(q)} ${at(b.at)}`;
      });
      return bent.join("") + left.map((e) => `M${at(c)}L${at(e.at)}`).join("");
    })
    .join("");
}

// Two rails where a way crosses a water.
export function bridges(ways: Ways): string {
  const { ground, bits } = ways;
  const wet = edgeKinds(ground.game, ground.look).flatMap((kind, bit) =>
    kind === "river" || kind === "stream" ? [bit] : [],
  );
  const width = new Map(
    (ground.look.waters ?? []).flatMap((w) => w.sides.split(" ").map((s) => [s, w.width] as const)),
  );
  let path = "";
  for (const place of ground.frame.places) {
    const cell = ground.cells[place.cell];
    SIDES.forEach((_, side) => {
      const next = hexNeighbour(
        place.cell,
        side,
        ground.surface.width,
        ground.surface.height,
      );
      const beyond = ground.frame.places[next];
      if (!beyond || next < place.cell || !wet.some((b) => has(cell, side, b))) return;
      const key = `${cell?.token}${DIRECTIONS[side]}`;
      const w = width.get(key) ?? width.get(otherKey(ground, key)) ?? PLAIN_WATER;
      for (const bit of bits)
        if (has(cell, side, bit))
          path += bridge(crossing(ways, place, side, bit), place, beyond, w / 2 + 4.5);
    });
  }
  return path;
}
function bridge(p: Point, from: Point, to: Point, half: number): string {
  const far = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const ux = (to.x - from.x) / far,
    uy = (to.y - from.y) / far;
  const point = (along: number, across: number): string =>
    at({ x: p.x + ux * along - uy * across, y: p.y + uy * along + ux * across });
  return [1, -1]
    .map(
      (q) =>
        `M${point(-half - 2.5, 7 * q)}L${point(-half, 4.4 * q)}` +
        `L${point(half, 4.4 * q)}L${point(half + 2.5, 7 * q)}`,
    )
    .join("");
}

// ------------------------------------------------------------------------------------------ towns
export interface Plans {
  soil: string; // under a town
  village: string;
  town: string;
  church: string;
}
const isTown = (tags: string[]): boolean => tags.includes("town") || tags.includes("city");

// Houses along the first street of the place.
export function plans(ground: Ground): Plans {
  const out: Plans = { soil: "", village: "", town: "", church: "" };
  const kinds = tagKinds(ground.game, ground.look),
    { bits } = waysOf(ground);
  for (const place of ground.frame.places) {
    const cell = ground.cells[place.cell],
      tags = tagsOf(kinds, cell);
    const big = isTown(tags);
    if (!big && !tags.includes("village")) continue;
    const side = SIDES.findIndex((_, s) => bits.some((b) => has(cell, s, b)));
    const turn = (([-90, -30, 30, 90, 150, 210][side] ?? 15) * Math.PI) / 180;
    const block = blockOf(place, turn);
    if (big) bigTown(out, place, block);
    else village(out, place, block);
  }
  return out;
}
type Block = (x: number, y: number, w: number, h: number) => string;
function blockOf(place: Place, turn: number): Block {
  const co = Math.cos(turn),
    si = Math.sin(turn);
  return (x, y, w, h) =>
    `M${[
      [x - w, y - h],
      [x + w, y - h],
      [x + w, y + h],
      [x - w, y + h],
    ]
      .map(([a = 0, b = 0]) => at({ x: place.x + a * co - b * si, y: place.y + a * si + b * co }))
      .join("L")}Z`;
}
function bigTown(out: Plans, place: Place, block: Block): void {
  out.soil += `M${n1(place.x - 31)} ${n1(place.y)}a31 27 0 1 0 62 0a31 27 0 1 0-62 0z`;
  for (let i = -3; i <= 3; i++)
    for (let j = -2; j <= 2; j++) {
      const seed = `${place.cell}.${i}.${j}`,
        x = i * 9.2 + (j % 2 ? 1.5 : 0),
        y = j * 9.4;
      const far = Math.hypot(x, y * 1.15) > 27 + 3 * noise(`q${seed}`);
      if (far || (i === 0 && j === 0) || noise(`e${seed}`) < -0.72) continue;
      out.town += block(x, y, 3.5 + 0.6 * noise(`a${seed}`), 3.2 + 0.6 * noise(`b${seed}`));
    }
  out.church += block(0, 0, 2.4, 4.6) + block(0, -0.8, 4.6, 1.4);
}
function village(out: Plans, place: Place, block: Block): void {
  for (let i = 0; i < 9; i++) {
    const seed = `${place.cell}.${i}`,
      x = (Math.floor(i / 2) - 1.9) * 8.2 + 2 * noise(`x${seed}`),
      y = (i % 2 ? 1 : -1) * (6 + 1.5 * noise(`y${seed}`));
    if (noise(`z${seed}`) >= -0.62)
      out.village += block(x, y, 2.9 + 0.7 * noise(`w${seed}`), 2.3);
  }
  out.church += block(2, -12, 1.5, 3) + block(2, -12.5, 3, 1);
}
