// SPDX-License-Identifier: Apache-2.0
// What an action may lead to, asked for a moment after it is looked at: whoever only passes by asks
// nothing. What was answered is kept as long as the position lasts, and an answer about a position
// that has passed is dropped.
import { batch } from "@preact/signals";
import { type Fit, operandDomain } from "./choose";
import type { Way } from "./facts";
import type { Odds } from "./schema";
import type { MatchStore } from "./store";
import type { Game, Legal } from "./types";

// Is there anything that chance or what is hidden may still decide?
export const uncertain = (odds: Odds): boolean =>
  odds.rows.some((row) => row.outcomes.length > 1 || row.rest > 0) || odds.rows.length > 1;

let soon = 0;
const kept = new WeakMap<MatchStore, { since: number; odds: Map<number, Odds | null> }>();

function show(store: MatchStore, action: number, odds: Odds | null): void {
  batch(() => {
    store.oddsOf = action;
    store.odds.value = odds;
  });
}

// What is known of this position; nothing of one that has passed.
function answersOf(store: MatchStore): { since: number; odds: Map<number, Odds | null> } {
  const since = store.since.value;
  let known = kept.get(store);
  if (known?.since !== since) kept.set(store, (known = { since, odds: new Map() }));
  return known;
}
// Undefined: the position has passed meanwhile.
async function ask(store: MatchStore, legal: Legal): Promise<Odds | null | undefined> {
  const { since, odds: answers } = answersOf(store);
  const answer = answers.get(legal.a);
  if (answer !== undefined) return answer;
  let odds: Odds | null = null;
  try {
    odds = await store.table.odds([legal.a]);
    if (store.holds(since, odds.seq)) answers.set(legal.a, odds);
  } catch {
    // nothing to reckon here, or too much was asked
  }
  return store.holds(since, odds?.seq ?? since) ? odds : undefined;
}

export function reckon(store: MatchStore, legal: Legal): void {
  clearTimeout(soon);
  const answer = answersOf(store).odds.get(legal.a);
  if (answer !== undefined) return show(store, legal.a, answer);
  soon = window.setTimeout(async () => {
    const odds = await ask(store, legal);
    if (odds !== undefined) show(store, legal.a, odds);
  }, 120);
}

const WAYS = 4; // told at a time: more than these are a list to read, not a look
// Nothing of it is left to be pointed at on the table: only a choice from a menu (a weapon).
const nearlyWhole = (game: Game, { legal, rest }: Fit): boolean =>
  rest.every((place) =>
    ["choice", "number", "set"].includes(operandDomain(game, legal, place)?.domain.kind ?? ""),
  );

// A click here may be one of these. If it is one: its ledger and its odds. If a menu would ask
// which of a few is meant: the chance of each, as the answers come.
export async function pointAt(store: MatchStore, found: Fit[], at: Element | null): Promise<void> {
  const game = store.game.value,
    whole = found.filter((f) => !f.rest.length);
  if (whole.length === 1 && whole[0]) {
    if (at) store.pointed.value = { action: whole[0].legal.a, at, ways: [] };
    return store.preview(whole[0].legal);
  }
  if (!game || !at || found.length > WAYS || !found.every((f) => nearlyWhole(game, f))) return;
  const alike = found.every((f) => f.legal.v === found[0]?.legal.v && f.rest.length);
  let mine = (store.pointed.value = { action: -1, at, ways: [] as Way[] });
  for (const { legal, rest } of found) {
    const odds = await ask(store, legal);
    if (store.pointed.value !== mine) return; // the pointer has gone on
    if (!odds?.headline || !uncertain(odds)) continue;
    const name = alike
      ? rest.map((i) => store.valueName(game.verbs[legal.v]?.operands[i] ?? 0, legal.o[i] ?? 0))
      : [store.legalName(legal)];
    mine = { ...mine, ways: [...mine.ways, { name: name.join(", "), odds }] };
    store.pointed.value = mine;
  }
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
    store.pointed.value = { action: end.a, at, ways: [] };
    void store.preview(end);
  }, 180);
}
