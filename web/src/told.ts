// SPDX-License-Identifier: Apache-2.0
// The log as it is read. What is told again is left out, what is said several times running is
// counted, and the steps of one piece are one line: from where it set out to where it came, with
// the places between. A step is known by its event's arguments: a piece, a place, a place.
import type { Both, Domain, Game, LogEntry, LogLine } from "./types";

export interface ToldLine {
  line: LogLine;
  times: number;
  way: string[]; // "surface:cell" of a path, from its start to its end; of anything else none
  via: Both; // the names of the places between
}
export interface ToldEntry {
  entry: LogEntry;
  lines: ToldLine[];
}

interface Step {
  piece: number;
  from: number;
  to: number;
  places: Domain;
}
const stepShape = "piece cell cell";

function stepOf(game: Game | null, line: LogLine): Step | null {
  const event = game?.events?.find((e) => e.token === line.kind);
  const domains = (event?.domains ?? []).map((index) => game?.domains[index]);
  const places = domains[2],
    [piece, from, to] = line.args;
  if (domains.map((d) => d?.kind ?? "none").join(" ") !== stepShape || !places) return null;
  const known = [piece, from, to].every((value) => typeof value === "number" && value >= 0);
  return known ? ({ piece, from, to, places } as Step) : null;
}

// As a name stands in a sentence, letter for letter: only spaces, apostrophes and capitals differ.
const plain = (text: string): string =>
  text.replace(/[\u00a0\u202f]/g, " ").replace(/\u2019/g, "'").toLowerCase();

// Where the place that was left has been named, the place that was reached is told next.
function afterStart(said: string, name: string | undefined): number {
  const at = name ? plain(said).indexOf(plain(name)) : -1;
  return at < 0 ? -1 : at + (name?.length ?? 0);
}

// One sentence of two: from where the first began to where the second ended. Null: they are not
// built alike.
function joined(first: LogLine, second: LogLine, a: Step, b: Step): LogLine | null {
  const out = { ...second, args: [a.piece, a.from, b.to] };
  for (const word of ["fr", "en"] as const) {
    const head = afterStart(first[word], a.places.names?.[a.from]?.[word]),
      tail = afterStart(second[word], b.places.names?.[b.from]?.[word]);
    if (head < 0 || tail < 0) return null;
    out[word] = first[word].slice(0, head) + second[word].slice(tail);
  }
  return out;
}

const keyOf = (step: Step, cell: number): string => `${step.places.surface}:${cell}`;

// The places of a path after the first, told by the steps that its own sentence sums up.
function stepsOf(game: Game | null, entry: LogEntry, step: Step, kind: string): number[] {
  const out: number[] = [];
  let at = step.from;
  for (const line of entry.lines) {
    const one = line.kind === kind ? null : stepOf(game, line);
    if (!one || one.piece !== step.piece || one.from !== at) continue;
    out.push(one.to);
    at = one.to;
  }
  return at === step.to && out.length ? out : [step.to];
}

const viaTold = 5; // the whole way is shown on the board
function viaOf(step: Step, way: string[]): Both {
  const between = way.slice(1, -1).map((key) => step.places.names?.[Number(key.split(":")[1])]);
  const more = between.length > viaTold ? "\u2026" : "";
  const list = (word: keyof Both): string =>
    between
      .slice(0, viaTold)
      .map((name) => name?.[word] ?? "?")
      .join(", ") + more;
  return { fr: list("fr"), en: list("en") };
}

function toldLine(game: Game | null, entry: LogEntry, line: LogLine): ToldLine {
  const step = stepOf(game, line);
  const way = step
    ? [step.from, ...stepsOf(game, entry, step, line.kind)].map((cell) => keyOf(step, cell))
    : [];
  return { line, times: 1, way, via: step ? viaOf(step, way) : { fr: "", en: "" } };
}

// `next` takes the piece of `before` on from where that left it: `before` becomes the whole way.
function goesOn(game: Game | null, before: ToldLine, next: ToldLine): boolean {
  const a = stepOf(game, before.line),
    b = stepOf(game, next.line);
  if (!a || !b || before.line.kind !== next.line.kind || before.times > 1) return false;
  if (a.piece !== b.piece || a.to !== b.from) return false;
  const line = joined(before.line, next.line, a, b);
  if (!line) return false;
  const way = [...before.way, ...next.way.slice(1)];
  Object.assign(before, { line, way, via: viaOf(a, way) });
  return true;
}

function saidAgain(before: ToldLine, next: ToldLine): boolean {
  const same = before.line.en === next.line.en && before.line.rule === next.line.rule;
  if (same) before.times++;
  return same;
}

// `telling` picks the lines of an entry that are told; the others may say more about them.
export function gathered(
  game: Game | null,
  entries: LogEntry[],
  telling: (entry: LogEntry) => LogLine[],
): ToldEntry[] {
  const out: ToldEntry[] = [];
  for (const entry of entries) {
    const last = out[out.length - 1],
      lines: ToldLine[] = [];
    const earlier = entry.dice?.length || last?.entry.seat !== entry.seat ? null : last;
    for (const line of telling(entry)) {
      const next = toldLine(game, entry, line),
        before = lines[lines.length - 1] ?? earlier?.lines.at(-1);
      if (before && (saidAgain(before, next) || goesOn(game, before, next))) continue;
      lines.push(next);
    }
    if (lines.length || entry.dice?.length) out.push({ entry, lines });
  }
  return out;
}

// The places that these lines name, as "surface:cell".
export function placesIn(game: Game | null, lines: LogLine[]): Set<string> {
  const out = new Set<string>();
  for (const line of lines) {
    const kinds = game?.events?.find((e) => e.token === line.kind)?.domains ?? [];
    kinds.forEach((index, i) => {
      const domain = game?.domains[index],
        value = line.args[i];
      if (domain?.kind === "cell" && value !== null && value !== undefined && value >= 0)
        out.add(`${domain.surface}:${value}`);
    });
  }
  return out;
}
