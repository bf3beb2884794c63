// SPDX-License-Identifier: Apache-2.0
// One match on the page and what is done with it: taking in what the server says, turning what is
// pointed at into actions, asking why. Nothing here draws; nothing here knows a game.
import { batch, computed } from "@preact/signals";
import { turnedAfter } from "./board/facing";
import { sprite } from "./board/sprite";
import {
  type Fit,
  type Thing,
  fits,
  isKnown,
  marks,
  restNeedsPointing,
  sameThing,
  spelled,
} from "./choose";
import { MatchFacts, type MenuItem, type Shown, type Spot } from "./facts";
import { house } from "./house";
import { KeptDraft } from "./kept";
import { askOverlay, followLayers } from "./layers";
import { Playback } from "./motion/playback";
import { apart } from "./people";
import { keep, kept, lang } from "./prefs";
import { begunBy, dropped, prepare } from "./prepare";
import { sameDecision } from "./same";
import { type Deed, type Table, TableError, troubleOf } from "./table";
import { both, colon, spokenLine, t } from "./text";
import { type ToldEntry, gathered, placesIn } from "./told";
import { carried } from "./trails";
import { goTo, lead, showReach } from "./ways";
import { ending, pointAt, reckon } from "./reckon";
import { printedValue } from "./types";
import type {
  Click,
  Game,
  Judged,
  Legal,
  LogEntry,
  LogLine,
  Order,
  Piece,
  Plan,
  State,
} from "./types";

export type { Answer, Bubble, MenuItem, Spot } from "./facts";

const openedWithin = 40; // entries
const answersShown = 6; // at a window; the others are pointed at

export class MatchStore extends MatchFacts {
  readonly table: Table;
  readonly kept: KeptDraft;
  readonly motion: Playback;
  private readonly why = new Map<string, Promise<Judged>>();
  private readonly plans = new Map<string, Promise<Plan | null>>();
  private stop: (() => void) | null = null;
  private lastEntry = -1;
  ownLists: (string | null)[] = []; // by seat; null: a ready one
  ownScenario: string | null = null;
  private soon = 0;
  clockHeard = 0; // when the server last spoke of clocks, by this page's own
  private shownTo = 0; // entries that this person has been shown, as far as the server knows
  readonly embedded: boolean; // in somebody else's page: to be looked at only
  constructor(id: string, shared?: Table) {
    super(id);
    this.table = shared ?? house.table(id);
    this.embedded = !!shared;
    this.kept = new KeptDraft(id);
    this.motion = new Playback(this);
  }

  async open(): Promise<void> {
    try {
      const { state, game, lists, own, cells, look, symbols, guide } = await this.table.open();
      this.artOf = (name) => house.art(game.id, name);
      const drawn = sprite(symbols);
      await new Promise((done) => setTimeout(done)); // not in one task with the first picture
      this.ownLists = lists;
      this.ownScenario = own;
      batch(() => {
        this.game.value = game;
        this.cells.value = cells;
        this.look.value = look;
        this.guide.value = guide;
        this.ownSymbols.value = drawn;
      });
      this.motion.recall(state.viewer ?? "");
      this.take(state);
      const deaf = this.table.watch({
        state: (s) => this.take(s),
        line: (up) => {
          this.connected.value = up;
          if (!up) this.kept.cutOff();
        },
      });
      let spoken = lang.value;
      const unwatch = lang.subscribe((now) => {
        if (now !== spoken) this.forgetWords();
        spoken = now;
      });
      const unlayered = followLayers(this, (kind, about) => askOverlay(this, kind, about));
      const away = this.motion.whenLeft(() => this.tellSeen());
      this.stop = () => {
        this.tellSeen();
        away();
        unlayered();
        deaf();
        unwatch();
      };
    } catch (error) {
      this.failed.value = troubleOf(error);
    }
  }
  close(): void {
    this.stop?.();
    this.stop = null;
  }

