// SPDX-License-Identifier: Apache-2.0
// One event stream for any number of tabs and matches. A browser allows six connections to a
// server, so tabs do not have streams of their own: one hub has it, in a shared worker, in the tab
// that leads, or, where a browser has neither, in each tab.
import { whenGone } from "./gone";
import { ask } from "./http";
import type { Message } from "./message";

// From a tab: what it wants to hear of, and what an answer has told it, which the stream does not
// say again: other tabs of that match are waiting for it.
export type Here = { kind: "here" }; // a worker that was reached says so at once
export type Name = { kind: "name"; name: string }; // of the lock that ends with who says it
export type Wish =
  | { kind: "watch"; match: string }
  | { kind: "drop"; match: string }
  | { kind: "told"; reader: string; message: Message }
  | Name
  | { kind: "wake" } // perhaps the line is dead and nobody knows
  | { kind: "bye" };
// To a tab. `reader` is null while the line is down.
export type Word =
  | { kind: "line"; reader: string | null }
  | { kind: "told"; reader: string; message: Message }
  | { kind: "refused"; match: string }; // it cannot be watched: too many, or not one's own
export interface Tab {
  tell(word: Word): void;
}

const beat = 5_000; // a clock that stands still for longer than `nap` means the machine has slept
const nap = 30_000;

export class Hub {
  private readonly tabs = new Map<Tab, Set<string>>();
  private source: EventSource | null = null;
  private reader: string | null = null;
  private wait = 500;
  private again: ReturnType<typeof setTimeout> | undefined;
  private last = Date.now();

  constructor() {
    setInterval(() => {
      const slept = Date.now() - this.last > nap;
      this.last = Date.now();
      if (slept) this.reopen();
    }, beat);
  }

  hear(tab: Tab, wish: Wish): void {
    const mine = this.tabs.get(tab) ?? new Set();
    this.tabs.set(tab, mine);
    switch (wish.kind) {
      case "watch":
        mine.add(wish.match);
        if (this.reader) tab.tell({ kind: "line", reader: this.reader });
        return this.ask([wish.match], []);
      case "drop":
        mine.delete(wish.match);
        return this.dropUnwatched([wish.match]);
      case "told":
        return this.spread({ kind: "told", reader: wish.reader, message: wish.message }, tab);
      case "name":
        return void whenGone(wish.name, () => this.leave(tab));
      case "wake":
        if (!this.reader) this.reopen();
        return;
      case "bye":
        return this.leave(tab);
    }
  }
  leave(tab: Tab): void {
    const mine = [...(this.tabs.get(tab) ?? [])];
    this.tabs.delete(tab);
    this.dropUnwatched(mine);
  }
  close(): void {
    clearTimeout(this.again);
    this.source?.close();
    this.source = this.reader = null;
  }

  private watched(): Set<string> {
    return new Set([...this.tabs.values()].flatMap((set) => [...set]));
  }
  private dropUnwatched(matches: string[]): void {
    const all = this.watched();
    if (!all.size) return this.close(); // nobody listens: no stream
    const gone = matches.filter((match) => !all.has(match));
    if (gone.length && this.reader) this.ask([], gone);
  }
  private spread(word: Word & { kind: "told" }, but: Tab | null): void {
    for (const [tab, matches] of this.tabs)
      if (tab !== but && matches.has(word.message.match)) tab.tell(word);
  }
  private refuse(match: string): void {
    for (const [tab, matches] of this.tabs)
      if (matches.has(match)) tab.tell({ kind: "refused", match });
  }
  private line(reader: string | null): void {
    this.reader = reader;
    for (const tab of this.tabs.keys()) tab.tell({ kind: "line", reader });
  }

  // What is watched is told to the reader; without one it is when it says hello.
  private ask(watch: string[], drop: string[]): void {
    const { reader } = this;
    if (!reader) return this.open();
    ask("POST /api/readers/{reader}", { reader, body: { watch, drop } }).then(
      ({ matches }) => {
        this.wait = 500;
        for (const { match, error } of matches)
          if (error && watch.includes(match)) this.refuse(match);
      },
      () => reader === this.reader && this.later(),
    );
  }

  private open(): void {
    if (this.source) return;
    clearTimeout(this.again);
    const source = new EventSource("/api/stream?form=compact");
    this.source = source;
    source.addEventListener("hello", (event) => {
      this.line((JSON.parse(event.data) as { reader: string }).reader);
      this.ask([...this.watched()], []);
    });
    for (const event of ["state", "change"] as const)
      source.addEventListener(event, ({ data }) => {
        const message = JSON.parse(data as string) as Message;
        if (this.reader) this.spread({ kind: "told", reader: this.reader, message }, null);
      });
    source.onerror = () => {
      if (this.reader) this.line(null);
      // the browser tries again by itself after a broken line, not after a refusal
      if (source.readyState === EventSource.CLOSED) this.later();
    };
  }
  private later(): void {
    this.close();
    if (this.tabs.size) this.line(null);
    this.again = setTimeout(() => this.reopen(), this.wait);
    this.wait = Math.min(this.wait * 2, 15_000);
  }
  private reopen(): void {
    this.close();
    if (this.watched().size) this.open();
  }
}
