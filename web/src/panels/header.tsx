// SPDX-License-Identifier: Apache-2.0
// The head of a match: whose turn, the prompt, and a button for everything that is done by naming
// it rather than by pointing: verbs without operands, choices, numbers, sets.
import { useSignal } from "@preact/signals";
import { fits, needsPointing, operandDomain, verbsOf } from "../choose";
import { confirming, isDark, lang, toggleTheme } from "../prefs";
import type { MatchStore, Spot } from "../store";
import { both, capital, colon, counted, pair, t } from "../text";
import type { Legal, Verb } from "../types";

const spotOf = (event: Event): Spot => {
  const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.bottom };
};
const manyChoices = 9;

function ActionButton({
  store,
  legal,
  label,
  main,
}: {
  store: MatchStore;
  legal: Legal;
  label: string;
  main: boolean;
}) {
  const verb = store.game.value?.verbs[legal.v];
  const asked = useSignal(-1); // at this decision it was asked whether that is really meant
  const seq = store.since.value;
  const sure = !asksBefore(store, legal) || asked.value === seq;
  const press = (event: Event) => {
    if (sure) void store.act(legal, spotOf(event));
    else asked.value = seq;
  };
  const leave = () => {
    asked.value = -1;
    store.lookAway();
  };
  return (
    <button
      type="button"
      class={`act ${main ? "main" : ""} ${asked.value === seq ? "asked" : ""}`}
      data-verb={verb?.token}
      disabled={store.busy.value}
      onClick={press}
      onPointerEnter={() => store.lookInto(legal)}
      onFocus={() => store.lookInto(legal)}
      onPointerLeave={leave}
      onBlur={leave}
    >
      {asked.value === seq ? counted("sureToEnd", label) : label}
    </button>
  );
}

// An end that cannot be meant by itself: something else could still be done, and nothing is being
// prepared that it would close.
function asksBefore(store: MatchStore, legal: Legal): boolean {
  const verb = store.game.value?.verbs[legal.v];
  return (
    confirming.value === "ends" &&
    !!verb?.flags.includes("done") &&
    store.legal.value.length > 1 &&
    !store.live.value?.draft?.length
  );
}

// A set and perhaps a number: marks to tick and a button.
function OperandForm({
  store,
  verb,
  list,
  main,
}: {
  store: MatchStore;
  verb: Verb;
  list: Legal[];
  main: boolean;
}) {
  const game = store.game.value;
  const first = list[0];
  const values = useSignal<number[]>(first ? [...first.o] : []);
  if (!game || !first) return null;
  const legal = list.find((l) => l.o.every((v, i) => v === values.value[i]));
  const set = (place: number, value: number) =>
    (values.value = values.value.map((v, i) => (i === place ? value : v)));
  return (
    <form
      class="operands"
      onSubmit={(event) => {
        event.preventDefault();
        const at = { x: innerWidth / 2, y: 120 };
        if (legal) void store.act(legal, at);
        else
          void store.actText(
            [
              verb.token,
              ...verb.operands.map((d, i) => token(store, d, values.value[i] ?? 0)),
            ].join(" "),
            at,
          );
      }}
    >
      {verb.operands.map((index, place) => {
        const domain = game.domains[index];
        const seen = [...new Set(list.map((l) => l.o[place] ?? 0))].sort((a, b) => a - b);
        if (domain?.kind === "set") {
          const used = seen.reduce((m, v) => m | v, 0);
          const mine = values.value[place] ?? 0;
          return (
            <span key={place} class="ticks" role="group" aria-label={both(verb)}>
              {(domain.names ?? []).map((name, bit) =>
                (used >> bit) & 1 ? (
                  <label key={bit}>
                    <input
                      type="checkbox"
                      checked={!!((mine >> bit) & 1)}
                      onChange={() => set(place, mine ^ (1 << bit))}
                    />
                    {both(name)}
                  </label>
                ) : null,
              )}
            </span>
          );
        }
        if (seen.length < 2) return null;
        return (
          <label key={place} class="select">
            <select
              aria-label={both(verb)}
              value={String(values.value[place])}
              onChange={(event) => set(place, Number(event.currentTarget.value))}
            >
              {seen.map((v) => (
                <option key={v} value={String(v)}>
                  {store.valueName(index, v)}
                </option>
              ))}
            </select>
          </label>
        );
      })}
      <button
        type="submit"
        class={`act ${legal && main ? "main" : ""}`}
        data-verb={verb.token}
        onPointerEnter={() => legal && void store.preview(legal)}
      >
        {list.length === 1 ? onlyName(store, first) : both(verb)}
      </button>
    </form>
  );
}
// The one thing left of a form: nothing at all is said as such.
function onlyName(store: MatchStore, legal: Legal): string {
  const verb = store.game.value?.verbs[legal.v];
  return legal.o.every((value) => value === 0)
    ? `${both(verb)}${colon()}${t("none")}`
    : store.legalName(legal);
}
function token(store: MatchStore, domain: number, value: number): string {
  const found = store.game.value?.domains[domain];
  if (found?.kind === "set") {
    const names = (found.names ?? []).filter((_, i) => (value >> i) & 1).map((n) => n?.token ?? "");
    return names.length ? names.join("+") : "none";
  }
  return found?.names?.[value]?.token ?? String(value);
}

