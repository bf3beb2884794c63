// SPDX-License-Identifier: Apache-2.0
// What is seen to happen between two moments: which pieces move, turn over, come or go. Told by
// comparing what lies where, so it needs no event of any game; of a piece that is not known by name
// nothing is told but that it was turned over where it lay.
import type { Piece } from "../types";
import { BACK, GHOST, GROUND, HIDDEN_FROM, REDUCED } from "../types";

export interface Lying {
  piece: Piece;
  index: number; // in the list of its moment
}
export interface Difference {
  kind: "move" | "flip" | "come" | "go";
  was: Lying | null;
  is: Lying | null;
}

const moved = 2; // millimetres of a plane
const sides = BACK | REDUCED;

const lying = (pieces: Piece[]): Lying[] =>
  pieces
    .map((piece, index) => ({ piece, index }))
    .filter(({ piece }) => !(piece.flags & (GHOST | GROUND)));

// By handle; a handle that lies there twice is nobody's.
function byHandle(list: Lying[]): Map<number, Lying> {
  const out = new Map<number, Lying>(),
    twice = new Set<number>();
  for (const one of list) {
    const { handle } = one.piece;
    if (handle >= HIDDEN_FROM) continue;
    if (out.has(handle)) twice.add(handle);
    out.set(handle, one);
  }
  for (const handle of twice) out.delete(handle);
  return out;
}

export const sameSpot = (a: Piece, b: Piece): boolean =>
  a.surface === b.surface && a.cell === b.cell && Math.hypot(a.x - b.x, a.y - b.y) < moved;

const place = (piece: Piece): string => `${piece.surface}:${piece.cell}`;

// Pieces without a name, by place: as many as have gone from there.
function unnamedGone(before: Lying[], after: Lying[]): Map<string, Lying[]> {
  const out = new Map<string, Lying[]>();
  const hidden = (list: Lying[]) => list.filter(({ piece }) => piece.handle >= HIDDEN_FROM);
  for (const one of hidden(before)) {
    const key = place(one.piece);
    out.set(key, [...(out.get(key) ?? []), one]);
  }
  for (const one of hidden(after)) out.get(place(one.piece))?.pop();
  return out;
}

export function differences(before: Piece[], after: Piece[]): Difference[] {
  const old = lying(before),
    now = lying(after);
  const was = byHandle(old),
    is = byHandle(now),
    gone = unnamedGone(old, now);
  const out: Difference[] = [];
  for (const [handle, here] of is) {
    const there = was.get(handle);
    if (!there) {
      const turned = gone.get(place(here.piece))?.pop() ?? null; // it lay there face down
      out.push({ kind: turned ? "flip" : "come", was: turned, is: here });
    } else if (!sameSpot(there.piece, here.piece))
      out.push({ kind: "move", was: there, is: here });
    else if (
      there.piece.face !== here.piece.face ||
      (there.piece.flags & sides) !== (here.piece.flags & sides)
    )
      out.push({ kind: "flip", was: there, is: here });
  }
  for (const [handle, there] of was)
    if (!is.has(handle) && !now.some(({ piece }) => piece.handle === handle))
      out.push({ kind: "go", was: there, is: null });
  return out;
}
