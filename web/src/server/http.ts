// SPDX-License-Identifier: Apache-2.0
// Requests to the server, typed by its own table of operations: a field that the API does not have
// does not compile. JSON in and out, one session cookie.
import type { Error as Told, Operations } from "../schema";
import { TableError, silence } from "../table";

export type Operation = keyof Operations;
export type Answer<K extends Operation> = Operations[K]["answer"];
export interface Asked<K extends Operation> {
  match?: string; // what stands for {match} in the address; so the others
  game?: string;
  reader?: string;
  query?: Partial<Record<Operations[K]["query"], string | number>>;
  body?: Operations[K]["body"];
  text?: string; // a body that is no JSON
  lasting?: boolean; // also when the page is left meanwhile
}

// `body`: what came with it besides the error itself.
export class HttpError extends TableError {
  readonly body: unknown;
  constructor(status: number, body: unknown) {
    const told = body as Partial<Told> | null;
    super(status, { ...silence, ...told?.error, ...rest(told) });
    this.body = body;
  }
}
const rest = (told: Partial<Told> | null) => ({
  refusal: told?.refusal,
  line: told?.line,
  seat: told?.seat,
  faults: told?.faults,
});

export function address<K extends Operation>(operation: K, asked: Asked<K>): string {
  const path = operation.slice(operation.indexOf(" ") + 1);
  const where = path.replace(/\{(match|game|reader)\}/g, (_, name: "match" | "game" | "reader") =>
    encodeURIComponent(asked[name] ?? ""),
  );
  const query = Object.entries(asked.query ?? {}).map(
    ([name, value]) => `${name}=${encodeURIComponent(String(value))}`,
  );
  return query.length ? `${where}?${query.join("&")}` : where;
}

async function fetched(where: string, options: RequestInit): Promise<Response> {
  try {
    return await fetch(where, { credentials: "same-origin", ...options });
  } catch {
    throw new HttpError(0, null);
  }
}
const parsed = (text: string): unknown => {
  try {
    return text ? JSON.parse(text) : null;
  } catch {
    return null;
  }
};

export async function ask<K extends Operation>(
  operation: K,
  asked: Asked<K> = {},
): Promise<Answer<K>> {
  const method = operation.slice(0, operation.indexOf(" "));
  const options: RequestInit = { method, keepalive: !!asked.lasting };
  if (asked.body || asked.text !== undefined) {
    const type = asked.text === undefined ? "application/json" : "text/plain";
    options.headers = { "Content-Type": type };
    options.body = asked.text ?? JSON.stringify(asked.body);
  }
  const answer = await fetched(address(operation, asked), options);
  const body = parsed(await answer.text());
  if (!answer.ok) throw new HttpError(answer.status, body);
  return body as Answer<K>;
}

// A file that may be missing.
export async function file(where: string): Promise<string | null> {
  try {
    const answer = await fetched(where, {});
    return answer.ok ? await answer.text() : null;
  } catch {
    return null;
  }
}
export const jsonFile = async <T>(where: string): Promise<T | null> =>
  parsed((await file(where)) ?? "") as T | null;

let session: Promise<unknown> | null = null;
// A session is asked for once, before the first thing that needs one.
export function ensureSession(): Promise<unknown> {
  session ??= ask("POST /api/session", { body: {} }).catch((error: unknown) => {
    session = null;
    throw error;
  });
  return session;
}
