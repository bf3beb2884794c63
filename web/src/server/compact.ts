// SPDX-License-Identifier: Apache-2.0
// Compact changes (docs/api/README.md): what this reader has been given before is not told again,
// so names and prompts are made here from the facts of the game and the names of the match. Out
// comes a change as `changed` takes it.
import {
  type Change,
  type Domain,
  type Game,
  HIDDEN_FROM,
  type LogEntry,
  type LogLine,
  type Piece,
  type State,
} from "../types";
import type { Moments } from "../schema";
import type { Moment, View } from "../table";

type Form = "fr" | "en" | "token";
type Run = [verb: number, ...operands: (number | number[])[]];
type Line =
  | LogLine
  | [kind: number, rule: number, fr: string, en: string, ...args: (number | null)[]];
type Names = (string | null)[];
type Told = [handle: number, which: number, ...facts: (number | number[] | Names)[]];
type Stretch<T> = [at: number, drop: number, ...items: T[]];
type Met = "people" | "waiting" | "rematch" | "watching" | "clock" | "takeback" | "talk";
type Shared = "seats" | "over" | "result" | "draw" | "thinking" | "gauges" | Met;
type Spelt = "turn" | "draft" | "undo" | "pieces" | "legal" | "log"; // of games whose names change

export interface Compact extends Partial<Pick<Change, Shared | Spelt>> {
  match: string;
  no: number;
  from: number;
  seq: number;
  entry?: number;
  handover?: string;
  at?: [seat: number | string | null, node: number, acting: number];
  gauge?: [place: number, value: number][];
  steps?: [keep: number, ...runs: Run[]];
  takes?: [reason: number, fr?: string, en?: string];
  acts?: Stretch<Run>[];
  piece?: Stretch<Told>[];
  news?: [entry: number, seat: number | string, dice: number[] | 0, ...lines: Line[]][];
}

const facts = "face surface owner cell x y radius layer flags on group".split(" ");
const nameKeys = ["fr", "en", "token", "about_fr", "about_en"] as const;
type NameKey = (typeof nameKeys)[number];
const VALUES = 1 << 11,
  WHOLE = 1 << 12,
  NAMED = 1 << 13,
  NONE = 0xffff;
const empty: Omit<Piece, "handle"> = {
  face: 0,
  surface: 0,
  owner: null,
  cell: NONE,
  x: 0,
  y: 0,
  radius: 0,
  layer: 0,
  flags: 0,
  on: NONE,
  values: [0, 0, 0, 0, 0],
};

// What has been said to one viewer beside his state.
interface Memory {
  names: Map<number, Partial<Pick<Piece, NameKey>>>;
  reasons: Map<number, [fr: string, en: string]>;
}

export class Compactor {
  private readonly memories = new Map<string | null, Memory>();
  // `game` with the domains of this match.
  constructor(private readonly game: Game) {}

  // A whole state was told: what it names need not be said again.
  begin(state: State): void {
    const names = namesOf(state.view?.pieces ?? []);
    this.memories.set(state.viewer, { names, reasons: new Map() });
  }

  // A hand-over is due: nothing of either seat is left.
  waiting(any: State, change: Compact): State {
    const { id, game, scenario, own, options, lists, commitment, seats } = any;
    const { rematch, watching, clock = null, hints } = any;
    const seat = change.handover ?? null;
    return {
      ...{ id, game, scenario, options, lists, commitment, seats, rematch, watching },
      ...(own && { own }),
      ...(hints !== undefined && { hints }),
      clock,
      people: change.people ?? any.people,
      waiting: change.waiting ?? any.waiting,
      seq: change.seq,
      entry: change.entry ?? any.entry,
      viewer: null,
      handover: seat,
      turn: { seat, node: null, prompt_fr: "", prompt_en: "", acting: false },
      over: false,
      result: null,
      thinking: false,
    };
  }

  expand(before: State, change: Compact): Change {
    const { at, gauge, steps, takes, acts, piece, news, handover: _, ...shared } = change;
    const out: Change = { viewer: before.viewer ?? "", entry: before.entry, ...shared };
    const memory = this.memories.get(before.viewer) ?? { names: new Map(), reasons: new Map() };
    if (at) out.turn = this.turn(at);
    if (gauge) {
      const gauges = (before.view?.gauges ?? []).map((g) => ({ ...g }));
      for (const [place, value] of gauge) if (gauges[place]) gauges[place].value = value;
      out.gauges = gauges;
    }
    if (steps) {
      const [keep, ...runs] = steps;
      out.draft = [...(before.draft ?? []).slice(0, keep), ...actionsOf(runs).map(this.notation)];
    }
    if (takes) out.undo = this.undo(takes, memory);
    if (acts)
      out.legal = acts.map(([from, drop, ...runs]) => [
        from,
        drop,
        actionsOf(runs).map((a) => [a, this.notation(a)]),
      ]) as NonNullable<Change["legal"]>;
    if (piece) out.pieces = this.pieces(before, piece, memory) as NonNullable<Change["pieces"]>;
    if (news) out.log = news.map((entry) => this.entry(entry));
    return out;
  }

  private turn([seat, node, acting]: NonNullable<Compact["at"]>): State["turn"] {
    const found = this.game.nodes[node];
    return {
      seat: typeof seat === "number" ? (this.game.seats[seat]?.token ?? null) : seat,
      node: found?.token ?? null,
      prompt_fr: (acting ? found?.act_fr : found?.wait_fr) ?? "",
      prompt_en: (acting ? found?.act_en : found?.wait_en) ?? "",
      acting: acting !== 0,
    };
  }
  private undo(
    [reason, fr, en]: NonNullable<Compact["takes"]>,
    memory: Memory,
  ): NonNullable<State["undo"]> {
    if (fr !== undefined && en !== undefined) memory.reasons.set(reason, [fr, en]);
    const [french, english] = memory.reasons.get(reason) ?? ["", ""];
    return reason
      ? { can: false, fr: french, en: english }
      : { can: true, fr: "", en: "" };
  }

