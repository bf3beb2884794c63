// SPDX-License-Identifier: Apache-2.0
// The messages of one match, put in order: they come by the stream and as answers, and an answer
// may overtake what the stream brings. Each is applied once; one that is ahead waits; when what it
// waits for does not come, the whole state is asked for anew.
import type { State, Verb } from "../types";
import { changed } from "./change";
import { type Message, isWhole } from "./message";

export const patience = 1500; // milliseconds a gap may stay open

export class Sequence {
  private last = 0;
  private readonly known = new Map<string | null, { no: number; state: State }>();
  private readonly held = new Map<number, Message>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly verbs: Verb[],
    private readonly tell: (state: State) => void,
    private readonly askAnew: () => void,
  ) {}

  // Another reader counts from the beginning.
  reset(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.last = 0;
    this.known.clear();
    this.held.clear();
  }

  take(message: Message): void {
    if (message.no <= this.last) return;
    if (isWhole(message)) this.keep(message.no, message);
    else if (message.no === this.last + 1) this.apply(message);
    else this.held.set(message.no, message);
    for (let next; (next = this.held.get(this.last + 1)); ) this.apply(next);
    for (const no of this.held.keys()) if (no <= this.last) this.held.delete(no);
    this.wait();
  }

  private apply(message: Message): void {
    this.held.delete(message.no);
    if (isWhole(message)) return this.keep(message.no, message);
    const change = message as Exclude<Message, State>;
    const before = this.known.get(change.viewer);
    if (before?.no === change.from)
      return this.keep(change.no, changed(before.state, change, this.verbs));
    this.last = change.no; // what it builds on was never here
    this.anew();
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
