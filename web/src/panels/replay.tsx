// SPDX-License-Identifier: Apache-2.0
// Watching a finished match again: step, play, jump, from the viewpoint of either side; the address
// names the moment, so it can be sent to somebody. The proof of the dice is shown.
import { batch, signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { askedOf, layersIn, layersOn, layersSeen } from "../layers";
import type { MatchStore } from "../store";
import { TableError } from "../table";
import { both, capital, t } from "../text";
import { carried } from "../trails";
import type { LogEntry, ReplayPart } from "../types";

export class Replay {
  readonly entry = signal(0);
  readonly total = signal(0);
  readonly viewer = signal("umpire");
  readonly playing = signal(false);
  readonly log = signal<LogEntry[]>([]);
  readonly dice = signal<ReplayPart["dice"] | null>(null);
  readonly on = signal(false);
  private store: MatchStore;
  private cache = new Map<string, ReplayPart>();
  private timer = 0;
  constructor(store: MatchStore) {
    this.store = store;
    if (store.embedded) this.viewer.value = "public";
  }

  async show(entry: number): Promise<void> {
    const wanted = Math.max(0, entry);
    this.entry.value = this.total.value ? Math.min(wanted, this.total.value) : wanted;
    this.on.value = true;
    const layers = layersSeen(this.store, this.viewer.value),
      overlays = askedOf(layers);
    const key = `${this.viewer.value}:${this.entry.value}:${overlays}`,
      asked = this.entry.value;
    try {
      const part =
        this.cache.get(key) ??
        (await this.store.table.replay(asked, this.viewer.value, overlays));
      if (this.cache.size > 400) this.cache.clear();
      this.cache.set(key, part);
      if (this.entry.value !== asked) return; // another moment was asked for meanwhile
      const shown = Math.min(part.shown ?? asked, part.entries);
      this.total.value = part.entries;
      this.entry.value = shown;
      this.dice.value = part.dice ?? null;
      this.log.value = part.log ?? [];
      const live = this.store.live.value,
        game = this.store.game.value,
        before = this.store.past.value;
      if (before && Math.abs(before.entry - shown) === 1)
        this.store.motion.between(before.view?.pieces ?? [], part.view?.pieces ?? []);
      // one step on: what it moved is drawn
      this.store.trails.value =
        game && before?.entry === shown - 1
          ? carried(game, [], before.view?.pieces ?? [], part.view?.pieces ?? [], null)
          : [];
      if (live)
        batch(() => {
          this.store.pastLayers.value = layersIn(part, layers);
          this.store.rolled.value = null; // dice that lay on the table are of another moment
          this.store.chips.value = [];
          this.store.past.value = {
            ...live,
            ...part,
            legal: [],
            log: this.log.value.slice(-1),
            entry: shown,
            over: shown >= part.entries && live.over,
          };
        });
      if (!this.store.embedded) history.replaceState(null, "", `#${shown}`);
      const last = this.log.value[this.log.value.length - 1];
      if (this.playing.value && last?.entry === shown && last.dice?.length)
        this.store.motion.throwDice(last, this.log.value);
    } catch (error) {
      this.pause();
      if (error instanceof TableError)
        this.store.note({ x: innerWidth / 2, y: 120 }, both(error));
    }
  }
  step = (by: number): void => void this.show(this.entry.value + by);
  start(): void {
    this.playing.value = true;
    const beat = () => {
      if (!this.playing.value) return;
      if (this.entry.value >= this.total.value) return this.pause();
      void this.show(this.entry.value + 1).then(() => (this.timer = window.setTimeout(beat, 750)));
    };
    beat();
  }
  pause(): void {
    this.playing.value = false;
    clearTimeout(this.timer);
  }
  leave(): void {
    this.pause();
    this.on.value = false;
    this.store.past.value = this.store.pastLayers.value = null;
    this.store.trails.value = [];
    history.replaceState(null, "", location.pathname);
  }
}

function Icon({ d }: { d: string }) {
  return (
    <svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
      <path d={d} />
    </svg>
  );
}

export function ReplayBar({ store, replay }: { store: MatchStore; replay: Replay }) {
  const game = store.game.value;
  useEffect(() => () => replay.pause(), []);
  const on = layersOn.value,
    known = useRef(on);
  useEffect(() => {
    // a layer that was switched on is asked for of the moment that is shown
    if (known.current !== on) void replay.show(replay.entry.value);
    known.current = on;
  }, [on]);
  if (!game) return null;
  const dice = replay.dice.value;
  return (
    <div class="replay" role="group" aria-label={t("replay")}>
      <button type="button" onClick={() => void replay.show(0)} aria-label={t("first")}>
        <Icon d="M4 3v14M16 3 7 10l9 7z" />
      </button>
      <button
        type="button"
        id="replay-back"
        onClick={() => replay.step(-1)}
        aria-label={t("previous")}
      >
        <Icon d="M14 3 5 10l9 7z" />
      </button>
      <button
        type="button"
        onClick={() => (replay.playing.value ? replay.pause() : replay.start())}
      >
        {replay.playing.value ? t("pause") : t("play")}
      </button>
      <button type="button" id="replay-next" onClick={() => replay.step(1)} aria-label={t("next")}>
        <Icon d="m6 3 9 7-9 7z" />
      </button>
      <button
        type="button"
        onClick={() => void replay.show(replay.total.value)}
        aria-label={t("last")}
      >
        <Icon d="M16 3v14M4 3l9 7-9 7z" />
      </button>
      <input
        type="range"
        min="0"
        max={replay.total.value}
        value={replay.entry.value}
        aria-label={t("moment")}
        onInput={(event) => void replay.show(Number(event.currentTarget.value))}
      />
      <output>
        {replay.entry.value}/{replay.total.value}
      </output>
      <label class="at-home">
        <span class="hush">{t("viewpoint")}</span>
        <select
          id="viewpoint"
          value={replay.viewer.value}
          onChange={(event) => {
            replay.viewer.value = event.currentTarget.value;
            void replay.show(replay.entry.value);
          }}
        >
          <option value="umpire">{t("everything")}</option>
          {game.seats.map((s) => (
            <option key={s.token} value={s.token}>
              {capital(both(s))}
            </option>
          ))}
          <option value="public">{t("everybody")}</option>
        </select>
      </label>
      <a class="act at-home" href={store.table.file()} download>
        {t("download")}
      </a>
      {dice && (
        <details class="proof">
          <summary class={dice.verified ? "good" : "bad"}>
            {dice.verified ? `✓ ${t("diceOk")}` : `✗ ${t("diceBad")}`}
          </summary>
          <p>
            {t("commitment")} <code>{dice.commitment}</code>
          </p>
          <p>
            {t("seed")} <code>{dice.seed}</code>
          </p>
        </details>
      )}
      <button type="button" class="quiet at-home" onClick={() => replay.leave()}>
        {t("leaveReplay")}
      </button>
    </div>
  );
}
