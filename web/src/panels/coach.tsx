// SPDX-License-Identifier: Apache-2.0
// The coach: the best plans of the player's own side, from what it can see, each with its chance to
// win; and what the other side's last move has changed. A plan is shown on the table as ghosts and
// marked places. Nothing is played: that is left to the player.
import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect } from "preact/hooks";
import type { Explained, Hints } from "../schema";
import type { MatchStore } from "../store";
import { troubleOf } from "../table";
import { both, t } from "../text";
import { GHOST, type Hint, PLANNED, type Piece, type Plan } from "../types";
import { w, wOf } from "../words/coach";
import { heightOf, hiddenBy } from "./aside";
import { closeCoach } from "./coachbox";
import { percent } from "./odds";

const letters = ["A", "B", "C"] as const;

// What was answered is kept as long as the position lasts.
const kept = new WeakMap<MatchStore, Hints>();
const asked = new WeakMap<MatchStore, Promise<Hints>>(); // under way

// The places and pieces that its steps name.
function placesOf(store: MatchStore, plan: Plan): Set<string> {
  const game = store.game.value,
    out = new Set<string>();
  plan.steps.forEach((action, i) => {
    const legal = store.spelled(action, plan.notation[i] ?? "");
    legal.o.forEach((value, k) => {
      const domain = game?.domains[game.verbs[legal.v]?.operands[k] ?? 0];
      if (domain?.kind === "cell") out.add(`${domain.surface}:${value}`);
    });
  });
  return out;
}

// Ghosts where nothing of the plan lies yet: what stays beside the table where it is has none.
function show(store: MatchStore, plan: Plan | null): void {
  const there = new Map(store.state.value?.view?.pieces.map((p) => [p.handle, p]));
  // in a row others close up: its place in it is no news
  const stays = (p: Piece): boolean =>
    store.game.value?.surfaces[p.surface]?.shape === "row" &&
    there.get(p.handle)?.surface === p.surface;
  store.advised.value = plan && {
    ghosts: plan.ghosts
      .filter((p) => !stays(p))
      .map((p): Piece => ({ ...p, flags: p.flags | GHOST | PLANNED })),
    cells: placesOf(store, plan),
  };
}

function Chance({ hint, best }: { hint: Hint; best: boolean }) {
  const wide = (hint.chance / 10000).toFixed(1);
  return (
    <>
      <p class="figures">
        <b class="num">{percent(hint.chance)}</b>
        <span>
          {w("toWin")} <small>{wOf("error", percent(Math.max(hint.error, 10000)))}</small>
          {hint.equal && !best && <em>{w("equal")}</em>}
        </span>
      </p>
      <svg class="scale" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        <rect class="all" width="100" height="6" />
        <rect class="won" width={wide} height="6" />
        <path d="M50 0V6" />
      </svg>
    </>
  );
}

function Card(props: { hint: Hint; number: number; shown: boolean; choose: () => void }) {
  const { hint, number, shown } = props,
    gains = both(hint.gains);
  return (
    <li class={`plan plan-${number} ${shown ? "shown" : ""}`}>
      <h3>
        <i aria-hidden="true">{letters[number]}</i>
        <span>{both(hint)}</span>
      </h3>
      <Chance hint={hint} best={number === 0} />
      {gains && <p>{gains}</p>}
      {hint.feared && (
        <p class="feared">
          <b>{w("feared")}</b> {both(hint.feared)}
        </p>
      )}
      <button type="button" class="act" aria-pressed={shown} onClick={props.choose}>
        {w("show")}
      </button>
    </li>
  );
}

// Asked again when the position has changed. One question at a time on the whole server may be
// answered later: it is put again.
function useHints(store: MatchStore) {
  const hints = useSignal<Hints | null>(null),
    trouble = useSignal("");
  const seq = store.since.value,
    acting = store.acting.value;
  useEffect(() => {
    let gone = false;
    const known = kept.get(store);
    hints.value = known && known.seq >= seq ? known : null;
    trouble.value = "";
    // That advice was taken is an entry of the log, and so a later moment: the question that is
    // under way is of that one, and is not put twice.
    const ask = (left: number): void => {
      const running = asked.get(store) ?? store.table.hint();
      asked.set(store, running);
      void running.finally(() => asked.delete(store)).then(
        (found) => {
          if (gone) return;
          if (found.seq < seq && left) return ask(left - 1);
          kept.set(store, found);
          hints.value = found;
        },
        (error) => {
          const { status } = troubleOf(error);
          if (gone) return;
          if (status === 429 && left) setTimeout(() => !gone && ask(left - 1), 1000);
          else trouble.value = both(troubleOf(error));
        },
      );
    };
    if (acting && !hints.value) ask(20);
    return () => void (gone = true);
  }, [store, seq, acting]);
  // The effect above runs when the new position is drawn: what was said of the one before is not.
  const current = (hints.value?.seq ?? -1) >= seq ? hints.value : null;
  return { hints: current, seq, trouble: trouble.value, acting };
}

