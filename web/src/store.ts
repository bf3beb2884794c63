// SPDX-License-Identifier: Apache-2.0
// One match on the page: what the server last said, what has been pointed at, and what follows from
// both. Nothing here draws; nothing here knows a game.
import { batch, computed, signal } from "@preact/signals";
import * as api from "./api";
import { type Fit, type Thing, fits, isKnown, marks, operandDomain, restNeedsPointing, sameThing } from "./choose";
import { type Frame, frames, wayBack } from "./board/geometry";
import { printed } from "./board/counter";
import { sprite } from "./board/sprite";
import { both, t } from "./text";
import type { Cells, Click, Game, Guide, Judged, LedgerLine, Legal, LogEntry, Look, Piece, Refusal, State } from "./types";

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
export interface Ledger {
  title: string;
  lines: LedgerLine[];
  refusal: Refusal | null;
}

export class MatchStore {
  readonly id: string;
  readonly game = signal<Game | null>(null);
  readonly cells = signal<Cells | null>(null);
  readonly look = signal<Look>({});
  readonly guide = signal<Guide | null>(null);
  readonly ownSymbols = signal<Set<string>>(new Set());
  readonly live = signal<State | null>(null);
  readonly past = signal<State | null>(null); // a moment of a replay, shown instead of the live state
  readonly log = signal<LogEntry[]>([]);
  readonly failed = signal<api.ApiError | null>(null);
  readonly connected = signal(true);
  readonly busy = signal(false);
  readonly chain = signal<Thing[]>([]);
  readonly verb = signal<number | null>(null);
  readonly bubble = signal<Bubble | null>(null);
  readonly ledger = signal<Ledger | null>(null);
  readonly rolled = signal<{ faces: number[]; entry: number } | null>(null);
  readonly highlight = signal<{ pieces: Set<number>; cells: Set<string> } | null>(null);
  readonly overlay = signal<{ kind: string; surface: number; cells: Map<number, number>; points: [number, number][] } | null>(null);
  readonly countersHidden = signal(false);
  readonly said = signal(""); // for the live region
  readonly described = signal(""); // status line
  readonly played = signal<{ legal: Legal; node: string } | null>(null); // for the guide
  readonly ruleShown = signal<string | null>(null); // "" opens the rulebook at its beginning
  readonly helpShown = signal(false);
  readonly commandShown = signal(false);
  private readonly why = new Map<string, Judged>();
  private stop: (() => void) | null = null;
  private lastEntry = -1;

  constructor(id: string) {
    this.id = id;
  }

  readonly state = computed<State | null>(() => this.past.value ?? this.live.value);
  readonly pieces = computed<Piece[]>(() => this.state.value?.view?.pieces ?? []);
  readonly frames = computed<Frame[]>(() =>
    this.game.value && this.cells.value ? frames(this.game.value, this.cells.value) : []);
  readonly acting = computed(() => !this.past.value && !!this.live.value?.turn.acting && !this.live.value.over);
  readonly legal = computed<Legal[]>(() => (this.acting.value ? this.live.value?.legal ?? [] : []));
  readonly candidates = computed<Fit[]>(() =>
    this.game.value ? fits(this.game.value, this.legal.value, this.chain.value, this.verb.value) : []);
  readonly marks = computed(() =>
    this.game.value ? marks(this.game.value, this.candidates.value) : { pieces: new Set<number>(), cells: new Set<string>(), points: [] });

  async open(): Promise<void> {
    try {
      await api.ensureSession();
      const state = await api.match(this.id);
      const [game, cells, look, sheet, guide] = await Promise.all([
        api.game(state.game), api.cells(state.game, state.scenario), api.look(state.game),
        api.symbols(state.game), api.guide(state.game),
      ]);
      batch(() => {
        this.game.value = game;
        this.cells.value = cells;
        this.look.value = look;
        this.guide.value = guide;
        this.ownSymbols.value = sprite(sheet);
      });
      this.take(state);
      this.stop = api.events(this.id, (s) => this.take(s), (up) => (this.connected.value = up));
    } catch (error) {
      this.failed.value = error instanceof api.ApiError ? error : new api.ApiError(0, null);
    }
  }
  close(): void {
    this.stop?.();
    this.stop = null;
  }

  // A state from the server; older ones than the present are dropped.
  take(state: State): void {
    const before = this.live.value;
    if (before && state.seq < before.seq && state.viewer === before.viewer) return;
    const moved = !before || before.seq !== state.seq || before.viewer !== state.viewer;
    batch(() => {
      this.live.value = state;
      this.mergeLog(state, before);
      if (moved) {
        this.chain.value = [];
        this.verb.value = null;
        this.why.clear();
        this.ledger.value = null;
        if (this.overlay.value) this.overlay.value = null;
        if (this.bubble.value?.kind === "menu") this.bubble.value = null;
      }
    });
  }

