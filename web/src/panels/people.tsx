// SPDX-License-Identifier: Apache-2.0
// Who plays: names, who is at the table, whose turn it is; one's own name, a seat to give away, a
// link for another device.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { house } from "../house";
import { Icon } from "../home/icons";
import {
  type Link,
  apart,
  called,
  dropInvite,
  keepInvite,
  linkOf,
  myName,
  own,
  saveName,
  seatName,
} from "../people";
import { go } from "../router";
import type { MatchStore } from "../store";
import { troubleOf } from "../table";
import { askNotify, canNotify, notifying, stopNotify } from "../turns";
import { both, colon, t } from "../text";
import type { Sitting } from "../types";
import { AskButtons } from "./asks";
import { Vacation } from "./vacation";
import { LinkBox } from "./link";
import { Sheet } from "./sheets";

// Beside the name of a side.
export function Who({ who, several }: { who: Sitting | undefined; several: boolean }) {
  if (!who) return null;
  if (who.kind !== "human") return <small>{called(who)}</small>;
  const there = several && !who.you;
  return (
    <small class="who">
      {there && (
        <span
          class={who.here ? "dot here" : "dot"}
          role="img"
          aria-label={who.here ? t("isHere") : t("isAway")}
          title={who.here ? t("isHere") : t("isAway")}
        />
      )}
      {who.you || several ? called(who) : ""}
    </small>
  );
}

export function NameField() {
  const told = useSignal(""),
    bad = useSignal(false);
  useEffect(() => {
    void house.me().then(
      ({ name }) => name && (myName.value = name),
      () => undefined,
    );
  }, []);
  const save = async (event: Event) => {
    event.preventDefault();
    try {
      await saveName(myName.value.trim());
      told.value = t("nameSaved");
      bad.value = false;
    } catch (error) {
      told.value = both(troubleOf(error));
      bad.value = true;
    }
  };
  return (
    <form class="name-field" onSubmit={(event) => void save(event)}>
      <input
        type="text"
        class="name"
        maxLength={24}
        autocomplete="nickname"
        aria-label={t("yourName")}
        placeholder={t("yourName")}
        value={myName.value}
        onInput={(event) => {
          myName.value = event.currentTarget.value;
          told.value = "";
        }}
      />
      <button type="submit">{t("rename")}</button>
      <small role="status" class={bad.value ? "bad" : ""}>
        {told.value}
      </small>
    </form>
  );
}

// A notification when it is one's turn, asked for on demand only.
export function TellMe() {
  if (!canNotify()) return <span class="hush title-tells">{t("titleTells")}</span>;
  return (
    <button
      type="button"
      class="tell-me"
      aria-pressed={notifying.value}
      onClick={() => (notifying.value ? stopNotify() : void askNotify())}
    >
      <Icon name="bell" />
      {notifying.value ? t("tellingYou") : t("tellMe")}
    </button>
  );
}

// A seat of one's own, given to a friend who is elsewhere.
function GiveSeat({ store, seat }: { store: MatchStore; seat: string }) {
  const made = useSignal<Link | null>(null),
    trouble = useSignal("");
  const tried = async (what: () => Promise<void>) => {
    try {
      trouble.value = "";
      await what();
    } catch (error) {
      trouble.value = both(troubleOf(error));
    }
  };
  const give = () =>
    tried(async () => {
      made.value = await keepInvite(store.id, await store.table.invite(seat));
    });
  const end = () =>
    tried(async () => {
      await store.table.revoke(seat);
      dropInvite(store.id);
      made.value = null;
    });
  return (
    <div class="give">
      {made.value ? (
        <>
          <LinkBox link={made.value} label={t("linkForOne")} main={false} />
          <p>
            {t("giveSeatHint")}{" "}
            <button type="button" class="quiet" onClick={() => void end()}>
              {t("endLink")}
            </button>
          </p>
        </>
      ) : (
        <button type="button" class="give-seat" data-seat={seat} onClick={() => void give()}>
          {t("giveSeat")}
        </button>
      )}
      {trouble.value && (
        <p class="trouble" role="alert">
          {trouble.value}
        </p>
      )}
    </div>
  );
}

function OtherDevice() {
  const made = useSignal<Link | null>(null),
    trouble = useSignal("");
  const make = async () => {
    try {
      made.value = { href: linkOf(await house.backLink()), local: false };
    } catch (error) {
      trouble.value = both(troubleOf(error));
    }
  };
  return (
    <section>
      <h3>{t("otherDevice")}</h3>
      <p class="hush">{t("otherDeviceHint")}</p>
      {made.value ? (
        <LinkBox link={made.value} label={t("otherDevice")} main={false} />
      ) : (
        <button type="button" id="back-link" onClick={() => void make()}>
          <Icon name="device" />
          {t("makeLink")}
        </button>
      )}
      {trouble.value && (
        <p class="trouble" role="alert">
          {trouble.value}
        </p>
      )}
    </section>
  );
}

