// SPDX-License-Identifier: Apache-2.0
// What is known of a match on the page, and what follows from it: the server's last words, what has
// been pointed at, what is shown; and how things are called. Nothing here asks or changes anything.
import { computed, signal } from "@preact/signals";
import { type Fit, type Thing, fits, marks } from "./choose";
import { printed, signsOn } from "./board/counter";
import { facings } from "./board/facing";
import { type Frame, type Turn, fitted, fromPlane, frames } from "./board/geometry";
import { tightened } from "./board/tight";
import { lang, upright } from "./prefs";
import type { TableError } from "./table";
import { both, capital, colon, t } from "./text";
import type { Trail } from "./trails";
import type { Odds } from "./schema";
import type {
  Cells,
  Game,
  Guide,
  Kind,
  LedgerLine,
  Legal,
  LogEntry,
  LogLine,
  Look,
  Piece,
  Refusal,
  Standing,
  State,
} from "./types";
import type { Chip } from "./motion/chips";
import { CUT, GHOST, GROUND, HELD, MOVED, NO_HANDLE, WATCH, printedValue } from "./types";

export interface Spot {
  x: number;
  y: number;
}
export type Bubble = { at: Spot } & (
  | { kind: "refusal"; refusal: Refusal; tried: string }
  | { kind: "note"; text: string }
  | { kind: "menu"; title: string; items: MenuItem[] }
);
export interface MenuItem {
  label: string;
  hint?: string;
  pick: () => void;
  legal?: Legal;
}
// Dice as they lie, and where on the board the fight is.
export interface Rolled {
  faces: number[];
  entry: number;
  lines: LogLine[];
  spot: Spot | null;
  chip: Chip | null;
}
export interface Ledger {
  title: string;
  lines: LedgerLine[];
  refusal: Refusal | null;
}

// One of a few things that a click may mean, with what it may lead to.
export interface Way {
  name: string;
  odds: Odds;
}

// An answer at a reaction window, with its chances and its cost.
export interface Answer {
  legal: Legal;
  lines: LedgerLine[];
  proposed: boolean; // what the program would answer
}
export interface Question {
  answers: Answer[];
  more: number; // so many are not worked out
}

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}
export interface Within {
  surface: number;
  from: number;
  cells: Map<number, number>; // cell to what is left there
}

export interface Shown {
  kind: string; // token:about
  title: string;
  surface: number;
  cells: Map<number, number>;
  points: [number, number][];
  pieces: Set<number>;
}

// A step that begins a way over a table, and how far it would lead.
export interface Beginning {
  legal: Legal;
  reach: Shown;
}

// What a piece is, taken apart: for the card that is held up to be read.
export interface Told {
  title: string;
  kind: string;
  values: { name: string; value: string }[];
  marks: string[];
  about: string[];
}

