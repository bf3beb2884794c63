// SPDX-License-Identifier: Apache-2.0
// Where things lie. Every surface that is a board gets a frame in one drawing space; a place of
// it a centre and an outline. Pure functions of the game's facts.
import type { Cell, Cells, Game, Surface } from "../types";

export const R = 60; // of a hex
export const H = Math.sqrt(3) * R;
export const GAP = 60; // between two surfaces
const RIM = 26; // of the frame of a table

export interface Point {
  x: number;
  y: number;
}
export interface Place extends Point {
  surface: number;
  cell: number;
  outline: Point[];
  size: number; // room for a piece: its half side
}
export interface Frame {
  surface: number;
  x: number;
  y: number;
  width: number;
  height: number;
  scale: number; // drawing units per unit of the surface
  turn: Turn; // of a plane
  rim: number; // of the frame that a table lies in
  places: Place[];
}
// A table may be turned so that a player's own edge lies below: the quarters it is turned by, clock
// wise. What lies on it is drawn upright all the same.
export type Turn = -1 | 0 | 1 | 2;

// From millimetres of a table to its drawing, and back.
export function planeXY(
  frame: Pick<Frame, "scale" | "turn" | "width" | "height">,
  x: number,
  y: number,
): Point {
  const u = x * frame.scale,
    v = y * frame.scale;
  if (frame.turn === 1) return { x: frame.width - v, y: u };
  if (frame.turn === -1) return { x: v, y: frame.height - u };
  return frame.turn === 2 ? { x: frame.width - u, y: frame.height - v } : { x: u, y: v };
}
export function fromPlane(
  frame: Pick<Frame, "scale" | "turn" | "width" | "height">,
  at: Point,
): Point {
  const { width: w, height: h, scale: k } = frame;
  const [u, v] =
    frame.turn === 1
      ? [at.y, w - at.x]
      : frame.turn === -1
        ? [h - at.y, at.x]
        : frame.turn === 2
          ? [w - at.x, h - at.y]
          : [at.x, at.y];
  return { x: (u ?? 0) / k, y: (v ?? 0) / k };
}

export const isBoard = (surface: Surface): boolean =>
  surface.shape === "hexes" || surface.shape === "areas" || surface.shape === "plane";

export function hexCentre(column: number, row: number): Point {
  return { x: R + column * 1.5 * R, y: H / 2 + row * H + (column % 2 ? H / 2 : 0) };
}
// Corners from the east, clockwise; side d (N NE SE S SW NW) joins corners SIDES[d].
export const hexCorners = (c: Point): Point[] =>
  [0, 60, 120, 180, 240, 300].map((degrees) => {
    const angle = (degrees * Math.PI) / 180;
    return { x: c.x + R * Math.cos(angle), y: c.y + R * Math.sin(angle) };
  });
export const SIDES: readonly (readonly [number, number])[] = [
  [4, 5],
  [5, 0],
  [0, 1],
  [1, 2],
  [2, 3],
  [3, 4],
];

export function hexNeighbour(index: number, side: number, width: number, height: number): number {
  const column = Math.floor(index / height),
    row = index % height,
    low = column % 2;
  const step: readonly (readonly [number, number])[] = [
    [0, -1],
    [1, low - 1],
    [1, low],
    [0, 1],
    [-1, low],
    [-1, low - 1],
  ];
  const [dc, dr] = step[side] ?? [0, 0];
  const c = column + dc,
    r = row + dr;
  return c < 0 || c >= width || r < 0 || r >= height ? -1 : c * height + r;
}

function hexFrame(surface: Surface, index: number, y: number): Frame {
  const places: Place[] = [];
  for (let i = 0; i < surface.cells; i++) {
    const c = hexCentre(Math.floor(i / surface.height), i % surface.height);
    places.push({ ...c, surface: index, cell: i, outline: hexCorners(c), size: 32 });
  }
  const width = 1.5 * R * (surface.width - 1) + 2 * R;
  const height = H * (surface.height + 0.5);
  return { surface: index, x: 0, y, width, height, scale: 1, turn: 0, rim: 0, places };
}