  // ---------------------------------------------------------------------------- coming and going
  // What the others did since this person last looked; null: nothing, or he never has.
  async unseen(): Promise<LogEntry[] | null> {
    try {
      const { seen } = await this.table.notes();
      this.shownTo = seen;
      const state = this.live.value,
        met = kept(`met.${this.id}`);
      keep(`met.${this.id}`, "yes");
      if ((!seen && !met) || !state || state.entry <= seen) return null;
      const { log } = await this.table.since(seen);
      const theirs = (log ?? []).filter((e) => e.entry > seen && e.seat !== state.viewer);
      return theirs.length ? (log ?? []).filter((e) => e.entry > seen) : null;
    } catch {
      return null;
    }
  }
  // Left or covered: what was to be seen has been seen.
  private tellSeen(): void {
    const state = this.live.value;
    this.motion.remember(state);
    if (!state || !apart(state) || state.entry <= this.shownTo) return;
    this.shownTo = state.entry;
    void this.table.seen(state.entry).catch(() => undefined);
  }
  // Something asked of the other player, or answered.
  async asked(what: () => Promise<void>): Promise<void> {
    this.peopleShown.value = false; // what comes of it stands over the board
    try {
      await what();
    } catch (error) {
      this.trouble(error, { x: innerWidth / 2, y: 120 });
    }
  }

  // What was put into words of the other language: a menu, a note, a ledger, the name of an
  // overlay. A refusal is kept in both.
  private forgetWords(): void {
    batch(() => {
      if (this.bubble.value?.kind !== "refusal") this.bubble.value = null;
      this.ledger.value = null;
      this.odds.value = null;
      this.overlay.value = null;
    });
  }

  // A state from the server; older ones than the present are dropped.
  take(state: State): void {
    const before = this.live.value;
    if (before && state.seq < before.seq && state.viewer === before.viewer) return;
    this.kept.heard(state);
    if (state.clock !== before?.clock) this.clockHeard = performance.now();
    const moved = !before || !sameDecision(before, state);
    batch(() => {
      this.live.value = state;
      if (moved) this.since.value = state.seq;
      // what was sent is done: the stream may tell so before the answer comes
      if (moved && this.busy.value && state.seq > this.sentAt) this.busy.value = false;
      this.turned.value = turnedAfter(this.look.value, this.turned.value, state, before);
      if (before?.viewer !== state.viewer) this.orders.value = null;
      this.mergeLog(state, before);
      this.motion.heard(before, state);
      if (moved) {
        this.aimed.value = this.prepared.value = this.beginnings.value = [];
        this.chain.value = [];
        this.verb.value = null;
        this.why.clear();
        this.plans.clear();
        this.ledger.value = null;
        this.odds.value = this.pointed.value = null;
        this.question.value = null;
        this.ghosts.value = this.within.value = this.lens.value = this.advised.value = null;
        if (this.way.value.size) this.way.value = new Set();
        this.overlay.value = null;
        if (this.bubble.value?.kind === "menu") this.bubble.value = null;
      }
    });
    if (moved) this.lookAhead(state);
    if (moved && this.atWindow.value) void this.askWindow();
  }

  // A prompt with one answer is not asked, except where the answer's pace would tell somebody that
  // it is the only one (windows, sealed nodes between people), where a draft is to be confirmed,
  // and while a guide explains what it is about.
  readonly only = computed<Legal | null>(() => {
    const state = this.live.value,
      game = this.game.value,
      [one, ...others] = this.legal.value;
    const node = game?.nodes.find((n) => n.token === state?.turn.node);
    if (!state || !game || !node || !one || others.length || state.draft?.length) return null;
    const people = state.seats.filter((s) => s.kind === "human" || s.kind === "remote").length;
    if (node.flags.includes("window") || (node.flags.includes("sealed") && people > 1)) return null;
    // of a table only some points are proposed
    const points = node.verbs.some((v) =>
      game.verbs[v]?.operands.some((d) => game.domains[d]?.kind === "x"),
    );
    return points ? null : one;
  });
  private answered = -1; // once: what is refused is left to the player
  answerOnly(): void {
    const seq = this.live.value?.seq ?? -1,
      only = this.only.value;
    if (!only || this.guided.value || this.busy.value || seq === this.answered) return;
    this.answered = seq;
    void this.send([only.a], { x: innerWidth / 2, y: 120 });
  }

