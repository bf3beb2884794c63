// SPDX-License-Identifier: Apache-2.0
// The calculator (Ctrl B): what is being prepared, or any action that is possible now, with other
// units, other answers and other things hidden. Nothing is played, and nothing is asked that the
// player could not prepare himself: each plan goes to the server as steps from the beginning.
import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { uncertain } from "../reckon";
import type { Odds } from "../schema";
import type { MatchStore } from "../store";
import { type Assume, type Deed, TableError } from "../table";
import { both, t } from "../text";
import type { Legal } from "../types";
import { w } from "../words/odds";
import {
  Bar,
  Common,
  Faces,
  Headline,
  Key,
  type Row,
  commonOf,
  mixed,
  partsOf,
  percent,
} from "./odds";
import { Sheet } from "./sheets";

interface Step {
  deed: Deed;
  name: string;
  on: boolean;
}

const choicesMost = 300;

// What the dialogue has in hand.
interface Desk {
  store: MatchStore;
  steps: Signal<Step[]>;
  odds: Signal<Odds | null>;
  trouble: Signal<string>;
  assume: Signal<Assume>;
  world: Signal<number>; // a row; -1: all that is possible
}

const same = (store: MatchStore, step: Step, action: number, notation: string): boolean =>
  step.deed === action || step.deed === notation || step.name === nameOf(store, action, notation);
const nameOf = (store: MatchStore, action: number, notation: string): string =>
  store.legalName(store.spelled(action, notation));

function drafted(store: MatchStore): Step[] {
  const draft = store.live.value?.draft ?? [];
  return draft.map((notation) => ({ deed: notation, name: store.spoken(notation), on: true }));
}

// Asked again whenever a step or an assumption changes; only the last answer counts. What the rules
// refuse leaves the answer before it in place.
function useAnswer({ store, steps, odds, trouble, assume, world }: Desk): void {
  useEffect(() => {
    const deeds = steps.value.filter((step) => step.on).map((step) => step.deed);
    let wanted = true;
    const soon = setTimeout(() => {
      if (!deeds.length || !store.acting.value) return;
      store.table.odds(deeds, { anew: true, assume: assume.value }).then(
        (found) => {
          if (!wanted) return;
          odds.value = found;
          trouble.value = "";
          world.value = -1;
        },
        (error) => {
          if (!(error instanceof TableError)) throw error;
          if (!wanted) return;
          trouble.value =
            error.code === "refused"
              ? w("refusedSo")
              : error.code === "no_odds"
                ? w("nothingToReckon")
                : both(error);
        },
      );
    }, 80);
    return () => {
      wanted = false;
      clearTimeout(soon);
    };
  }, [steps.value, assume.value]);
}

function Points({ by }: { by: number }) {
  const points = Math.round(by / 10000);
  if (!points) return null;
  return <b class={points < 0 ? "down" : "up"}>{points < 0 ? `−${-points}` : `+${points}`}</b>;
}

// Which action, when none is being prepared.
function Choice({ desk }: { desk: Desk }) {
  const { store, steps } = desk,
    game = store.game.value;
  const open = store.legal.value
    .filter((l) => (game?.verbs[l.v]?.operands.length ?? 0) > 0)
    .slice(0, choicesMost);
  const verbs = [...new Set(open.map((l) => l.v))];
  const pick = (legal: Legal | undefined) => {
    desk.odds.value = null;
    steps.value = legal ? [{ deed: legal.a, name: store.legalName(legal), on: true }] : [];
  };
  return (
    <label class="calc-choice">
      <span>{w("whichAction")}</span>
      <select
        value={String(steps.value[0]?.deed ?? "")}
        onChange={(e) => pick(open.find((l) => String(l.a) === e.currentTarget.value))}
      >
        <option value="">{w("choose")}</option>
        {verbs.map((verb) => (
          <optgroup key={verb} label={both(game?.verbs[verb])}>
            {open
              .filter((l) => l.v === verb)
              .map((l) => (
                <option key={l.a} value={String(l.a)}>
                  {store.legalName(l)}
                </option>
              ))}
          </optgroup>
        ))}
      </select>
    </label>
  );
}

