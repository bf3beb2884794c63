// SPDX-License-Identifier: Apache-2.0
// A piece that goes step by step over hexes: how far it can still go, which way it would take, and
// going there. Games tell only their reach; the steps are their own, each one judged.
import { wayBack } from "./board/geometry";
import { type Thing, isKnown } from "./choose";
import type { MatchStore, Spot } from "./store";
import type { Legal, Piece } from "./types";
import { ACTIVE } from "./types";

// The piece that is on its way step by step over hexes, where the game can tell its reach.
export function walker(store: MatchStore): Piece | null {
  const game = store.game.value;
  const reach = game?.overlays.some(
    (o) => o.token === "reach" && game.domains[o.domain]?.kind === "piece",
  );
  const acting = store.pieces.value.filter((p) => p.flags & ACTIVE && isKnown(p)),
    [mover] = acting;
  const steps = store.legal.value.some((l) => {
    const verb = game?.verbs[l.v],
      kind = game?.domains[verb?.operands[0] ?? 0]?.kind;
    return verb?.flags.includes("draft") && verb.operands.length === 1 && kind === "cell";
  });
  const hexes = game?.surfaces[mover?.surface ?? -1]?.shape === "hexes";
  return reach && hexes && steps && mover && acting.length === 1 ? mover : null;
}

// The way to a place within reach, drawn while it is pointed at.
export function pointWay(store: MatchStore, surface: number | null, cell: number | null): void {
  const within = store.within.value,
    shape = store.game.value?.surfaces[within?.surface ?? -1];
  const goal = within && surface === within.surface && cell !== null && within.cells.has(cell);
  const way =
    goal && shape ? wayBack(within.cells, within.from, cell, shape.width, shape.height) : [];
  if (way.length || store.way.value.size)
    store.way.value = new Set(way.map((c) => `${within?.surface}:${c}`));
}

// A place further on, while a piece is on its way step by step: if the game can tell its reach,
// the way there is taken, one legal step after the other. What is left at a place does not tell
// from which neighbour it is reached: a step after which the goal is out of reach is taken back,
// and another tried. True when it set out.
export async function walk(store: MatchStore, readings: Thing[], at: Spot): Promise<boolean> {
  const goal = readings.find((r) => r.kind === "cell"),
    mover = walker(store);
  if (goal?.kind !== "cell" || !mover || goal.surface !== mover.surface) return false;
  if (!store.live.value?.draft?.length) return false;
  const wrong = new Set<string>();
  let last = "";
  for (let tries = 0; tries < 60; tries++) {
    const here = store.pieces.value.find((p) => p.handle === mover.handle);
    if (!here || here.cell === goal.cell) return true;
    const reach = await reachOf(store, here.handle);
    if (!reach.has(goal.cell)) {
      if (!last || !(await stepBack(store))) return tries > 0;
      wrong.add(last);
      last = "";
      continue;
    }
    const legal = stepTowards(store, reach, here, goal.cell, wrong);
    if (!legal) return tries > 0;
    last = `${here.cell}>${legal.o[0]}`;
    if (!(await store.act(legal, at))) return true;
  }
  return true;
}

async function reachOf(store: MatchStore, handle: number): Promise<Map<number, number>> {
  if (!walker(store)) return new Map();
  try {
    return new Map((await store.table.overlay("reach", handle)).cells);
  } catch {
    return new Map();
  }
}

async function stepBack(store: MatchStore): Promise<boolean> {
  const live = store.live.value;
  if (!live?.undo?.can || !live.draft?.length) return false;
  try {
    await store.table.undo(live.seq);
    return true;
  } catch {
    return false;
  }
}

// The next step to a goal: along the way that seems best, or any other that was not found wrong.
function stepTowards(
  store: MatchStore,
  reach: Map<number, number>,
  here: Piece,
  goal: number,
  wrong: Set<string>,
): Legal | undefined {
  const game = store.game.value,
    shape = game?.surfaces[here.surface];
  if (!game || !shape) return undefined;
  const [best] = wayBack(reach, here.cell, goal, shape.width, shape.height);
  const left = (l: Legal): number =>
    l.o[0] === best ? Infinity : (reach.get(l.o[0] ?? -1) ?? -Infinity);
  return store.legal.value
    .filter((l) => {
      const verb = game.verbs[l.v],
        domain = game.domains[verb?.operands[0] ?? 0];
      const step = verb?.flags.includes("draft") && verb.operands.length === 1;
      return step && domain?.kind === "cell" && domain.surface === here.surface;
    })
    .filter((l) => reach.has(l.o[0] ?? -1) && !wrong.has(`${here.cell}>${l.o[0]}`))
    .sort((a, b) => left(b) - left(a))[0];
}
