// SPDX-License-Identifier: Apache-2.0
// What this tab hears: it says which matches it watches and gets their messages. A page that goes
// into the back/forward cache leaves the line and takes it up again when it comes back.
import { type Line, openLine } from "./line";
import type { Message } from "./message";

export interface Listener {
  take(message: Message): void;
  line(up: boolean): void;
  reset(): void; // another reader: its numbers begin anew
}

class Reader {
  private line: Line | null = null;
  private readonly listeners = new Map<string, Listener>();
  private doubt: ReturnType<typeof setTimeout> | undefined;
  name: string | null = null; // what the server calls it; null: the line is down

  constructor() {
    addEventListener("pagehide", () => this.leave());
    addEventListener("pageshow", ({ persisted }) => {
      if (persisted && this.listeners.size) this.begin();
    });
    addEventListener("online", () => this.line?.say({ kind: "wake" }));
  }

  watch(match: string, listener: Listener): () => void {
    this.listeners.set(match, listener);
    if (!this.line) this.begin();
    else {
      if (this.name) listener.line(true);
      this.line.say({ kind: "watch", match });
    }
    return () => {
      if (this.listeners.get(match) !== listener) return;
      this.listeners.delete(match);
      this.line?.say({ kind: "drop", match });
    };
  }
  // Whoever does not answer at all is not there any more.
  askAnew(match: string): void {
    this.line?.say({ kind: "watch", match });
    clearTimeout(this.doubt);
    this.doubt = setTimeout(() => this.reopen(), 5000);
  }
  // What an answer has told; other tabs hear it from here.
  answered(reader: string, message: Message): void {
    this.deliver(reader, message);
    this.line?.say({ kind: "told", reader, message });
  }

  private begin(): void {
    this.line = openLine((word) => {
      clearTimeout(this.doubt);
      if (word.kind === "anew") this.sayAll();
      else if (word.kind === "lost") this.reopen();
      else if (word.kind === "line") this.renamed(word.reader);
      else if (word.kind === "refused") this.listeners.get(word.match)?.line(false);
      else this.deliver(word.reader, word.message);
    });
    this.sayAll();
  }
  private reopen(): void {
    this.leave();
    if (this.listeners.size) this.begin();
  }
  private leave(): void {
    clearTimeout(this.doubt);
    this.line?.close();
    this.line = null;
    this.renamed(null);
  }
  private sayAll(): void {
    for (const match of this.listeners.keys()) this.line?.say({ kind: "watch", match });
  }
  private renamed(reader: string | null): void {
    const other = reader !== this.name;
    this.name = reader;
    for (const listener of this.listeners.values()) {
      if (other) listener.reset();
      listener.line(reader !== null);
    }
  }
  // A message for a reader that is gone has been told to the one after it.
  private deliver(reader: string, message: Message): void {
    if (reader === this.name) this.listeners.get(message.match)?.take(message);
  }
}

export const reader = new Reader();