  private mergeLog(state: State, before: State | null): void {
    if (!state.log) {
      if (state.handover) this.log.value = [];
      return;
    }
    const same = before && before.viewer === state.viewer && !before.handover;
    const kept = new Map((same ? this.log.value : []).map((e) => [e.entry, e]));
    for (const entry of state.log) kept.set(entry.entry, entry);
    const list = [...kept.values()].filter((e) => e.entry <= state.entry).sort((a, b) => a.entry - b.entry);
    this.log.value = list;
    const last = list[list.length - 1];
    if (last && this.lastEntry >= 0 && last.entry > this.lastEntry) {
      const fresh = list.filter((e) => e.entry > this.lastEntry);
      this.said.value = fresh.flatMap((e) => e.lines.map((l) => both(l))).join(" ");
      const dice = fresh.filter((e) => e.dice?.length).pop();
      if (dice?.dice) this.rolled.value = { faces: dice.dice, entry: dice.entry };
    }
    this.lastEntry = last?.entry ?? 0;
  }

  // ------------------------------------------------------------------------------------ names
  pieceName(piece: Piece): string {
    const face = this.game.value?.faces[piece.face];
    const own = both(piece);
    return own && face && own !== both(face) ? `${own}, ${both(face)}` : own || both(face);
  }
  describePiece(piece: Piece): string {
    const game = this.game.value;
    const face = game?.faces[piece.face];
    const parts = game ? [printed(game, this.look.value, piece, this.ownSymbols.value), both(face)] : [];
    if (piece.owner !== null && game) parts.push(both(game.seats[piece.owner]));
    const names = face ? both({ fr: face.values_fr.join("|"), en: face.values_en.join("|") }).split("|") : [];
    names.forEach((name, i) => name && parts.push(`${name} ${piece.values[i] ?? 0}`));
    if (piece.flags & 1) parts.push(t("faceDown"));
    if (piece.flags & 2) parts.push(t("reduced"));
    if (piece.flags & 4) parts.push(t("spent"));
    const where = this.cellName(piece.surface, piece.cell);
    if (where) parts.push(where);
    return parts.filter(Boolean).join(", ");
  }
  cellName(surface: number, cell: number): string {
    const found = this.cells.value?.surfaces[surface]?.cells[cell];
    const name = both(found);
    return name || (this.game.value?.surfaces[surface] ? both(this.game.value.surfaces[surface]) : "");
  }
  piecesAt(surface: number, cell: number): Piece[] {
    return this.pieces.value
      .filter((p) => p.surface === surface && p.cell === cell)
      .sort((a, b) => a.layer - b.layer);
  }
  describeCell(surface: number, cell: number): string {
    const game = this.game.value, found = this.cells.value?.surfaces[surface]?.cells[cell];
    if (!game || !found) return "";
    const parts = [this.cellName(surface, cell)];
    const face = game.faces[found.face];
    if (game.surfaces[surface]?.shape === "hexes") parts.push(both(face));
    const [first, count] = game.tag_labels;
    for (let i = 0; i < count; i++) if (found.tags >> i & 1) parts.push(both(game.labels[first + i]));
    const [edge, edges] = game.edge_labels;
    for (let i = 0; i < edges; i++) if (found.edge.some((e) => e >> i & 1)) parts.push(both(game.labels[edge + i]).toLowerCase());
    const here = this.piecesAt(surface, cell);
    if (here.length) parts.push(`${t("here")} ${here.map((p) => this.pieceName(p)).join("; ")}`);
    return parts.filter(Boolean).join(", ");
  }
  thingName(thing: Thing): string {
    if (thing.kind === "cell") return this.cellName(thing.surface, thing.cell);
    if (thing.kind === "piece") {
      const piece = this.pieces.value.find((p) => p.handle === thing.handle);
      return piece ? both(piece) || this.pieceName(piece) : "";
    }
    return this.valueName(thing.domain, thing.value);
  }
  valueName(domain: number, value: number): string {
    const found = this.game.value?.domains[domain];
    if (!found) return String(value);
    if (found.kind === "set") {
      const names = (found.names ?? []).filter((_, i) => value >> i & 1).map((n) => both(n));
      return names.length ? names.join(" + ") : t("none");
    }
    return both(found.names?.[value]) || String(value);
  }
  legalName(legal: Legal): string {
    const game = this.game.value;
    const verb = game?.verbs[legal.v];
    const parts = legal.o.map((value, i) => {
      const found = game && operandDomain(game, legal, i);
      return found ? this.valueName(found.index, value) : "";
    });
    return [both(verb), ...parts].filter(Boolean).join(" ");
  }

