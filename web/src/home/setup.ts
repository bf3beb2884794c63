// SPDX-License-Identifier: Apache-2.0
// What has been chosen for a match that is about to begin, and its beginning.
import { signal } from "@preact/signals";
import { house } from "../house";
import { keepInvite, myName, saveName } from "../people";
import { go } from "../router";
import { type Level, type Pace, type SeatKind, type Start, troubleOf } from "../table";
import type { GameCard, ListFault, Look } from "../types";

export type Mode = "computer" | "friend" | "screen";
// A list that a player wrote, read here and sent as text.
export interface OwnList {
  name: string;
  text: string;
  faults: ListFault[];
}

// A scenario that a player wrote.
export interface OwnText {
  text: string;
  faults: ListFault[];
}

export class Setup {
  readonly look = signal<Look>({});
  readonly mode = signal<Mode>("computer");
  readonly level = signal<Level>("captain");
  readonly open = signal(false); // scenario, sides and options are shown
  readonly busy = signal(false);
  readonly options = signal<Record<string, number>>({});
  readonly lists = signal<Record<string, OwnList>>({}); // by seat
  readonly own = signal<OwnText | null>(null); // in place of a scenario of the game
  private readonly wantedScenario = signal("");
  readonly hints = signal(false); // people have agreed to be advised
  readonly pace = signal<Pace>({ kind: "none" });
  readonly drawn = signal(false); // who sits where is left to chance
  private readonly wantedSeat = signal("");
  constructor(
    readonly game: GameCard,
    private readonly fail: (error: unknown) => void,
  ) {}

  get scenario(): string {
    const first = this.look.value.start?.scenario ?? this.game.scenarios[0]?.id ?? "";
    return this.wantedScenario.value || first;
  }
  set scenario(id: string) {
    this.wantedScenario.value = id;
  }
  get seat(): string {
    return this.wantedSeat.value || this.look.value.start?.seat || this.game.seats[0]?.token || "";
  }
  set seat(token: string) {
    this.wantedSeat.value = token;
    this.drawn.value = false;
  }
  // What is played: chosen, or usual in the scenario, or usual at all.
  option(id: string): number {
    const { own, game } = this;
    const scenario = own.value ? null : game.scenarios.find((s) => s.id === this.scenario);
    const standard = game.options.find((o) => o.id === id)?.standard ?? 0;
    return this.options.value[id] ?? scenario?.usual?.[id] ?? standard;
  }
  setOption(id: string, value: number): void {
    this.options.value = { ...this.options.value, [id]: value };
  }
  setList(seat: string, list: OwnList | null): void {
    const { [seat]: _, ...others } = this.lists.value;
    this.lists.value = list ? { ...others, [seat]: list } : others;
  }

  private request(): Start {
    const others = { computer: this.level.value, friend: "open", screen: "human" } as const,
      mode = this.mode.value;
    const seats = this.game.seats.map((s): SeatKind =>
      s.token === this.seat ? "human" : others[mode],
    );
    const body: Start = { game: this.game.id, seats };
    if (this.own.value) body.own = this.own.value.text;
    else body.scenario = this.scenario;
    if (mode !== "computer" && this.hints.value) body.hints = true;
    if (mode === "friend" && this.drawn.value) body.side = "chance";
    if (mode === "friend" && this.pace.value.kind !== "none") body.clock = this.pace.value;
    if (Object.keys(this.options.value).length) body.options = this.options.value;
    if (Object.keys(this.lists.value).length)
      body.lists = this.game.seats.map((s) => this.lists.value[s.token]?.text ?? null);
    return body;
  }
  // What the friend reads on the link's page.
  private async sayName(): Promise<void> {
    const name = myName.value.trim();
    if (this.mode.value === "friend" && name) await saveName(name);
  }
  async start(): Promise<void> {
    if (this.busy.value) return;
    this.busy.value = true;
    try {
      await this.sayName();
      const { id, invite } = await house.start(this.request());
      if (invite) await keepInvite(id, invite, true);
      go(`/m/${id}`);
    } catch (error) {
      this.busy.value = false;
      this.refused(error);
    }
  }
  // A scenario or a list that is refused is shown with its faults, everything else above the games.
  private refused(error: unknown): void {
    const { seat, faults } = troubleOf(error),
      list = this.lists.value[seat];
    if (this.own.value && faults.length && !seat) {
      this.own.value = { ...this.own.value, faults };
      this.open.value = true;
      return;
    }
    if (!list || !faults.length) return this.fail(error);
    this.lists.value = { ...this.lists.value, [seat]: { ...list, faults } };
    this.open.value = true;
  }
}
