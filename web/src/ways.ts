// SPDX-License-Identifier: Apache-2.0
// A piece that goes step by step over hexes: how far it can still go, which way it would take, and
// going there. The game tells its reach and the table knows the ways; all the steps of one are sent
// together.
import { hexNeighbour } from "./board/geometry";
import { type Thing, isKnown } from "./choose";
import type { MatchStore, Spot } from "./store";
import { ACTIVE, GHOST, PLANNED, type Piece, type Plan } from "./types";

// The piece that is on its way step by step over hexes, where the game can tell its reach.
export function walker(store: MatchStore): Piece | null {
  const game = store.game.value;
  const reach = game?.overlays.some(
    (o) => o.token === "reach" && game.domains[o.domain]?.kind === "piece",
  );
  const acting = store.pieces.value.filter(
      (p) => p.flags & ACTIVE && isKnown(p) && !(p.flags & PLANNED),
    ),
    [mover] = acting;
  const steps = store.legal.value.some((l) => {
    const verb = game?.verbs[l.v],
      kind = game?.domains[verb?.operands[0] ?? 0]?.kind;
    return verb?.flags.includes("draft") && verb.operands.length === 1 && kind === "cell";
  });
  const hexes = game?.surfaces[mover?.surface ?? -1]?.shape === "hexes";
  return reach && hexes && steps && mover && acting.length === 1 ? mover : null;
}

// How far what is on its way can still go, shown without being asked for.
export async function showReach(store: MatchStore): Promise<void> {
  const mover = walker(store),
    since = store.since.value;
  if (!mover) return;
  try {
    const { cells } = await store.table.overlay("reach", mover.handle);
    if (store.since.value === since)
      store.within.value = {
        surface: mover.surface,
        from: mover.cell,
        cells: new Map(cells.filter(([cell]) => cell !== mover.cell)),
      };
  } catch {
    // it can be asked for by hand
  }
}

const inReach = (store: MatchStore, surface: number, cell: number): boolean =>
  store.within.value?.surface === surface && store.within.value.cells.has(cell);

let soon = 0;
let pointed = "";
// The way to a place within reach, and the piece there, shown while it is pointed at.
export function pointWay(store: MatchStore, surface: number | null, cell: number | null): void {
  const key = surface !== null && cell !== null ? `${surface}:${cell}` : "";
  if (key === pointed && store.way.value.size) return;
  clearTimeout(soon);
  pointed = key;
  if (store.way.value.size) {
    store.way.value = new Set();
    store.ghosts.value = null;
  }
  const mover = walker(store);
  if (surface === null || cell === null || !mover || !inReach(store, surface, cell)) return;
  soon = window.setTimeout(async () => {
    const plan = await store.planTo(mover, surface, cell);
    if (plan && pointed === key && inReach(store, surface, cell)) showPlan(store, plan);
  }, 90);
}
function showPlan(store: MatchStore, plan: Plan): void {
  const free = (p: Piece): boolean =>
    !store.piecesAt(p.surface, p.cell).some((q) => !(q.flags & GHOST));
  store.way.value = new Set(cellsOf(store, plan).map(({ surface, cell }) => `${surface}:${cell}`));
  store.ghosts.value = plan.ghosts
    .filter(free)
    .map((p) => ({ ...p, flags: p.flags | GHOST | PLANNED }));
}

// The places its steps name, in order.
function cellsOf(store: MatchStore, plan: Plan): { surface: number; cell: number }[] {
  const game = store.game.value;
  return drafted(store, plan).flatMap((legal) =>
    legal.o.flatMap((value, i) => {
      const domain = game?.domains[game.verbs[legal.v]?.operands[i] ?? 0];
      return domain?.kind === "cell" ? [{ surface: domain.surface, cell: value }] : [];
    }),
  );
}
// The steps that can be taken back; the player closes the draft himself.
const drafted = (store: MatchStore, plan: Plan) =>
  plan.steps.slice(0, plan.draft).map((a, i) => store.spelled(a, plan.notation[i] ?? ""));

// A place further on, while a piece is on its way: it goes there. False: there is no way.
export async function goTo(store: MatchStore, readings: Thing[], at: Spot): Promise<boolean> {
  const goal = readings.find((r) => r.kind === "cell"),
    mover = walker(store);
  if (goal?.kind !== "cell" || !mover || goal.surface !== mover.surface) return false;
  if (!store.live.value?.draft?.length || goal.cell === mover.cell) return false;
  if (store.within.value && !inReach(store, goal.surface, goal.cell)) return false;
  const plan = await store.planTo(mover, goal.surface, goal.cell);
  if (!plan) return false;
  await store.actAll(drafted(store, plan), at);
  return true;
}

// A piece dragged along a way of places: taken up and led there in one go. The way is the one that
// was drawn where each place of it touches the next, otherwise the best one. False: none.
export async function lead(
  store: MatchStore,
  handle: number,
  way: Thing[],
  at: Spot,
): Promise<boolean> {
  const last = way[way.length - 1],
    piece = store.pieces.value.find((p) => p.handle === handle);
  if (last?.kind !== "cell" || !piece) return false;
  const plan = await store.planTo(piece, last.surface, last.cell);
  if (!plan) return false;
  await store.actAll(asDrawn(store, plan, piece, way), at);
  return true;
}
function asDrawn(store: MatchStore, plan: Plan, piece: Piece, way: Thing[]) {
  const steps = drafted(store, plan),
    step = steps[steps.length - 1],
    shape = store.game.value?.surfaces[piece.surface];
  const cells = way.flatMap((thing) =>
    thing.kind === "cell" && thing.surface === piece.surface ? [thing.cell] : [],
  );
  if (!step || step.o.length !== 1 || shape?.shape !== "hexes") return steps;
  const touches = (a: number, b: number): boolean =>
    [0, 1, 2, 3, 4, 5].some((side) => hexNeighbour(a, side, shape.width, shape.height) === b);
  const drawn = cells.every((cell, i) => touches(i ? (cells[i - 1] ?? -1) : piece.cell, cell));
  if (!drawn || cells.length !== way.length) return steps;
  const before = steps.filter((s) => s.v !== step.v); // it is taken up first
  return [...before, ...cells.map((cell) => store.spelled(step.v * 2 ** 45 + cell * 2 ** 30, ""))];
}