  // What a window is about: the opponent's last action, or what the dice made of it when only that
  // is told; else the last thing that was told of any player.
  readonly opened = computed<ToldEntry | null>(() => {
    const headings = this.look.value.headings ?? [],
      viewer = this.live.value?.viewer,
      players = new Set(this.game.value?.seats.map((s) => s.token));
    const telling = (entry: LogEntry) =>
      this.telling(entry).filter((line) => !headings.includes(line.kind));
    const late = this.log.value.slice(-openedWithin);
    const theirs = late.map((e) => players.has(e.seat) && e.seat !== viewer).lastIndexOf(true);
    const acts = late[theirs]?.seat ?? "";
    const entry =
      (theirs < 0 ? [] : late.slice(theirs)).find((e) => telling(e).length) ??
      late.reverse().find((e) => players.has(e.seat) && telling(e).length);
    const [told] = entry ? gathered(this.game.value, [entry], telling) : [];
    if (!told) return null;
    const chance = !players.has(told.entry.seat);
    const seat = chance && theirs >= 0 ? acts : told.entry.seat;
    // what it is, and where it has led
    const lines = told.lines.filter((_, i, all) => !i || i === all.length - 1);
    return { entry: { ...told.entry, seat }, lines };
  });

  // Each answer of the open window with its chances and its cost, the proposed one first, to
  // decline last.
  private async askWindow(): Promise<void> {
    const game = this.game.value,
      since = this.since.value;
    const declines = (legal: Legal) => !!game?.verbs[legal.v]?.flags.includes("decline");
    try {
      const standing = await this.table.orders();
      const rank = (l: Legal) => (declines(l) ? 2 : l.a === standing.proposal ? 0 : 1);
      const all = [...this.legal.value].sort((a, b) => rank(a) - rank(b)),
        few = all.filter((l, i) => declines(l) || i < answersShown);
      const judged = await Promise.all(few.map((l) => this.table.why(l.a)));
      if (this.since.value !== since) return;
      const answers = few.map((legal, i) => ({
        legal,
        lines: (judged[i]?.ledger ?? []).filter((line) => line.kind === "note"),
        proposed: legal.a === standing.proposal,
      }));
      this.question.value = { answers, more: all.length - few.length };
    } catch {
      // the window was answered meanwhile
    }
  }

  // What a player in the middle of something wants to see without asking: how far what is on its
  // way can still go, and how what is being prepared would be worked out.
  private lookAhead(state: State): void {
    const game = this.game.value;
    if (!game || !this.acting.value || !state.draft?.length) return;
    const end = ending(this);
    if (end) void this.preview(end);
    void showReach(this);
    void prepare(this, state);
  }

  private mergeLog(state: State, before: State | null): void {
    if (!state.log) {
      if (state.handover) this.log.value = [];
      return;
    }
    const same = before && before.viewer === state.viewer && !before.handover;
    const kept = new Map((same ? this.log.value : []).map((e) => [e.entry, e]));
    for (const entry of state.log) kept.set(entry.entry, entry);
    const list = [...kept.values()]
      .filter((e) => e.entry <= state.entry)
      .sort((a, b) => a.entry - b.entry);
    this.log.value = list;
    const last = list[list.length - 1];
    if (last && this.lastEntry >= 0 && last.entry > this.lastEntry) {
      const fresh = list.filter((e) => e.entry > this.lastEntry);
      const told = gathered(this.game.value, fresh, (e) => this.telling(e));
      this.said.value = told.flatMap((e) => e.lines.map(spokenLine)).join(" ");
      this.others(state, before, fresh);
    }
    this.lastEntry = last?.entry ?? 0;
  }
  // The lines of an entry without those that another tells again.
  telling(entry: LogEntry): LogLine[] {
    const minor = this.look.value.minor ?? [],
      plain = entry.lines.filter((l) => !minor.includes(l.kind));
    return plain.length ? plain : entry.lines;
  }
  // What the others have done since one's own last action: places and pieces.
  private others(state: State, before: State | null, fresh: LogEntry[]): void {
    const game = this.game.value,
      seat = game?.seats.findIndex((s) => s.token === state.viewer) ?? -1;
    const mine = fresh.some((e) => e.seat === state.viewer),
      theirs = fresh.filter((e) => e.seat !== state.viewer);
    const places = placesIn(game, theirs.flatMap((e) => this.telling(e)));
    // At one screen nothing that was drawn for the other seat stays for this one.
    const anew = mine || before?.viewer !== state.viewer;
    this.recent.value = anew ? places : new Set([...this.recent.value, ...places]);
    const then = before?.view?.pieces,
      now = state.view?.pieces;
    const kept = anew ? [] : this.trails.value;
    this.trails.value =
      game && then && now && theirs.length && before?.viewer === state.viewer
        ? carried(game, kept, then, now, mine && seat >= 0 ? seat : null)
        : kept;
  }