  // An action in notation, spoken: the verb's and the things' own names.
  spoken(notation: string): string {
    const game = this.game.value, [first, ...words] = notation.split(" ");
    const verb = game?.verbs.find((v) => v.token === first && v.operands.length === words.length);
    if (!game || !verb) return notation;
    const said = verb.operands.map((index, i) => both(game.domains[index]?.names?.find((n) => n?.token === words[i])) || words[i]);
    return [both(verb), ...said].join(" ");
  }

  // ----------------------------------------------------------------------------------- pointing
  cancel(): void {
    batch(() => {
      this.chain.value = [];
      this.verb.value = null;
      this.bubble.value = null;
      this.overlay.value = null;
    });
  }
  note(at: Spot, text: string): void {
    this.bubble.value = { at, kind: "note", text };
    this.said.value = text;
  }

  // `readings` are the things a spot can mean, most likely first.
  touch(readings: Thing[], at: Spot): void {
    const game = this.game.value;
    if (!game || this.busy.value) return;
    this.bubble.value = null;
    if (!this.acting.value) {
      if (!this.past.value) this.note(at, this.live.value?.over ? t("over") : t("notYourTurn"));
      return;
    }
    const chain = this.chain.value;
    const again = chain[chain.length - 1];
    if (again && readings.some((r) => sameThing(r, again))) {
      this.chain.value = chain.slice(0, -1);
      return;
    }
    for (const base of chain.length ? [chain, []] : [chain])
      for (const thing of readings) {
        const found = fits(game, this.legal.value, [...base, thing], this.verb.value);
        if (found.length) return this.advance([...base, thing], found, at);
      }
    if (this.verb.value !== null)
      for (const thing of readings) {
        const found = fits(game, this.legal.value, [thing], null);
        if (found.length) {
          this.verb.value = null;
          return this.advance([thing], found, at);
        }
      }
    void this.walk(readings, at).then((went) => (went ? undefined : this.refuse(chain, readings, at)));
  }

  private advance(chain: Thing[], found: Fit[], at: Spot): void {
    const game = this.game.value as Game;
    const whole = found.filter((f) => !f.rest.length), part = found.filter((f) => f.rest.length);
    const first = whole[0];
    const rivals = part.filter((f) => f.ordered && f.legal.v !== first?.legal.v);
    if (first && whole.length === 1 && !rivals.length) return void this.act(first.legal, at);
    this.chain.value = chain;
    const pointing = part.filter((f) => restNeedsPointing(game, f));
    const items: MenuItem[] = whole.map(({ legal }) => ({ label: both(game.verbs[legal.v]), legal, pick: () => void this.act(legal, at) }));
    for (const verb of new Set(pointing.map((f) => f.legal.v)))
      if (whole.length || new Set(pointing.map((f) => f.legal.v)).size > 1)
        items.push({ label: `${both(game.verbs[verb])}…`, pick: () => { this.verb.value = verb; this.bubble.value = null; } });
    if (!pointing.length || !items.length)
      for (const { legal } of part.filter((f) => !restNeedsPointing(game, f)).slice(0, 40))
        items.push({ label: this.legalName(legal), legal, pick: () => void this.act(legal, at) });
    if (items.length && (whole.length || !pointing.length))
      this.bubble.value = { at, kind: "menu", title: chain.map((x) => this.thingName(x)).join(" · "), items };
  }

  // A place with several pieces that could be meant: asks which.
  touchPlace(surface: number, cell: number, at: Spot): void {
    const game = this.game.value;
    const here = this.piecesAt(surface, cell).filter(isKnown).reverse();
    const place: Thing = { kind: "cell", surface, cell };
    if (game && this.acting.value) {
      const wanted = here.filter((p) => this.marks.value.pieces.has(p.handle));
      const self = this.marks.value.cells.has(`${surface}:${cell}`);
      const different = new Set(wanted.map((p) => p.handle));
      if (!self && different.size > 1) {
        this.bubble.value = {
          at, kind: "menu", title: this.cellName(surface, cell),
          items: wanted.map((p) => ({
            label: this.pieceName(p), hint: p.values.slice(0, game.faces[p.face]?.values_fr.length ?? 0).join("-"),
            pick: () => this.touch([{ kind: "piece", handle: p.handle }], at),
          })),
        };
        return;
      }
      if (self) return this.touch([place], at);
    }
    this.touch([...here.map((p): Thing => ({ kind: "piece", handle: p.handle })), place], at);
  }

