// SPDX-License-Identifier: Apache-2.0
// This browser's part of the dice: random bytes of its own, given as soon as the commitment of the
// server has been shown, and kept with it so that the check at the end can compare.
import { keep, kept } from "../prefs";
import type { State } from "../types";
import { ask } from "./http";

export interface Kept {
  commitment: string;
  seed: string;
}

export function keptDice(match: string): Kept | null {
  const [commitment, seed] = (kept(`dice.${match}`) ?? "").split(" ");
  return commitment && seed ? { commitment, seed } : null;
}

const fresh = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) =>
    b.toString(16).padStart(2, "0"),
  ).join("");

const given = new Map<string, Promise<void>>();
// For all seats of this person that have not; the same again does no harm.
export function giveSeed(match: string, commitment: string): Promise<void> {
  const before = given.get(match);
  if (before) return before;
  const known = keptDice(match),
    seed = known?.commitment === commitment ? known.seed : fresh();
  keep(`dice.${match}`, `${commitment} ${seed}`);
  const now = ask("POST /api/matches/{match}/dice", { match, body: { commitment, seed } }).then(
    () => undefined,
    () => void given.delete(match), // it is asked for again with the next state
  );
  given.set(match, now);
  return now;
}

// The person who sits there, if that is told.
const isMine = (state: State, seat: number): boolean =>
  state.people?.[seat]?.you ?? state.seats[seat]?.kind === "human";

export const wantsSeed = (state: State): boolean =>
  !state.over && state.seats.some((seat, i) => seat.dice === "wanted" && isMine(state, i));
