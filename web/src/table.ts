// SPDX-License-Identifier: Apache-2.0
// Everything the page asks for, whoever answers: a house where games are played, and a table where
// one match stands. The server is one implementation (server/); another may judge on the page
// itself. No component asks anybody else.
import type {
  Both,
  Cells,
  Click,
  Game,
  GameCard,
  Guide,
  Judged,
  ListFault,
  Look,
  Marked,
  MatchCard,
  Order,
  Past,
  Piece,
  Refusal,
  ReplayPart,
  Standing,
  State,
} from "./types";
import type { Begun, Catalogue, Invitation, Invite, Judgement, Me, Preview } from "./schema";
import type {
  Analysis,
  Chance,
  Explained,
  Hints,
  Luck,
  Notes,
  Odds,
  Plans,
  Talk,
  Watching,
} from "./schema";

// What went wrong, in both languages; a refusal by the rules is one kind of it.
export class TableError extends Error implements Both {
  readonly status: number;
  readonly code: string;
  readonly fr: string;
  readonly en: string;
  readonly refusal: Refusal | null;
  readonly seat: string; // whose list is wrong
  readonly line: number; // of a file; 0: of none
  readonly faults: ListFault[];
  constructor(status: number, told: Trouble) {
    super(told.en);
    this.status = status;
    this.code = told.code;
    this.fr = told.fr;
    this.en = told.en;
    this.refusal = told.refusal ?? null;
    this.line = told.line ?? 0;
    this.seat = told.seat ?? "";
    this.faults = told.faults ?? [];
  }
}
export interface Trouble extends Both {
  code: string;
  refusal?: Refusal | undefined;
  line?: number | undefined;
  seat?: string | undefined;
  faults?: ListFault[] | undefined;
}

export const silence = {
  code: "unreachable",
  fr: "Le serveur ne répond pas.",
  en: "The server does not answer.",
};
export const troubleOf = (error: unknown): TableError =>
  error instanceof TableError ? error : new TableError(0, silence);

// What plays by itself, in rising strength; greedy is a captain of older matches.
export type Level = "random" | "recruit" | "sergeant" | "captain" | "colonel" | "general";
export type SeatKind = "human" | Level | "greedy" | "open"; // open: for whoever is invited
// How long a person may think; what is left out is usual for its kind.
export interface Pace {
  kind: "live" | "fast" | "slow" | "none";
  base_s?: number;
  increment_s?: number;
}
export interface Start {
  game: string;
  scenario?: string;
  own?: string; // the text of a scenario, in place of one of the game's
  options?: Record<string, number>;
  seats: SeatKind[];
  side?: "chance"; // which of the people sits where is drawn
  clock?: Pace;
  lists?: (string | null)[];
  hints?: boolean; // people may be advised too
}

export type BookKind = "rules" | "start" | "aid";

export interface House {
  games(): Promise<GameCard[]>;
  game(id: string): Promise<Game>;
  rulebook(id: string, lang: string, kind: BookKind): Promise<string>; // "" when there is none
  book(id: string, lang: string, kind: BookKind): string; // address of a page that prints well
  catalogue(id: string): Promise<Catalogue>; // what lists are built from
  judge(id: string, text: string): Promise<Judgement>; // of a list while it is built
  scenarios(id: string): Promise<{ id: string; text: string }[]>; // as texts, to be changed
  preview(id: string, text: string): Promise<Preview>; // of a scenario while it is written
  look(id: string): Promise<Look>;
  dressed(id: string): Promise<{ look: Look; symbols: string | null }>; // with all its drawings
  cover(id: string): string; // address of a picture
  art(id: string, name: string): string; // address of a file of the game's art folder
  matches(): Promise<MatchCard[]>;
  start(request: Start): Promise<Begun>;
  me(): Promise<Me>;
  setName(name: string): Promise<Me>; // what the others call this person
  backLink(): Promise<string>; // a path: this person comes back on another device
  comeBack(secret: string): Promise<void>;
  invitation(secret: string): Promise<Invitation>;
  accept(secret: string, name: string): Promise<string>; // the match
  lookOn(secret: string): Promise<string>; // the match, as a spectator
  shared(secret: string): Table; // a finished match, for whoever has the link
  history(page: number): Promise<Past>; // what the person has played
  upload(file: string): Promise<string>;
  table(match: string): Table;
}

