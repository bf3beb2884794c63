// SPDX-License-Identifier: Apache-2.0
// The line between what two seats hold on a hex map: sides joined end to end, smoothed a little,
// and the same line shifted to either side, so that each can have a shape of its own.
import { type Frame, type Point, SIDES, at, hexNeighbour, keyOf, moved } from "./geometry";
import type { Surface } from "../types";

export interface Front {
  middle: string;
  near: string; // along the hexes that are inside
  far: string; // and along those that are not
  teeth: string; // on the far side, for marks across the line
}
interface Step {
  from: Point;
  to: Point;
}

// Sides of hexes inside towards hexes that are not but count; what is inside lies on the right.
function steps(
  frame: Frame,
  surface: Surface,
  inside: (cell: number) => boolean,
  counts: (cell: number) => boolean,
): Step[] {
  const out: Step[] = [];
  for (const place of frame.places) {
    if (!inside(place.cell)) continue;
    SIDES.forEach(([a, b], side) => {
      const next = hexNeighbour(place.cell, side, surface.width, surface.height);
      if (next < 0 || !counts(next) || inside(next)) return;
      const from = place.outline[a],
        to = place.outline[b];
      if (from && to) out.push({ from, to });
    });
  }
  return out;
}

interface Chain {
  points: Point[];
  closed: boolean;
}
function chains(all: Step[]): Chain[] {
  const begins = new Map<string, Step[]>(),
    ends = new Set(all.map((s) => keyOf(s.to)));
  for (const s of all) begins.set(keyOf(s.from), [...(begins.get(keyOf(s.from)) ?? []), s]);
  const left = new Set(all),
    out: Chain[] = [];
  const follow = (first: Step): void => {
    const points: Point[] = [moved(first.from, 7)];
    let step: Step | undefined = first,
      last = first;
    while (step) {
      left.delete(step);
      const { from, to }: Step = step;
      points.push(moved({ x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }, 9));
      last = step;
      step = begins.get(keyOf(to))?.find((s) => left.has(s));
    }
    const closed = keyOf(last.to) === keyOf(first.from);
    if (closed) points.shift();
    else points.push(moved(last.to, 7));
    out.push({ points: eased(points, closed), closed });
  };
  for (const s of all) if (left.has(s) && !ends.has(keyOf(s.from))) follow(s);
  for (const s of all) if (left.has(s)) follow(s);
  return out;
}

const pick = (points: Point[], i: number, closed: boolean): Point => {
  const n = points.length;
  return points[closed ? (i + n) % n : Math.max(0, Math.min(n - 1, i))] as Point;
};
function eased(points: Point[], closed: boolean): Point[] {
  return points.map((p, i) => {
    if (!closed && (i === 0 || i === points.length - 1)) return p;
    const a = pick(points, i - 1, closed),
      b = pick(points, i + 1, closed);
    return { x: (a.x + 2 * p.x + b.x) / 4, y: (a.y + 2 * p.y + b.y) / 4 };
  });
}
function aside({ points, closed }: Chain, by: number): Point[] {
  return points.map((p, i) => {
    const a = pick(points, i - 1, closed),
      b = pick(points, i + 1, closed),
      far = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    return { x: p.x - ((b.y - a.y) / far) * by, y: p.y + ((b.x - a.x) / far) * by };
  });
}
function curve(points: Point[], closed: boolean): string {
  const count = closed ? points.length : points.length - 1;
  let d = `M${at(pick(points, 0, closed))}`;
  for (let i = 0; i < count; i++) {
    const [a, b, c, e] = [-1, 0, 1, 2].map((k) => pick(points, i + k, closed)) as [
      Point,
      Point,
      Point,
      Point,
    ];
    const one = { x: b.x + (c.x - a.x) / 6, y: b.y + (c.y - a.y) / 6 },
      two = { x: c.x - (e.x - b.x) / 6, y: c.y - (e.y - b.y) / 6 };
    d += `C${at(one)} ${at(two)} ${at(c)}`;
  }
  return d;
}

export function frontOf(
  frame: Frame,
  surface: Surface,
  inside: (cell: number) => boolean,
  counts: (cell: number) => boolean,
): Front {
  const list = chains(steps(frame, surface, inside, counts));
  const along = (by: number): string =>
    list.map((chain) => curve(by ? aside(chain, by) : chain.points, chain.closed)).join("");
  return { middle: along(0), near: along(2.4), far: along(-2.4), teeth: along(-8) };
}