  private pieces(before: State, stretches: Stretch<Told>[], memory: Memory): Stretch<Piece[]>[] {
    const known = new Map((before.view?.pieces ?? []).map((p) => [p.handle, p]));
    return spelt(stretches, known, memory);
  }

  private entry([entry, seat, dice, ...lines]: NonNullable<Compact["news"]>[number]): LogEntry {
    return {
      entry,
      seat: typeof seat === "number" ? (this.game.seats[seat]?.token ?? "") : seat,
      lines: lines.map((line) => this.line(line)),
      dice: dice || null,
    };
  }
  private line(line: Line): LogLine {
    if (!Array.isArray(line)) return line;
    const [kind, rule, fr, en, ...args] = line;
    return {
      fr,
      en,
      rule: this.game.rules[rule - 1]?.id ?? null,
      kind: this.game.events?.[kind]?.token ?? "",
      args,
    };
  }

  private readonly notation = (action: number): string => {
    const verb = this.game.verbs[Math.floor(action / 2 ** 45)];
    const words = (verb?.operands ?? []).map((domain, i) => {
      const value = Math.floor(action / 2 ** (30 - 15 * i)) % 32768;
      return wordOf(this.game.domains[domain], value, "token") ?? `#${value}`;
    });
    return [verb?.token ?? "?", ...words].join(" ");
  };
}

const namesOf = (pieces: Piece[]): Memory["names"] => {
  const names: Memory["names"] = new Map();
  for (const piece of pieces) {
    const kept: Partial<Pick<Piece, NameKey>> = {};
    for (const key of nameKeys) if (piece[key] !== undefined) kept[key] = piece[key];
    names.set(piece.handle, kept);
  }
  return names;
};

const spelt = (
  stretches: Stretch<Told>[],
  known: Map<number, Piece>,
  memory: Memory,
): Stretch<Piece[]>[] =>
  stretches.map(([at, drop, ...items]) => [
    at,
    drop,
    items.map((told) => makePiece(told, known, memory)),
  ]);

// Moments as views; `named` are pieces as they lie on the table after the last of them.
export function momentsOf(told: Moments, named: Piece[]): Moment[] {
  const memory: Memory = { names: namesOf(named), reasons: new Map() };
  let view: View = { pieces: [], gauges: [] };
  return [{ ...told, entry: told.since }, ...told.moments].map(({ entry, piece, gauges }) => {
    const list = [...view.pieces],
      known = new Map(view.pieces.map((p) => [p.handle, p]));
    for (const [at, drop, put] of spelt((piece ?? []) as Stretch<Told>[], known, memory))
      list.splice(at, drop, ...(put as Piece[]));
    view = { pieces: list, gauges: gauges ?? view.gauges };
    return { entry, view };
  });
}

// A value as the engine writes it.
function wordOf(domain: Domain | undefined, value: number, form: Form): string | null {
  if (!domain || domain.kind === "none" || domain.kind === "number") return String(value);
  if (domain.kind === "x" || domain.kind === "y") {
    const centimetres = (value / 10).toFixed(1);
    return form === "fr" ? centimetres.replace(".", ",") : centimetres;
  }
  if (domain.kind !== "set") return domain.names?.[value]?.[form] ?? null;
  const names = (domain.names ?? [])
    .filter((_, i) => (value >> i) & 1)
    .map((name) => name?.[form] ?? "?");
  if (!names.length) return form === "fr" ? "rien" : "none";
  if (form === "token") return names.join("+");
  const last = names.pop();
  return names.length ? `${names.join(", ")}${form === "fr" ? " et " : " and "}${last}` : `${last}`;
}

// Numbers of actions, from runs that differ in the last operand.
function actionsOf(runs: Run[]): number[] {
  return runs.flatMap(([verb, ...operands]) => {
    const last = operands[operands.length - 1];
    const fixed = operands.filter((o): o is number => typeof o === "number");
    const start = fixed.reduce((a, o, i) => a + o * 2 ** (30 - 15 * i), verb * 2 ** 45);
    const unit = 2 ** (30 - 15 * fixed.length);
    return Array.isArray(last) ? last.map((value) => start + value * unit) : [start];
  });
}

function makePiece(
  [handle, which, ...rest]: Told,
  known: Map<number, Piece>,
  memory: Memory,
): Piece {
  const piece = { ...(which & WHOLE ? empty : known.get(handle)), handle } as Piece;
  const told = piece as unknown as Record<string, unknown>;
  facts.forEach((fact, i) => {
    if ((which >> i) & 1) told[fact] = rest.shift();
  });
  if ((piece.owner ?? 0) < 0) piece.owner = null;
  if (piece.group === NONE) delete piece.group;
  if (which & VALUES) piece.values = rest.shift() as number[];
  if (which & NAMED) {
    const names: Partial<Pick<Piece, NameKey>> = {};
    (rest.shift() as Names).forEach((name, i) => {
      const key = nameKeys[i];
      if (key && name !== null) names[key] = name;
    });
    memory.names.set(handle, names);
  }
  if (which & WHOLE && handle < HIDDEN_FROM) Object.assign(piece, memory.names.get(handle));
  return piece;
}
