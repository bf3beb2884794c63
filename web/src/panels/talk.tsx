// SPDX-License-Identifier: Apache-2.0
// Beside the board: what the players say to each other, and what each notes for himself.
import { useSignal, useSignalEffect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { apart, called } from "../people";
import type { MatchStore } from "../store";
import { troubleOf } from "../table";
import { ago, both, t } from "../text";
import type { Spoken } from "../types";

const bytes = 500; // of a line

export function TalkPanel({ store }: { store: MatchStore }) {
  const lines = useSignal<Spoken[]>([]),
    read = useSignal(0), // number of the last line that was in sight
    muted = useSignal(false),
    open = useSignal(false),
    text = useSignal(""),
    trouble = useSignal(""),
    list = useRef<HTMLOListElement>(null);
  const state = store.live.value,
    last = state?.talk ?? 0;
  const known = lines.value.at(-1)?.number ?? 0;
  const load = async (since: number) => {
    try {
      const told = await store.table.talk(since);
      muted.value = told.muted;
      lines.value = [...lines.value.filter((l) => l.number <= since), ...told.lines];
      if (open.value) read.value = told.last;
    } catch {
      // said again with the next change
    }
  };
  useEffect(() => {
    if (last > known) void load(known);
  }, [last]);
  useEffect(() => {
    list.current?.scrollTo(0, list.current.scrollHeight);
  }, [lines.value, open.value]);
  useSignalEffect(() => {
    if (store.talkShown.value) open.value = true;
  });
  if (!state || !apart(state)) return null;
  const fresh = lines.value.filter((l) => l.number > read.value && !l.own).length;
  const act = async (what: () => Promise<void>) => {
    try {
      trouble.value = "";
      await what();
    } catch (error) {
      trouble.value = both(troubleOf(error));
    }
  };
  const say = (event: Event) => {
    event.preventDefault();
    const said = text.value.trim();
    if (said)
      void act(async () => {
        await store.table.say(said);
        text.value = "";
        await load(known);
      });
  };
  return (
    <details
      class="talk"
      open={open.value}
      onToggle={(event) => {
        open.value = event.currentTarget.open;
        if (open.value) read.value = last;
        else store.talkShown.value = false;
      }}
    >
      <summary>
        {t("talk")} {fresh > 0 && <span class="badge">{fresh}</span>}
      </summary>
      <ol ref={list} aria-live="polite" aria-label={t("talk")} tabIndex={0}>
        {lines.value.map((line) => {
          const who = state.people.find((p) => p.seat === line.seat);
          return (
            <li key={line.number} class={line.own ? "own" : ""}>
              <b>{who ? called(who) : line.seat}</b> <small>{ago(line.at)}</small>
              <p>{line.text}</p>
            </li>
          );
        })}
        {!lines.value.length && <li class="hush">{t("talkEmpty")}</li>}
      </ol>
      {muted.value && <p class="hush">{t("muted")}</p>}
      <form onSubmit={say}>
        <input
          type="text"
          id="say"
          class="name"
          maxLength={bytes}
          autocomplete="off"
          aria-label={t("sayWhat")}
          placeholder={t("sayWhat")}
          value={text.value}
          onInput={(event) => (text.value = event.currentTarget.value)}
        />
        <button type="submit">{t("say")}</button>
      </form>
      {trouble.value && (
        <p class="trouble" role="alert">
          {trouble.value}
        </p>
      )}
      <button
        type="button"
        class="quiet mute"
        aria-pressed={muted.value}
        onClick={() =>
          void act(async () => {
            await store.table.mute(!muted.value);
            lines.value = [];
            await load(0);
          })
        }
      >
        {muted.value ? t("unmute") : t("mute")}
      </button>
    </details>
  );
}

const pause = 800; // milliseconds after the last key

export function NotesPanel({ store }: { store: MatchStore }) {
  const text = useSignal<string | null>(null),
    told = useSignal(""),
    later = useRef(0);
  const load = () =>
    void store.table.notes().then(
      (notes) => (text.value = notes.text),
      (error: unknown) => (told.value = both(troubleOf(error))),
    );
  const save = (value: string) => {
    clearTimeout(later.current);
    later.current = 0;
    store.table.setNotes(value).then(
      () => (told.value = t("notesSaved")),
      (error: unknown) => (told.value = both(troubleOf(error))),
    );
  };
  useEffect(
    () => () => {
      if (later.current && text.value !== null) save(text.value);
    },
    [],
  );
  if (!store.live.value?.people.some((p) => p.you)) return null;
  return (
    <details
      class="notes"
      onToggle={(event) => event.currentTarget.open && text.value === null && load()}
    >
      <summary>{t("notes")}</summary>
      <textarea
        id="notes"
        rows={5}
        maxLength={8000}
        disabled={text.value === null}
        aria-label={`${t("notes")}. ${t("notesHint")}`}
        placeholder={t("notesHint")}
        value={text.value ?? ""}
        onInput={(event) => {
          const { value } = event.currentTarget;
          text.value = value;
          told.value = "";
          clearTimeout(later.current);
          later.current = window.setTimeout(() => save(value), pause);
        }}
      />
      <small role="status">{told.value}</small>
    </details>
  );
}
