// SPDX-License-Identifier: Apache-2.0
// In the log afterwards: what the chance had been of what happened, asked for by who wants to know.
import type { Chance } from "../schema";
import type { MatchStore } from "../store";
import { TableError } from "../table";
import { both, colon } from "../text";
import { w, wOf } from "../words/odds";
import { signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { percent, wordsOf } from "./odds";

// By match and entry: what is past stays as it is. What could not be told may be later.
const kept = signal(new Map<string, Chance>());

function Told({ chance }: { chance: Chance }) {
  const { happened, headline } = chance;
  if (chance.certain) return <>{w("wasCertain")}</>;
  const wide = headline && headline.high - headline.low >= 10000;
  return (
    <>
      {happened.foreseen ? (
        <>
          <b>{wOf("wasResult", percent(happened.share))}</b>
          {colon()}
          {wordsOf(happened)}
        </>
      ) : (
        <>
          {wordsOf(happened)} <small>{w("wasUnforeseen")}</small>
        </>
      )}
      <small>
        {wOf("wasBetter", percent(happened.better))}, {wOf("wasWorse", percent(happened.worse))}
      </small>
      {chance.thrown && happened.foreseen && <small>{w("wasThrown")}</small>}
      {headline && (
        <small>
          {w("wasBefore")} {percent(headline.low)}
          {wide && `–${percent(headline.high)}`}, {both(headline)} (
          {headline.came ? w("wasCame") : w("wasNot")})
        </small>
      )}
    </>
  );
}

export function Was({ store, entry }: { store: MatchStore; entry: number }) {
  const name = `${store.id}:${entry}`,
    trouble = useSignal("");
  const chance = kept.value.get(name);
  useEffect(() => {
    if (kept.value.has(name)) return;
    store.table.chance(entry).then(
      (found) => (kept.value = new Map(kept.value).set(name, found)),
      (error) => {
        if (!(error instanceof TableError)) throw error;
        trouble.value = error.code === "no_odds" ? w("wasHidden") : both(error);
      },
    );
  }, [name]);
  return (
    <p class="was" role="status">
      {chance ? <Told chance={chance} /> : trouble.value}
    </p>
  );
}