// In little room: a key for each plan, and the one that is shown.
function Keys(props: { hints: Hint[]; chosen: number; choose: (plan: number) => void }) {
  const { hints, chosen } = props,
    shown = hints[chosen];
  return (
    <>
      <div class="plan-keys" role="group" aria-label={t("coach")}>
        {hints.map((hint, i) => (
          <button
            key={i}
            type="button"
            class={`plan-${i}`}
            aria-pressed={chosen === i}
            aria-label={`${letters[i]} ${percent(hint.chance)} ${w("toWin")}, ${both(hint)}`}
            onClick={() => props.choose(i)}
          >
            <i>{letters[i]}</i> <b class="num">{percent(hint.chance)}</b>
          </button>
        ))}
      </div>
      {shown && (
        <div class={`shown plan-${chosen}`}>
          <h3>{both(shown)}</h3>
          {both(shown.gains) && <p>{both(shown.gains)}</p>}
          {shown.feared && (
            <p class="feared">
              <b>{w("feared")}</b> {both(shown.feared)}
            </p>
          )}
        </div>
      )}
    </>
  );
}

// The sheet lies at the foot of the board, or at its head where it hides less of what is shown;
// what is out of sight is brought into it first.
function useAside(
  high: Signal<boolean>,
  slim: boolean,
  shown: Plan | null,
  goto: (key: string) => void,
) {
  useEffect(() => {
    if (!slim || !shown) return undefined;
    const [first] = document.querySelectorAll<Element>(".board .place:has(.advised)");
    if (first instanceof SVGElement && first.dataset["cell"]) goto(first.dataset["cell"]);
    const timer = setTimeout(() => {
      const things = document.querySelectorAll(".board .advised, .board .piece.planned"),
        boxes = [...things].map((thing) => thing.getBoundingClientRect());
      const { above, below } = hiddenBy(heightOf(".coach", 160), boxes);
      high.value = below > above;
    }, 260); // the board has come to rest
    return () => clearTimeout(timer);
  }, [slim, shown]);
}

interface PanelProps {
  store: MatchStore;
  slim?: boolean; // it lies over the board
  goto: (key: string) => void;
}

function Plans({ store, slim, goto, high }: PanelProps & { high: Signal<boolean> }) {
  const { hints, seq, trouble, acting } = useHints(store),
    choice = useSignal<{ of: Hints | null; plan: number }>({ of: null, plan: 0 });
  // The first until another is chosen; what was chosen of other advice is forgotten with it.
  const chosen = choice.value.of === hints ? choice.value.plan : 0,
    shown = hints?.hints[chosen]?.plan ?? null;
  // With the drawing of the card. A later moment clears the table (MatchStore.take): that advice
  // was taken is one, and may be heard of after the advice.
  useLayoutEffect(() => {
    show(store, shown);
    return () => show(store, null);
  }, [shown, seq]);
  useAside(high, !!slim, shown, goto);
  if (!acting) return <p class="hush">{w("notYourTurn")}</p>;
  if (trouble) return <p class="bad">{trouble}</p>;
  if (!hints) return <p role="status">{w("thinking")}</p>;
  const choose = (i: number): void =>
    void (choice.value = { of: hints, plan: chosen === i ? -1 : i });
  if (slim) return <Keys hints={hints.hints} chosen={chosen} choose={choose} />;
  return (
    <ol class="plans">
      {hints.hints.map((hint, i) => (
        <Card
          key={i}
          hint={hint}
          number={i}
          shown={chosen === i}
          choose={() => choose(i)}
        />
      ))}
    </ol>
  );
}

// The other side's last move, on demand.
function LastMove({ store }: { store: MatchStore }) {
  const told = useSignal<Explained | null>(null),
    trouble = useSignal(""),
    entry = store.live.value?.entry ?? 0;
  useEffect(() => {
    told.value = null;
    trouble.value = "";
  }, [store, entry]);
  const ask = (left: number): void =>
    void store.table.explained().then(
      (found) => (told.value = found),
      (error) => {
        const found = troubleOf(error);
        trouble.value = found.code === "no_odds" ? w("nothingPlayed") : both(found);
        if (found.status === 429 && left) setTimeout(() => ask(left - 1), 1000);
      },
    );
  if (told.value) return <p class="explained">{both(told.value)}</p>;
  return (
    <p class="explained">
      <button type="button" class="act" id="explain" onClick={() => ask(5)}>
        {w("explain")}
      </button>
      {trouble.value && <small role="status">{trouble.value}</small>}
    </p>
  );
}

export function CoachPanel({ store, slim, goto }: PanelProps) {
  const high = useSignal(false);
  return (
    <section
      class={`coach ${slim ? "slim" : ""} ${high.value ? "high" : ""}`}
      aria-label={t("coach")}
      onPointerDown={(event) => slim && event.stopPropagation()}
    >
      <h2>
        {t("coach")}
        <button
          type="button"
          class="quiet"
          aria-label={t("close")}
          onClick={() => closeCoach(store)}
        >
          ✕
        </button>
      </h2>
      {!slim && <p class="hush">{w("knows")}</p>}
      <Plans store={store} {...(slim ? { slim } : {})} goto={goto} high={high} />
      {slim && <p class="hush">{w("knows")}</p>}
      <LastMove store={store} />
    </section>
  );
}
