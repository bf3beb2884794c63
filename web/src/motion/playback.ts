// SPDX-License-Identifier: Apache-2.0
// Time on the table. What the others do is played back entry by entry: the newest state is known
// and can be acted on at once, but the table shows (`staged`) one moment after the other until it
// has come to the present. Any input jumps there. One's own moves slide; the others' last turn can
// be seen again. What a message does not tell one by one is asked for (`moments`).
import { batch, signal } from "@preact/signals";
import { pieceSpot, spotOf } from "../board/board";
import { effectsOf } from "../board/effects";
import { answering, calm, keep, kept, speed } from "../prefs";
import { play, soundsOf } from "../sound/sound";
import type { MatchStore } from "../store";
import type { Moment, View } from "../table";
import { both, capital, t } from "../text";
import { gathered } from "../told";
import type { LogEntry, LogLine, Piece, State } from "../types";
import { HIDDEN_FROM } from "../types";
import { chipOf } from "./chips";
import { type Difference, differences } from "./differences";
import { Flights, type Spot } from "./flights";

// Milliseconds of a movement and of the rest after it; dice are looked at for longer.
const pace = {
  quick: { move: 190, rest: 70, dice: 700 },
  natural: { move: 430, rest: 230, dice: 1500 },
  step: { move: 380, rest: 0, dice: 0 },
} as const;
const ownMove = 170;
const answerAfter = 500; // after one's own decision, at the earliest
const bannerFor = 1700;
const chipsKept = 12;

export interface Bar {
  entry: number;
  left: number; // entries that are still to come
  waits: boolean; // for the next step
  text: string;
}

export class Playback {
  readonly bar = signal<Bar | null>(null);
  readonly banner = signal<{ title: string; text: string; seat: number } | null>(null);
  readonly flights = new Flights(() => document.querySelector<HTMLElement>(".flights"));
  readonly holding = signal(false); // an answer that is there already is not shown yet
  // The press or key that ended a playback: it is about what is there now.
  cutBy: Event | null = null;
  private decided = -Infinity; // when this person last did something
  private shown = 0; // the entry that is staged
  private run = 0; // counts what is played: another number ends it
  private wake: (() => void) | null = null;
  private readonly seen = new Map<string, number>(); // by viewer: the last entry shown
  private dragged: { handle: number; at: Spot; time: number } | null = null;
  constructor(private readonly store: MatchStore) {}

  get playing(): boolean {
    return this.store.staged.value !== null;
  }
  // This person decides something now.
  acted(): void {
    this.decided = performance.now();
  }
  // A piece was let go here by hand: it need not come from where it was before.
  letGo(handle: number, at: Spot): void {
    this.dragged = { handle, at, time: performance.now() };
  }

  // ------------------------------------------------------------------------------- what has come
  // Called before the page is drawn anew.
  heard(before: State | null, state: State): void {
    const viewer = state.viewer ?? "",
      last = this.seen.get(viewer);
    if (!state.view) return this.stop();
    const same = before?.viewer === state.viewer && !!before?.view;
    const from = same ? before.entry : last;
    if (!document.hidden) this.seen.set(viewer, state.entry);
    if (document.hidden || this.store.past.value) return;
    if (!same) this.stop();
    const fresh = this.entries(from ?? state.entry, state.entry);
    const theirs = fresh.some((e) => e.seat !== state.viewer);
    if (same && before) this.announce(before, state, fresh);
    if (this.playing) return; // it looks for more when it has come to its end
    if (speed.value === "off") {
      if (same && before?.view && this.early() > 0 && fresh.some((e) => this.byProgram(e)))
        return void this.play(before.entry, before.view, true);
      this.rest(fresh);
      soundsOf(this.store.look.value, fresh);
    } else if (theirs && from !== undefined && from < state.entry)
      void this.play(from, (same && before?.view) || null);
    else if (same && before?.view) this.own(before.view.pieces, state.view.pieces, fresh);
  }
  // The page was covered or closed: what was shown then is where to go on.
  recall(viewer: string): void {
    const shown = Number(kept(`shown.${this.store.id}.${viewer}`) ?? Number.NaN);
    if (Number.isInteger(shown)) this.seen.set(viewer, shown);
  }
  remember(state: State | null): void {
    if (state?.view) keep(`shown.${this.store.id}.${state.viewer}`, `${state.entry}`);
  }
  whenLeft(left: () => void): () => void {
    const changed = () => (document.hidden ? left() : this.uncovered());
    document.addEventListener("visibilitychange", changed);
    addEventListener("pagehide", left);
    return () => {
      document.removeEventListener("visibilitychange", changed);
      removeEventListener("pagehide", left);
      this.close();
    };
  }
  private uncovered(): void {
    const state = this.store.live.value,
      from = this.seen.get(state?.viewer ?? "");
    if (!state?.view || from === undefined || this.playing) return;
    this.seen.set(state.viewer ?? "", state.entry);
    if (state.entry > from && speed.value !== "off") void this.play(from, null);
  }
  private entries(from: number, upTo: number): LogEntry[] {
    return this.store.log.value.filter((e) => e.entry > from && e.entry <= upTo);
  }

