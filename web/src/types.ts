// SPDX-License-Identifier: Apache-2.0
// Names for the parts of what the server says (src/schema.ts, made from docs/api/openapi.yaml), and
// what the API does not speak of: flags of pieces and the files of a game's art folder. The page
// knows games only by these shapes.
import type * as api from "./schema";

export type {
  Begun,
  Cells,
  Change,
  Click,
  Invitation,
  Invite,
  Option,
  Piece,
  Refusal,
  Scenario,
  Sitting,
  State,
} from "./schema";

export interface Both {
  fr: string;
  en: string;
}
type Item<T> = NonNullable<T> extends (infer U)[] ? U : never;

export type ListFault = Item<api.Error["faults"]>; // what is wrong with a list that a player wrote
export type GameCard = Item<api.Games["games"]>;
export type Game = api.Facts;
export type Surface = Item<Game["surfaces"]>;
export type Shape = Surface["shape"];
export type Face = Item<Game["faces"]>;
export type Domain = Item<api.Domains>;
export type Kind = Domain["kind"];
export type Verb = Item<Game["verbs"]>;
export type Rule = Item<Game["rules"]>;
export type Cell = Item<Item<api.Cells["surfaces"]>["cells"]>;
export type Gauge = Item<api.View["gauges"]>;
export type Legal = Item<api.State["legal"]>;
export type LogEntry = Item<api.Log>;
export type LogLine = Item<LogEntry["lines"]>;
export type Judged = api.Verdict;
export type LedgerLine = Item<api.Verdict["ledger"]>;
export type Marked = api.Overlay; // places marked on demand
export type Plan = Item<api.Plans["plans"]>;
export type MatchCard = Item<api.Matches["matches"]>;
export type Spoken = Item<api.Talk["lines"]>; // a line that a player said
export type ReplayPart = api.Replay;
export type Order = Item<api.Orders["orders"]>["order"];
// A seat's standing orders by window, whether windows with one answer are closed for it, and what
// `always` would answer at the window now open to it.
export type Standing = {
  orders: Record<string, Order>;
  close: boolean;
  proposal: number | null;
};

export const NO_VALUE = -32768; // a printed dash
export const printedValue = (value: number): string => (value === NO_VALUE ? "·" : String(value));
export const BACK = 1;
export const REDUCED = 2;
export const SPENT = 4;
export const ACTIVE = 8;
export const GHOST = 16;
export const PLANNED = 1 << 20; // the page's own: where a plan would put it
export const GROUND = 32; // no piece: ground laid on the place
export const NO_HANDLE = 0xffff;
export const HIDDEN_FROM = 0x8000;

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
  endings?: string[]; // events that say how a match ended
  aim?: Record<string, string[]>; // by verb: overlays shown of a piece before it is taken
  aside?: string[]; // verbs that wait for their button when a click can mean another one
  minor?: string[]; // events told again by a later one of the same entry
  tracks?: Record<string, string>; // track to the gauge that says the same and how long it is
  formation?: string;
  motto_fr?: string;
  motto_en?: string;
  facts?: {
    long_fr: string; // how long the usual scenario lasts
    long_en: string;
    short_fr: string; // and the shortest
    short_en: string;
    complexity: number; // of five
    pieces_fr: string;
    pieces_en: string;
  };
  lengths?: Record<string, Both>; // of scenarios
  start?: { scenario: string; seat: string };
  cell_names?: boolean;
}
export interface GuideStep extends Both {
  verb?: string;
  piece?: string[];
  cell?: string[];
  node?: string;
  point?: { piece?: string; cell?: string; also?: string[]; verb?: string }; // also: more places
}
export interface Guide {
  scenario: string;
  seat: string;
  steps: GuideStep[];
}