export class MatchFacts {
  readonly id: string;
  readonly game = signal<Game | null>(null);
  readonly cells = signal<Cells | null>(null);
  readonly look = signal<Look>({});
  readonly guide = signal<Guide | null>(null);
  readonly shape = signal(0); // width by height of the room for the table; 0: not known
  readonly ownSymbols = signal<Set<string>>(new Set());
  artOf: ((name: string) => string) | null = null; // address of a file of the game's art folder
  readonly live = signal<State | null>(null);
  // The number of the state in which what is to be decided now was told first. Somebody who comes
  // or goes, or speaks, is a new state; what one is about to do is none the worse for it.
  readonly since = signal(-1);
  readonly past = signal<State | null>(null); // a moment of a replay, shown instead
  // It is not the present: what is asked of the match now does not belong to it.
  readonly elsewhen = computed(
    () => !!this.past.value && this.past.value.entry !== this.live.value?.entry,
  );
  readonly log = signal<LogEntry[]>([]);
  readonly failed = signal<TableError | null>(null);
  readonly connected = signal(true);
  readonly busy = signal(false);
  readonly chain = signal<Thing[]>([]);
  readonly verb = signal<number | null>(null);
  readonly orders = signal<Standing | null>(null); // the seat's own, once asked for
  readonly question = signal<Question | null>(null); // what an open window asks, once it is known
  readonly bubble = signal<Bubble | null>(null);
  readonly ledger = signal<Ledger | null>(null);
  readonly odds = signal<Odds | null>(null); // of what the ledger is about
  oddsOf = -1; // that action
  // The action that a click on what the pointer or the focus is at would be; or a few of which a
  // menu would ask which is meant, and then the action is -1.
  readonly pointed = signal<{ action: number; at: Element; ways: Way[] } | null>(null);
  readonly calculating = signal(false);
  readonly coaching = signal(false); // the coach speaks
  readonly analysing = signal(false);
  // What the coach proposes: where it would put pieces, and the places it is about.
  readonly advised = signal<{ ghosts: Piece[]; cells: Set<string> } | null>(null);
  // The moment that is being played back; null: the present.
  readonly staged = signal<NonNullable<State["view"]> | null>(null);
  readonly rolled = signal<Rolled | null>(null);
  readonly chips = signal<{ chip: Chip; spot: Spot }[]>([]); // of throws that were not read yet
  readonly highlight = signal<{ pieces: Set<number>; cells: Set<string> } | null>(null);
  readonly recent = signal<Set<string>>(new Set()); // places the others' last doings were about
  readonly trails = signal<Trail[]>([]); // what the others have moved or taken since one's own move
  readonly within = signal<Within | null>(null); // how far the piece on its way can still go
  readonly way = signal<Set<string>>(new Set()); // and the way it would take to what is pointed at
  readonly ghosts = signal<Piece[] | null>(null); // where a step would put its pieces
  readonly lens = signal<{ index: number; near: Box } | null>(null); // held up to be read
  // What the pointer or the focus was on last, and the overlay that goes along with it.
  readonly looked = signal<{ piece: number | null; surface: number; cell: number } | null>(null);
  readonly follow = signal<string | null>(null);
  readonly overlay = signal<Shown | null>(null);
  readonly prepared = signal<Shown[]>([]); // of a move that is being prepared on a table
  readonly beginnings = signal<Beginning[]>([]); // ways that a figure in hand could begin
  readonly aimed = signal<Shown[]>([]); // shown of themselves, before a choice is made
  readonly layered = signal<Map<string, Shown>>(new Map()); // what lies over hexes, by its style
  readonly pastLayers = signal<Map<string, Shown> | null>(null); // of a replay's moment, if told
  // What lies over hexes at the moment that is shown; null: of that moment nothing is known.
  readonly layersNow = computed(() =>
    this.past.value && (this.pastLayers.value || this.elsewhen.value)
      ? this.pastLayers.value
      : this.layered.value,
  );
  readonly countersHidden = signal(false);
  readonly said = signal(""); // for the live region
  readonly described = signal(""); // status line
  readonly guided = signal(false); // a guide is open
  readonly played = signal<{ legal: Legal; node: string }[]>([]); // for the guide
  readonly ruleShown = signal<string | null>(null); // "" opens the rulebook at its beginning
  readonly talkShown = signal(false);
  readonly peopleShown = signal(false);
  readonly helpShown = signal(false);
  readonly settingsShown = signal(false);
  readonly commandShown = signal(false);

  constructor(id: string) {
    this.id = id;
  }