  // A step of a replay, forwards or backwards.
  between(before: Piece[], after: Piece[]): void {
    if (speed.value !== "off") this.own(before, after, []);
  }
  // Rows and heaps close ranks without being looked at.
  private changes(before: Piece[], after: Piece[]): Difference[] {
    const shapes = this.store.game.value?.surfaces.map((s) => s.shape) ?? [];
    const beside = (surface: number | undefined): boolean =>
      !/^(hexes|areas|plane)$/.test(shapes[surface ?? -1] ?? "");
    return differences(before, after).filter(({ kind, was, is }) => {
      const from = was?.piece.surface,
        to = is?.piece.surface;
      return kind === "flip" || from !== to || !beside(from);
    });
  }
  private own(before: Piece[], after: Piece[], fresh: LogEntry[]): void {
    const list = this.changes(before, after);
    this.rest(fresh);
    soundsOf(this.store.look.value, fresh);
    effectsOf(this.store, fresh);
    if (!list.length || calm.value) return;
    const seen = this.flights.before(list);
    void this.drawn().then(() => this.flights.start(list, this.fromHand(seen), ownMove, new Map()));
  }
  // What was dragged begins where it was let go.
  private fromHand<T extends Map<Difference, Spot>>(seen: T): T {
    const hand = this.dragged;
    this.dragged = null;
    if (!hand || performance.now() - hand.time > 2000) return seen;
    for (const [one, shot] of seen)
      if (one.is?.piece.handle === hand.handle) Object.assign(shot, hand.at);
    return seen;
  }
  private drawn(): Promise<void> {
    return new Promise((done) => requestAnimationFrame(() => done()));
  }

  // ----------------------------------------------------------------------------------- playing
  // How long an answer that came now would have to wait.
  private early(): number {
    return answering.value === "once" ? 0 : this.decided + answerAfter - performance.now();
  }
  private byProgram(entry: LogEntry | undefined): boolean {
    const seat = this.store.live.value?.seats.find((s) => s.token === entry?.seat);
    return !!seat && !/^(human|remote|open)$/.test(seat.kind);
  }
  private async hold(entry: LogEntry | undefined): Promise<void> {
    const wait = this.early();
    if (wait <= 0 || !this.byProgram(entry)) return;
    this.holding.value = true;
    await this.pause(wait);
    this.holding.value = false;
  }

  // From this entry to the present; `start` is what was seen then, where it is known. `bare`: what
  // follows one's own decisions is not played back, it only waits until it may be shown.
  private async play(from: number, start: View | null, bare = false): Promise<void> {
    const { store } = this,
      mine = ++this.run;
    const first = start ?? store.live.value?.view;
    if (!first) return;
    store.staged.value = first;
    this.shown = from;
    let last: Moment = { entry: from, view: first };
    while (mine === this.run) {
      const state = store.live.value;
      if (!state?.view || state.entry <= last.entry) break;
      const step = start && state.entry === from + 1 && last.entry === from;
      const list = step ? [{ entry: state.entry, view: state.view }] : await this.ask(last.entry);
      if (mine !== this.run) return;
      if (!list.length) return this.arrive(); // untold: what fell meanwhile lies there all the same
      for (const moment of list) {
        if (moment === list[0] && !step) {
          store.staged.value = moment.view; // where it begins
          await this.drawn();
        } else {
          const entry = store.log.value.find((e) => e.entry === moment.entry);
          await this.hold(entry);
          if (mine !== this.run) return;
          if (!bare) await this.show(last.view, moment, mine);
          else if (this.byProgram(entry)) return this.arrive();
          else this.stage(moment, entry);
        }
        if (mine !== this.run) return;
        last = moment;
      }
    }
    if (mine === this.run) this.finish();
  }
  private async ask(since: number): Promise<Moment[]> {
    const state = this.store.live.value;
    if (!state?.view) return [];
    try {
      return await this.store.table.moments(since, state.entry, state.view.pieces);
    } catch {
      return []; // the present is shown
    }
  }

