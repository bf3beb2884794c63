// SPDX-License-Identifier: Apache-2.0
// The house as the server keeps it.
import type { House } from "../table";
import { giveSeed } from "./dice";
import { art, dressed, facts, look, once, symbols } from "./facts";
import { ask, ensureSession, file } from "./http";
import { SharedTable } from "./shared";
import { ServerTable } from "./table";

export const server: House = {
  games: async () => (await ask("GET /api/games")).games,
  game: facts,
  // HTML, made when the program was built (host/net/book.py).
  rulebook: (game, lang, kind) =>
    once(
      `book ${game} ${kind} ${lang}`,
      async () =>
        (await file(
          `/rules/${encodeURIComponent(game)}${kind === "rules" ? "" : `.${kind}`}.${lang}.html`,
        )) ?? "",
    ),
  book: (game, lang, kind) =>
    `/book/${encodeURIComponent(game)}${kind === "rules" ? "" : `.${kind}`}.${lang}.html`,
  catalogue: (game) =>
    once(`lists ${game}`, () => ask("GET /api/games/{game}/lists", { game })),
  judge: async (game, text) => {
    await ensureSession();
    return ask("POST /api/games/{game}/lists", { game, body: { text } });
  },
  scenarios: (game) =>
    once(
      `texts ${game}`,
      async () => (await ask("GET /api/games/{game}/scenarios", { game })).scenarios,
    ),
  preview: async (game, text) => {
    await ensureSession();
    return ask("POST /api/games/{game}/scenarios", { game, body: { text } });
  },
  look,
  dressed: async (game) => {
    const [style, sheet] = await Promise.all([dressed(game), symbols(game)]);
    return { look: style, symbols: sheet };
  },
  cover: (game) => art(game, "cover.svg"),
  art,
  matches: async () => {
    await ensureSession();
    return (await ask("GET /api/matches")).matches;
  },
  history: async (page) => {
    await ensureSession();
    return ask("GET /api/history", { query: { page } });
  },
  start: async (request) => {
    await ensureSession();
    const made = await ask("POST /api/matches", { body: { ...request } });
    if (request.seats.includes("human")) await giveSeed(made.id, made.commitment);
    return made;
  },
  me: async () => {
    await ensureSession();
    return ask("GET /api/me");
  },
  setName: async (name) => {
    await ensureSession();
    return ask("POST /api/me", { body: { name } });
  },
  backLink: async () => {
    await ensureSession();
    return (await ask("POST /api/me/link", { body: {} })).path;
  },
  comeBack: async (link) => {
    await ask("POST /api/session", { body: { link } });
  },
  invitation: async (secret) => {
    await ensureSession();
    return ask("POST /api/invitations", { body: { secret } });
  },
  accept: async (secret, name) => {
    await ensureSession();
    const body = name ? { secret, name } : { secret };
    return (await ask("POST /api/invitations/accept", { body })).match;
  },
  lookOn: async (secret) => {
    await ensureSession();
    return (await ask("POST /api/watch", { body: { secret } })).match;
  },
  shared: (secret) => new SharedTable(secret),
  upload: async (text) => {
    await ensureSession();
    return (await ask("POST /api/replays", { text })).id;
  },
  table: (match) => new ServerTable(match),
};