  // ----------------------------------------------------------------------------------- pointing
  cancel(): void {
    batch(() => {
      this.chain.value = [];
      this.verb.value = null;
      this.bubble.value = null;
      this.overlay.value = null;
      this.follow.value = null;
      this.aimed.value = [];
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
    if (again && readings.map((r) => this.meant(r, [])).some((r) => sameThing(r, again))) {
      this.chain.value = chain.slice(0, -1);
      this.aimed.value = [];
      return;
    }
    for (const base of chain.length ? [chain, []] : [chain])
      for (const thing of readings.map((r) => this.meant(r, base))) {
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
    void goTo(this, readings, at).then((went) =>
      went ? undefined : this.refuse(chain, readings, at),
    );
  }

  // The piece of its group that an action would name, when any of them may be pointed at.
  private meant(thing: Thing, base: Thing[]): Thing {
    const game = this.game.value;
    if (!game || thing.kind !== "piece") return thing;
    const open = marks(game, fits(game, this.legal.value, base, this.verb.value)).pieces;
    const handle = open.has(thing.handle) ? undefined : this.stands(open).get(thing.handle);
    return handle === undefined ? thing : { kind: "piece", handle };
  }

  private aimNumber = 0;
  // What the game wants seen before this piece is chosen: asked for and shown, with what it is.
  private async aim(things: Thing[], found: Fit[]): Promise<void> {
    const game = this.game.value,
      number = ++this.aimNumber;
    const last = [...things].reverse().find((x) => x.kind === "piece");
    const kinds = new Set(
      found.flatMap((f) => this.look.value.aim?.[game?.verbs[f.legal.v]?.token ?? ""] ?? []),
    );
    const shown: Shown[] = [];
    if (last?.kind === "piece")
      for (const kind of kinds) {
        const one = await askOverlay(this, kind, last.handle).catch(() => null);
        if (!one || !(one.cells.size + one.points.length + one.pieces.size)) continue;
        one.title = both(game?.overlays.find((o) => o.token === kind));
        if (one.pieces.size) one.title += `${colon()}${one.pieces.size}`;
        shown.push(one);
      }
    if (number === this.aimNumber) this.aimed.value = shown;
  }

  advance(chain: Thing[], found: Fit[], at: Spot): void {
    const game = this.game.value as Game;
    const whole = found.filter((f) => !f.rest.length),
      part = found.filter((f) => f.rest.length);
    const first = whole[0];
    const aside = (f: Fit) =>
      this.verb.value === null &&
      !!this.look.value.aside?.includes(game.verbs[f.legal.v]?.token ?? "");
    const rivals = part.filter((f) => f.ordered && f.legal.v !== first?.legal.v && !aside(f));
    if (first && whole.length === 1 && !rivals.length) return void this.act(first.legal, at);
    this.chain.value = chain;
    void this.aim(chain, found);
    const pointing = part.filter((f) => restNeedsPointing(game, f));
    const items: MenuItem[] = whole.map(({ legal }) => ({
      label: both(game.verbs[legal.v]),
      legal,
      pick: () => void this.act(legal, at),
    }));
    for (const verb of new Set(pointing.map((f) => f.legal.v)))
      if (whole.length || new Set(pointing.map((f) => f.legal.v)).size > 1)
        items.push({
          label: `${both(game.verbs[verb])}…`,
          pick: () => {
            this.verb.value = verb;
            this.bubble.value = null;
          },
        });
    if (!pointing.length || !items.length)
      for (const { legal } of part.filter((f) => !restNeedsPointing(game, f)).slice(0, 40))
        items.push({ label: this.legalName(legal), legal, pick: () => void this.act(legal, at) });
    if (items.length && (whole.length || !pointing.length))
      this.bubble.value = {
        at,
        kind: "menu",
        title: chain.map((x) => this.thingName(x)).join(" · "),
        items,
      };
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
          at,
          kind: "menu",
          title: this.cellName(surface, cell),
          items: wanted.map((p) => ({
            label: this.pieceName(p),
            hint: p.values
              .filter((_, i) => i < 4 && game.faces[p.face]?.values_fr[i])
              .map(printedValue)
              .join("-"),
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
    const proposed = this.nearPoint(surface, x, y);
    if (proposed) return void this.act(proposed, at);
    void this.ask([...this.toClicks(this.chain.value), { kind: "point", surface, x, y }], at);
  }

  // The proposed action whose point was meant: a hand is not exact to the millimetre. What else the
  // action names need not be pointed at when only one proposal has this point.
  private nearPoint(surface: number, x: number, y: number): Legal | null {
    const game = this.game.value;
    const near: { legal: Legal; far: number }[] = [];
    for (const { legal, rest } of game ? this.candidates.value : []) {
      const kinds = game?.verbs[legal.v]?.operands.map((d) => game.domains[d]) ?? [];
      const on = (place: number): boolean => kinds[place]?.surface === surface;
      const i = rest.find((place) => kinds[place]?.kind === "x" && on(place));
      if (i === undefined) continue;
      const far = Math.hypot((legal.o[i] ?? 0) - x, (legal.o[i + 1] ?? 0) - y);
      if (far < 5) near.push({ legal, far });
    }
    near.sort((one, two) => one.far - two.far);
    const [first, second] = near;
    return first && (!second || second.far > first.far) ? first.legal : null;
  }

  // A piece let go on a plane: an action of both, else one of the point alone (its unit's way); who
  // has chosen no kind of way goes the one that leads there.
  async dropPoint(from: Thing, surface: number, to: Spot, at: Spot): Promise<void> {
    const live = this.live.value,
      piece = this.pieces.value.find((p) => from.kind === "piece" && p.handle === from.handle);
    if (!live || !piece || !this.acting.value) return this.note(at, t("notYourTurn"));
    const way = await begunBy(this, piece, to),
      goal = way?.goal ?? dropped(this, piece, to);
    const point: Click = { kind: "point", surface, ...goal };
    if (await (way ? this.act(way.legal, at) : this.begun(from, at)))
      return void (await this.ask([point], at));
    if (way) return;
    const tries = [[...this.toClicks([from]), point], [point]];
    for (const clicks of tries) {
      try {
        const answer = await this.table.click(live.seq, live.turn.node ?? "", clicks);
        if (answer.legal && answer.action !== null) return void (await this.actOn(answer, at));
      } catch (error) {
        return void this.trouble(error, at);
      }
    }
    if (!(await this.ask(tries[0] ?? [], at, true))) await this.ask([point], at);
  }

  // A piece from beside the table: if naming it opens a draft, that is done first.
  private async begun(from: Thing, at: Spot): Promise<boolean> {
    const game = this.game.value;
    if (!game || from.kind !== "piece") return false;
    const piece = this.pieces.value.find((p) => p.handle === from.handle);
    if (!piece || game.surfaces[piece.surface]?.shape === "plane") return false;
    const [first, other] = fits(game, this.legal.value, [from], this.verb.value).filter(
      (f) => !f.rest.length && game.verbs[f.legal.v]?.flags.includes("draft"),
    );
    return !!first && !other && this.act(first.legal, at);
  }

  private toClicks(things: Thing[]): Click[] {
    const out: Click[] = [];
    if (this.verb.value !== null)
      out.push({ kind: "verb", verb: this.game.value?.verbs[this.verb.value]?.token ?? "" });
    for (const thing of things) if (thing.kind !== "value") out.push(thing);
    return out;
  }

  private async refuse(chain: Thing[], readings: Thing[], at: Spot): Promise<void> {
    const known = readings.filter((r) => r.kind !== "piece" || r.handle < 0x8000);
    for (const reading of known.length ? known : readings) {
      if (await this.ask(this.toClicks([...chain, reading]), at, true)) return;
      if (chain.length && (await this.ask(this.toClicks([reading]), at, true))) return;
    }
    this.note(at, this.instead(readings));
  }
  // No action of this moment names such a thing: what is to be done instead.
  private instead(readings: Thing[]): string {
    const turn = this.live.value?.turn,
      piece = readings.some((r) => r.kind === "piece");
    const now = both({ fr: turn?.prompt_fr ?? "", en: turn?.prompt_en ?? "" });
    return [piece ? t("cannotAct") : t("notHere"), now && `${t("nowIs")} ${now}`]
      .filter(Boolean)
      .join(" ");
  }

  // Asks the judge about what was pointed at; true when there was an answer.
  private async ask(clicks: Click[], at: Spot, quiet = false): Promise<boolean> {
    const live = this.live.value;
    if (!live) return false;
    try {
      const answer = await this.table.click(live.seq, live.turn.node ?? "", clicks);
      if (answer.legal === false && answer.refusal) {
        this.bubble.value = {
          at,
          kind: "refusal",
          refusal: answer.refusal,
          tried: answer.notation ?? "",
        };
        this.said.value = `${t("refused")} ${answer.refusal.rule}: ${both(answer.refusal)}`;
        return true;
      }
      if (answer.legal && answer.action !== null) {
        await this.actOn(answer, at);
        return true;
      }
    } catch (error) {
      return this.trouble(error, at);
    }
    if (!quiet) this.note(at, this.instead([]));
    return false;
  }

  private trouble(error: unknown, at: Spot): boolean {
    if (!(error instanceof TableError)) throw error;
    if (error.refusal)
      this.bubble.value = { at, kind: "refusal", refusal: error.refusal, tried: "" };
    else if (error.code !== "stale") this.note(at, both(error));
    if (error.status === 409) void this.table.refresh().catch(() => undefined);
    return true;
  }

  // ------------------------------------------------------------------------------------- acting
  async act(legal: Legal, at: Spot): Promise<boolean> {
    return this.actAll([legal], at);
  }
  // Several, one after the other, in one request; what was done before one is refused stays done.
  async actAll(deeds: Legal[], at: Spot): Promise<boolean> {
    const node = this.live.value?.turn.node ?? "";
    const done = await this.send(
      deeds.map((legal) => legal.a),
      at,
    );
    if (done) this.played.value = deeds.map((legal) => ({ legal, node }));
    return done;
  }
  // What somebody typed.
  async actText(notation: string, at: Spot): Promise<boolean> {
    const known = this.legal.value.find((l) => l.n.toLowerCase() === notation.toLowerCase());
    return known ? this.act(known, at) : this.send([notation], at);
  }
  // What the judge has understood.
  private async actOn({ action }: Judged, at: Spot): Promise<boolean> {
    const known = this.legal.value.find((l) => l.a === action);
    return known ? this.act(known, at) : action !== null && this.send([action], at);
  }
  // When it is answered, the state after it is there.
  private async send(deeds: Deed[], at: Spot): Promise<boolean> {
    const live = this.live.value;
    if (!live || this.busy.value) return false;
    batch(() => {
      this.busy.value = true;
      this.bubble.value = null;
    });
    const sent = (this.sentAt = live.seq);
    this.motion.acted();
    try {
      return (await this.table.act(deeds, live.seq)) === deeds.length;
    } catch (error) {
      this.trouble(error, at);
      return false;
    } finally {
      if (this.sentAt === sent) this.busy.value = false; // and nothing was sent since
    }
  }
  private sentAt = -1; // the state that the last action was sent at

  // The steps that the server has lost, as far as they can still be taken.
  async retake(): Promise<void> {
    const steps = this.kept.offered.value;
    this.kept.forget();
    if (steps) await this.send(steps, { x: innerWidth / 2, y: 120 });
  }

  private undoing: Promise<void> = Promise.resolve();
  // One after the other, however fast the key is pressed: each builds on the answer before it.
  undo(): Promise<void> {
    this.undoing = this.undoing.then(() => this.undoOne());
    return this.undoing;
  }
  private async undoOne(): Promise<void> {
    const live = this.live.value;
    if (!live || this.past.value) return;
    if (this.chain.value.length || this.verb.value !== null) return this.cancel();
    const at = { x: innerWidth / 2, y: 90 };
    if (!live.undo?.can) return this.note(at, both(live.undo) || t("nothingUndo"));
    try {
      this.kept.forget();
      await this.table.undo(live.seq);
    } catch (error) {
      this.trouble(error, at);
    }
  }

  // A drag: the piece and where it was let go; if no action has both, the piece and then each place
  // of the way, one step after the other.
  async drag(from: Thing, way: Thing[], at: Spot): Promise<void> {
    const game = this.game.value,
      last = way[way.length - 1];
    if (!game || !last) return;
    if (!this.acting.value) return this.note(at, t("notYourTurn"));
    const direct = fits(game, this.legal.value, [from, last], this.verb.value);
    if (direct.length) return this.advance([from, last], direct, at);
    const start = fits(game, this.legal.value, [from], this.verb.value).filter(
      (f) => !f.rest.length,
    );
    const whole = (things: Thing[]): Fit | undefined =>
      fits(game, this.legal.value, things, null).find((f) => !f.rest.length);
    if (from.kind === "piece" && (await lead(this, from.handle, way, at))) return;
    if (start[0]) {
      if (!(await this.act(start[0].legal, at))) return;
    } else if (!whole([way[0] ?? last])) return void this.refuse([from], [last], at);
    const next = whole([last]);
    if (next) await this.act(next.legal, at);
    else void this.refuse([], [last], at);
  }

  // -------------------------------------------------------------------------------------- asking
  // The best way of a piece to a place, asked for once.
  planTo(piece: Piece, surface: number, cell: number): Promise<Plan | null> {
    const key = `${piece.handle}:${surface}:${cell}`,
      since = this.since.value;
    const known =
      this.plans.get(key) ??
      this.table.plans(piece.handle, surface, cell).then(
        (found) => (this.holds(since, found.seq) ? (found.plans[0] ?? null) : null),
        () => null,
      );
    this.plans.set(key, known);
    return known;
  }
  // Is what was asked at that decision, and answered at that state, still about what is shown?
  holds(since: number, seq: number): boolean {
    const now = this.live.value?.seq ?? -1;
    return this.since.value === since && seq >= since && seq <= now;
  }
  spelled(a: number, n: string): Legal {
    return spelled(a, n, this.game.value?.verbs ?? []);
  }
  async preview(legal: Legal): Promise<void> {
    if (!this.legal.value.some((l) => l.a === legal.a)) return; // done meanwhile
    const key = `${this.since.value}:${legal.a}`;
    try {
      if (!this.why.has(key)) this.why.set(key, this.table.why(legal.a));
      const known = await this.why.get(key);
      if (!known) return;
      if (key !== `${this.since.value}:${legal.a}`) return;
      if (this.looking === legal.a) this.ghosts.value = known.ghosts ?? null;
      if (known.legal !== false) reckon(this, legal);
      if (known.ledger?.length)
        this.ledger.value = {
          title: this.legalName(legal),
          lines: known.ledger,
          refusal: known.refusal ?? null,
        };
    } catch {
      this.why.delete(key); // a preview that fails is no news
    }
  }
  private looking = -1;
  // A choice that puts pieces somewhere is looked at: its ghosts are shown until it is left.
  lookInto(legal: Legal): void {
    this.looking = legal.a;
    void this.preview(legal);
  }
  lookAway(): void {
    this.looking = -1;
    this.ghosts.value = null;
  }
  async resign(): Promise<void> {
    try {
      await this.table.resign();
    } catch (error) {
      this.trouble(error, { x: innerWidth / 2, y: 120 });
    }
  }
  // ------------------------------------------------------------------------------ standing orders
  async loadOrders(): Promise<void> {
    try {
      this.orders.value = await this.table.orders();
    } catch {
      this.orders.value = null; // the other side is about to take over
    }
  }
  private async give(orders: () => Promise<void>): Promise<void> {
    try {
      await orders();
      this.orders.value = null;
      if (!this.live.value?.over) await this.loadOrders();
    } catch (error) {
      this.trouble(error, { x: innerWidth / 2, y: 120 });
    }
  }
  setOrders(nodes: string[], order: Order): Promise<void> {
    return this.give(async () => {
      for (const node of nodes) await this.table.setOrder(node, order);
    });
  }
  closeForced(close: boolean): Promise<void> {
    return this.give(() => this.table.closeForced(close));
  }
  // At the open window, which is answered so at once: from now on here, or at every window until
  // the player's own turn.
  answerHere(order: Order, meanwhile: boolean): Promise<void> {
    const node = this.live.value?.turn.node;
    return this.give(async () => {
      if (meanwhile) await this.table.orderMeanwhile(order);
      else if (node) await this.table.setOrder(node, order);
    });
  }
  // The ledger of what a click here would do, if it is one thing. False: it would do nothing.
  previewOf(readings: Thing[], at: Element | null = null): boolean {
    const game = this.game.value;
    clearTimeout(this.soon);
    this.pointed.value = null;
    if (!game || !this.acting.value) return false;
    for (const thing of readings.map((r) => this.meant(r, this.chain.value))) {
      const chain = [...this.chain.value, thing];
      const found = fits(game, this.legal.value, chain, this.verb.value);
      if (!found.length) continue;
      this.soon = window.setTimeout(() => {
        void pointAt(this, found, at);
        if (thing.kind === "piece" && !this.bubble.value) void this.aim(chain, found);
      }, 180);
      return true;
    }
    if (!this.chain.value.length && this.aimed.value.length) {
      this.aimNumber++;
      this.aimed.value = [];
    }
    return false;
  }
  // What an overlay of this domain can be asked about now, the likeliest first.
  aboutWhat(domain: number): { name: string; value: number }[] {
    const game = this.game.value,
      found = game?.domains[domain],
      looked = this.looked.value;
    if (!game || !found) return [];
    if (found.kind === "seat") return game.seats.map((s, value) => ({ name: both(s), value }));
    if (found.kind === "cell")
      return looked && looked.piece === null && looked.surface === found.surface
        ? [{ name: this.cellName(looked.surface, looked.cell), value: looked.cell }]
        : [];
    if (found.kind !== "piece") return [];
    const picked = this.chain.value.find((c) => c.kind === "piece");
    const active = this.pieces.value.find((p) => p.flags & 8 && isKnown(p));
    const handles = [
      picked?.kind === "piece" ? picked.handle : null,
      looked?.piece ?? null,
      active?.handle ?? null,
    ].filter((h): h is number => h !== null);
    return [...new Set(handles)].map((value) => ({
      name: this.thingName({ kind: "piece", handle: value }),
      value,
    }));
  }
  // Shows an overlay, or takes it away when it is there; it then goes along with the pointer. False
  // when it has nothing to show.
  async showOverlay(kind: string, about: number): Promise<boolean> {
    if (this.overlay.value?.kind === `${kind}:${about}`) {
      this.overlay.value = this.follow.value = null;
      return true;
    }
    this.follow.value = kind;
    return this.fetchOverlay(kind, about);
  }
  askOverlay = (kind: string, about: number, after?: number): Promise<Shown> =>
    askOverlay(this, kind, about, after);
  private async fetchOverlay(kind: string, about: number): Promise<boolean> {
    try {
      const got = await askOverlay(this, kind, about);
      const some = got.cells.size + got.points.length + got.pieces.size > 0;
      if (!some) got.title += ` – ${t("nothingShown")}`;
      this.overlay.value = got;
      return some;
    } catch (error) {
      this.trouble(error, { x: innerWidth / 2, y: 120 });
      return false;
    }
  }
  // The next overlay of what is under the pointer that has something to show; none after the last.
  async nextOverlay(): Promise<void> {
    const all = (this.game.value?.overlays ?? []).flatMap((o) =>
      this.aboutWhat(o.domain)
        .slice(0, this.game.value?.domains[o.domain]?.kind === "seat" ? 9 : 1)
        .map(({ value }) => ({ kind: o.token, value })),
    );
    const now = all.findIndex((x) => `${x.kind}:${x.value}` === this.overlay.value?.kind);
    for (const { kind, value } of all.slice(now + 1))
      if (await this.showOverlay(kind, value)) {
        this.said.value = this.overlay.value?.title ?? "";
        return;
      }
    this.overlay.value = this.follow.value = null;
  }
  private lookSoon = 0;
  // The pointer or the focus has come to something; an overlay that is on goes along.
  lookAt(piece: number | null, surface: number, cell: number): void {
    const kind = this.follow.value,
      found = this.game.value?.overlays.find((o) => o.token === kind),
      domain = this.game.value?.domains[found?.domain ?? 0];
    this.looked.value = { piece, surface, cell };
    clearTimeout(this.lookSoon);
    const about = piece ?? (domain?.kind === "cell" && domain.surface === surface ? cell : null);
    if (!kind || about === null || (domain?.kind === "piece") !== (piece !== null)) return;
    if (this.overlay.value?.kind !== `${kind}:${about}`)
      this.lookSoon = window.setTimeout(() => void this.fetchOverlay(kind, about), 160);
  }
  async takeSeat(): Promise<void> {
    const seat = this.live.value?.handover;
    if (!seat) return;
    try {
      await this.table.takeSeat(seat);
    } catch (error) {
      this.trouble(error, { x: innerWidth / 2, y: innerHeight / 2 });
    }
  }
}
