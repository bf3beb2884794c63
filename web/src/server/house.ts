// SPDX-License-Identifier: Apache-2.0
// The house as the server keeps it.
import type { House } from "../table";
import { art, facts, look, once } from "./facts";
import { ask, ensureSession, file } from "./http";
import { ServerTable } from "./table";

export const server: House = {
  games: async () => (await ask("GET /api/games")).games,
  game: facts,
  // HTML, made from the rulebook when the program was built (host/net/markdown.py).
  rulebook: (game, lang) =>
    once(
      `book ${game} ${lang}`,
      async () => (await file(`/rules/${encodeURIComponent(game)}.${lang}.html`)) ?? "",
    ),
  look,
  cover: (game) => art(game, "cover.svg"),
  matches: async () => {
    await ensureSession();
    return (await ask("GET /api/matches")).matches;
  },
  start: async (request) => {
    await ensureSession();
    return (await ask("POST /api/matches", { body: { ...request } })).id;
  },
  upload: async (text) => {
    await ensureSession();
    return (await ask("POST /api/replays", { text })).id;
  },
  table: (match) => new ServerTable(match),
};