  readonly state = computed<State | null>(() => {
    const live = this.live.value,
      staged = this.staged.value;
    return this.past.value ?? (staged && live ? { ...live, view: staged } : live);
  });
  // What lies on the table; a step that is only being looked at puts its ghosts there.
  readonly pieces = computed<Piece[]>(() => {
    const there = this.state.value?.view?.pieces ?? [],
      looked = this.ghosts.value ?? this.advised.value?.ghosts ?? null,
      ghosts = this.past.value || this.staged.value ? null : looked;
    if (!ghosts) return there;
    const left = new Map(ghosts.map((p) => [p.handle, p])); // everything else keeps its number
    const list = there.map((p) => {
      const ghost = p.flags & GHOST ? left.get(p.handle) : undefined;
      if (ghost) left.delete(p.handle);
      return ghost ?? p;
    });
    return [...list, ...left.values()];
  });
  // On an upright screen a table lies with the player's own edge below.
  readonly turn = computed<Turn>(() => {
    const seat = this.live.value?.viewer ?? this.game.value?.seats[0]?.token ?? "";
    const edge = upright.value ? this.look.value.plane?.edges?.[seat] : undefined;
    return edge === "left" ? -1 : edge === "right" ? 1 : edge === "top" ? 2 : 0;
  });
  private readonly bare = computed<Frame[]>(() =>
    this.game.value && this.cells.value
      ? frames(this.game.value, this.cells.value, this.turn.value).map((frame) =>
          this.look.value.cards?.drawn ? tightened(frame) : frame,
        )
      : [],
  );
  // The same ones as long as the room changes nothing: a new one is a new drawing.
  readonly frames = computed<Frame[]>(() =>
    this.game.value && this.cells.value
      ? fitted(this.bare.value, this.game.value, this.cells.value, this.shape.value)
      : [],
  );
  readonly turned = signal(new Map<number, number>()); // who has turned where, by handle
  // Where figures look, in degrees as they are drawn.
  readonly facing = computed<Map<Piece, number>>(() => {
    const frame = this.frames.value.find(
      (f) => this.game.value?.surfaces[f.surface]?.shape === "plane",
    );
    if (!frame) return new Map();
    const end = fromPlane(frame, { x: frame.width, y: frame.height }),
      start = fromPlane(frame, { x: 0, y: 0 });
    const table = { w: Math.max(end.x, start.x), h: Math.max(end.y, start.y) };
    const out = facings(this.pieces.value, this.turned.value, table);
    if (frame.turn) for (const [piece, angle] of out) out.set(piece, angle + 90 * frame.turn);
    return out;
  });
  // What lies on or in each piece, and on that again.
  readonly loads = computed(() => {
    const out = new Map<number, Piece[]>(),
      by = new Map(this.pieces.value.map((p) => [p.handle, p]));
    for (const piece of this.pieces.value) {
      if (piece.flags & GHOST) continue;
      let under = by.get(piece.on);
      for (let deep = 0; under && under.handle !== NO_HANDLE && deep < 4; deep++) {
        out.set(under.handle, [...(out.get(under.handle) ?? []), piece]);
        under = by.get(under.on);
      }
    }
    return out;
  });
  // What is told of a group by pieces that lie on one of it: their faces' states.
  readonly groupStates = computed<Map<number, Set<string>>>(() => {
    const named = this.look.value.plane?.states ?? {},
      out = new Map<number, Set<string>>();
    const groupOf = new Map(this.pieces.value.map((p) => [p.handle, p.group]));
    for (const piece of this.pieces.value) {
      if (piece.on === NO_HANDLE) continue;
      const token = this.game.value?.faces[piece.face]?.token ?? "",
        group = groupOf.get(piece.on);
      if (named[token] && group !== undefined)
        out.set(group, new Set([...(out.get(group) ?? []), token]));
    }
    return out;
  });
  readonly acting = computed(
    () => !this.past.value && !!this.live.value?.turn.acting && !this.live.value.over,
  );
  readonly atWindow = computed(
    () =>
      this.acting.value &&
      !!this.game.value?.nodes
        .find((n) => n.token === this.live.value?.turn.node)
        ?.flags.includes("window"),
  );
  readonly legal = computed<Legal[]>(() =>
    this.acting.value ? (this.live.value?.legal ?? []) : [],
  );
  readonly candidates = computed<Fit[]>(() =>
    this.game.value
      ? fits(this.game.value, this.legal.value, this.chain.value, this.verb.value)
      : [],
  );
  readonly marks = computed(() =>
    this.game.value && !this.staged.value
      ? marks(this.game.value, this.candidates.value)
      : { pieces: new Set<number>(), cells: new Set<string>(), points: [] },
  );

