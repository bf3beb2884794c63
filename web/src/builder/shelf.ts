// SPDX-License-Identifier: Apache-2.0
// Lists that this browser keeps, by game; and the one that somebody is about to play with.
import { signal } from "@preact/signals";
import { keep, kept } from "../prefs";

export interface Kept {
  name: string;
  text: string;
}

const most = 60; // lists of a game
const isKept = (thing: unknown): thing is Kept =>
  typeof thing === "object" &&
  thing !== null &&
  typeof (thing as Kept).name === "string" &&
  typeof (thing as Kept).text === "string";

export function lists(game: string): Kept[] {
  try {
    const found: unknown = JSON.parse(kept(`lists.${game}`) ?? "[]");
    return Array.isArray(found) ? found.filter(isKept) : [];
  } catch {
    return [];
  }
}

// Whether the browser really keeps it.
export function save(game: string, list: Kept): boolean {
  const others = lists(game).filter(({ name }) => name !== list.name);
  keep(`lists.${game}`, JSON.stringify([list, ...others].slice(0, most)));
  return lists(game).some(({ name, text }) => name === list.name && text === list.text);
}

export function drop(game: string, name: string): void {
  keep(`lists.${game}`, JSON.stringify(lists(game).filter((list) => list.name !== name)));
}

// From the builder to the home page, where the match is begun.
export const chosen = signal<{ game: string; list: Kept } | null>(null);
