// SPDX-License-Identifier: Apache-2.0
// A match at the server.
import type { Assume, Deed, Ears, Moment, Opening, Proof, Table } from "../table";
import type {
  Analysis,
  Chance,
  Explained,
  Hints,
  Invite,
  Luck,
  Notes,
  Odds,
  Operations,
  Plans,
  Talk,
  Watching,
} from "../schema";
import type {
  Click,
  Game,
  Judged,
  Order,
  Piece,
  Refusal,
  ReplayPart,
  Standing,
  State,
} from "../types";
import { momentsOf } from "./compact";
import { giveSeed, keptDice, wantsSeed } from "./dice";
import { cells, dressed, facts, guide, symbols } from "./facts";
import { type Answer, type Asked, HttpError, address, ask, ensureSession } from "./http";
import type { Message } from "./message";
import { Queue } from "./queue";
import { reader } from "./reader";
import { Sequence } from "./sequence";

type Change =
  | "actions"
  | "undo"
  | "resign"
  | "handover"
  | "orders"
  | "takeback"
  | "pause"
  | "vacation"
  | "draw"
  | "talk";
type Changing = `POST /api/matches/{match}/${Change}`;

// A key makes a repeated request harmless: the server does it once.
const freshKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (b) =>
    b.toString(16).padStart(2, "0"),
  ).join("");

// A refusal stands beside the verdict or is the answer itself.
function judged(answer: Judged): Judged {
  if (answer.legal !== false || typeof answer.refusal === "object") return answer;
  return { action: answer.action ?? null, legal: false, refusal: answer as unknown as Refusal };
}

export class ServerTable implements Table {
  readonly id: string;
  private ears: Ears | null = null;
  private order: Sequence | null = null;
  private seq = 0; // of the newest state told
  private game: Game | null = null; // with the names of this match
  private planning = new Queue(1);
  private reckoning = new Queue(2);
  constructor(id: string) {
    this.id = id;
  }

  async open(): Promise<Opening> {
    await ensureSession();
    const match = this.id;
    let state = await ask("GET /api/matches/{match}", { match });
    if (wantsSeed(state)) {
      await giveSeed(match, state.commitment);
      state = await ask("GET /api/matches/{match}", { match });
    }
    const [game, names, places, style, sheet, steps] = await Promise.all([
      facts(state.game),
      ask("GET /api/matches/{match}/names", { match }),
      state.own ? null : cells(state.game, state.scenario),
      dressed(state.game),
      symbols(state.game),
      guide(state.game),
    ]);
    this.game = { ...game, domains: names.domains };
    return {
      state,
      game: this.game,
      lists: names.lists,
      own: names.own ?? null,
      cells: places ?? names.places ?? (await cells(state.game, state.scenario)),
      look: style,
      symbols: sheet,
      guide: steps,
    };
  }

  watch(ears: Ears): () => void {
    if (!this.game) throw new Error("not open");
    const order = new Sequence(
      this.game,
      (state) => this.tell(state),
      () => reader.askAnew(this.id),
    );
    const deaf = reader.watch(this.id, {
      take: (message) => order.take(message),
      reset: () => order.reset(),
      line: (up) => ears.line(up),
    });
    this.ears = ears;
    this.order = order;
    return () => {
      this.ears = this.order = null;
      order.reset();
      deaf();
    };
  }
  async refresh(): Promise<void> {
    this.tell(await ask("GET /api/matches/{match}", { match: this.id }));
  }
  private tell(state: State): void {
    this.seq = Math.max(this.seq, state.seq);
    if (wantsSeed(state)) void giveSeed(this.id, state.commitment);
    this.ears?.state(state);
  }