function nearest(cells: Cell[]): number {
  let best = Infinity;
  for (let i = 0; i < cells.length; i++)
    for (let j = i + 1; j < cells.length; j++) {
      const a = cells[i],
        b = cells[j];
      if (a && b) best = Math.min(best, Math.hypot(a.x - b.x, a.y - b.y));
    }
  return Number.isFinite(best) && best > 0 ? best : 100;
}

const box = (x: number, y: number, w: number, h: number): Point[] => [
  { x: x - w, y: y - h },
  { x: x + w, y: y - h },
  { x: x + w, y: y + h },
  { x: x - w, y: y + h },
];

// Faces of what is not part of a table: a plane is as large as its largest scenario needs.
const outside = new Set(["edge", "outside", "void"]);
export const isOutside = (game: Game, cell: Cell | undefined): boolean =>
  outside.has(game.faces[cell?.face ?? 0]?.token ?? "");

// What is left of a plane beside the places outside it, which lie to its right and below.
function tableSize(game: Game, surface: Surface, cells: Cell[]): { w: number; h: number } {
  let { width: w, height: h } = surface;
  for (const cell of cells) {
    if (!isOutside(game, cell) || cell.corners.length < 3) continue;
    // what lies outside begins on the upper edge at the table's width, on the left at its height
    const across = cell.corners.filter(([x, y]) => y === 0 && x > 0).map(([x]) => x),
      down = cell.corners.filter(([x, y]) => x === 0 && y > 0).map(([, y]) => y);
    w = Math.min(w, ...across);
    h = Math.min(h, ...down);
  }
  return { w: Math.max(1, w), h: Math.max(1, h) };
}

function openFrame(
  game: Game,
  surface: Surface,
  index: number,
  y: number,
  cells: Cell[],
  turn: Turn,
): Frame {
  const plane = surface.shape === "plane";
  const size = plane
    ? tableSize(game, surface, cells)
    : { w: surface.width, h: surface.height };
  // A sheet of outlines is drawn as it is; places without them are spread until they do not touch.
  const sheet = cells.length > 1 && cells.every((cell) => cell.corners.length > 2);
  const scale = plane ? 1100 / size.w : sheet ? 1 : 170 / nearest(cells);
  const aside = turn === 1 || turn === -1,
    lie = {
      scale,
      turn,
      width: (aside ? size.h : size.w) * scale,
      height: (aside ? size.w : size.h) * scale,
    };
  const places = cells.map((cell, i): Place => {
    const at = planeXY(lie, cell.x, cell.y);
    const outline = cell.corners.length
      ? cell.corners.map(([cx, cy]) => planeXY(lie, cx, cy))
      : box(at.x, at.y, 76, 76);
    const middle = cell.corners.length
      ? {
          x: outline.reduce((s, p) => s + p.x, 0) / outline.length,
          y: outline.reduce((s, p) => s + p.y, 0) / outline.length,
        }
      : at;
    return { ...(plane ? middle : at), surface: index, cell: i, outline, size: 32 };
  });
  const rim = plane ? RIM : 0;
  return { surface: index, x: rim, y: y + rim, ...lie, rim, places };
}

// A sheet of boxes takes the shape of the room there is for it: its boxes grow wider or higher,
// what lies in them keeps its form. `shape` is width by height; its area stays as it is.
export function shaped(frame: Frame, shape: number): Frame {
  const own = frame.width / frame.height,
    sx = Math.min(1.45, Math.max(0.62, Math.sqrt(shape / own))),
    sy = 1 / sx;
  const bend = (p: Point): Point => ({ x: p.x * sx, y: p.y * sy });
  return {
    ...frame,
    width: frame.width * sx,
    height: frame.height * sy,
    places: frame.places.map((place) => ({
      ...place,
      ...bend(place),
      outline: place.outline.map(bend),
    })),
  };
}

