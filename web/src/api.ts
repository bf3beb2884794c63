// SPDX-License-Identifier: Apache-2.0
// Talks to the server: JSON in and out, one session cookie, one event stream per match.
import type {
  Cells,
  Change,
  Click,
  Domain,
  Game,
  GameCard,
  Guide,
  Judged,
  Legal,
  ListFault,
  Look,
  MatchCard,
  Piece,
  Refusal,
  ReplayPart,
  State,
  Verb,
} from "./types";
import { HIDDEN_FROM } from "./types";

export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fr: string;
  readonly en: string;
  readonly refusal: Refusal | null;
  readonly seat: string; // whose list is wrong
  readonly line: number; // of a file; 0: of none
  readonly faults: ListFault[];
  constructor(status: number, body: unknown) {
    const error = pickError(body);
    super(error.en);
    this.status = status;
    this.code = error.code;
    this.fr = error.fr;
    this.en = error.en;
    this.refusal = (body as { refusal?: Refusal } | null)?.refusal ?? null;
    this.line = (body as { line?: number } | null)?.line ?? 0;
    this.seat = (body as { seat?: string } | null)?.seat ?? "";
    this.faults = (body as { faults?: ListFault[] } | null)?.faults ?? [];
  }
}

function pickError(body: unknown): { code: string; fr: string; en: string } {
  const error = (body as { error?: { code?: string; fr?: string; en?: string } } | null)?.error;
  return {
    code: error?.code ?? "unreachable",
    fr: error?.fr ?? "Le serveur ne répond pas.",
    en: error?.en ?? "The server does not answer.",
  };
}

async function call<T>(
  method: string,
  path: string,
  body?: unknown,
  type = "application/json",
): Promise<T> {
  const options: RequestInit = { method, credentials: "same-origin" };
  if (body !== undefined) {
    options.headers = { "Content-Type": type };
    options.body = type === "application/json" ? JSON.stringify(body) : (body as string);
  }
  let answer: Response;
  try {
    answer = await fetch(path, options);
  } catch {
    throw new ApiError(0, null);
  }
  const text = await answer.text();
  let parsed: unknown = null;
  try {
    parsed = text ? JSON.parse(text) : null;
  } catch {
    parsed = null;
  }
  if (!answer.ok) throw new ApiError(answer.status, parsed);
  return parsed as T;
}

let session: Promise<unknown> | null = null;
// A session is asked for once, before the first thing that needs one.
export function ensureSession(): Promise<unknown> {
  session ??= call("POST", "/api/session", {}).catch((error: unknown) => {
    session = null;
    throw error;
  });
  return session;
}

const kept = new Map<string, Promise<unknown>>();
function once<T>(key: string, make: () => Promise<T>): Promise<T> {
  let promise = kept.get(key) as Promise<T> | undefined;
  if (!promise) {
    promise = make();
    kept.set(key, promise);
    promise.catch(() => kept.delete(key));
  }
  return promise;
}

async function optional(path: string): Promise<string | null> {
  try {
    const answer = await fetch(path, { credentials: "same-origin" });
    return answer.ok ? await answer.text() : null;
  } catch {
    return null;
  }
}

async function optionalJson<T>(path: string): Promise<T | null> {
  const text = await optional(path);
  if (!text) return null;
  try {
    return JSON.parse(text) as T;
  } catch {
    return null;
  }
}

const art = (id: string, name: string) => `/art/${encodeURIComponent(id)}/${name}`;

export const games = () => call<{ games: GameCard[] }>("GET", "/api/games").then((x) => x.games);
export const game = (id: string) =>
  once(`game ${id}`, () => call<Game>("GET", `/api/games/${encodeURIComponent(id)}`));
export const cells = (id: string, scenario: string) =>
  once(`cells ${id} ${scenario}`, () =>
    call<Cells>(
      "GET",
      `/api/games/${encodeURIComponent(id)}/cells?scenario=${encodeURIComponent(scenario)}`,
    ),
  );
// HTML, made from the rulebook when the program was built (host/net/markdown.py).
export const rulebook = (id: string, lang: string) =>
  once(
    `book ${id} ${lang}`,
    async () => (await optional(`/rules/${encodeURIComponent(id)}.${lang}.html`)) ?? "",
  );
export const look = (id: string) =>
  once(`look ${id}`, async () => (await optionalJson<Look>(art(id, "style.json"))) ?? {});
export const guide = (id: string) =>
  once(`guide ${id}`, () => optionalJson<Guide>(art(id, "guide.json")));
export const symbols = (id: string) =>
  once(`symbols ${id}`, () => optional(art(id, "symbols.svg")));
export const coverAddress = (id: string) => art(id, "cover.svg");

export const matches = async () => {
  await ensureSession();
  return (await call<{ matches: MatchCard[] }>("GET", "/api/matches")).matches;
};
export const createMatch = async (body: {
  game: string;
  scenario?: string;
  options?: Record<string, number>;
  seats: string[];
  lists?: (string | null)[];
}) => {
  await ensureSession();
  return (await call<{ id: string }>("POST", "/api/matches", body)).id;
};
// What things are called in this match (other lists have other cards and units), and those lists
// that players brought themselves.
export const names = (id: string) =>
  call<{ domains: Domain[]; lists: (string | null)[] }>("GET", `${m(id)}/names`);
