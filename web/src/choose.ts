// SPDX-License-Identifier: Apache-2.0
// From things pointed at to actions: pure functions over the legal list. A thing fits an action
// when an operand of its type has its value; things may be named in any order, each for its own
// operand.
import type { Domain, Game, Legal, Piece, Verb } from "./types";
import { HIDDEN_FROM } from "./types";

export type Thing =
  | { kind: "piece"; handle: number }
  | { kind: "cell"; surface: number; cell: number }
  | { kind: "value"; domain: number; value: number };

export interface Fit {
  legal: Legal;
  rest: number[]; // operand places not named yet
  ordered: boolean; // the things named are its first operands, in order
}

export const sameThing = (a: Thing, b: Thing): boolean => JSON.stringify(a) === JSON.stringify(b);

export function operandDomain(
  game: Game,
  legal: Legal,
  place: number,
): { index: number; domain: Domain } | null {
  const index = game.verbs[legal.v]?.operands[place];
  const domain = index === undefined ? undefined : game.domains[index];
  return index === undefined || !domain ? null : { index, domain };
}

function agrees(game: Game, legal: Legal, place: number, thing: Thing): boolean {
  const found = operandDomain(game, legal, place);
  if (!found) return false;
  const value = legal.o[place];
  switch (thing.kind) {
    case "piece":
      return found.domain.kind === "piece" && value === thing.handle;
    case "cell":
      return (
        found.domain.kind === "cell" &&
        found.domain.surface === thing.surface &&
        value === thing.cell
      );
    case "value":
      return found.index === thing.domain && value === thing.value;
  }
}

function place(
  game: Game,
  legal: Legal,
  things: Thing[],
  from: number,
  free: number[],
): number[] | null {
  const thing = things[from];
  if (!thing) return free;
  for (const operand of free) {
    if (!agrees(game, legal, operand, thing)) continue;
    const rest = place(
      game,
      legal,
      things,
      from + 1,
      free.filter((x) => x !== operand),
    );
    if (rest) return rest;
  }
  return null;
}

export function fits(game: Game, legal: Legal[], things: Thing[], verb: number | null): Fit[] {
  const out: Fit[] = [];
  for (const one of legal) {
    if (verb !== null && one.v !== verb) continue;
    const count = game.verbs[one.v]?.operands.length ?? 0;
    if (count < things.length) continue;
    const all = Array.from({ length: count }, (_, i) => i);
    const rest = place(game, one, things, 0, all);
    if (rest) out.push({ legal: one, rest, ordered: rest.every((x) => x >= things.length) });
  }
  return out;
}

export interface Marks {
  pieces: Set<number>;
  cells: Set<string>; // "surface:cell"
  points: { surface: number; x: number; y: number }[];
}

// What may be pointed at next.
export function marks(game: Game, candidates: Fit[]): Marks {
  const out: Marks = { pieces: new Set(), cells: new Set(), points: [] };
  for (const { legal, rest } of candidates) {
    for (const operand of rest) {
      const found = operandDomain(game, legal, operand);
      const value = legal.o[operand];
      if (!found || value === undefined) continue;
      if (found.domain.kind === "piece") out.pieces.add(value);
      if (found.domain.kind === "cell") out.cells.add(`${found.domain.surface}:${value}`);
      if (found.domain.kind === "x" && out.points.length < 200) {
        const y = legal.o[operand + 1];
        if (y !== undefined) out.points.push({ surface: found.domain.surface, x: value, y });
      }
    }
  }
  return out;
}

const clickable = new Set(["piece", "cell", "x", "y"]);
export const needsPointing = (game: Game, verb: number): boolean =>
  (game.verbs[verb]?.operands ?? []).some((d) => clickable.has(game.domains[d]?.kind ?? "none"));
export const restNeedsPointing = (game: Game, fit: Fit): boolean =>
  fit.rest.some((operand) =>
    clickable.has(operandDomain(game, fit.legal, operand)?.domain.kind ?? "none"),
  );

// The verbs of a legal list, each once, in order.
export const verbsOf = (legal: Legal[]): number[] => [...new Set(legal.map((one) => one.v))];

export const isKnown = (piece: Piece): boolean => piece.handle < HIDDEN_FROM;

// Words of the notation that may follow what has been typed.
export function complete(legal: Legal[], typed: string): string[] {
  const words = typed.toLowerCase().split(/\s+/);
  const last = words.pop() ?? "";
  const before = words.join(" ");
  const out = new Set<string>();
  for (const { n } of legal) {
    const lower = n.toLowerCase();
    if (before && !lower.startsWith(`${before} `)) continue;
    const next = n.split(" ")[words.length];
    if (next && next.toLowerCase().startsWith(last)) out.add(next);
  }
  return [...out];
}

// An action's number is verb * 2^45 + operands of 15 bits: above 32 bits, so no shifts.
export function spelled(a: number, n: string, verbs: Verb[]): Legal {
  const v = Math.floor(a / 2 ** 45);
  const o = [30, 15, 0].map((bits) => Math.floor(a / 2 ** bits) % 32768);
  return { a, n, v, o: o.slice(0, verbs[v]?.operands.length ?? 0) };
}