const delays = [0, 2, 5, 20, 100];

// Others may look on; both players see that they may.
function Spectators({ store }: { store: MatchStore }) {
  const made = useSignal<{ watch: Link; embed: Link } | null>(null),
    delay = useSignal(0),
    trouble = useSignal("");
  const state = store.live.value;
  const turn = async (behind: number | null) => {
    try {
      trouble.value = "";
      const told = await store.table.watching(behind);
      const link = (path = "") => ({ href: linkOf(path), local: !!told.local });
      made.value = told.path ? { watch: link(told.path), embed: link(told.embed) } : null;
    } catch (error) {
      trouble.value = both(troubleOf(error));
    }
  };
  const on = state?.watching !== null && state?.watching !== undefined;
  const links = on ? made.value : null;
  return (
    <section class="spectators">
      <h3>{t("spectators")}</h3>
      <p class="hush">{t("spectatorsHint")}</p>
      {links && (
        <LinkBox
          key={links.watch.href}
          link={state?.over ? { ...links.watch, local: false } : links.watch}
          label={t("watchLink")}
          main={false}
        />
      )}
      {links && state?.over && (
        <LinkBox key={links.embed.href} link={links.embed} label={t("embedLink")} main={false} />
      )}
      {!state?.over && (
        <label>
          {t("delay")}
          <select
            id="delay"
            value={delay.value}
            onChange={(event) => (delay.value = Number(event.currentTarget.value))}
          >
            {delays.map((n) => (
              <option key={n} value={n}>
                {n}
              </option>
            ))}
          </select>
        </label>
      )}
      <button type="button" id="let-watch" onClick={() => void turn(delay.value)}>
        <Icon name="eye" />
        {t("letWatch")}
      </button>
      {on && (
        <button type="button" class="quiet" id="end-watch" onClick={() => void turn(null)}>
          {t("endWatch")}
        </button>
      )}
      {trouble.value && (
        <p class="trouble" role="alert">
          {trouble.value}
        </p>
      )}
    </section>
  );
}
// What both players are told of it.
export function LookedOn({ store }: { store: MatchStore }) {
  const delay = store.live.value?.watching;
  if (delay === null || delay === undefined) return null;
  return (
    <p class="looked-on">
      <Icon name="eye" />
      {t("lookedOn")} {delay > 0 && `${t("delay")}${colon()}${delay}`}
    </p>
  );
}

export function PeopleSheet({ store, close }: { store: MatchStore; close: () => void }) {
  const state = store.live.value,
    game = store.game.value;
  if (!state || !game) return null;
  const several = apart(state),
    mine = own(state);
  return (
    <Sheet title={t("players")} close={close}>
      <div class="people">
        <ul>
          {state.people.map((who) => (
            <li key={who.seat} class={who.you ? "you" : ""}>
              <b>{seatName(game, who.seat)}</b>
              <Who who={who} several={several} />
              {several && !who.you && who.kind === "human" && (
                <small class="hush">{who.here ? t("isHere") : t("isAway")}</small>
              )}
              {state.turn.seat === who.seat && !state.over && (
                <small class="stamp">{t(who.you ? "youToPlay" : "toPlay")}</small>
              )}
              {who.you && !state.over && <GiveSeat store={store} seat={who.seat} />}
            </li>
          ))}
        </ul>
        {mine.length > 0 && (
          <>
            <AskButtons store={store} />
            <Vacation store={store} />
            <section>
              <h3>{t("yourNameRow")}</h3>
              <NameField />
            </section>
            <section>
              <h3>{t("tellMe")}</h3>
              <TellMe />
            </section>
            <Spectators store={store} />
            <OtherDevice />
          </>
        )}
      </div>
    </Sheet>
  );
}

// The same again with the same people.
export function Rematch({ store }: { store: MatchStore }) {
  const busy = useSignal(false);
  const state = store.live.value;
  if (!state?.over || !apart(state)) return null;
  const start = async () => {
    busy.value = true;
    try {
      go(`/m/${state.rematch ?? (await store.table.rematch())}`);
    } catch (error) {
      store.note({ x: innerWidth / 2, y: 120 }, both(troubleOf(error)));
      busy.value = false;
    }
  };
  return (
    <button
      type="button"
      class={`act rematch ${state.rematch ? "main" : ""}`}
      disabled={busy.value}
      onClick={() => void start()}
    >
      {state.rematch ? t("toRematch") : t("rematch")}
    </button>
  );
}