  // Of a group of pieces of which one may be pointed at, all may: figure to the one that is meant.
  readonly stand = computed(() => this.stands(this.marks.value.pieces));
  stands(marked: Set<number>): Map<number, number> {
    const groups = new Map<number, number[]>(),
      out = new Map<number, number>();
    const of = (p: Piece): number | undefined => (p.flags & GHOST ? undefined : p.group);
    const meant = new Map(this.pieces.value.map((p) => [p.handle, of(p)]));
    for (const handle of marked) {
      const group = meant.get(handle);
      if (group !== undefined) groups.set(group, [...(groups.get(group) ?? []), handle]);
    }
    for (const piece of this.pieces.value) {
      const [first, second] = groups.get(of(piece) ?? -1) ?? [];
      if (first !== undefined && second === undefined) out.set(piece.handle, first);
    }
    return out;
  }
  // A piece without a name of its own that stands for a choice: a card of a kind that may be named.
  choiceOf(piece: Piece): Thing | null {
    const game = this.game.value,
      token = game?.faces[piece.face]?.token;
    const row = game?.surfaces[piece.surface]?.shape === "row";
    if (!game || !row || piece.handle !== NO_HANDLE) return null;
    for (const { legal, rest } of this.candidates.value)
      for (const place of rest) {
        const domain = game.verbs[legal.v]?.operands[place] ?? 0,
          value = legal.o[place] ?? 0,
          found = game.domains[domain];
        if (found?.kind === "choice" && found.names?.[value]?.token === token)
          return { kind: "value", domain, value };
      }
    return null;
  }
  readonly touchable = computed(
    () => new Set([...this.marks.value.pieces, ...this.stand.value.keys()]),
  );