  private stage(moment: Moment, entry: LogEntry | undefined): void {
    this.store.staged.value = moment.view;
    this.shown = moment.entry;
    if (!entry) return;
    this.rest([entry]);
    soundsOf(this.store.look.value, [entry]);
  }
  private async show(before: View, moment: Moment, mine: number): Promise<void> {
    const { store } = this,
      kind = speed.value === "off" ? "quick" : speed.value;
    const { move, rest, dice } = pace[kind];
    const entry = store.log.value.find((e) => e.entry === moment.entry);
    const list = this.changes(before.pieces, moment.view.pieces);
    const told = entry ? this.lines(entry) : "";
    const heading = entry?.lines.some((l) => store.look.value.headings?.includes(l.kind));
    const seen = calm.value ? new Map() : this.flights.before(list);
    this.stage(moment, entry);
    if (!list.length && !entry?.dice?.length && (!told || heading)) return; // nothing is to be seen
    const left = (store.live.value?.entry ?? moment.entry) - moment.entry;
    const waits = kind === "step";
    if (told || waits) this.bar.value = { entry: moment.entry, left, waits, text: told };
    if (entry) effectsOf(store, [entry]);
    await this.drawn();
    if (mine !== this.run) return;
    const flown = calm.value ? 0 : this.flights.start(list, seen, move, this.ways(entry));
    const still = calm.value && list.length ? move : 0;
    await this.pause((flown ? move : still) + rest + (entry?.dice?.length ? dice : 0));
    if (waits && mine === this.run) await this.pause(Infinity);
  }
  private lines(entry: LogEntry): string {
    const [told] = gathered(this.store.game.value, [entry], (e) => this.store.telling(e));
    return (told?.lines ?? [])
      .slice(0, 2)
      .map(({ line }) => both(line))
      .join(" ");
  }
  // The way that an entry says a piece has gone, on the screen.
  private ways(entry: LogEntry | undefined): Map<number, Spot[]> {
    const out = new Map<number, Spot[]>(),
      board = document.querySelector<SVGGraphicsElement>("#board > g"),
      matrix = board?.getScreenCTM();
    if (!entry || !matrix) return out;
    for (const { lines } of gathered(this.store.game.value, [entry], (e) => this.store.telling(e)))
      for (const { line, way } of lines) {
        const spots = way.map((key) => {
          const [surface, cell] = key.split(":").map(Number);
          return spotOf(this.store, surface ?? -1, cell ?? -1);
        });
        const whole = spots.flatMap((s) =>
          s ? [{ x: s.x * matrix.a + matrix.e, y: s.y * matrix.d + matrix.f }] : [],
        );
        if (whole.length === way.length && way.length > 2) out.set(Number(line.args[0]), whole);
      }
    return out;
  }

  private pause(ms: number): Promise<void> {
    return new Promise((done) => {
      const timer = Number.isFinite(ms) ? setTimeout(() => this.wake?.(), ms) : undefined;
      this.wake = () => {
        clearTimeout(timer);
        this.wake = null;
        done();
      };
    });
  }
  next(): void {
    this.wake?.();
  }
  // In the present: what had not been shown yet is there all at once.
  private arrive(): void {
    const fresh = this.entries(this.shown, this.store.live.value?.entry ?? 0);
    this.finish();
    this.rest(fresh);
    soundsOf(this.store.look.value, fresh);
  }
  private finish(): void {
    this.run++;
    this.holding.value = false;
    batch(() => {
      this.store.staged.value = null;
      this.bar.value = null;
    });
    const banner = this.pending;
    this.pending = null;
    if (banner) this.raise(banner);
  }
  private stop(): void {
    if (this.playing) this.finish();
    this.run++;
    this.wake?.();
    this.flights.clear();
  }

  // To the present at once; the dice that were still to come lie there. False: nothing was played.
  cut(by: Event | null = null): boolean {
    if (!this.playing) return false;
    const last = this.store.live.value?.entry ?? 0;
    this.cutBy = by;
    this.stop();
    this.rest(this.entries(this.shown, last));
    return true;
  }

  // What the others did last, with all that has come of it; the entry before it.
  lastTurn(): number | null {
    const { live, log } = this.store,
      state = live.value;
    if (!state?.view) return null;
    const list = log.value.filter((e) => e.entry <= state.entry),
      players = new Set(this.store.game.value?.seats.map((s) => s.token));
    const theirs = (e: LogEntry) => players.has(e.seat) && e.seat !== state.viewer;
    let start = list.map(theirs).lastIndexOf(true);
    if (start < 0) return null;
    while (start >= 0 && list[start]?.seat !== state.viewer) start--;
    return list[start]?.entry ?? (list[0]?.entry ?? 1) - 1;
  }
  again(): void {
    const from = this.lastTurn();
    if (this.store.past.value) return;
    if (from === null) return this.store.note({ x: innerWidth / 2, y: 120 }, t("nothingAgain"));
    this.stop();
    void this.play(from, null);
  }

