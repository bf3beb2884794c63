// SPDX-License-Identifier: Apache-2.0
// The messages of one match, put in order: they come by the stream and as answers, and an answer
// may overtake what the stream brings. Each is applied once; one that is ahead waits; when what it
// waits for does not come, the whole state is asked for anew.
import type { Change, Game, State } from "../types";
import { changed } from "./change";
import { type Compact, Compactor } from "./compact";
import { type Message, isCompact, isWhole } from "./message";

export const patience = 1500; // milliseconds a gap may stay open

export class Sequence {
  private last = 0;
  private readonly known = new Map<string | null, { no: number; state: State }>();
  private readonly held = new Map<number, Message>();
  private readonly compactor: Compactor;
  private waiting: { no: number; done: () => void }[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  // `game` with the names of this match.
  constructor(
    private readonly game: Game,
    private readonly tell: (state: State) => void,
    private readonly askAnew: () => void,
  ) {
    this.compactor = new Compactor(game);
  }

  // Another reader counts from the beginning.
  reset(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.last = 0;
    this.known.clear();
    this.held.clear();
    this.release(Infinity);
  }

  // When the message of this number has been told, or will not be any more.
  reached(no: number): Promise<void> {
    if (no <= this.last || !this.held.has(no)) return Promise.resolve();
    return new Promise((done) => this.waiting.push({ no, done }));
  }
  private release(upTo: number): void {
    const due = this.waiting.filter(({ no }) => no <= upTo);
    this.waiting = this.waiting.filter(({ no }) => no > upTo);
    for (const { done } of due) done();
  }

  take(message: Message): void {
    if (message.no <= this.last) return;
    if (isWhole(message)) this.whole(message);
    else if (message.no === this.last + 1) this.apply(message);
    else this.held.set(message.no, message);
    for (let next; (next = this.held.get(this.last + 1)); ) this.apply(next);
    for (const no of this.held.keys()) if (no <= this.last) this.held.delete(no);
    this.release(this.last);
    this.wait();
  }

  private apply(message: Message): void {
    this.held.delete(message.no);
    if (isWhole(message)) return this.whole(message);
    const state = isCompact(message) ? this.compact(message) : this.plain(message);
    if (state) return this.keep(message.no, state);
    this.last = message.no; // what it builds on was never here
    this.anew();
  }
  private plain(change: Change & { from: number }): State | null {
    const before = this.known.get(change.viewer);
    return before?.no === change.from ? changed(before.state, change, this.game.verbs) : null;
  }
  private compact(change: Compact): State | null {
    const seen = [...this.known.values()],
      before = change.handover ? seen[0] : seen.find(({ no }) => no === change.from);
    if (!before) return null;
    if (change.handover) return this.compactor.waiting(before.state, change);
    return changed(before.state, this.compactor.expand(before.state, change), this.game.verbs);
  }
  private whole(message: State & { no: number }): void {
    this.compactor.begin(message);
    this.keep(message.no, message);
  }
  private keep(no: number, state: State): void {
    this.last = no;
    this.known.set(state.viewer, { no, state });
    this.tell(state);
  }
  private wait(): void {
    if (!this.held.size) {
      clearTimeout(this.timer);
      this.timer = undefined;
    } else this.timer ??= setTimeout(() => this.anew(), patience);
  }
  private anew(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.askAnew();
  }
}
