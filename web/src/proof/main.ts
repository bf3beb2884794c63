// SPDX-License-Identifier: Apache-2.0
// The check of a match file in the browser, written from docs/match-format.md: every line's check,
// the commitment, every draw from the revealed seed, the server's signature; and whether the file
// agrees with what this browser was shown and gave at the start. Loaded when it is asked for.
import { holds } from "./ed25519";
import { hmac256, joined, sha256, sha512 } from "./sha";

export interface Known {
  commitment: string | null; // as this browser was shown it
  seed: string | null; // as this browser gave it
  key: string | null; // the server's
}
export interface Report {
  good: boolean;
  revealed: boolean;
  entries: number;
  rolls: number;
  clients: { seat: string; seed: string }[];
  signature: "none" | "good" | "other"; // other: it holds, by a key that is not this server's
  line: number;
  fr: string; // what is wrong; "" when all is well
  en: string;
}

class Wrong extends Error {
  constructor(
    readonly line: number,
    readonly fr: string,
    readonly en: string,
  ) {
    super(en);
  }
}

const utf8 = new TextEncoder(),
  plain = new TextDecoder("utf-8", { fatal: true });
export const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
const unhex = (text: string): Uint8Array =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const isHex = (text: string, digits: number) =>
  text.length === digits && /^[0-9a-f]+$/.test(text);

interface Line {
  body: string;
  start: number; // of the file's bytes
  before: string; // digest of the lines before
}

function lines(bytes: Uint8Array): Line[] {
  const found: Line[] = [];
  let digest = new Uint8Array(32);
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(10, start),
      number = found.length + 1;
    if (end < 0)
      throw new Wrong(
        number,
        "La dernière ligne n’est pas terminée.",
        "The last line is not ended.",
      );
    const before = digest;
    const body = bytes.subarray(start, Math.max(start, end - 10));
    digest = new Uint8Array(sha256(joined(digest, body)));
    let text = "";
    try {
      text = plain.decode(bytes.subarray(start, end));
    } catch {
      throw new Wrong(number, "La ligne n’est pas en UTF-8.", "The line is not UTF-8.");
    }
    if (!text.endsWith(` #${hex(digest.subarray(0, 4))}`))
      throw new Wrong(
        number,
        "La ligne est abîmée : son contrôle ne va pas avec elle.",
        "The line is damaged: its check does not fit it.",
      );
    found.push({ body: text.slice(0, -10), start, before: hex(before) });
    start = end + 1;
  }
  return found;
}

// One ticket: the first of the tag's four words that lies below a whole multiple of the tickets.
function draw(seed: Uint8Array, constant: string, counter: number, tickets: bigint): bigint {
  const bound = ((1n << 64n) / tickets) * tickets;
  for (let round = 0; ; round++) {
    const tag = hmac256(seed, utf8.encode(`${constant}${counter} ${round}\n`)),
      view = new DataView(tag.buffer, tag.byteOffset);
    for (let at = 0; at < 32; at += 8) {
      const word = view.getBigUint64(at);
      if (word < bound) return word % tickets;
    }
  }
}

interface Match {
  head: Map<string, string>;
  clients: Report["clients"];
  draws: { line: number; ticket: bigint; tickets: bigint }[];
  entries: number;
  foot: Map<string, { line: number; rest: string; at: Line }>;
}

