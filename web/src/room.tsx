// SPDX-License-Identifier: Apache-2.0
// The waiting room: a match with a seat that nobody has taken yet. It becomes the match by itself.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Icon, Mark } from "./home/icons";
import { paceSaid } from "./panels/clock";
import { LinkBox } from "./panels/link";
import { NameField, TellMe } from "./panels/people";
import { Switches } from "./panels/header";
import {
  type Link,
  called,
  dropInvite,
  justCopied,
  keepInvite,
  keptInvite,
  own,
  seatName,
} from "./people";
import { go, link } from "./router";
import type { MatchStore } from "./store";
import { troubleOf } from "./table";
import { both, t } from "./text";
import type { Sitting } from "./types";

export function Room({ store }: { store: MatchStore }) {
  const made = useSignal<Link | null>(keptInvite(store.id)),
    trouble = useSignal("");
  const state = store.live.value,
    game = store.game.value;
  useEffect(
    () => () => {
      if (!store.live.value?.waiting) dropInvite(store.id); // somebody has come
    },
    [store],
  );
  if (!state || !game) return null;
  const open = state.people.find((p) => p.kind === "open"),
    scenario = state.own ?? game.scenarios.find((s) => s.id === state.scenario);
  const fail = (error: unknown) => (trouble.value = both(troubleOf(error)));
  const renew = async () => {
    if (!open) return;
    try {
      made.value = await keepInvite(store.id, await store.table.invite(open.seat));
    } catch (error) {
      fail(error);
    }
  };
  const leave = async () => {
    try {
      for (const { seat } of own(state)) await store.table.leave(seat);
      go("/");
    } catch (error) {
      fail(error);
    }
  };
  const remove = async () => {
    try {
      await store.table.remove();
      go("/");
    } catch (error) {
      fail(error);
    }
  };
  return (
    <div class="room">
      <header class="bar-thin">
        <a class="mark-only" {...link("/")} aria-label={t("home")}>
          <Mark />
        </a>
        <b>{both(game)}</b>
        <Switches />
      </header>
      <main>
        <div class="chair">
          <span class="beacon" aria-hidden="true" />
          <div>
            <h1>{t("emptyChair")}</h1>
            <p>{t("emptyChairHint")}</p>
          </div>
        </div>
        {trouble.value && (
          <p class="trouble" role="alert">
            {trouble.value}
          </p>
        )}
        <section class="panel">
          {made.value ? (
            <LinkBox
              key={made.value.href}
              link={made.value}
              label={t("linkForOne")}
              done={justCopied.value === store.id}
            />
          ) : (
            <p>{t("linkGone")}</p>
          )}
          <button type="button" class="quiet renew" onClick={() => void renew()}>
            {t("newLink")}
          </button>
        </section>
        <ul class="chairs">
          {state.people.map((who) => (
            <Chair key={who.seat} who={who} seat={seatName(game, who.seat)} />
          ))}
        </ul>
        <dl class="rows">
          <dt>{t("scenario")}</dt>
          <dd>{both(scenario)}</dd>
          <dt>{t("clock")}</dt>
          <dd>{state.clock ? paceSaid(state.clock) : t("noClock")}</dd>
          <dt>{t("yourNameRow")}</dt>
          <dd>
            <NameField />
          </dd>
        </dl>
        <p class="label">{t("youMayClose")}</p>
        <p class="row">
          <TellMe />
          <a class="act" {...link("/")}>
            <Icon name="computer" />
            {t("warmUp")}
          </a>
          <button type="button" class="quiet" onClick={() => void leave()}>
            {t("leaveSeat")}
          </button>
          <button type="button" class="quiet delete" onClick={() => void remove()}>
            {t("deleteMatch")}
          </button>
        </p>
      </main>
    </div>
  );
}

function Chair({ who, seat }: { who: Sitting; seat: string }) {
  const empty = who.kind === "open";
  return (
    <li class={empty ? "empty" : ""}>
      <span>
        <b>{empty ? t("waiting") : called(who)}</b>
        <small>
          {seat}, {empty ? t("open") : t("ready")}
        </small>
      </span>
      {!empty && <Icon name="check" />}
    </li>
  );
}
