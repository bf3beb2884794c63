// SPDX-License-Identifier: Apache-2.0
// A match at the server.
import type { Deed, Ears, Opening, Table } from "../table";
import type { Click, Judged, Order, Refusal, State, Verb } from "../types";
import { changed } from "./change";
import { cells, facts, guide, look, symbols } from "./facts";
import { address, ask, ensureSession } from "./http";

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
  private verbs: Verb[] = [];
  constructor(id: string) {
    this.id = id;
  }

  async open(): Promise<Opening> {
    await ensureSession();
    const match = this.id,
      state = await ask("GET /api/matches/{match}", { match });
    const [game, { domains, lists }, places, style, sheet, steps] = await Promise.all([
      facts(state.game),
      ask("GET /api/matches/{match}/names", { match }),
      cells(state.game, state.scenario),
      look(state.game),
      symbols(state.game),
      guide(state.game),
    ]);
    this.verbs = game.verbs;
    return {
      state,
      game: { ...game, domains },
      lists,
      cells: places,
      look: style,
      symbols: sheet,
      guide: steps,
    };
  }

  watch(ears: Ears): () => void {
    const known = new Map<string | null, State>();
    let source: EventSource;
    const tell = (s: State) => {
      known.set(s.viewer, s);
      ears.state(s);
    };
    const open = () => {
      known.clear();
      source = new EventSource(
        address("GET /api/matches/{match}/events", { match: this.id, query: { changes: 1 } }),
      );
      source.addEventListener("state", (event) =>
        tell(JSON.parse((event as MessageEvent<string>).data) as State),
      );
      source.addEventListener("change", (event) => {
        const change = JSON.parse((event as MessageEvent<string>).data);
        const before = known.get(change.viewer);
        if (before && before.seq === change.from) return tell(changed(before, change, this.verbs));
        source.close();
        open();
      });
      source.onopen = () => ears.line(true);
      source.onerror = () => ears.line(false);
    };
    this.ears = ears;
    open();
    return () => {
      this.ears = null;
      source.close();
    };
  }
  async refresh(): Promise<void> {
    this.ears?.state(await ask("GET /api/matches/{match}", { match: this.id }));
  }

  async act(deeds: Deed[], seq: number): Promise<number> {
    let now = seq;
    for (const action of deeds)
      now = (
        await ask("POST /api/matches/{match}/actions", {
          match: this.id,
          body: { action, seq: now, key: freshKey() },
        })
      ).seq;
    await this.refresh();
    return deeds.length;
  }
  async undo(seq: number): Promise<void> {
    await ask("POST /api/matches/{match}/undo", { match: this.id, body: { seq } });
    await this.refresh();
  }
  async resign(): Promise<void> {
    await ask("POST /api/matches/{match}/resign", { match: this.id, body: {} });
    await this.refresh();
  }
  async takeSeat(seat: string): Promise<void> {
    await ask("POST /api/matches/{match}/handover", { match: this.id, body: { seat } });
    await this.refresh();
  }
  async order(node: string, order: Order): Promise<void> {
    await ask("POST /api/matches/{match}/orders", { match: this.id, body: { node, order } });
  }
  async orders(): Promise<Record<string, Order>> {
    const { orders } = await ask("GET /api/matches/{match}/orders", { match: this.id });
    return Object.fromEntries(orders.map((o) => [o.node, o.order]));
  }

  why = (action: Deed): Promise<Judged> =>
    ask("POST /api/matches/{match}/why", { match: this.id, body: { action } }).then(judged);
  click = (seq: number, node: string, clicks: Click[]): Promise<Judged> =>
    ask("POST /api/matches/{match}/click", {
      match: this.id,
      body: { seq, node, clicks },
    }).then(judged);
  overlay = (kind: string, about: number) =>
    ask("GET /api/matches/{match}/overlay", { match: this.id, query: { kind, about } });
  replay = (entry: number, viewer: string) =>
    ask("GET /api/matches/{match}/replay", { match: this.id, query: { entry, viewer } });
  file = () => address("GET /api/matches/{match}/file", { match: this.id });
}
