// SPDX-License-Identifier: Apache-2.0
// What lies over a hex map as long as it is wished: who holds what, where supply reaches, what the
// enemy watches. A game's style says which of its overlays these are and how each is drawn; they
// are asked for again when an entry has been published, not for each step of a draft.
import { type Signal, computed, effect, signal, untracked } from "@preact/signals";
import type { MatchFacts, Shown } from "./facts";
import { keep, kept } from "./prefs";
import type { MatchStore } from "./store";
import { both } from "./text";
import type { Marked, ReplayPart } from "./types";

export interface Layer {
  kind: string; // token of the overlay
  style: "front" | "hatch" | "dots";
  about: number; // seat
  name: string;
}

const STANDARD = "front";
export const layersOn: Signal<Set<string>> = signal(
  new Set((kept("layers") ?? STANDARD).split(" ").filter(Boolean)),
);
export function toggleLayer(style: string): void {
  const next = new Set(layersOn.value);
  if (!next.delete(style)) next.add(style);
  layersOn.value = next;
  keep("layers", [...next].join(" "));
}

// The layers of this game, as this viewer would ask for them.
export function layersOf(store: MatchFacts, viewer = store.state.value?.viewer): Layer[] {
  const game = store.game.value;
  if (!game || !store.state.value) return [];
  const me = Math.max(
    0,
    game.seats.findIndex((s) => s.token === viewer),
  );
  const enemy = me === 0 ? 1 : 0;
  return game.overlays.flatMap((o) => {
    const style = store.look.value.overlays?.[o.token];
    if (!style || style === "line" || game.domains[o.domain]?.kind !== "seat") return [];
    const about = style === "front" ? 0 : style === "hatch" ? enemy : me;
    const whose = style === "front" ? "" : both(game.seats[about]);
    return [{ kind: o.token, style, about, name: [both(o), whose].filter(Boolean).join(" – ") }];
  });
}

// What the game marks for this, with the name it is shown under.
export async function askOverlay(
  store: MatchStore,
  kind: string,
  about: number,
  after?: number, // a step: as if it had been taken
): Promise<Shown> {
  const found = store.game.value?.overlays.find((o) => o.token === kind);
  const name = store.aboutWhat(found?.domain ?? 0).find((x) => x.value === about)?.name ?? "";
  const got = await store.table.overlay(kind, about, after);
  return shownAs(kind, about, [both(found), name].filter(Boolean).join(" – "), got);
}
const shownAs = (kind: string, about: number, title: string, got: Marked): Shown => ({
  kind: `${kind}:${about}`,
  title,
  surface: got.surface,
  cells: new Map(got.cells),
  points: got.points,
  pieces: new Set(got.pieces),
});

// What a moment of a replay is asked for besides its view: who holds what is always known.
export const layersSeen = (store: MatchFacts, viewer: string): Layer[] =>
  layersOf(store, viewer).filter((l) => l.style === "front" || layersOn.value.has(l.style));
export const askedOf = (layers: Layer[]): string =>
  layers.map(({ kind, about }) => `${kind}:${about}`).join(",");
export function layersIn(part: ReplayPart, layers: Layer[]): Map<string, Shown> | null {
  const { overlays } = part;
  if (!overlays) return null;
  return new Map(
    layers.flatMap((l) => {
      const got = overlays.find((o) => o.kind === l.kind && o.about === l.about);
      return got ? [[l.style, shownAs(l.kind, l.about, l.name, got)] as const] : [];
    }),
  );
}

// Keeps them up to date while a match is open. Who holds what is always known: flags show it.
export function followLayers(
  store: MatchFacts,
  ask: (kind: string, about: number) => Promise<Shown>,
): () => void {
  const moment = computed(() => {
    const state = store.live.value;
    return state ? `${state.entry} ${state.viewer}` : "";
  });
  let round = 0;
  return effect(() => {
    const now = moment.value,
      on = layersOn.value;
    const turn = ++round;
    if (!now) return;
    const wanted = untracked(() =>
      layersOf(store, store.live.value?.viewer)
        .filter((l) => l.style === "front" || on.has(l.style))
        .map((l) => ask(l.kind, l.about).then((shown) => [l.style, shown] as const)),
    );
    void Promise.all(wanted).then(
      (list) => {
        if (turn === round) store.layered.value = new Map(list);
      },
      () => undefined, // they are shown again after the next entry
    );
  });
}