  // ------------------------------------------------------------------------------------- dice
  // Dice lie where the fight is until the player goes on.
  private rest(entries: LogEntry[]): void {
    for (const thrown of entries) {
      if (!thrown.dice?.length) continue;
      this.keepChip();
      this.throwDice(thrown, this.store.log.value);
    }
  }
  // Of several fights each keeps its chip; where there is another one since, that is the one.
  private keepChip(): void {
    const { chip, spot } = this.store.rolled.value ?? {};
    if (!chip || !spot) return;
    const others = this.store.chips.value.filter((c) => c.spot.x !== spot.x || c.spot.y !== spot.y);
    this.store.chips.value = [...others, { chip, spot }].slice(-chipsKept);
  }
  throwDice(thrown: LogEntry, log: LogEntry[]): void {
    const { game, look } = this.store,
      chip = game.value ? chipOf(game.value, look.value, log, thrown) : null,
      at = chip?.place && spotOf(this.store, chip.place.surface, chip.place.cell);
    this.store.rolled.value = {
      faces: thrown.dice ?? [],
      entry: thrown.entry,
      lines: this.store.telling(thrown),
      spot: at ?? this.scene(log, thrown.entry),
      chip,
    };
  }
  // Where an entry takes place: the last place or piece that it, or what led to it, names. What
  // went before a heading did not.
  private scene(log: LogEntry[], number: number): Spot | null {
    const { look } = this.store,
      late = log.filter((e) => e.entry <= number).slice(-8).reverse();
    for (const entry of late) {
      const headed = entry.lines.map((l) => !!look.value.headings?.includes(l.kind)),
        after = new Set(entry.lines.slice(headed.lastIndexOf(true) + 1));
      const told = this.store.telling(entry).filter((line) => after.has(line));
      for (const line of told.reverse()) {
        const last = this.named(line).at(-1);
        if (last) return last;
      }
      if (headed.includes(true)) break;
    }
    return null;
  }
  // Where the places and pieces are that a line names.
  private named(line: LogLine): Spot[] {
    const { game } = this.store,
      kinds = game.value?.events?.find((e) => e.token === line.kind)?.domains ?? [];
    return kinds.flatMap((index, i) => {
      const domain = game.value?.domains[index],
        value = line.args[i];
      if (!domain || value === null || value === undefined || value < 0) return [];
      if (domain.kind === "cell") return spotOf(this.store, domain.surface, value) ?? [];
      if (domain.kind !== "piece" || value >= HIDDEN_FROM) return [];
      return this.pieceAt(value) ?? [];
    });
  }
  // A piece, or the middle of a group that has this name.
  private pieceAt(handle: number): Spot | null {
    const all = this.store.pieces.value;
    // a card that stands for the group lies beside the table: it is nowhere on it
    const spotsOf = (list: Piece[]): Spot[] =>
      list.flatMap((p) => pieceSpot(this.store, p) ?? []);
    const one = spotsOf(all.filter((p) => p.handle === handle).slice(0, 1)),
      spots = one.length ? one : spotsOf(all.filter((p) => p.group === handle));
    if (!spots.length) return null;
    return {
      x: spots.reduce((sum, s) => sum + s.x, 0) / spots.length,
      y: spots.reduce((sum, s) => sum + s.y, 0) / spots.length,
    };
  }

  // ----------------------------------------------------------------------------------- banner
  private pending: { title: string; text: string; seat: number } | null = null;
  private lowering = 0;
  // It has become somebody's turn: the player's own, or one that a heading begins.
  private announce(before: State, state: State, fresh: LogEntry[]): void {
    const { store } = this,
      game = store.game.value;
    const headings = store.look.value.headings ?? [];
    const said = fresh.flatMap((e) => e.lines.filter((l) => headings.includes(l.kind)));
    const turned = before.turn.seat !== state.turn.seat,
      mine = state.turn.acting && !before.turn.acting;
    if (state.over || !(mine || turned)) return;
    if (mine && fresh.some((e) => e.seat !== state.viewer)) play("alert");
    const seat = game?.seats.findIndex((s) => s.token === state.turn.seat) ?? -1;
    if (speed.value === "off" || seat < 0) return;
    if (store.atWindow.value || !(said.length || mine)) return;
    const text = said.at(-1);
    const banner = {
      title: mine ? t("turnMark") : capital(both(game?.seats[seat])),
      text: text ? both(text) : "",
      seat,
    };
    if (this.playing || fresh.some((e) => e.seat !== state.viewer)) this.pending = banner;
    else this.raise(banner);
  }
  private raise(banner: { title: string; text: string; seat: number }): void {
    clearTimeout(this.lowering);
    this.banner.value = banner;
    this.lowering = window.setTimeout(() => (this.banner.value = null), bannerFor);
  }
  private close(): void {
    clearTimeout(this.lowering);
    this.stop();
  }
}