  // Something that changes the match. The answer brings what the stream would have said to this
  // reader; without a line, or when it brings nothing though there is something, the state is asked
  // for.
  private async change<K extends Changing>(
    operation: K,
    body: Operations[K]["body"],
  ): Promise<Answer<K>> {
    const name = reader.name;
    const asked = name && this.ears ? { ...body, reader: name } : body;
    const heard = async (change: Message | undefined, seq: number | undefined): Promise<void> => {
      if (name && change) {
        reader.answered(name, change);
        await this.order?.reached(change.no);
      } else if (seq === undefined || seq > this.seq) {
        if (name) reader.askAnew(this.id); // it should have been told
        await this.refresh();
      }
    };
    try {
      const answer = await ask(operation, { match: this.id, body: asked } as Asked<K>);
      await heard(answer.change as Message | undefined, answer.seq);
      return answer;
    } catch (error) {
      const body = error instanceof HttpError ? (error.body as { change?: Message } | null) : null;
      if (body?.change) await heard(body.change, undefined);
      throw error;
    }
  }

  async act(deeds: Deed[], seq: number): Promise<number> {
    const body = { actions: deeds, seq, key: freshKey() };
    const { done } = await this.change("POST /api/matches/{match}/actions", body);
    return done ?? deeds.length;
  }
  async undo(seq: number): Promise<void> {
    await this.change("POST /api/matches/{match}/undo", { seq });
  }
  async resign(): Promise<void> {
    await this.change("POST /api/matches/{match}/resign", {});
  }
  async takeSeat(seat: string): Promise<void> {
    await this.change("POST /api/matches/{match}/handover", { seat });
  }
  async invite(seat: string): Promise<Invite> {
    const body = { seat };
    const { invite } = await ask("POST /api/matches/{match}/invite", { match: this.id, body });
    if (!invite) throw new HttpError(0, null);
    return invite;
  }
  async revoke(seat: string): Promise<void> {
    const body = { seat, revoke: true };
    await ask("POST /api/matches/{match}/invite", { match: this.id, body });
  }
  watching(delay: number | null): Promise<Watching> {
    const body = delay === null ? { on: false } : { on: true, delay };
    return ask("POST /api/matches/{match}/watching", { match: this.id, body });
  }
  async leave(seat: string): Promise<void> {
    await ask("POST /api/matches/{match}/leave", { match: this.id, body: { seat } });
  }
  async remove(): Promise<void> {
    await ask("POST /api/matches/{match}/delete", { match: this.id, body: {} });
  }
  async rematch(): Promise<string> {
    return (await ask("POST /api/matches/{match}/rematch", { match: this.id, body: {} })).match;
  }
  async takeback(answer: "ask" | "agree" | "decline"): Promise<void> {
    await this.change("POST /api/matches/{match}/takeback", { answer });
  }
  async rest(answer: "ask" | "agree" | "decline" | "end"): Promise<void> {
    await this.change("POST /api/matches/{match}/pause", { answer });
  }
  async vacation(days: number | null): Promise<void> {
    const body = days === null ? { back: true } : { days };
    await this.change("POST /api/matches/{match}/vacation", { ...body, key: freshKey() });
  }
  async draw(answer: "offer" | "accept" | "decline"): Promise<void> {
    await this.change("POST /api/matches/{match}/draw", { answer });
  }
  talk = (since: number): Promise<Talk> =>
    ask("GET /api/matches/{match}/talk", { match: this.id, query: { since } });
  async say(text: string): Promise<void> {
    await this.change("POST /api/matches/{match}/talk", { text, key: freshKey() });
  }
  async mute(mute: boolean): Promise<void> {
    await ask("POST /api/matches/{match}/talk", { match: this.id, body: { mute } });
  }
  notes = (): Promise<Notes> => ask("GET /api/matches/{match}/notes", { match: this.id });
  async setNotes(text: string): Promise<void> {
    await ask("POST /api/matches/{match}/notes", { match: this.id, body: { text } });
  }
  async seen(entry: number): Promise<void> {
    const body = { entry };
    await ask("POST /api/matches/{match}/seen", { match: this.id, body, lasting: true });
  }
  since = (entry: number): Promise<State> =>
    ask("GET /api/matches/{match}", { match: this.id, query: { since: entry } });
  async moments(since: number, upto: number, named: Piece[]): Promise<Moment[]> {
    const query = { since, upto };
    const told = await ask("GET /api/matches/{match}/moments", { match: this.id, query });
    return momentsOf(told, named);
  }
  async setOrder(node: string, order: Order): Promise<void> {
    await this.change("POST /api/matches/{match}/orders", { node, order });
  }
  async orderMeanwhile(order: Order): Promise<void> {
    await this.change("POST /api/matches/{match}/orders", { order, until: "turn" });
  }
  async closeForced(close: boolean): Promise<void> {
    await this.change("POST /api/matches/{match}/orders", { close });
  }
  async orders(): Promise<Standing> {
    const told = await ask("GET /api/matches/{match}/orders", { match: this.id });
    const orders = Object.fromEntries(told.orders.map((o) => [o.node, o.order]));
    return { orders, close: told.close, proposal: told.proposal };
  }