// `turn`: of the surfaces that are tables.
export function frames(game: Game, cells: Cells, turn: Turn = 0): Frame[] {
  const out: Frame[] = [];
  let y = game.surfaces.filter(isBoard).length > 1 ? 44 : 0; // room for their names
  game.surfaces.forEach((surface, index) => {
    if (!isBoard(surface)) return;
    const list = cells.surfaces[index]?.cells ?? [];
    const frame =
      surface.shape === "hexes"
        ? hexFrame(surface, index, y)
        : openFrame(game, surface, index, y, list, surface.shape === "plane" ? turn : 0);
    out.push(frame);
    y += frame.height + 2 * frame.rim + GAP;
  });
  return out;
}
// A sheet of boxes takes the shape of its room; everything else stays the very same.
export function fitted(all: Frame[], game: Game, cells: Cells, shape: number): Frame[] {
  const [only, more] = all;
  const boxes = cells.surfaces[only?.surface ?? -1]?.cells ?? [];
  const sheet = boxes.length > 1 && boxes.every((cell) => cell.corners.length === 4);
  return shape && only && !more && sheet && game.surfaces[only.surface]?.shape === "areas"
    ? [shaped(only, shape)]
    : all;
}

export function extent(all: Frame[]): { width: number; height: number } {
  return {
    width: Math.max(100, ...all.map((f) => f.x + f.width + f.rim)),
    height: Math.max(100, ...all.map((f) => f.y + f.height + f.rim)),
  };
}

// The next place in a direction: the nearest one within 60 degrees of it, sideways distance dear.
export function towards(all: Frame[], from: Place, dx: number, dy: number): Place | null {
  const base = all.find((f) => f.surface === from.surface);
  if (!base) return null;
  let best: Place | null = null,
    cost = Infinity;
  for (const frame of all)
    for (const place of frame.places) {
      if (place.outline.length < 3) continue;
      const x = place.x + frame.x - from.x - base.x,
        y = place.y + frame.y - from.y - base.y;
      const along = x * dx + y * dy,
        across = Math.abs(x * dy - y * dx);
      if (along <= 1 || across > along * 1.75) continue;
      const price = along + 1.6 * across + (frame === base ? 0 : 500);
      if (price < cost) [best, cost] = [place, price];
    }
  return best;
}

// A steady pseudo-random number in -1 .. 1, the same for the same key at every visit.
export function noise(key: string): number {
  let h = 2166136261;
  for (let i = 0; i < key.length; i++) h = Math.imul(h ^ key.charCodeAt(i), 16777619);
  h ^= h >>> 13;
  h = Math.imul(h, 1274126177);
  return ((h ^ (h >>> 16)) >>> 0) / 2147483648 - 1;
}
export const keyOf = (p: Point): string => `${Math.round(p.x)},${Math.round(p.y)}`;
// A corner or the middle of a side, moved a little, the same for all who share it.
export function moved(p: Point, by: number): Point {
  const key = keyOf(p);
  return { x: p.x + by * noise(`x${key}`), y: p.y + by * noise(`y${key}`) };
}
// One decimal is enough, and a round number needs none.
export const n1 = (v: number): string => {
  const text = v.toFixed(1);
  return text.endsWith(".0") ? text.slice(0, -2) : text;
};
export const at = (p: Point): string => `${n1(p.x)} ${n1(p.y)}`;
const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

export interface Side {
  from: Point;
  to: Point;
  firm?: boolean; // at the edge of the map: not moved
}

// Closed outlines of an area from its directed sides: soft curves through the middles.
export function blob(sides: Side[]): string {
  const starts = new Map<string, Side[]>();
  for (const side of sides) {
    const list = starts.get(keyOf(side.from)) ?? [];
    list.push(side);
    starts.set(keyOf(side.from), list);
  }
  let path = "";
  for (const first of sides) {
    if (!starts.get(keyOf(first.from))?.includes(first)) continue;
    const loop: Side[] = [];
    let side: Side | undefined = first;
    while (side) {
      const list: Side[] | undefined = starts.get(keyOf(side.from));
      if (!list?.includes(side)) break;
      list.splice(list.indexOf(side), 1);
      loop.push(side);
      side = starts.get(keyOf(side.to))?.[0];
    }
    path += closed(loop);
  }
  return path;
}

