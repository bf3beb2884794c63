// SPDX-License-Identifier: Apache-2.0
// A guided first turn: the game's guide.json says, step by step, what to do and what to point at;
// each step waits for the player's own legal move. Any other legal move is allowed and simply
// taken; wrong clicks are answered by their rule as always. It can be left at any moment.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { operandDomain } from "../choose";
import { markGuideSeen } from "../prefs";
import type { MatchStore } from "../store";
import { both, t } from "../text";
import type { Guide, GuideStep, Legal } from "../types";
import { heightOf, hiddenBy } from "./aside";

const settling = 9; // looks at where things lie, after each step

function meets(store: MatchStore, step: GuideStep, legal: Legal): boolean {
  const game = store.game.value;
  if (!game) return false;
  if (step.verb && game.verbs[legal.v]?.token !== step.verb) return false;
  const tokens = (kind: string) =>
    legal.o.flatMap((value, i) => {
      const found = operandDomain(game, legal, i);
      return found?.domain.kind === kind ? [found.domain.names?.[value]?.token ?? ""] : [];
    });
  if (step.piece?.length && !tokens("piece").some((x) => step.piece?.includes(x))) return false;
  return !(step.cell?.length && !tokens("cell").some((x) => step.cell?.includes(x)));
}
const waits = (step: GuideStep | undefined): boolean =>
  !!step && !!(step.verb || step.piece?.length || step.cell?.length);

// The lists that a guide speaks of, by the options that choose them.
function spokenOf(store: MatchStore, guide: Guide): [string, number][] {
  if (guide.options) return Object.entries(guide.options);
  const lists = store.game.value?.options.filter((o) => o.list) ?? [];
  return lists.map((o) => [o.id, o.standard]);
}

export function guideFits(store: MatchStore): boolean {
  const guide = store.guide.value,
    state = store.live.value;
  return (
    !!guide &&
    !!state &&
    guide.scenario === state.scenario &&
    guide.seat === state.viewer &&
    // it speaks of certain lists and the usual table
    !state.lists?.length &&
    !state.own &&
    spokenOf(store, guide).every(([id, value]) => state.options?.[id] === value) &&
    state.seats.find((s) => s.token === guide.seat)?.kind === "human"
  );
}

export function GuideBox({
  store,
  close,
  goto,
}: {
  store: MatchStore;
  close: () => void;
  goto: (key: string) => void;
}) {
  const steps = store.guide.value?.steps ?? [];
  const at = useSignal(0);
  const low = useSignal(false);
  const step = steps[at.value];
  const leave = () => {
    markGuideSeen(store.game.value?.id ?? "");
    close();
  };
  const played = store.played.value,
    node = store.live.value?.turn.node ?? "";
  useEffect(() => {
    // Words alone give way to the first move, the last ones too; a step waits for its own, or for
    // a later step's at the same decision, by another verb: who gets there otherwise is followed.
    for (const { legal, node } of played) {
      const now = steps[at.value];
      const here = (s: GuideStep) => waits(s) && (!s.node || s.node === node);
      const run = now && here(now) ? steps.slice(at.value) : [];
      const end = run.findIndex((s) => !here(s));
      const met = run.findIndex(
        (s, i) =>
          (end < 0 || i < end) && (!i || s.verb !== now?.verb) && meets(store, s, legal),
      );
      if (!waits(now)) at.value++;
      else if (met >= 0) at.value += met + 1;
    }
    if (steps.length && at.value >= steps.length) leave();
  }, [played]);
  useEffect(() => {
    // a step for a decision that has passed is over: on to the one for what is to be decided now
    if (step?.node && waits(step) && step.node !== node && store.live.value?.turn.acting) {
      const now = steps.findIndex((s, i) => i > at.value && s.node === node);
      if (now > 0) at.value = now;
    }
    point(store, step, goto);
    // a map's places come after its first picture, and the table may still come to rest
    let looks = 0,
      timer = 0;
    const place = (): void => {
      if (document.querySelector(".board .places")) {
        if (!looks) point(store, step, goto);
        low.value = hides(store);
        looks++;
      }
      if (looks < settling) timer = window.setTimeout(place, 120);
    };
    place();
    return () => {
      clearTimeout(timer);
      store.highlight.value = null;
    };
  }, [at.value, node]);
  if (!step) return null;
  return (
    <aside class={`guide ${low.value ? "low" : ""}`} role="note" aria-label={t("guide")}>
      <p class="title">
        {t("guide")}{" "}
        <small>
          {at.value + 1}/{steps.length}
        </small>
        <button type="button" class="quiet" onClick={leave}>
          {t("guideLeave")}
        </button>
      </p>
      <p aria-live="polite">{both(step)}</p>
      {!waits(step) && (
        <button
          type="button"
          class="act main"
          onClick={() => (at.value + 1 < steps.length ? at.value++ : leave())}
        >
          {at.value + 1 < steps.length ? t("guideNext") : t("guideDone")}
        </button>
      )}
    </aside>
  );
}

// Would the box at its usual place, the top, cover what it points at, or more of it than below?
function hides(store: MatchStore): boolean {
  const lit = store.highlight.value;
  const ids = [
    ...[...(lit?.cells ?? [])].map((key) => `c-${key.replace(":", "-")}`),
    ...[...(lit?.pieces ?? [])].map(
      (handle) => `p-${store.pieces.value.findIndex((p) => p.handle === handle)}`,
    ),
  ];
  const boxes = ids.flatMap((id) => {
    const node = document.getElementById(id);
    return node?.closest(".board") ? [node.getBoundingClientRect()] : [];
  });
  const { above, below } = hiddenBy(heightOf(".guide", 200), boxes);
  return above > below;
}

function point(store: MatchStore, step: GuideStep | undefined, goto: (key: string) => void): void {
  const to = step?.point;
  document.querySelectorAll(".guided").forEach((e) => e.classList.remove("guided"));
  if (!to) return;
  const lit = { pieces: new Set<number>(), cells: new Set<string>() };
  const piece = to.piece ? store.pieces.value.find((p) => p.token === to.piece) : undefined;
  if (piece) {
    lit.pieces.add(piece.handle);
    goto(`${piece.surface}:${piece.cell}`);
  }
  store.cells.value?.surfaces.forEach((s, surface) =>
    s.cells.forEach((c, cell) => {
      const first = !!to.cell && c.token === to.cell;
      if (!first && !to.also?.includes(c.token ?? "")) return;
      lit.cells.add(`${surface}:${cell}`);
      if (first && !piece) goto(`${surface}:${cell}`);
    }),
  );
  if (to.verb)
    document
      .querySelector(`.actions [data-verb="${CSS.escape(to.verb)}"]`)
      ?.classList.add("guided");
  store.highlight.value = lit;
}
