// SPDX-License-Identifier: Apache-2.0
// A tab's way to the hub: through the shared worker where there is one (browsers of telephones
// often have none), otherwise through the tab that leads, otherwise to a hub of its own.
import { alive, locks, whenGone } from "./gone";
import { type Here, Hub, type Name, type Tab, type Wish, type Word } from "./hub";

export interface Line {
  say(wish: Wish): void;
  close(): void;
}
// anew: somebody else leads, say it again; lost: the line is dead, open another
type Hear = (word: Word | { kind: "anew" } | { kind: "lost" }) => void;

declare const WORKER: string; // its address, set by build.mjs
const patience = 4000; // milliseconds until a worker that says nothing is given up
const freshName = (): string => `gg-tab-${Math.random().toString(36).slice(2)}`;

export function openLine(hear: Hear): Line {
  return typeof SharedWorker === "function" ? workerLine(hear) : lineOfTabs(hear);
}
const lineOfTabs = (hear: Hear): Line =>
  typeof BroadcastChannel === "function" && locks ? new LeaderLine(hear) : ownLine(hear);

function ownLine(hear: Hear): Line {
  const hub = new Hub(),
    tab: Tab = { tell: hear };
  return { say: (wish) => hub.hear(tab, wish), close: () => hub.leave(tab) };
}

function workerLine(hear: Hear): Line {
  const worker = new SharedWorker(WORKER, "grognard"),
    { port } = worker,
    name = freshName();
  let other: Line | null = null;
  const say = (wish: Wish): void => (other ? other.say(wish) : port.postMessage(wish));
  const end = alive(name, () => port.postMessage({ kind: "name", name } satisfies Wish));
  let forget = (): void => undefined;
  const close = (): void => {
    clearTimeout(doubt);
    port.postMessage({ kind: "bye" } satisfies Wish);
    port.close();
    forget();
    end();
  };
  port.onmessage = ({ data }: MessageEvent<Word | Name | Here>) => {
    clearTimeout(doubt);
    if (data.kind === "here") return;
    // a worker can end with its process: another is begun
    if (data.kind === "name") forget = whenGone(data.name, () => hear({ kind: "lost" }));
    else hear(data);
  };
  // It cannot be had: forbidden, or an old page came back and the server has a newer one. Not every
  // tab that asked for it is told so.
  const failed = (): void => {
    if (other) return;
    close();
    other = lineOfTabs(hear);
    hear({ kind: "anew" });
  };
  const doubt = setTimeout(failed, patience);
  worker.onerror = failed;
  return { say, close: () => (other ? other.close() : close()) };
}

// Whoever holds the lock leads: he has the hub, and the others speak to him over the channel. When
// he goes, the next who waits for the lock leads, and everybody says again what he watches.
type Post =
  | { to: "leader"; name: string; wish: Wish }
  | { to: "tab"; name: string; word: Word }
  | { to: "all" };

class LeaderLine implements Line {
  private readonly name = freshName();
  private readonly channel = new BroadcastChannel("grognard");
  private readonly others = new Map<string, Tab>();
  private readonly own: Tab;
  private readonly end: () => void;
  private hub: Hub | null = null;
  private named = false;
  private closed = false;
  private release = (): void => undefined;

  constructor(private readonly hear: Hear) {
    this.own = { tell: hear };
    this.channel.onmessage = ({ data }: MessageEvent<Post>) => this.read(data);
    this.end = alive(this.name, () => {
      this.named = true;
      this.introduce();
    });
    void locks?.request("grognard-leader", () => this.lead());
  }
  say(wish: Wish): void {
    if (this.hub) this.hub.hear(this.own, wish);
    else this.post({ to: "leader", name: this.name, wish });
  }
  close(): void {
    this.say({ kind: "bye" });
    this.closed = true;
    this.hub?.close();
    this.hub = null;
    this.release();
    this.end();
    this.channel.close();
  }

  private post(post: Post): void {
    if (!this.closed) this.channel.postMessage(post);
  }
  private introduce(): void {
    if (this.named && !this.hub) this.say({ kind: "name", name: this.name });
  }
  private lead(): Promise<void> | undefined {
    if (this.closed) return undefined;
    this.hub = new Hub();
    this.post({ to: "all" });
    this.hear({ kind: "anew" });
    return new Promise<void>((done) => (this.release = done));
  }
  private read(post: Post): void {
    if (post.to === "leader") this.hub?.hear(this.other(post.name), post.wish);
    else if (post.to === "tab" && post.name === this.name) this.hear(post.word);
    else if (post.to === "all") {
      this.introduce();
      this.hear({ kind: "anew" });
    }
  }
  private other(name: string): Tab {
    const known = this.others.get(name);
    if (known) return known;
    const tab: Tab = { tell: (word) => this.post({ to: "tab", name, word }) };
    this.others.set(name, tab);
    return tab;
  }
}
