// SPDX-License-Identifier: Apache-2.0
// What an action may lead to, asked for a moment after it is looked at: whoever only passes by asks
// nothing. What was answered is kept as long as the position lasts, and an answer about a position
// that has passed is dropped.
import { batch } from "@preact/signals";
import type { Odds } from "./schema";
import type { MatchStore } from "./store";
import type { Legal } from "./types";

// Is there anything that chance or what is hidden may still decide?
export const uncertain = (odds: Odds): boolean =>
  odds.rows.some((row) => row.outcomes.length > 1 || row.rest > 0) || odds.rows.length > 1;

let soon = 0;
const kept = new WeakMap<MatchStore, { seq: number; odds: Map<number, Odds | null> }>();

function show(store: MatchStore, action: number, odds: Odds | null): void {
  batch(() => {
    store.oddsOf = action;
    store.odds.value = odds;
  });
}

export function reckon(store: MatchStore, legal: Legal): void {
  const seq = store.live.value?.seq ?? -1;
  let known = kept.get(store);
  if (known?.seq !== seq) kept.set(store, (known = { seq, odds: new Map() }));
  const { odds: answers } = known;
  clearTimeout(soon);
  const answer = answers.get(legal.a);
  if (answer !== undefined) return show(store, legal.a, answer);
  soon = window.setTimeout(async () => {
    let odds: Odds | null = null;
    try {
      odds = await store.table.odds([legal.a]);
      if (odds.seq === seq) answers.set(legal.a, odds);
    } catch {
      // nothing to reckon here, or too much was asked
    }
    if (seq === store.live.value?.seq && (!odds || odds.seq === seq)) show(store, legal.a, odds);
  }, 120);
}

// The action that closes what is being prepared.
export function ending(store: MatchStore): Legal | undefined {
  const game = store.game.value;
  if (!store.live.value?.draft?.length) return undefined;
  return store.legal.value.find(
    (l) => game?.verbs[l.v]?.flags.includes("done") && !game.verbs[l.v]?.operands.length,
  );
}

let pointing = 0;
// The pointer or the focus has come to a place where a click would do nothing (`idle`). If what is
// being prepared is about it: what would come of that as it stands.
export function pointDraft(
  store: MatchStore,
  idle: boolean,
  surface: number,
  cell: number,
  at: Element | null,
): void {
  const end = idle ? ending(store) : undefined;
  clearTimeout(pointing);
  if (!end || !at || !store.drafted.value.cells.has(`${surface}:${cell}`)) return;
  pointing = window.setTimeout(() => {
    store.pointed.value = { action: end.a, at };
    void store.preview(end);
  }, 180);
}
