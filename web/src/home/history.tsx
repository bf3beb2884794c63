// SPDX-License-Identifier: Apache-2.0
// What the person at this browser has played: every match that is over, when, against whom, how it
// ended, and its replay. A page at a time.
import { useSignal, useSignalEffect } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { house } from "../house";
import { Switches } from "../panels/header";
import { called } from "../people";
import { lang } from "../prefs";
import { link } from "../router";
import { troubleOf } from "../table";
import { type Word, both, capital, colon, counted, t } from "../text";
import type { GameCard, Past, PastMatch } from "../types";
import { Cover } from "./cover";
import { Mark } from "./icons";

const by: Record<NonNullable<PastMatch["result"]>["reason"], Word | null> = {
  rules: null,
  resign: "byResign",
  draw: "byAgreement",
  flag: "byFlag",
  adjourned: null,
};

// Who sat at one side only has won or lost; who played both is told which side has.
export function outcome(match: PastMatch, game: GameCard | undefined): [string, string] {
  const { result } = match;
  if (!result) return [capital(t("finished")), ""];
  if (result.reason === "adjourned") return [t("adjourned"), "drawn"];
  const mine = match.people.flatMap((p, i) => (p.you ? [i] : [])),
    won = result.half.indexOf(2),
    word = by[result.reason];
  const kind = won < 0 ? "drawn" : mine.length !== 1 ? "" : mine[0] === won ? "won" : "lost";
  const said = kind
    ? t(kind === "won" ? "victory" : kind === "lost" ? "defeat" : "drawn")
    : `${t("victory")}${colon()}${both(game?.seats[won])}`;
  return [word ? `${said}, ${t(word)}` : said, kind];
}

function Row({ match, game }: { match: PastMatch; game: GameCard | undefined }) {
  const facing = match.people.filter((p) => !p.you),
    seats = match.people.filter((p) => p.you).map((p) => p.seat);
  const [said, kind] = outcome(match, game),
    when = new Date(match.ended * 1000);
  const side = game?.seats.find((s) => s.token === seats[0]);
  return (
    <tr data-match={match.id}>
      <td class="when">
        <time dateTime={when.toISOString()}>
          {when.toLocaleDateString(lang.value, { dateStyle: "medium" })}
        </time>
      </td>
      <th scope="row">
        <Cover id={match.game} />
        <span>
          <b>{both(game) || match.game}</b>
          <i>{both(match.own ?? game?.scenarios.find((s) => s.id === match.scenario))}</i>
        </span>
      </th>
      <td class="facing">
        {facing.length ? facing.map(called).join(", ") : t("oneScreen")}
        {seats.length === 1 && side && <small>{counted("asSide", both(side))}</small>}
      </td>
      <td class={`result ${kind}`}>
        <span>{said}</span>
      </td>
      <td>
        <a class="act" {...link(`/m/${match.id}#0`)}>
          {t("replay")}
        </a>
      </td>
    </tr>
  );
}

function Pager({ past, turn }: { past: Past; turn: (page: number) => void }) {
  if (past.pages < 2) return null;
  return (
    <nav class="pager" aria-label={t("pages")}>
      <button
        type="button"
        class="act"
        disabled={past.page <= 1}
        onClick={() => turn(past.page - 1)}
      >
        {t("newer")}
      </button>
      <span aria-live="polite">{counted("pageOf", `${past.page} / ${past.pages}`)}</span>
      <button
        type="button"
        class="act"
        disabled={past.page >= past.pages}
        onClick={() => turn(past.page + 1)}
      >
        {t("older")}
      </button>
    </nav>
  );
}

export function HistoryPage() {
  const past = useSignal<Past | null>(null),
    games = useSignal<GameCard[]>([]),
    trouble = useSignal("");
  const fail = (error: unknown) => (trouble.value = both(troubleOf(error)));
  const turn = (page: number) =>
    house.history(page).then((found) => {
      past.value = found;
      scrollTo(0, 0);
    }, fail);
  useEffect(() => {
    house.games().then((list) => (games.value = list), fail);
    void turn(1);
  }, []);
  useSignalEffect(() => void (document.title = `${t("history")} – Grognard`));
  const found = past.value;
  return (
    <div class="home history">
      <header class="masthead">
        <div class="brand">
          <a {...link("/")} aria-label={t("home")}>
            <Mark />
          </a>
          <h1>{t("history")}</h1>
        </div>
        <Switches />
      </header>
      <main>
        {trouble.value && (
          <p class="trouble" role="alert">
            {trouble.value}
          </p>
        )}
        {!found && !trouble.value && <p>{t("loading")}</p>}
        {found && !found.total && (
          <div class="none">
            <p>{t("historyNone")}</p>
            <a class="act main" {...link("/")}>
              {t("historyBegin")}
            </a>
          </div>
        )}
        {found && found.total > 0 && (
          <>
            <table>
              <caption class="live">{t("history")}</caption>
              <thead>
                <tr>
                  <th scope="col">{t("endedOn")}</th>
                  <th scope="col">{t("gamePlayed")}</th>
                  <th scope="col">{t("opponent")}</th>
                  <th scope="col">{t("result")}</th>
                  <th scope="col">{t("replay")}</th>
                </tr>
              </thead>
              <tbody>
                {found.matches.map((m) => (
                  <Row key={m.id} match={m} game={games.value.find((g) => g.id === m.game)} />
                ))}
              </tbody>
            </table>
            <Pager past={found} turn={(page) => void turn(page)} />
          </>
        )}
      </main>
    </div>
  );
}
