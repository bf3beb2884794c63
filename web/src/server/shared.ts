// SPDX-License-Identifier: Apache-2.0
// A finished match by the link of a player, as the public saw it: for a page inside another one,
// which knows no session and asks for none.
import type { Opening } from "../table";
import type { ReplayPart, State } from "../types";
import { cells, facts, dressed, symbols } from "./facts";
import { HttpError, ask } from "./http";
import { ServerTable } from "./table";

export class SharedTable extends ServerTable {
  constructor(private readonly secret: string) {
    super("");
  }
  override async open(): Promise<Opening> {
    const body = { secret: this.secret, entry: 0, names: true };
    const first = await ask("POST /api/shared", { body });
    const { names, scenario = "" } = first;
    if (!names) throw new HttpError(0, null);
    const last = await this.replay(first.entries);
    const [game, places, style, sheet] = await Promise.all([
      facts(first.game),
      names.places ?? cells(first.game, scenario),
      dressed(first.game),
      symbols(first.game),
    ]);
    const state: State = {
      ...{ ...last, scenario, over: true, entry: first.entries, seq: first.seq ?? 0 },
      ...{ options: first.options ?? {}, lists: first.lists ?? [] },
      ...{ commitment: first.commitment ?? "", handover: null, thinking: false },
      ...{ people: [], waiting: null, rematch: null, watching: null },
      ...{ clock: null, takeback: null, talk: 0, legal: [], draft: [] },
      seats: game.seats.map(({ token }) => ({ token, kind: "human", clock_ms: null })),
    };
    return {
      state,
      game: { ...game, domains: names.domains },
      lists: names.lists,
      own: names.own ?? null,
      cells: places,
      look: style,
      symbols: sheet,
      guide: null,
    };
  }
  override watch(): () => void {
    return () => undefined; // nothing happens any more
  }
  override replay(entry: number, _viewer = "", overlays = ""): Promise<ReplayPart> {
    const body = { secret: this.secret, entry, ...(overlays && { overlays }) };
    return ask("POST /api/shared", { body });
  }
}
