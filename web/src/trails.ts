// SPDX-License-Identifier: Apache-2.0
// What the others have moved or taken away, told by comparing what lay where before and after. It
// needs no event of a game: a piece known by its handle lies somewhere else, or nowhere.
import type { Game, Piece } from "./types";
import { GHOST, GROUND, HIDDEN_FROM } from "./types";

export interface Trail {
  handle: number;
  from: Piece;
  to: Piece | null; // null: it is gone from the board
}

const shapes = new Set(["hexes", "areas", "plane"]);
const onBoard = (game: Game, piece: Piece | undefined): piece is Piece =>
  !!piece && shapes.has(game.surfaces[piece.surface]?.shape ?? "");
const near = 4; // millimetres a figure may be pushed without notice

const sameSpot = (a: Piece, b: Piece): boolean =>
  a.surface === b.surface && a.cell === b.cell && Math.hypot(a.x - b.x, a.y - b.y) < near;

const known = (pieces: Piece[]): Map<number, Piece> => {
  const out = new Map<number, Piece>();
  for (const piece of pieces)
    if (piece.handle < HIDDEN_FROM && !(piece.flags & (GHOST | GROUND)) && !out.has(piece.handle))
      out.set(piece.handle, piece);
  return out;
};

// `trails` so far, carried on over one more change. Of `spare` pieces (those of a seat that has
// just acted itself) nothing is told.
export function carried(
  game: Game,
  trails: Trail[],
  before: Piece[],
  after: Piece[],
  spare: number | null,
): Trail[] {
  const now = known(after),
    out = new Map(trails.map((trail) => [trail.handle, trail]));
  for (const [handle, was] of known(before)) {
    const is = now.get(handle);
    if (!onBoard(game, was) || (spare !== null && was.owner === spare)) continue;
    const from = out.get(handle)?.from ?? was;
    if (onBoard(game, is) && is.surface === was.surface) {
      if (sameSpot(was, is)) continue;
      if (sameSpot(from, is)) out.delete(handle);
      else out.set(handle, { handle, from, to: is });
    } else if (is ? !onBoard(game, is) : game.surfaces[was.surface]?.shape === "plane")
      out.set(handle, { handle, from: was, to: null });
    else out.delete(handle); // covered by another: where it went is not told
  }
  return [...out.values()];
}