// Of several choices the words that tell one action from its neighbours.
function varied(store: MatchStore, verb: Verb, list: Legal[], legal: Legal): string {
  const places = verb.operands.map((_, i) => i);
  const differ = places.filter((i) => new Set(list.map((l) => l.o[i])).size > 1);
  return (differ.length ? differ : places)
    .map((i) => store.valueName(verb.operands[i] ?? 0, legal.o[i] ?? 0))
    .join(", ");
}

// What has been pointed at already is what a verb's button is about, if it can be.
function pickVerb(store: MatchStore, verb: number, at: Spot): void {
  const game = store.game.value,
    chain = store.chain.value,
    on = store.verb.value === verb;
  const found = game && !on && chain.length ? fits(game, store.legal.value, chain, verb) : [];
  store.bubble.value = null;
  store.verb.value = on ? null : verb;
  if (found.length) store.advance(chain, found, at);
  else store.chain.value = [];
}

function VerbActions({ store, verb, list }: { store: MatchStore; verb: number; list: Legal[] }) {
  const game = store.game.value,
    found = game?.verbs[verb],
    first = list[0];
  if (!game || !found || !first) return null;
  const main = found.flags.includes("done");
  if (needsPointing(game, verb)) {
    const on = store.verb.value === verb;
    return (
      <button
        type="button"
        class={`mode ${on ? "on" : ""}`}
        data-verb={found.token}
        aria-pressed={on}
        onClick={(event) => pickVerb(store, verb, spotOf(event))}
      >
        {both(found)} <small>{list.length}</small>
      </button>
    );
  }
  if (found.operands.length === 0)
    return <ActionButton store={store} legal={first} label={both(found)} main={main} />;
  const domain = operandDomain(game, first, 0)?.domain;
  const plain = found.operands.length === 1 && domain?.kind !== "set";
  // nothing else can be done now: the first of them is what Ctrl-Enter takes
  const draftOnly = verbsOf(store.legal.value).length === 1;
  const counted = plain && list.length > 1 && domain?.kind === "number";
  if (counted && list.length <= manyChoices)
    return (
      <span class="counted" role="group" aria-label={both(found)}>
        <span>{both(found)}</span>
        {list.map((l) => (
          <ActionButton key={l.a} store={store} legal={l} label={String(l.o[0])} main={main} />
        ))}
      </span>
    );
  const choices = found.operands.every((d) => game.domains[d]?.kind === "choice");
  if (choices && !plain && list.length > 1 && list.length <= manyChoices)
    return (
      <span class="counted" role="group" aria-label={both(found)}>
        <span>{both(found)}</span>
        {list.map((l, i) => (
          <ActionButton
            key={l.a}
            store={store}
            legal={l}
            label={varied(store, found, list, l)}
            main={main || (draftOnly && i === 0)}
          />
        ))}
      </span>
    );
  // places in an order are no names to stand alone
  const ranked = domain?.names?.every((n) => !n || /^\d+$/.test(n.token));
  if (plain && !(ranked && list.length > 1) && list.length <= manyChoices)
    return (
      <>
        {list.map((l) => {
          const name = store.valueName(found.operands[0] ?? 0, l.o[0] ?? 0);
          const only = game.domains[found.operands[0] ?? 0]?.count === 1; // the verb says it all
          const label = only
            ? both(found)
            : /^\d+$/.test(name)
              ? `${both(found)} ${name}`
              : list.length > 1
                ? capital(name)
                : both(found) + (name === both(found) ? "" : `${colon()}${name}`);
          return <ActionButton key={l.a} store={store} legal={l} label={label} main={main} />;
        })}
      </>
    );
  return (
    <OperandForm
      key={`${verb}.${store.since.value}`}
      store={store}
      verb={found}
      list={list}
      main={main || draftOnly}
    />
  );
}

export function Undo({ store }: { store: MatchStore }) {
  const undo = store.live.value?.undo;
  const can = !!undo?.can || store.chain.value.length > 0;
  const why = can ? t("undoHint") : both(undo) || t("nothingUndo");
  return (
    <span class="undo">
      <button
        type="button"
        id="undo"
        aria-disabled={!can}
        aria-describedby={can ? undefined : "why-not"}
        title={can ? why : undefined}
        onClick={() => void store.undo()}
      >
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <path d="M8 3 3 8l5 5M3 8h8.5a5 5 0 0 1 0 10H8" />
        </svg>
        {t("undo")}
      </button>
      {!can && store.live.value && (
        <small class="why-not" id="why-not">
          {why}
        </small>
      )}
    </span>
  );
}