// What takes part: switched off and on; what might join, with what it would bring.
function Mine({ desk }: { desk: Desk }) {
  const { store, steps, odds } = desk,
    changes = odds.value?.sensitivity ?? [];
  const toggle = (at: number) =>
    (steps.value = steps.value.map((step, i) => (i === at ? { ...step, on: !step.on } : step)));
  const joins = changes.filter(
    (c) => c.kind === "with" && !steps.value.some((s) => same(store, s, c.action, c.notation)),
  );
  const others = changes.filter((c) => c.kind === "instead");
  const byStep = (step: Step) => {
    const kind = step.on ? "without" : "with";
    const found = changes.find(
      (c) => c.kind === kind && same(store, step, c.action, c.notation),
    );
    return found ? (step.on ? found.before - found.after : found.after - found.before) : 0;
  };
  return (
    <fieldset class="calc-mine">
      <legend>{w("yourSide")}</legend>
      {steps.value.map((step, i) => (
        <label key={String(step.deed)}>
          <input type="checkbox" checked={step.on} disabled={!i} onChange={() => toggle(i)} />
          <span>{step.name}</span>
          <Points by={byStep(step)} />
        </label>
      ))}
      {joins.map((c) => (
        <label key={c.action}>
          <input
            type="checkbox"
            checked={false}
            onChange={() => {
              const name = nameOf(store, c.action, c.notation);
              steps.value = [...steps.value, { deed: c.action, name, on: true }];
            }}
          />
          <span>{nameOf(store, c.action, c.notation)}</span>
          <Points by={c.after - c.before} />
        </label>
      ))}
      {others.length > 0 && (
        <p class="odds-changes">
          <span class="hush">{w("insteadOf")}</span>
          {others.map((c) => (
            <button
              key={c.action}
              type="button"
              onClick={() => {
                const name = nameOf(store, c.action, c.notation);
                steps.value = [...steps.value.slice(0, -1), { deed: c.action, name, on: true }];
              }}
            >
              {nameOf(store, c.action, c.notation)} <Points by={c.after - c.before} />
            </button>
          ))}
        </p>
      )}
    </fieldset>
  );
}

const ASSUMES: Assume[] = ["sensible", "none", "all"];

// What is not known of the other side, one case at a time, and how readily all react.
function Theirs({ desk }: { desk: Desk }) {
  const rows = desk.odds.value?.rows ?? [],
    named = rows.filter((row) => both(row));
  return (
    <fieldset class="calc-theirs">
      <legend>{w("theirSide")}</legend>
      {named.length > 0 && (
        <label>
          <input
            type="radio"
            name="world"
            checked={desk.world.value < 0}
            onChange={() => (desk.world.value = -1)}
          />
          <span>{w("unknownAll")}</span>
        </label>
      )}
      {rows.map((row, i) =>
        both(row) ? (
          <label key={i}>
            <input
              type="radio"
              name="world"
              checked={desk.world.value === i}
              onChange={() => (desk.world.value = i)}
            />
            <span>
              {both(row)}
              {row.instead === "assumed" && row.share < 1000000 && (
                <small> {percent(row.share)}</small>
              )}
            </span>
            <b>{percent(row.headline)}</b>
          </label>
        ) : null,
      )}
      <label class="calc-choice">
        <span>{w("reactions")}</span>
        <select
          value={desk.assume.value}
          onChange={(e) => (desk.assume.value = e.currentTarget.value as Assume)}
        >
          {ASSUMES.map((one) => (
            <option key={one} value={one}>
              {w(one)}
            </option>
          ))}
        </select>
      </label>
    </fieldset>
  );
}

// Of one case alone the headline is that case's.
function narrowed(odds: Odds, row: Row): Odds {
  const only = { ...row, instead: "assumed" as const, share: 1000000 };
  const headline = odds.headline && {
    ...odds.headline,
    low: row.headline,
    high: row.headline + row.rest,
  };
  return { ...odds, headline, rows: [only] };
}

function Answer({ desk }: { desk: Desk }) {
  const whole = desk.odds.value,
    chosen = whole?.rows[desk.world.value];
  if (!whole) return null;
  const odds = chosen ? narrowed(whole, chosen) : whole,
    row = mixed(odds);
  if (!row || !uncertain(whole)) return <p class="hush">{w("nothingToReckon")}</p>;
  const parts = partsOf(row, odds.headline?.good ?? 0, commonOf(odds));
  return (
    <section class="odds" aria-label={t("odds")} aria-live="polite">
      <Headline odds={odds} />
      <Bar parts={parts} />
      <Key parts={parts} />
      <Common odds={odds} />
      <Faces odds={odds} />
    </section>
  );
}

export function Calculator({ store }: { store: MatchStore }) {
  const first = drafted(store),
    looked = store.legal.value.find((l) => l.a === store.oddsOf);
  const start =
    first.length || !looked || !store.odds.value
      ? first
      : [{ deed: looked.a, name: store.legalName(looked), on: true }];
  const desk: Desk = {
    store,
    steps: useSignal(start),
    odds: useSignal<Odds | null>(null),
    trouble: useSignal(""),
    assume: useSignal<Assume>("sensible"),
    world: useSignal(-1),
  };
  const seq = store.since.value,
    begun = useSignal(seq);
  useEffect(() => {
    if (begun.value === seq) return;
    begun.value = seq; // something was played meanwhile
    desk.odds.value = null;
    desk.steps.value = drafted(store);
  }, [seq]);
  useAnswer(desk);
  return (
    <Sheet title={t("calculator")} close={() => (store.calculating.value = false)}>
      <div class="calculator">
        {store.acting.value ? (
          <>
            <p class="hush">{w("calculatorHint")}</p>
            {!store.live.value?.draft?.length && <Choice desk={desk} />}
            <Answer desk={desk} />
            {desk.trouble.value && (
              <p class="bad" role="status">
                {desk.trouble.value}
              </p>
            )}
            {desk.steps.value.length > 0 && <Mine desk={desk} />}
            {desk.odds.value && <Theirs desk={desk} />}
          </>
        ) : (
          <p>{w("notNow")}</p>
        )}
      </div>
    </Sheet>
  );
}