  odds(steps: Deed[], more: { anew?: boolean; assume?: Assume } = {}): Promise<Odds> {
    const { anew, assume } = more;
    const query = {
      action: steps.join(";"),
      ...(anew && { anew: 1 }),
      ...(assume && { assume }),
    };
    return this.reckoning.next(() =>
      ask("GET /api/matches/{match}/odds", { match: this.id, query }),
    );
  }
  chance = (entry: number): Promise<Chance> =>
    this.reckoning.next(() =>
      ask("GET /api/matches/{match}/chance", { match: this.id, query: { entry } }),
    );
  luck = (): Promise<Luck> => ask("GET /api/matches/{match}/luck", { match: this.id });
  hint = (): Promise<Hints> =>
    this.reckoning.next(() => ask("GET /api/matches/{match}/hint", { match: this.id }));
  explained = (): Promise<Explained> =>
    ask("GET /api/matches/{match}/explained", { match: this.id });
  analysis = (): Promise<Analysis> => ask("GET /api/matches/{match}/analysis", { match: this.id });
  why = (action: Deed): Promise<Judged> =>
    ask("POST /api/matches/{match}/why", { match: this.id, body: { action } }).then(judged);
  click = (seq: number, node: string, clicks: Click[]): Promise<Judged> =>
    ask("POST /api/matches/{match}/click", {
      match: this.id,
      body: { seq, node, clicks },
    }).then(judged);
  overlay = (kind: string, about: number, after?: number) => {
    const query = { kind, about, ...(after !== undefined && { after }) };
    return ask("GET /api/matches/{match}/overlay", { match: this.id, query });
  };
  // The server looks for one at a time in a match; another tab may be asking.
  plans(piece: number, surface: number, cell: number): Promise<Plans> {
    const query = { piece, to: `${surface}:${cell}` };
    return this.planning.next(() =>
      ask("GET /api/matches/{match}/plans", { match: this.id, query }),
    );
  }
  replay(entry: number, viewer: string, overlays = ""): Promise<ReplayPart> {
    const query = { entry, viewer, ...(overlays && { overlays }) };
    return ask("GET /api/matches/{match}/replay", { match: this.id, query });
  }
  // The bytes themselves: they are what was signed.
  async proof(): Promise<Proof> {
    const [answer, { key }] = await Promise.all([
      fetch(this.file(), { credentials: "same-origin" }),
      ask("GET /api/key"),
    ]);
    if (!answer.ok) throw new HttpError(answer.status, await answer.json().catch(() => null));
    const kept = keptDice(this.id);
    return {
      bytes: new Uint8Array(await answer.arrayBuffer()),
      known: { commitment: kept?.commitment ?? null, seed: kept?.seed ?? null, key },
    };
  }
  given = (): string | null => keptDice(this.id)?.seed ?? null;
  file = () => address("GET /api/matches/{match}/file", { match: this.id });
}