export const uploadReplay = async (text: string) => {
  await ensureSession();
  return (await call<{ id: string }>("POST", "/api/replays", text, "text/plain")).id;
};

const m = (id: string) => `/api/matches/${encodeURIComponent(id)}`;
export const match = (id: string) => call<State>("GET", m(id));
// A key makes a repeated request harmless: the server does it once.
const freshKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (b) =>
    b.toString(16).padStart(2, "0"),
  ).join("");
export const act = (id: string, action: string | number, seq: number) =>
  call<{ seq: number }>("POST", `${m(id)}/actions`, { action, seq, key: freshKey() });
// A refusal stands beside the verdict or is the answer itself.
function judged(answer: Judged): Judged {
  if (answer.legal !== false || typeof answer.refusal === "object") return answer;
  return { action: answer.action ?? null, legal: false, refusal: answer as unknown as Refusal };
}
export const click = (id: string, seq: number, node: string, clicks: Click[]) =>
  call<Judged>("POST", `${m(id)}/click`, { seq, node, clicks }).then(judged);
export const why = (id: string, action: string | number) =>
  call<Judged>("POST", `${m(id)}/why`, { action }).then(judged);
export const undo = (id: string, seq: number) => call<unknown>("POST", `${m(id)}/undo`, { seq });
export const resign = (id: string) => call<unknown>("POST", `${m(id)}/resign`, {});
export type Order = "always" | "never" | "ask";
export const ordersNow = (id: string) =>
  call<{ orders: { node: string; order: Order }[] }>("GET", `${m(id)}/orders`);
export const orders = (id: string, node: string, order: Order) =>
  call<unknown>("POST", `${m(id)}/orders`, { node, order });
export const handover = (id: string, seat: string) =>
  call<unknown>("POST", `${m(id)}/handover`, { seat });
export const overlay = (id: string, kind: string, about: number) =>
  call<{
    surface: number;
    cells: [number, number][];
    points: [number, number][];
    pieces: number[];
  }>(
    "GET",
    `${m(id)}/overlay?kind=${encodeURIComponent(kind)}&about=${about}`,
  );
export const replay = (id: string, entry: number, viewer: string) =>
  call<ReplayPart>("GET", `${m(id)}/replay?entry=${entry}&viewer=${encodeURIComponent(viewer)}`);
export const fileAddress = (id: string) => `${m(id)}/file`;

// What is new since the last message to this viewer; see docs/api/README.md. `verbs` tells how many
// operands an action has.
export function changed(before: State, change: Change, verbs: Verb[]): State {
  const { from: _, pieces, gauges, legal, log, ...plain } = change;
  const next: State = { ...before, ...plain };
  if (before.view && (pieces || gauges)) {
    const known = new Map(before.view.pieces.map((p) => [p.handle, p]));
    const list = [...before.view.pieces];
    for (const [at, drop, put] of pieces ?? [])
      list.splice(
        at,
        drop,
        ...put.map((p) => (p.handle < HIDDEN_FROM ? { ...known.get(p.handle), ...p } : p) as Piece),
      );
    next.view = { pieces: list, gauges: gauges ?? before.view.gauges };
  }
  if (legal) {
    const list = [...(before.legal ?? [])];
    for (const [at, drop, put] of legal)
      list.splice(at, drop, ...put.map(([a, n]) => spelled(a, n, verbs)));
    next.legal = list;
  }
  if (log) next.log = [...(before.log ?? []), ...log];
  return next;
}

// An action's number is verb * 2^45 + operands of 15 bits: above 32 bits, so no shifts.
function spelled(a: number, n: string, verbs: Verb[]): Legal {
  const v = Math.floor(a / 2 ** 45);
  const o = [30, 15, 0].map((bits) => Math.floor(a / 2 ** bits) % 32768);
  return { a, n, v, o: o.slice(0, verbs[v]?.operands.length ?? 0) };
}

// States, told as changes after the first. Each viewer at one screen has changes of his own. Should
// one not fit what is known, the line is opened anew and begins with a whole state.
export function events(
  id: string,
  verbs: Verb[],
  state: (s: State) => void,
  line: (up: boolean) => void,
): () => void {
  const known = new Map<string | null, State>();
  let source: EventSource;
  const tell = (s: State) => {
    known.set(s.viewer, s);
    state(s);
  };
  const open = () => {
    known.clear();
    source = new EventSource(`${m(id)}/events?changes=1`);
    source.addEventListener("state", (event) =>
      tell(JSON.parse((event as MessageEvent<string>).data) as State),
    );
    source.addEventListener("change", (event) => {
      const change = JSON.parse((event as MessageEvent<string>).data) as Change;
      const before = known.get(change.viewer);
      if (before && before.seq === change.from) return tell(changed(before, change, verbs));
      source.close();
      open();
    });
    source.onopen = () => line(true);
    source.onerror = () => line(false);
  };
  open();
  return () => source.close();
}