  touchPoint(surface: number, x: number, y: number, at: Spot): void {
    if (!this.acting.value) return this.note(at, t("notYourTurn"));
    void this.ask([...this.toClicks(this.chain.value), { kind: "point", surface, x, y }], at);
  }

  // A piece let go on a plane: an action of both, else one of the point alone (its unit's way).
  async dropPoint(from: Thing, surface: number, x: number, y: number, at: Spot): Promise<void> {
    const point: Click = { kind: "point", surface, x, y };
    const live = this.live.value;
    if (!live || !this.acting.value) return this.note(at, t("notYourTurn"));
    const tries = [[...this.toClicks([from]), point], [point]];
    for (const clicks of tries) {
      try {
        const answer = await api.click(this.id, live.seq, live.turn.node, clicks);
        if (answer.legal && answer.notation) return void (await this.actText(answer.notation, at));
      } catch (error) {
        return void this.trouble(error, at);
      }
    }
    if (!(await this.ask(tries[0] ?? [], at, true))) await this.ask([point], at);
  }

  private toClicks(things: Thing[]): Click[] {
    const out: Click[] = [];
    if (this.verb.value !== null) out.push({ kind: "verb", verb: this.game.value?.verbs[this.verb.value]?.token ?? "" });
    for (const thing of things) if (thing.kind !== "value") out.push(thing);
    return out;
  }

  private async refuse(chain: Thing[], readings: Thing[], at: Spot): Promise<void> {
    const known = readings.filter((r) => r.kind !== "piece" || r.handle < 0x8000);
    for (const reading of known.length ? known : readings) {
      if (await this.ask(this.toClicks([...chain, reading]), at, true)) return;
      if (chain.length && (await this.ask(this.toClicks([reading]), at, true))) return;
    }
    this.note(at, t("notHere"));
  }

  // Asks the judge about what was pointed at; true when there was an answer.
  private async ask(clicks: Click[], at: Spot, quiet = false): Promise<boolean> {
    const live = this.live.value;
    if (!live) return false;
    try {
      const answer = await api.click(this.id, live.seq, live.turn.node, clicks);
      if (answer.legal === false && answer.refusal) {
        this.bubble.value = { at, kind: "refusal", refusal: answer.refusal, tried: answer.notation ?? "" };
        this.said.value = `${t("refused")} ${answer.refusal.rule}: ${both(answer.refusal)}`;
        return true;
      }
      if (answer.legal && answer.notation) {
        await this.actText(answer.notation, at);
        return true;
      }
    } catch (error) {
      return this.trouble(error, at);
    }
    if (!quiet) this.note(at, t("notHere"));
    return false;
  }

  private trouble(error: unknown, at: Spot): boolean {
    if (!(error instanceof api.ApiError)) throw error;
    if (error.refusal) this.bubble.value = { at, kind: "refusal", refusal: error.refusal, tried: "" };
    else if (error.code !== "stale") this.note(at, both(error));
    if (error.status === 409) void api.match(this.id).then((s) => this.take(s)).catch(() => undefined);
    return true;
  }

  // ------------------------------------------------------------------------------------- acting
  async act(legal: Legal, at: Spot): Promise<boolean> {
    const node = this.live.value?.turn.node ?? "";
    const done = await this.send(legal.n, at);
    if (done) this.played.value = { legal, node };
    return done;
  }
  async actText(notation: string, at: Spot): Promise<boolean> {
    const known = this.legal.value.find((l) => l.n.toLowerCase() === notation.toLowerCase());
    return known ? this.act(known, at) : this.send(notation, at);
  }
  private async send(action: string, at: Spot): Promise<boolean> {
    const live = this.live.value;
    if (!live || this.busy.value) return false;
    batch(() => {
      this.busy.value = true;
      this.bubble.value = null;
    });
    try {
      const { seq } = await api.act(this.id, action, live.seq);
      await this.reach(seq);
      return true;
    } catch (error) {
      this.trouble(error, at);
      return false;
    } finally {
      this.busy.value = false;
    }
  }
  // Waits for the stream to bring the state of a sequence number; asks for it if it is late.
  private async reach(seq: number): Promise<void> {
    for (let i = 0; i < 25; i++) {
      if ((this.live.value?.seq ?? 0) >= seq) return;
      await new Promise((wake) => setTimeout(wake, 20));
    }
    this.take(await api.match(this.id));
  }