// The match file, and what this browser knows besides: what it was shown and gave at the start, and
// the key of whoever signs.
export interface Proof {
  bytes: Uint8Array;
  known: { commitment: string | null; seed: string | null; key: string | null };
}

// What stays as it is while a match lasts, and the state it is in.
export interface Opening {
  state: State;
  game: Game; // with the names that things have in this match
  lists: (string | null)[]; // each seat's own list; null: a ready one
  own: string | null; // the players' own scenario
  cells: Cells;
  look: Look;
  symbols: string | null;
  guide: Guide | null;
}

// What was seen after an entry.
export type View = NonNullable<State["view"]>;
export interface Moment {
  entry: number;
  view: View;
}

export interface Ears {
  state(state: State): void; // the newest, each once, in order
  line(up: boolean): void; // whether anything would be heard
}

// What all are thought to do on the way.
export type Assume = Odds["assume"];

// An action: its number as in the legal list, or notation that somebody typed.
export type Deed = number | string;

// Whatever changes the match is answered when it is done, and by then the state after it has been
// told to whoever watches: nobody waits for anything else.
export interface Table {
  readonly id: string;
  open(): Promise<Opening>;
  watch(ears: Ears): () => void;
  refresh(): Promise<void>; // the present state is told to whoever watches
  // In order, up to the first that is refused; how many were done. If none was, it throws.
  act(deeds: Deed[], seq: number): Promise<number>;
  undo(seq: number): Promise<void>;
  resign(): Promise<void>;
  takeSeat(seat: string): Promise<void>;
  invite(seat: string): Promise<Invite>; // to a seat that is open or one's own
  revoke(seat: string): Promise<void>;
  // With the others' consent: a decision back, a rest of the clocks, a draw.
  takeback(answer: "ask" | "agree" | "decline"): Promise<void>;
  rest(answer: "ask" | "agree" | "decline" | "end"): Promise<void>;
  vacation(days: number | null): Promise<void>; // null: back again
  draw(answer: "offer" | "accept" | "decline"): Promise<void>;
  talk(since: number): Promise<Talk>; // what was said after that line
  say(text: string): Promise<void>;
  mute(muted: boolean): Promise<void>;
  notes(): Promise<Notes>; // one's own, and how far one has looked
  setNotes(text: string): Promise<void>;
  seen(entry: number): Promise<void>; // looked at so far
  since(entry: number): Promise<State>; // its log begins after that entry
  // What was seen after each entry from `since`, or as far back as is told, to `upto`; `named` are
  // the pieces that lie on the table after it.
  moments(since: number, upto: number, named: Piece[]): Promise<Moment[]>;
  // Others may look on by link, so many entries behind; null: no longer.
  watching(delay: number | null): Promise<Watching>;
  leave(seat: string): Promise<void>; // before it has begun
  remove(): Promise<void>; // one's own match that nobody has joined
  rematch(): Promise<string>; // the next match, sides changed
  setOrder(node: string, order: Order): Promise<void>;
  // At every window that would ask, until the seat's own turn.
  orderMeanwhile(order: Order): Promise<void>;
  closeForced(close: boolean): Promise<void>;
  orders(): Promise<Standing>;
  why(action: Deed): Promise<Judged>;
  click(seq: number, node: string, clicks: Click[]): Promise<Judged>;
  overlay(kind: string, about: number, after?: number): Promise<Marked>; // after a step of a draft
  // Ways of this piece to that place, best first.
  plans(piece: number, surface: number, cell: number): Promise<Plans>;
  // What these steps lead to; anew: as if nothing were prepared yet.
  odds(steps: Deed[], more?: { anew?: boolean; assume?: Assume }): Promise<Odds>;
  chance(entry: number): Promise<Chance>; // what it had been
  luck(): Promise<Luck>; // of a match that is over
  hint(): Promise<Hints>; // from what one's own seat knows
  explained(): Promise<Explained>; // what the others' last move has changed
  analysis(): Promise<Analysis>; // of a match that is over
  replay(entry: number, viewer: string, overlays?: string): Promise<ReplayPart>; // kind:seat,...
  file(): string; // address of the match file
  proof(): Promise<Proof>; // what a check of the dice needs
  given(): string | null; // this browser's part of the dice
}