  // ------------------------------------------------------------------------------------ names
  pieceName(piece: Piece): string {
    const face = this.game.value?.faces[piece.face];
    const own = both(piece);
    return own && face && own !== both(face) ? `${own}, ${both(face)}` : own || both(face);
  }
  describePiece(piece: Piece): string {
    const game = this.game.value;
    const face = game?.faces[piece.face];
    const signs = game ? signsOn(this, game, piece) : [],
      print = game ? printed(game, this.look.value, piece, this.ownSymbols.value) : "",
      parts = [[print, ...signs].filter(Boolean).join(" "), both(face)];
    const whole = both(piece);
    if (whole && !parts[0]?.includes(whole)) parts.push(whole); // what had no room on it
    if (piece.owner !== null && game) parts.push(both(game.seats[piece.owner]));
    const names = face
      ? both({ fr: face.values_fr.join("|"), en: face.values_en.join("|") }).split("|")
      : [];
    const about = both({ fr: piece.about_fr ?? "", en: piece.about_en ?? "" });
    // Words about it say what is printed; what is left of that only the values say.
    if (!about || piece.flags & 2)
      names.forEach(
        (name, i) => name && parts.push(`${name} ${printedValue(piece.values[i] ?? 0)}`),
      );
    if (piece.flags & 1) parts.push(t("faceDown"));
    if (piece.flags & 2) parts.push(t("reduced"));
    if (piece.flags & MOVED) parts.push(t("moved"));
    else if (piece.flags & 4) parts.push(t("spent"));
    if (piece.flags & CUT) parts.push(t("cutOff"));
    parts.push(...this.conditions(piece).filter((word) => !signs.includes(word)));
    const where = this.cellName(piece.surface, piece.cell);
    if (where) parts.push(where);
    return parts.filter(Boolean).join(", ") + (about ? `. ${about}` : "");
  }
  // What holds it or keeps it where it is, in the game's own words if its cards have them.
  private conditions(piece: Piece): string[] {
    const tags = this.look.value.cards?.tags;
    return [
      piece.flags & HELD ? both(tags?.held) || t("held") : "",
      piece.flags & WATCH ? both(tags?.watch) || t("onWatch") : "",
      this.carrying(piece),
    ].filter(Boolean);
  }
  // On a card that is its own picture it can be seen; who only listens is told.
  private carrying(piece: Piece): string {
    const load = this.look.value.cards ? (this.loads.value.get(piece.handle) ?? []) : [],
      names = load.map((p) => both(p)).filter(Boolean);
    return names.length ? `${t("with")} ${names.join(", ")}` : "";
  }
  tellPiece(piece: Piece): Told {
    const game = this.game.value,
      face = game?.faces[piece.face];
    const names = face
      ? both({ fr: face.values_fr.join("|"), en: face.values_en.join("|") }).split("|")
      : [];
    const own = both(piece),
      kind = both(face);
    const marks = [
      piece.flags & 1 ? t("faceDown") : "",
      piece.flags & 2 ? t("reduced") : "",
      piece.flags & MOVED ? t("moved") : piece.flags & 4 ? t("spent") : "",
      piece.flags & CUT ? t("cutOff") : "",
      ...this.conditions(piece),
    ];
    const side = piece.owner === null ? "" : both(game?.seats[piece.owner]);
    return {
      title: capital(own || kind),
      kind: [own && own !== kind ? kind : "", side].filter(Boolean).join(", "),
      values: names.flatMap((name, i) =>
        name ? [{ name, value: printedValue(piece.values[i] ?? 0) }] : [],
      ),
      marks: marks.filter(Boolean),
      about: both({ fr: piece.about_fr ?? "", en: piece.about_en ?? "" })
        .split(/(?<=[.!?]) +/)
        .filter(Boolean)
        .map(capital),
    };
  }
  cellName(surface: number, cell: number): string {
    const found = this.cells.value?.surfaces[surface]?.cells[cell];
    const name = both(found);
    return (
      name || (this.game.value?.surfaces[surface] ? both(this.game.value.surfaces[surface]) : "")
    );
  }
  piecesAt(surface: number, cell: number): Piece[] {
    return this.pieces.value
      .filter((p) => p.surface === surface && p.cell === cell && !(p.flags & GROUND))
      .sort((a, b) => a.layer - b.layer);
  }
  describeCell(surface: number, cell: number): string {
    const game = this.game.value,
      found = this.cells.value?.surfaces[surface]?.cells[cell];
    if (!game || !found) return "";
    const parts = [this.cellName(surface, cell)];
    const laid = this.pieces.value.find(
      (p) => p.flags & GROUND && p.surface === surface && p.cell === cell,
    );
    const face = game.faces[laid?.face ?? found.face];
    if (game.surfaces[surface]?.shape === "hexes" || found.corners.length) parts.push(both(face));
    const [first, count] = game.tag_labels;
    for (let i = 0; i < count; i++)
      if ((found.tags >> i) & 1) parts.push(both(game.labels[first + i]));
    const [edge, edges] = game.edge_labels;
    for (let i = 0; i < edges; i++)
      if (found.edge.some((e) => (e >> i) & 1))
        parts.push(both(game.labels[edge + i]).toLowerCase());
    const here = this.piecesAt(surface, cell);
    if (here.length) parts.push(`${t("here")} ${here.map((p) => this.pieceName(p)).join("; ")}`);
    return parts.filter(Boolean).join(", ");
  }
  thingName(thing: Thing): string {
    if (thing.kind === "cell") return this.cellName(thing.surface, thing.cell);
    if (thing.kind === "piece") {
      const piece = this.pieces.value.find((p) => p.handle === thing.handle);
      return piece ? this.groupName(piece) || both(piece) || this.pieceName(piece) : "";
    }
    return this.valueName(thing.domain, thing.value);
  }
  // A piece that stands for its whole group is called by the group's name.
  groupName(piece: Piece): string {
    const game = this.game.value,
      group = piece.group;
    if (!game || group === undefined || group === piece.handle) return "";
    const members = new Set<number>();
    for (const { v, o } of this.legal.value)
      game.verbs[v]?.operands.forEach((d, i) => {
        const named = game.domains[d]?.kind === "piece" ? o[i] : undefined;
        const found = this.pieces.value.find((p) => p.handle === named);
        if (found?.group === group && named !== undefined) members.add(named);
      });
    const domain = game.domains.find((d) => d.kind === "piece" && d.names?.[group]);
    return members.size === 1 ? both(domain?.names?.[group]) : "";
  }
  valueName(domain: number, value: number): string {
    const found = this.game.value?.domains[domain];
    if (!found) return String(value);
    if (found.kind === "set") {
      const names = (found.names ?? []).filter((_, i) => (value >> i) & 1).map((n) => both(n));
      return names.length ? names.join(" + ") : t("none");
    }
    return both(found.names?.[value]) || String(value);
  }
  legalName(legal: Legal): string {
    const game = this.game.value;
    const verb = game?.verbs[legal.v];
    if (!game || !verb) return legal.n;
    const kinds = verb.operands.map((index) => game.domains[index]?.kind ?? "none");
    const said = legal.o.map((value, i) => {
      const kind = kinds[i];
      if (kind === "x" || kind === "y") return centimetres(value);
      const piece = kind === "piece" && this.pieces.value.find((p) => p.handle === value);
      if (piece) return this.groupName(piece) || this.valueName(verb.operands[i] ?? 0, value);
      return this.valueName(verb.operands[i] ?? 0, value);
    });
    return phrase(both(verb), kinds, said);
  }

