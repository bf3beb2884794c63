// SPDX-License-Identifier: Apache-2.0
// What a player sees of a move on a table while he prepares it: overlays that the game names for
// the node (style.json, plane.prepare), asked about the figures on their way; the path drawn so
// far; and where a dragged figure has to stop.
import type { Beginning, MatchFacts, Shown } from "./facts";
import { type Point, stopped } from "./board/reach";
import type { Piece, State } from "./types";
import { ACTIVE, GHOST, HIDDEN_FROM, NO_HANDLE } from "./types";

interface Asker extends MatchFacts {
  askOverlay(kind: string, about: number, after?: number): Promise<Shown>;
}

const onPlane = (store: MatchFacts, piece: Piece): boolean =>
  store.game.value?.surfaces[piece.surface]?.shape === "plane" &&
  piece.handle < HIDDEN_FROM &&
  piece.on === NO_HANDLE;

export async function prepare(store: Asker, state: State): Promise<void> {
  const kinds = store.look.value.plane?.prepare?.[state.turn.node ?? ""] ?? [];
  const about = store.pieces.value.find(
    (p) => p.flags & (ACTIVE | GHOST) && onPlane(store, p),
  );
  const since = store.since.value;
  if (!kinds.length || !about) return;
  const got = await Promise.all(
    kinds.map((kind) => store.askOverlay(kind, about.handle).catch(() => null)),
  );
  if (store.since.value !== since) return;
  store.prepared.value = got.filter(
    (one): one is Shown => !!one && one.points.length + one.pieces.size > 0,
  );
}

// The piece that an outline was measured from, where it would stand.
export function measuredFrom(store: MatchFacts, shown: Shown): Piece | undefined {
  const [handle] = shown.pieces,
    there = store.pieces.value.filter((p) => p.handle === handle);
  return there.find((p) => p.flags & GHOST) ?? there[0];
}

// A figure that could go is taken up before it was said how: each of the ways that the game names
// for the node (style.json, plane.begin; the usual one first) tells how far it would lead, as if it
// had been begun.
export async function takeUp(store: Asker, piece: Piece): Promise<void> {
  const { begin, stop } = store.look.value.plane ?? {},
    since = store.since.value;
  const ways = (begin?.[store.live.value?.turn.node ?? ""] ?? []).flatMap(
    (notation) => store.legal.value.find(({ n }) => n === notation) ?? [],
  );
  if (!ways.length || !stop || !(piece.flags & ACTIVE) || !onPlane(store, piece)) return;
  if (store.chain.value.length || store.beginnings.value.length) return;
  const asked = ways.map(async (legal): Promise<Beginning[]> => {
    const reach = await store.askOverlay(stop, piece.handle, legal.a).catch(() => null);
    return reach && reach.points.length > 2 ? [{ legal, reach }] : [];
  });
  const got = (await Promise.all(asked)).flat();
  if (store.since.value === since) store.beginnings.value = got;
}

export interface Begun extends Beginning {
  goal: Point; // where the way leads the one from whom it is measured
  end: Point; // and where that puts the figure in hand
}
// The way that dragging this figure to that point begins: the first that leads there, else the
// usual one, as far as it does. Its unit goes along: who leads it is moved as the figure was.
export function beginning(store: MatchFacts, piece: Piece, to: Point): Begun | null {
  if (!(piece.flags & ACTIVE) || piece.flags & GHOST) return null;
  const all = store.beginnings.value.flatMap((one): (Begun & { whole: boolean })[] => {
    const from = measuredFrom(store, one.reach);
    if (!from || (from.handle !== piece.handle && from.group !== piece.group)) return [];
    const wish = { x: from.x + to.x - piece.x, y: from.y + to.y - piece.y },
      outline = one.reach.points.map(([x, y]) => ({ x, y })),
      at = stopped(outline, from, wish),
      goal = { x: Math.round(at.x), y: Math.round(at.y) };
    const end = { x: piece.x + goal.x - from.x, y: piece.y + goal.y - from.y };
    const far = Math.hypot(goal.x - from.x, goal.y - from.y);
    return far < LEAST ? [] : [{ ...one, goal, end, whole: at.x === wish.x && at.y === wish.y }];
  });
  return all.find(({ whole }) => whole) ?? all[0] ?? null;
}
const LEAST = 5; // mm: less than that is no way
// The same once it is known how far each of them leads.
export async function begunBy(store: Asker, piece: Piece, to: Point): Promise<Begun | null> {
  await takeUp(store, piece);
  return beginning(store, piece, to);
}

// Where a piece dragged to a point of its table would be let go.
export function dropped(store: MatchFacts, piece: Piece, to: Point): Point {
  const way = beginning(store, piece, to);
  if (way) return way.end;
  const kind = store.look.value.plane?.stop,
    shown = store.prepared.value.find((s) => s.kind.split(":")[0] === kind);
  const from = shown && measuredFrom(store, shown);
  if (!shown || !from || from.handle !== piece.handle) return to;
  const outline = shown.points.map(([x, y]) => ({ x, y })),
    at = stopped(outline, from, to);
  return { x: Math.round(at.x), y: Math.round(at.y) };
}

// The way drawn so far, in millimetres: the steps of the draft that name a point and nothing else,
// from where the figure that goes it stood.
export function pathSoFar(store: MatchFacts): { points: Point[]; handle: number } | null {
  const game = store.game.value,
    points: Point[] = [];
  for (const notation of store.past.value ? [] : (store.live.value?.draft ?? [])) {
    const [first, ...words] = notation.split(" ");
    const verb = game?.verbs.find((v) => v.token === first && v.operands.length === words.length);
    const kinds = verb?.operands.map((d) => game?.domains[d]?.kind);
    if (kinds?.length === 2 && kinds[0] === "x" && kinds[1] === "y")
      points.push({ x: Number(words[0]) * 10, y: Number(words[1]) * 10 });
  }
  const last = points[points.length - 1],
    ghost =
      last &&
      store.pieces.value.find(
        (p) => p.flags & GHOST && Math.abs(p.x - last.x) < 2 && Math.abs(p.y - last.y) < 2,
      );
  const stood =
    ghost && store.pieces.value.find((p) => p.handle === ghost.handle && !(p.flags & GHOST));
  if (!stood) return null;
  return { points: [{ x: stood.x, y: stood.y }, ...points], handle: stood.handle };
}