function closed(loop: Side[]): string {
  const mid = (s: Side): Point => (s.firm ? middle(s.from, s.to) : moved(middle(s.from, s.to), 9));
  const last = loop[loop.length - 1];
  if (!last) return "";
  let path = `M${at(mid(last))}`;
  loop.forEach((side, i) => {
    const before = loop[(i + loop.length - 1) % loop.length] ?? last;
    if (side.firm || before.firm) path += `L${at(side.from)}L${at(mid(side))}`;
    else path += `Q${at(moved(side.from, 7))} ${at(mid(side))}`;
  });
  return `${path}Z`;
}

// Lines along sides (rivers): chains between forks and ends, curved like the outlines above.
export interface Strand {
  d: string;
  points: Point[]; // on the line, one for each side, and its ends
}
export const strands = (sides: Side[]): string => strandsOf(sides).map((s) => s.d).join("");
export function strandsOf(sides: Side[]): Strand[] {
  const links = new Map<string, Side[]>();
  const left = new Set(sides);
  for (const side of sides)
    for (const end of [side.from, side.to])
      links.set(keyOf(end), [...(links.get(keyOf(end)) ?? []), side]);
  const degree = (p: Point): number => links.get(keyOf(p))?.length ?? 0;
  const out: Strand[] = [];
  const walk = (start: Point): void => {
    for (;;) {
      let here = start;
      let next = links.get(keyOf(here))?.find((s) => left.has(s));
      if (!next) return;
      const points = [moved(here, 7)];
      let path = `M${at(moved(here, 7))}`;
      let first = true;
      while (next) {
        left.delete(next);
        const m = moved(middle(next.from, next.to), 9);
        path += first ? `L${at(m)}` : `Q${at(moved(here, 7))} ${at(m)}`;
        points.push(m);
        first = false;
        here = keyOf(next.from) === keyOf(here) ? next.to : next.from;
        next = degree(here) === 2 ? links.get(keyOf(here))?.find((s) => left.has(s)) : undefined;
      }
      path += `L${at(moved(here, 7))}`;
      points.push(moved(here, 7));
      out.push({ d: path, points });
    }
  };
  for (const side of sides)
    for (const end of [side.from, side.to]) if (degree(end) !== 2) walk(end);
  for (const side of sides) if (left.has(side)) walk(side.from);
  return out;
}

// Ways from a hex towards linked neighbours: through the centre, `shift` aside so that a road and a
// railway on the same link do not cover each other.
export function ways(centre: Point, ends: Point[], shift: number): string {
  const off = (p: Point): Point => {
    const dx = p.x - centre.x,
      dy = p.y - centre.y;
    const flip = dx > 1 || (Math.abs(dx) <= 1 && dy > 0) ? 1 : -1; // the same from both hexes
    const length = Math.hypot(dx, dy) || 1;
    const wander = 5 * noise(`w${keyOf(p)}${shift}`);
    return {
      x: p.x - ((dy / length) * shift + (dx / length) * 0) * flip + wander,
      y: p.y + (dx / length) * shift * flip + wander,
    };
  };
  const c = { x: centre.x + shift * 0.5, y: centre.y + shift * 0.5 };
  const [a, b] = ends;
  if (ends.length === 2 && a && b) return `M${at(off(a))}Q${at(c)} ${at(off(b))}`;
  return ends.map((end) => `M${at(c)}L${at(off(end))}`).join("");
}
export const sideMiddle = (corners: Point[], side: number): Point => {
  const [i, j] = SIDES[side] ?? [0, 0];
  return middle(corners[i] ?? { x: 0, y: 0 }, corners[j] ?? { x: 0, y: 0 });
};
export const polygon = (points: Point[]): string =>
  points.map((p) => `${n1(p.x)},${n1(p.y)}`).join(" ");