function understood(all: Line[]): Match {
  const match: Match = { head: new Map(), clients: [], draws: [], entries: 0, foot: new Map() };
  if (!/^grognard match [12]$/.test(all[0]?.body ?? ""))
    throw new Wrong(
      1,
      "Ce n’est pas une partie au format 1 ou 2.",
      "This is not a match of format 1 or 2.",
    );
  const log = all.findIndex((l) => l.body === "log");
  for (const { body } of all.slice(0, Math.max(log, 0))) {
    const [word = "", ...rest] = body.split(" ");
    if (word === "client") match.clients.push({ seat: rest[0] ?? "", seed: rest[1] ?? "" });
    else match.head.set(word, rest.join(" "));
  }
  for (const [i, at] of all.entries()) {
    if (i <= log) continue;
    const entry = /^(\d+) (\S+) .* \| (\S+) [0-9a-f]{16}$/s.exec(at.body);
    if (entry && !match.foot.size) {
      if (Number(entry[1]) !== ++match.entries)
        throw new Wrong(
          i + 1,
          "Ce n’est pas le numéro qui suit.",
          "This is not the number that follows.",
        );
      const ticket = /^(\d+)\/([1-9]\d*)$/.exec(entry[3] ?? "");
      if (entry[2] === "~" && !ticket)
        throw new Wrong(i + 1, "Le ticket est mal écrit.", "The ticket is misspelt.");
      if (entry[2] === "~" && ticket)
        match.draws.push({ line: i + 1, ticket: BigInt(ticket[1]!), tickets: BigInt(ticket[2]!) });
      continue;
    }
    const [word = "", ...rest] = at.body.split(" ");
    match.foot.set(word, { line: i + 1, rest: rest.join(" "), at });
  }
  const signed = isHex(match.foot.get("signer")?.rest ?? "", 64);
  const last = match.foot.get("end") ?? match.foot.get("open");
  const words = [...match.foot.keys()].join(" ");
  const wanted = /^(open|result seed (signer )?end( signature)?)$/.test(words);
  if (log < 0 || !last || !wanted || signed !== match.foot.has("signature"))
    throw new Wrong(
      all.length + 1,
      "Le fichier s’arrête avant sa dernière ligne.",
      "The file stops before its last line.",
    );
  if (last.rest !== `${match.entries} ${last.at.before}`)
    throw new Wrong(
      last.line,
      "La dernière ligne ne signe pas celles qui la précèdent.",
      "The last line does not sign the lines before it.",
    );
  return match;
}

function checkDice(match: Match, seedLine: { line: number; rest: string }): void {
  const seed = unhex(seedLine.rest);
  if (hex(sha256(seed)) !== match.head.get("commitment"))
    throw new Wrong(
      seedLine.line,
      "La graine n’est pas celle de l’engagement.",
      "The seed is not the one of the commitment.",
    );
  const clients = match.clients.map((c) => c.seed),
    words = ["grognard dice 1", match.head.get("id") ?? "", ...clients];
  const constant = words.map((word) => `${word}\n`).join("");
  for (const [counter, { line, ticket, tickets }] of match.draws.entries())
    if (draw(seed, constant, counter, tickets) !== ticket)
      throw new Wrong(
        line,
        "Ce tirage n’est pas celui de la graine.",
        "This draw is not the seed’s.",
      );
}

function checkSignature(match: Match, bytes: Uint8Array, key: string | null): Report["signature"] {
  const signer = match.foot.get("signer"),
    signature = match.foot.get("signature");
  if (!signer || !signature) return "none";
  const covered = bytes.subarray(0, signature.at.start);
  if (!isHex(signature.rest, 128) || !holds(unhex(signer.rest), covered, unhex(signature.rest)))
    throw new Wrong(
      signature.line,
      "La signature n’est pas celle de ce fichier.",
      "The signature is not of this file.",
    );
  return key === signer.rest ? "good" : "other";
}

function checkMemory(match: Match, known: Known): void {
  if (known.commitment && known.commitment !== match.head.get("commitment"))
    throw new Wrong(
      0,
      "L’engagement n’est pas celui que ce navigateur a vu au début.",
      "The commitment is not the one that this browser was shown at the start.",
    );
  if (known.seed && !match.clients.some((c) => c.seed === known.seed))
    throw new Wrong(
      0,
      "La graine que ce navigateur a donnée n’est pas dans les dés.",
      "The seed that this browser gave is not in the dice.",
    );
}

export function check(bytes: Uint8Array, known: Known): Report {
  const report: Report = {
    ...{ good: false, revealed: false, entries: 0, rolls: 0, clients: [] },
    ...{ signature: "none", line: 0, fr: "", en: "" },
  };
  try {
    const match = understood(lines(bytes));
    report.entries = match.entries;
    report.clients = match.clients;
    report.signature = checkSignature(match, bytes, known.key);
    checkMemory(match, known);
    const seed = match.foot.get("seed");
    report.revealed = isHex(seed?.rest ?? "", 64);
    if (seed && !report.revealed && seed.rest !== "unknown")
      throw new Wrong(seed.line, "La graine est mal écrite.", "The seed is misspelt.");
    if (seed && report.revealed) checkDice(match, seed);
    report.rolls = report.revealed ? match.draws.length : 0;
    report.good = report.revealed;
  } catch (error) {
    if (!(error instanceof Wrong)) throw error;
    return { ...report, line: error.line, fr: error.fr, en: error.en };
  }
  return report;
}

export { hmac256, holds, sha256, sha512 };
