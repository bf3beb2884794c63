// SPDX-License-Identifier: Apache-2.0
// Names for the parts of what the server says (src/schema.ts, made from docs/api/openapi.yaml), and
// what the API does not speak of: flags of pieces and the files of a game's art folder. The page
// knows games only by these shapes.
import type { Cards } from "./board/deck";
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
export type Plan = api.Plan;
export type Hint = Item<api.Hints["hints"]>;
export type Past = api.History;
export type PastMatch = Item<api.History["matches"]>;
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
export const MOVED = 64; // with SPENT: that is how it has acted
export const CUT = 128; // cut off from what it lives on
export const GROUND = 32; // no piece: ground laid on the place
export const HELD = 256; // cannot act for now, longer than a turn perhaps
export const WATCH = 512; // keeps watch where it is
export const NO_HANDLE = 0xffff;
export const HIDDEN_FROM = 0x8000;

export type Emblem = "star" | "cross";
interface Dye {
  paper?: string;
  ink?: string;
  band?: string;
  strip?: string; // behind the name
}
// games/ID/art/style.json: how a game's tokens are drawn with the page's own library of marks.
// A table in millimetres: what it is made of, and how figures are told apart on it.
export interface Ground {
  image?: string; // a file of the art folder, laid over the whole table (tests/web/grounds.mjs)
  paint?: "plates"; // what that picture shows; otherwise open ground with tracks
  relief?: number; // how strong its relief is, 0 to 1
  soil: string;
  light: string;
  dark: string;
  base: string; // top of a figure's base
  shadow: string;
  stone: string[]; // walls: light, dark
  brick: string[]; // ruins: light, dark, floor
  metal: string[]; // wrecks: light, dark
  mark: string; // lettering and lines on the ground
  rough?: string[]; // what areas are, one after the other: crater, wreck, thicket
}
export interface PlaneLook {
  grounds: Record<string, Ground>;
  scenarios?: Record<string, string>; // scenario to ground; the first ground otherwise
  edges?: Record<string, "left" | "right" | "top" | "bottom">; // a seat's own edge
  crates?: string[][]; // colours of containers: light, dark
  // by face: shape of the base, and the colour of the helmet that is left of a figure from afar
  bases?: { match: string; base: "round" | "hexagon" | "teeth"; armour?: string }[];
  chiefs?: string; // faces that lead
  aims?: string[]; // events whose first piece looks at the second
  beacons?: string[]; // faces drawn as a beacon with as many stars as their first value
  states?: Record<string, "under" | "brick" | "eye" | "zigzag">; // faces that tell of a whole group
  // by face: its values while it is whole; an arc below its base shows how much of each is left
  structure?: Record<string, number[]>;
  prepare?: Record<string, string[]>; // by node: overlays of what is being moved
  stop?: string; // the overlay that a dragged figure does not leave
  begin?: Record<string, string[]>; // by node: steps that begin a way, the usual one first
  lines?: string[]; // overlays whose pieces are joined to what they are about
  edge?: Record<string, string>; // overlay to the style of its outline: reach, leash
}
// What an event does on the table: `at`, `from` and `to` are arguments of it (0 the first); `to`
// may name an event told just before, whose last piece is meant.
export interface EffectLook {
  kind: "tracer" | "impact" | "blast" | "smoke" | "removal" | "clash" | "mark";
  at?: number;
  from?: number;
  to?: number | string;
  count?: number; // the argument that says how many
}
// What a throw came to, as a chip that lies where it was (motion/chips.ts).
export interface ChipLook {
  of: string; // the event told before that names who attacks and where
  show: number[]; // arguments that are written on it
  lost?: number[]; // those that say how much is lost by who attacks, and by the other side
}
export interface Look {
  plane?: PlaneLook;
  effects?: Record<string, EffectLook>;
  chips?: Record<string, ChipLook>; // by event
  // rim: of a base on a table; cut: it is broken in so many places (a side is not told by hue)
  seats?: Record<
    string,
    Dye & { paper: string; ink: string; flag?: Emblem; rim?: string; cut?: number }
  >;
  pieces?: (Dye & { match: string; echelon?: string })[]; // by token; a later line adds to it
  body?: Record<string, "counter" | "card" | "figure">;
  terrain?: Record<string, string>;
  edges?: Record<string, string>;
  tags?: Record<string, string>;
  symbols?: Record<string, string>;
  headings?: string[];
  endings?: string[]; // events that say how a match ended
  aim?: Record<string, string[]>; // by verb: overlays shown of a piece before it is taken
  aside?: string[]; // verbs that wait for their button when a click can mean another one
  sounds?: Record<string, string>; // event to what it sounds like (sound/synth.ts)
  minor?: string[]; // events told again by a later one of the same entry
  tracks?: Record<string, string>; // track to the gauge that says the same and how long it is
  formation?: string; // what of a token names the formation it belongs to
  formations?: Record<string, string>; // and the colour of its band
  shorten?: [string, string][]; // of names printed on counters: pattern, what stands for it
  steps?: number; // which value says how many steps a counter has when it is whole
  relief?: { day: string; night: string; scenario?: string }; // painted ground, files of the folder
  waters?: { name: string; width: number; sides: string }[]; // sides: hex and direction, 0104S
  overlays?: Record<string, "front" | "hatch" | "dots" | "line">; // how one is drawn over hexes
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
  drawings?: string[]; // more art files, laid into the page when the game is opened
  cards?: Cards; // from cards.json, where `drawings` names files; never in style.json itself
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
  options?: Record<string, number>; // the lists it speaks of; without: those of the standard
  steps: GuideStep[];
}
