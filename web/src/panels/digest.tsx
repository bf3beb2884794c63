// SPDX-License-Identifier: Apache-2.0
// What happened since this person last looked: told from the events his side may know of, numbered,
// each with its place on the board.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { apart } from "../people";
import type { MatchStore } from "../store";
import { counted, t } from "../text";
import { gathered } from "../told";
import type { LogEntry } from "../types";
import { Line } from "./side";

const told = 12; // lines; the log has the rest

export function Digest({ store, goto }: { store: MatchStore; goto: (key: string) => void }) {
  const news = useSignal<LogEntry[] | null>(null);
  useEffect(() => {
    const state = store.live.value;
    if (!state || !apart(state)) return;
    void store.unseen().then((list) => (news.value = list));
  }, [store]);
  const state = store.live.value;
  if (!news.value || !state) return null;
  const entries = gathered(store.game.value, news.value, (entry) => store.telling(entry)),
    all = entries.flatMap(({ entry, lines }) => lines.map((line) => ({ entry, line }))),
    headings = store.look.value.headings ?? [],
    plain = all.filter(({ line }) => !headings.includes(line.line.kind)),
    lines = plain.length ? plain : all; // phases alone are news when nothing else is
  const close = () => (news.value = null);
  return (
    <aside class="digest" aria-label={t("sinceYouLeft")}>
      <h2>{t("sinceYouLeft")}</h2>
      <ol>
        {lines.slice(-told).map(({ entry, line }, i) => (
          <Line key={i} store={store} entry={entry} told={line} goto={goto} />
        ))}
      </ol>
      {!lines.length && <p class="hush">{t("sinceNone")}</p>}
      {lines.length > told && <p class="hush">{counted("sinceMore", lines.length - told)}</p>}
      <button type="button" class="act main" id="digest-close" onClick={close}>
        {store.acting.value ? t("toMyTurn") : t("onward")}
      </button>
    </aside>
  );
}
