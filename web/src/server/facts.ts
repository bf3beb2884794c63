// SPDX-License-Identifier: Apache-2.0
// What does not change: facts of games, places of scenarios, art. Asked for once.
import { type Deck, layDrawings } from "../board/deck";
import type { Guide, Look } from "../types";
import { ask, file, jsonFile } from "./http";

const kept = new Map<string, Promise<unknown>>();
export function once<T>(key: string, make: () => Promise<T>): Promise<T> {
  let promise = kept.get(key) as Promise<T> | undefined;
  if (!promise) {
    promise = make();
    kept.set(key, promise);
    promise.catch(() => kept.delete(key));
  }
  return promise;
}

export const art = (id: string, name: string) => `/art/${encodeURIComponent(id)}/${name}`;

export const facts = (game: string) =>
  once(`game ${game}`, () => ask("GET /api/games/{game}", { game }));
export const cells = (game: string, scenario: string) =>
  once(`cells ${game} ${scenario}`, () =>
    ask("GET /api/games/{game}/cells", { game, query: { scenario } }),
  );
export const look = (game: string) =>
  once(`look ${game}`, async () => (await jsonFile<Look>(art(game, "style.json"))) ?? {});
export const guide = (game: string) =>
  once(`guide ${game}`, () => jsonFile<Guide>(art(game, "guide.json")));
// The look of an open game: with its cards and the drawings they are made of.
export async function dressed(game: string): Promise<Look> {
  const style = await look(game);
  if (!style.drawings) return style;
  const [deck, ...texts] = await Promise.all([
    once(`cards ${game}`, () => jsonFile<Deck>(art(game, "cards.json"))),
    ...style.drawings.map((name) => once(`${name} ${game}`, () => file(art(game, name)))),
  ]);
  const drawn = await layDrawings(texts);
  return deck ? { ...style, cards: { ...deck, drawn } } : style;
}
export const symbols = (game: string) =>
  once(`symbols ${game}`, () => file(art(game, "symbols.svg")));
