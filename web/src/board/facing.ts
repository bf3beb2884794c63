// SPDX-License-Identifier: Apache-2.0
// Where figures look. The rules of a table need not know a facing: it is drawn. A figure looks
// where it went last, or at what it aimed at last; one that has done neither looks at the nearest
// figure of another side, or across the table.
import type { Look, Piece, State } from "../types";
import { GHOST, HIDDEN_FROM, NO_HANDLE } from "../types";

export interface Spot {
  x: number;
  y: number;
}
const near = 4; // millimetres a figure may be pushed without turning round

export const angle = (from: Spot, to: Spot): number =>
  (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;

const figures = (pieces: Piece[]): Piece[] =>
  pieces.filter((p) => p.handle < HIDDEN_FROM && p.radius > 0 && p.on === NO_HANDLE);

// After one more change: who has moved looks where he went.
export function turnedBy(
  known: Map<number, number>,
  before: Piece[],
  after: Piece[],
): Map<number, number> {
  const then = new Map(figures(before).flatMap((p) => (p.flags & GHOST ? [] : [[p.handle, p]])));
  let out = known;
  for (const now of figures(after)) {
    const was = then.get(now.handle);
    if (!was || now.flags & GHOST || was.surface !== now.surface) continue;
    if (Math.hypot(now.x - was.x, now.y - was.y) < near) continue;
    if (out === known) out = new Map(known);
    out.set(now.handle, angle(was, now));
  }
  return out;
}

// Who belongs to `who` (a figure or a group) looks at the middle of `at`.
export function turnedTo(
  known: Map<number, number>,
  pieces: Piece[],
  who: number,
  at: number,
): Map<number, number> {
  const of = (handle: number): Piece[] =>
    figures(pieces).filter((p) => p.handle === handle || p.group === handle);
  const seen = of(at).filter((p) => !(p.flags & GHOST)),
    group = of(who)[0]?.group;
  if (!seen.length) return known;
  const goal = {
    x: seen.reduce((s, p) => s + p.x, 0) / seen.length,
    y: seen.reduce((s, p) => s + p.y, 0) / seen.length,
  };
  const out = new Map(known);
  for (const p of figures(pieces))
    if (p.handle === who || (group !== undefined && p.group === group))
      out.set(p.handle, angle(p, goal));
  return out;
}

// After a state from the server: figures look where they went, and at what their unit aimed at.
export function turnedAfter(
  look: Look,
  known: Map<number, number>,
  state: State,
  before: State | null,
): Map<number, number> {
  const then = before?.viewer === state.viewer ? before?.view?.pieces : undefined,
    now = state.view?.pieces,
    aims = look.plane?.aims;
  if (!now || !look.plane) return known;
  let out = then ? turnedBy(known, then, now) : known;
  for (const entry of state.log ?? [])
    for (const { kind, args } of entry.entry > (before?.entry ?? 0) ? entry.lines : []) {
      const [who, at] = args;
      if (aims?.includes(kind) && typeof who === "number" && typeof at === "number")
        out = turnedTo(out, now, who, at);
    }
  return out;
}

// In degrees, clockwise from the table's +x, by piece.
export function facings(
  pieces: Piece[],
  known: Map<number, number>,
  table: { w: number; h: number },
): Map<Piece, number> {
  const out = new Map<Piece, number>();
  const all = figures(pieces).filter((p) => p.owner !== null && !(p.flags & GHOST));
  const stands = new Map(all.map((p) => [p.handle, p]));
  const ahead = (piece: Piece): number => {
    let best: Piece | null = null,
      least = Infinity;
    for (const other of all) {
      if (other.owner === piece.owner || other.surface !== piece.surface) continue;
      const far = (other.x - piece.x) ** 2 + (other.y - piece.y) ** 2;
      if (far < least) [best, least] = [other, far];
    }
    return best ? angle(piece, best) : piece.x < table.w / 2 ? 0 : 180;
  };
  pieces.forEach((piece) => {
    if (piece.owner === null || piece.radius <= 0 || piece.on !== NO_HANDLE) return;
    const from = piece.flags & GHOST ? stands.get(piece.handle) : undefined;
    const moved = from && Math.hypot(piece.x - from.x, piece.y - from.y) >= near;
    out.set(piece, moved ? angle(from, piece) : (known.get(piece.handle) ?? ahead(piece)));
  });
  return out;
}