  async undo(): Promise<void> {
    const live = this.live.value;
    if (!live || this.past.value) return;
    if (this.chain.value.length || this.verb.value !== null) return this.cancel();
    const at = { x: innerWidth / 2, y: 90 };
    if (!live.undo?.can) return this.note(at, both(live.undo) || t("nothingUndo"));
    try {
      await api.undo(this.id, live.seq);
      this.take(await api.match(this.id));
    } catch (error) {
      this.trouble(error, at);
    }
  }

  // A drag: the piece and where it was let go; if no action has both, the piece and then each place
  // of the way, one step after the other.
  async drag(from: Thing, way: Thing[], at: Spot): Promise<void> {
    const game = this.game.value, last = way[way.length - 1];
    if (!game || !last) return;
    if (!this.acting.value) return this.note(at, t("notYourTurn"));
    const direct = fits(game, this.legal.value, [from, last], this.verb.value);
    if (direct.length) return this.advance([from, last], direct, at);
    const start = fits(game, this.legal.value, [from], this.verb.value).filter((f) => !f.rest.length);
    const verbs = new Set(start.map((f) => f.legal.v));
    if (start[0] && verbs.size >= 1) {
      if (!(await this.act(start[0].legal, at))) return;
    } else if (!fits(game, this.legal.value, [way[0] ?? last], null).some((f) => !f.rest.length)) {
      return void this.refuse([from], [last], at);
    }
    for (const thing of fits(game, this.legal.value, [last], null).some((f) => !f.rest.length) ? [last] : way) {
      const next = fits(game, this.legal.value, [thing], null).find((f) => !f.rest.length);
      if (!next) return void this.refuse([], [thing], at);
      if (!(await this.act(next.legal, at))) return;
    }
  }

  // A place further on, while a piece is on its way step by step: if the game can tell its reach, the
  // way there is taken, one legal step after the other. True when it set out.
  private async walk(readings: Thing[], at: Spot): Promise<boolean> {
    const game = this.game.value, goal = readings.find((r) => r.kind === "cell");
    const kind = game?.overlays.find((o) => o.token === "reach" && game.domains[o.domain]?.kind === "piece");
    const mover = this.pieces.value.find((p) => p.flags & 8 && p.handle < 0x8000);
    const steps = (cell: number): Legal | undefined => fits(game as Game, this.legal.value,
      [{ kind: "cell", surface: mover?.surface ?? 0, cell }], null).find((f) => !f.rest.length && game?.verbs[f.legal.v]?.flags.includes("draft"))?.legal;
    const surface = game?.surfaces[mover?.surface ?? -1];
    if (!game || goal?.kind !== "cell" || !kind || !mover || surface?.shape !== "hexes" || goal.surface !== mover.surface) return false;
    if (!this.live.value?.draft?.length) return false;
    let reach: Map<number, number>;
    try {
      reach = new Map((await api.overlay(this.id, kind.token, mover.handle)).cells);
    } catch {
      return false;
    }
    const way = wayBack(reach, mover.cell, goal.cell, surface.width, surface.height);
    if (!way.length || !steps(way[0] ?? -1)) return false;
    for (const cell of way) {
      const legal = steps(cell);
      if (!legal) return void this.refuse([], [{ kind: "cell", surface: goal.surface, cell }], at), true;
      if (!(await this.act(legal, at))) return true;
    }
    return true;
  }

  // -------------------------------------------------------------------------------------- asking
  async preview(legal: Legal): Promise<void> {
    const key = `${this.live.value?.seq}:${legal.a}`;
    try {
      const known = this.why.get(key) ?? (await api.why(this.id, legal.n));
      this.why.set(key, known);
      if (known.ledger?.length) this.ledger.value = { title: this.legalName(legal), lines: known.ledger, refusal: known.refusal ?? null };
    } catch {
      // a preview that fails is no news
    }
  }
  async showOverlay(kind: string, about: number): Promise<void> {
    if (this.overlay.value?.kind === `${kind}:${about}`) {
      this.overlay.value = null;
      return;
    }
    try {
      const got = await api.overlay(this.id, kind, about);
      this.overlay.value = { kind: `${kind}:${about}`, surface: got.surface, cells: new Map(got.cells), points: got.points };
    } catch (error) {
      this.trouble(error, { x: innerWidth / 2, y: 120 });
    }
  }
  async takeSeat(): Promise<void> {
    const seat = this.live.value?.handover;
    if (!seat) return;
    try {
      await api.handover(this.id, seat);
      this.take(await api.match(this.id));
    } catch (error) {
      this.trouble(error, { x: innerWidth / 2, y: innerHeight / 2 });
    }
  }
}