  // The places and pieces a draft has named so far.
  readonly drafted = computed(() => {
    const out = { pieces: new Set<number>(), cells: new Set<string>() };
    for (const notation of this.past.value ? [] : (this.live.value?.draft ?? [])) {
      const [first, ...words] = notation.split(" ");
      const verb = this.game.value?.verbs.find(
        (v) => v.token === first && v.operands.length === words.length,
      );
      verb?.operands.forEach((index, i) => {
        const domain = this.game.value?.domains[index],
          value = domain?.names?.findIndex((n) => n?.token === words[i]) ?? -1;
        if (value >= 0 && domain?.kind === "piece") out.pieces.add(value);
        if (value >= 0 && domain?.kind === "cell") out.cells.add(`${domain.surface}:${value}`);
      });
    }
    return out;
  });
  // An action in notation, spoken: the verb's and the things' own names; after one of the same verb
  // only the things.
  spoken(notation: string, before = ""): string {
    const game = this.game.value,
      [first, ...words] = notation.split(" ");
    const verb = game?.verbs.find((v) => v.token === first && v.operands.length === words.length);
    if (!game || !verb) return notation;
    const kinds = verb.operands.map((index) => game.domains[index]?.kind ?? "none");
    const said = verb.operands.map((index, i) => {
      const domain = game.domains[index],
        word = words[i] ?? "";
      const named = (token: string): string =>
        both(domain?.names?.find((n) => n?.token === token)) || token;
      if (domain?.kind === "set")
        return word === "none" ? t("none") : word.split("+").map(named).join(" + ");
      return domain?.kind === "x" || domain?.kind === "y" ? localNumber(word) : named(word);
    });
    const same = before.split(" ")[0] === first && kinds.some((k) => k === "cell" || k === "piece");
    return phrase(same ? "" : both(verb), kinds, said).trim();
  }
}

const localNumber = (digits: string): string =>
  lang.value === "fr" ? digits.replace(".", ",") : digits;
export const centimetres = (mm: number): string => localNumber((mm / 10).toFixed(1));

const isPointed = (kind: Kind | undefined) =>
  kind === "piece" || kind === "cell" || kind === "seat";

// A verb and what it is done with: one thing is its object; of several each acts on the next, by
// arrows behind a colon (and an arrow where the verb only goes somewhere). What is chosen or
// counted comes behind a colon, too, places of a plane as they are.
function phrase(verb: string, kinds: Kind[], said: string[]): string {
  const alone = kinds.filter(isPointed).length === 1;
  let text = verb,
    pointed = 0,
    chosen = 0;
  said.forEach((word, i) => {
    const kind = kinds[i];
    if (!word) return;
    if (isPointed(kind)) {
      const first = !pointed++ && !chosen;
      if (first && !alone && verb) text += `${colon()}${word}`;
      else text += !first || (kind === "cell" && alone) ? ` → ${word}` : ` ${word}`;
    } else if (kind === "x" || kind === "y") text += ` ${word}`;
    else text += chosen++ || (pointed && !alone) ? `, ${word}` : `${colon()}${word}`;
  });
  return text;
}
