// SPDX-License-Identifier: Apache-2.0
// The matches of the person at this browser: those that wait for him first.
import { useSignal } from "@preact/signals";
import { spoken } from "../panels/clock";
import { called } from "../people";
import { link } from "../router";
import { ago, both, counted, pair, t } from "../text";
import type { GameCard, MatchCard } from "../types";
import { Cover } from "./cover";
import { Icon } from "./icons";

const shown = 4;

// His turn first, then what is under way, then what is over; each newest first.
export function inOrder(list: MatchCard[]): MatchCard[] {
  const rank = (m: MatchCard): number => (m.over ? 2 : m.yours ? 0 : 1);
  return [...list].sort((a, b) => rank(a) - rank(b) || b.updated - a.updated);
}

function Card({ match, game }: { match: MatchCard; game: GameCard | undefined }) {
  const scenario = game?.scenarios.find((s) => s.id === match.scenario);
  const facing = match.people.filter((p) => !p.you),
    friend = facing.some((p) => p.kind === "human" || p.kind === "open"),
    screen = !facing.length;
  return (
    <a
      {...link(`/m/${match.id}`)}
      class={`card ${match.over ? "done" : match.yours ? "mine" : ""}`}
      data-match={match.id}
    >
      <Cover id={match.game} />
      <span class="about">
        <span class="state">
          <b>
            {match.over
              ? t("finished")
              : match.yours
                ? t("yourTurn")
                : match.waiting
                  ? t("emptyChairShort")
                  : pair(match.turn_fr, match.turn_en)}
          </b>
          <small>
            {match.left_s !== null
              ? `${t("clock")} ${spoken(match.left_s * 1000)}`
              : match.updated
                ? ago(match.updated)
                : ""}
          </small>
        </span>
        <b class="name">{both(game) || match.game}</b>
        <i>{both(match.own ?? scenario)}</i>
        <span class="facing">
          <Icon name={friend ? "people" : screen ? "screen" : "computer"} />
          {screen ? t("oneScreen") : facing.map(called).join(", ")}
        </span>
      </span>
    </a>
  );
}

export function Matches({ list, games }: { list: MatchCard[]; games: GameCard[] }) {
  const all = useSignal(false);
  if (!list.length) return null;
  const ordered = inOrder(list),
    mine = list.filter((m) => m.yours).length;
  return (
    <section class="matches" aria-label={t("yourMatches")}>
      <h2>
        {t("yourMatches")}
        {mine > 0 && <span class="badge">{counted("turnIn", mine)}</span>}
        {list.some((m) => m.over) && (
          <a class="quiet" {...link("/history")}>
            {t("history")}
          </a>
        )}
        {list.length > shown && (
          <button
            type="button"
            class="quiet"
            aria-expanded={all.value}
            onClick={() => (all.value = !all.value)}
          >
            {all.value ? t("fewer") : counted("allOf", list.length)}
          </button>
        )}
      </h2>
      <ul class={all.value ? "all" : ""}>
        {ordered.slice(0, all.value ? 200 : shown).map((m) => (
          <li key={m.id}>
            <Card match={m} game={games.find((g) => g.id === m.game)} />
          </li>
        ))}
      </ul>
    </section>
  );
}