export function Prompt({ store }: { store: MatchStore }) {
  const state = store.state.value,
    game = store.game.value;
  if (!state || !game) return null;
  const seat = game.seats.find((s) => s.token === state.turn.seat);
  const node = game.nodes.find((n) => n.token === state.turn.node);
  const past = store.past.value?.log?.flatMap((entry) => store.telling(entry)) ?? [];
  const told = past[past.length - 1],
    over = state.over && !store.staged.value; // what led there is still being shown
  const text = state.over
    ? over
      ? verdict(store)
      : t("playedBack")
    : (told && both(told)) ||
      pair(state.turn.prompt_fr, state.turn.prompt_en) || pair(node?.wait_fr, node?.wait_en);
  return (
    <div class="prompt">
      <p class="whose">
        <span class={`chip seat-${game.seats.findIndex((s) => s.token === state.turn.seat)}`}>
          {over ? t("over") : state.over ? "…" : capital(both(seat)) || t("chance")}
        </span>
        {((state.thinking && !state.turn.acting) || store.motion.holding.value) && (
          <span class="thinking">{t("thinking")}</span>
        )}
        {onlyEnd(store) && <span class="only-end">{t("onlyEnd")}</span>}
        <Chain store={store} />
      </p>
      <h1 id="prompt" class={text.length > 56 ? "long" : ""} aria-live="polite">
        {text}
      </h1>
    </div>
  );
}

// Nothing is left but to end.
function onlyEnd(store: MatchStore): boolean {
  const game = store.game.value,
    [one, ...others] = store.legal.value;
  const verb = game?.verbs[one?.v ?? -1];
  return !!verb && !others.length && !verb.operands.length && verb.flags.includes("done");
}

// What has been pointed at so far.
function Chain({ store }: { store: MatchStore }) {
  const chain = store.chain.value;
  if (!chain.length) return null;
  return (
    <span class="chain">
      {chain.map((x) => store.thingName(x)).join(" → ")} → …
      <button type="button" class="quiet" onClick={() => store.cancel()} aria-label={t("cancel")}>
        ✕
      </button>
    </span>
  );
}

export function verdict(store: MatchStore): string {
  const state = store.state.value,
    game = store.game.value;
  const best = state?.result?.half.findIndex((h) => h === 2) ?? -1;
  if (!state?.result) return t("over");
  if (state.result.reason === "adjourned") return t("adjourned");
  return best >= 0 ? `${t("wins")} ${both(game?.seats[best])}` : t("drawn");
}

export function Actions({ store }: { store: MatchStore }) {
  const legal = store.legal.value;
  const verbs = verbsOf(legal);
  const game = store.game.value;
  if (!game) return null;
  const rank = (v: number): number =>
    needsPointing(game, v) ? 0 : game.verbs[v]?.flags.includes("done") ? 2 : 1;
  return (
    <div class="actions" role="group" aria-label={t("pick")}>
      {[...verbs]
        .sort((a, b) => rank(a) - rank(b))
        .map((v) => (
          <VerbActions key={v} store={store} verb={v} list={legal.filter((l) => l.v === v)} />
        ))}
    </div>
  );
}

export function Draft({ store }: { store: MatchStore }) {
  const draft = store.live.value?.draft ?? [];
  if (!draft.length || store.past.value) return null;
  return (
    <p class="draft">
      <span>{t("draft")}</span>
      {draft.slice(-6).map((step, i, shown) => (
        <span key={i} class="step">
          {store.spoken(step, shown[i - 1])}
        </span>
      ))}
    </p>
  );
}

const sun = "M10 6.2a3.8 3.8 0 1 0 .1 0zM10 1v2.4M10 16.6V19M1 10h2.4M16.6 10H19";
const rays = "M3.6 3.6l1.7 1.7M14.7 14.7l1.7 1.7M3.6 16.4l1.7-1.7M14.7 5.3l1.7-1.7";
const moon = "M15.8 12.6A7 7 0 0 1 7.4 4.2a7 7 0 1 0 8.4 8.4z";

export function Switches() {
  return (
    <span class="switches">
      <button
        type="button"
        class="quiet"
        id="lang"
        lang={lang.value === "fr" ? "en" : "fr"}
        onClick={() => (lang.value = lang.value === "fr" ? "en" : "fr")}
      >
        {t("otherLang")}
      </button>
      <button
        type="button"
        class="quiet"
        id="theme"
        aria-pressed={isDark()}
        aria-label={t("dark")}
        title={isDark() ? t("light") : t("dark")}
        onClick={toggleTheme}
      >
        <svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
          <path d={isDark() ? sun + rays : moon} />
        </svg>
      </button>
    </span>
  );
}
