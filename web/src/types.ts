// SPDX-License-Identifier: Apache-2.0
// What the server says, as docs/api/README.md has it. The page knows games only by these shapes.

export interface Both {
  fr: string;
  en: string;
}
export interface Named extends Both {
  token: string;
}
export interface Scenario extends Both {
  id: string;
  brief_fr: string;
  brief_en: string;
}
export interface Option extends Both {
  id: string;
  min: number;
  max: number;
  standard: number;
  values?: (Both & { id: string })[]; // named values, from 0 on
  list?: string; // the seat whose ready list it chooses; its player may bring one of his own
}
// What is wrong with a list that a player wrote.
export interface ListFault extends Both {
  line: number;
  rule: string | null;
}
export interface GameCard extends Both {
  id: string;
  version: number;
  seats: Named[];
  scenarios: Scenario[];
  options: Option[];
}
export type Shape = "hexes" | "areas" | "plane" | "row" | "pile" | "track";
export interface Surface extends Named {
  shape: Shape;
  owner: number | null;
  width: number;
  height: number;
  cells: number;
}
export interface Face extends Named {
  glyph: string;
  values_fr: string[];
  values_en: string[];
}
export type Kind = "none" | "number" | "seat" | "piece" | "cell" | "x" | "y" | "choice" | "set";
export interface Domain {
  token: string;
  kind: Kind;
  surface: number;
  count: number;
  names?: (Named | null)[];
}
export interface Verb extends Named {
  flags: string[];
  operands: number[];
}
export interface GameNode {
  token: string;
  flags: string[];
  verbs: number[];
  act_fr: string;
  act_en: string;
  wait_fr: string;
  wait_en: string;
}
export interface Overlay extends Named {
  domain: number;
}
export interface Rule extends Both {
  id: string;
  origin: string | number;
  section: string;
}
export interface Game extends Both {
  id: string;
  version: number;
  seats: Named[];
  options: Option[];
  surfaces: Surface[];
  faces: Face[];
  labels: Named[];
  edge_labels: [number, number];
  tag_labels: [number, number];
  verbs: Verb[];
  domains: Domain[];
  nodes: GameNode[];
  overlays: Overlay[];
  rules: Rule[];
  events?: { token: string; domains: number[] }[];
}
export interface Cell {
  face: number;
  x: number;
  y: number;
  tags: number;
  edge: number[];
  corners: [number, number][];
  token?: string;
  fr?: string;
  en?: string;
}
export interface Cells {
  surfaces: { cells: Cell[] }[];
}
export interface Piece {
  handle: number;
  face: number;
  surface: number;
  owner: number | null;
  cell: number;
  x: number;
  y: number;
  radius: number;
  layer: number;
  flags: number;
  on: number;
  group?: number; // what it belongs to: pointing at any of a group will do
  values: number[];
  token?: string;
  fr?: string;
  en?: string;
  about_fr?: string;
  about_en?: string;
}
export const NO_VALUE = -32768; // a printed dash
export const printedValue = (value: number): string => (value === NO_VALUE ? "·" : String(value));
export const BACK = 1;
export const REDUCED = 2;
export const SPENT = 4;
export const ACTIVE = 8;
export const GHOST = 16;
export const GROUND = 32; // no piece: ground laid on the place
export const NO_HANDLE = 0xffff;
export const HIDDEN_FROM = 0x8000;

export interface Gauge {
  label: number;
  owner: number | null;
  value: number;
  max: number;
}
export interface Legal {
  a: number;
  n: string;
  v: number;
  o: number[];
}
export interface LogLine extends Both {
  rule: string;
  kind: string;
  args: (number | null)[];
}
export interface LogEntry {
  entry: number;
  seat: string;
  lines: LogLine[];
  dice: number[] | null;
}
export interface State {
  id: string;
  game: string;
  scenario: string;
  options?: Record<string, number>;
  lists?: string[]; // seats that play a list of their own
  seq: number;
  entry: number;
  viewer: string | null;
  handover: string | null;
  seats: { token: string; kind: string; clock_ms: number | null }[];
  turn: {
    seat: string | null;
    node: string;
    prompt_fr: string;
    prompt_en: string;
    acting: boolean;
  };
  over: boolean;
  result: { half: number[]; margin: number; reason: string } | null;
  view?: { pieces: Piece[]; gauges: Gauge[] };
  draft?: string[];
  legal?: Legal[];
  undo?: { can: boolean; fr: string; en: string };
  log?: LogEntry[];
  thinking?: boolean;
}
// What has changed since the state `from` shown to the same viewer; what is left out is as it was.
// Of lists, stretches: at this index so many items are replaced by these.
export type Stretch<T> = [at: number, drop: number, put: T[]];
export interface Change
  extends Partial<
    Pick<State, "seats" | "turn" | "over" | "result" | "draft" | "undo" | "log" | "thinking">
  > {
  from: number;
  viewer: string;
  seq: number;
  entry: number;
  pieces?: Stretch<Partial<Piece> & { handle: number }>[];
  gauges?: Gauge[];
  legal?: Stretch<[a: number, n: string]>[];
}
export interface Refusal extends Both {
  rule: string;
  refusal: string;
  rule_fr: string;
  rule_en: string;
  remedy: string[];
}
export interface LedgerLine extends Both {
  rule: string;
  kind: "add" | "total" | "note";
  delta: number;
}
export interface Judged {
  action: number | null;
  notation?: string;
  legal?: boolean;
  refusal?: Refusal;
  ledger?: LedgerLine[];
  ghosts?: Piece[]; // where its pieces would stand, of a step that can be taken back
}
export interface MatchCard {
  id: string;
  game: string;
  scenario: string;
  turn_fr: string;
  turn_en: string;
  over: boolean;
  yours: boolean;
  updated: number;
}
export interface ReplayPart extends State {
  entries: number;
  shown?: number; // the entry it is after; `entry` counts the whole log
  dice?: { commitment: string; seed: string; verified: boolean };
}
export type Click =
  | { kind: "piece"; handle: number }
  | { kind: "cell"; surface: number; cell: number }
  | { kind: "point"; surface: number; x: number; y: number }
  | { kind: "verb"; verb: string };

// games/ID/art/style.json: how a game's tokens are drawn with the page's own library of marks.
export interface Look {
  seats?: Record<string, { paper: string; ink: string; band?: string }>;
  pieces?: { match: string; paper?: string; ink?: string; band?: string }[];
  body?: Record<string, "counter" | "card" | "figure">;
  terrain?: Record<string, string>;
  edges?: Record<string, string>;
  tags?: Record<string, string>;
  symbols?: Record<string, string>;
  headings?: string[];
  aim?: Record<string, string[]>; // by verb: overlays shown of a piece before it is taken
  minor?: string[]; // events told again by a later one of the same entry
  tracks?: Record<string, string>; // track to the gauge that says the same and how long it is
  formation?: string;
  motto_fr?: string;
  motto_en?: string;
  start?: { scenario: string; seat: string };
  cell_names?: boolean;
}
export interface GuideStep extends Both {
  verb?: string;
  piece?: string[];
  cell?: string[];
  node?: string;
  point?: { piece?: string; cell?: string; verb?: string };
}
export interface Guide {
  scenario: string;
  seat: string;
  steps: GuideStep[];
}
