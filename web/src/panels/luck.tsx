// SPDX-License-Identifier: Apache-2.0
// After a match: what chance gave each side, added up over the match and against all that the same
// dice might have given. Every point of the plot leads to its moment in the replay.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { dress } from "../board/counter";
import { lang } from "../prefs";
import type { Luck } from "../schema";
import type { MatchStore } from "../store";
import { troubleOf } from "../table";
import { both, capital } from "../text";
import type { Game, Piece } from "../types";
import { w, wOf } from "../words/odds";

const WIDE = 340,
  HIGH = 200,
  EDGE = 36, // for figures
  MARKED = 5,
  LISTED = 8;

type Show = (entry: number) => void;

const points = (thousandths: number): string => {
  const text = (Math.abs(thousandths) / 1000).toFixed(2);
  const sign = thousandths < 0 ? "−" : "+";
  return sign + (lang.value === "fr" ? text.replace(".", ",") : text);
};
const size = (event: Luck["events"][number]): number => Math.max(...event.luck.map(Math.abs));
const heaviest = (luck: Luck, most: number): Luck["events"] => {
  const least = luck.events.map(size).sort((a, b) => b - a)[most - 1] ?? 0;
  return luck.events.filter((event) => size(event) >= least).slice(0, most);
};

// Sums after each event, by seat.
function sums(luck: Luck): number[][] {
  const now = luck.seats.map(() => 0);
  return luck.events.map((event) => {
    event.luck.forEach((gain, seat) => (now[seat] = (now[seat] ?? 0) + gain));
    return [...now];
  });
}

const colourOf = (store: MatchStore, game: Game, seat: number): string => {
  const d = dress(game, store.look.value, { owner: seat, token: "" } as Piece);
  return d.band || d.paper;
};

// A round step so that a few lines stand above and below nothing.
function stepOf(most: number): number {
  const rough = most / 3 || 1,
    ten = 10 ** Math.floor(Math.log10(rough));
  return ten * ([1, 2, 5, 10].find((k) => k * ten >= rough) ?? 10);
}

function Plot({ store, luck, show }: { store: MatchStore; luck: Luck; show: Show }) {
  const game = store.game.value,
    after = sums(luck);
  const most = Math.max(1, ...after.flat().map(Math.abs)),
    last = luck.events.at(-1)?.entry ?? 1;
  const x = (entry: number): number => EDGE + ((WIDE - EDGE - 12) * entry) / last,
    y = (sum: number): number => HIGH / 2 - ((HIGH / 2 - 16) * sum) / most;
  const marked = heaviest(luck, MARKED),
    step = stepOf(most);
  const lines = Array.from({ length: 2 * Math.floor(most / step) + 1 }, (_, i) => {
    return (i - Math.floor(most / step)) * step;
  });
  if (!game) return null;
  return (
    <svg class="luck-plot" viewBox={`0 0 ${WIDE} ${HIGH}`} role="group" aria-label={w("luckPlot")}>
      {lines.map((sum) => (
        <g key={sum} class={sum ? "line" : "line zero"}>
          <path d={`M${EDGE} ${y(sum)}H${WIDE - 8}`} />
          <text x={EDGE - 5} y={y(sum) + 4.5}>
            {sum ? points(sum).replace(/[.,]00$/, "") : "0"}
          </text>
        </g>
      ))}
      {luck.seats.map((seat, k) => {
        let d = `M${x(0)} ${y(0)}`;
        luck.events.forEach((event, i) => (d += `H${x(event.entry)}V${y(after[i]?.[k] ?? 0)}`));
        return (
          <g key={seat.seat}>
            <path class="under" d={d} />
            <path class="way" d={d} stroke={colourOf(store, game, k)} />
          </g>
        );
      })}
      {luck.events.map((event, i) =>
        luck.seats.map((seat, k) => {
          const number = k ? 0 : marked.indexOf(event) + 1,
            cx = x(event.entry),
            cy = y(after[i]?.[k] ?? 0);
          return (
            <a
              key={`${event.entry}${seat.seat}`}
              href={`#${event.entry}`}
              tabIndex={-1}
              aria-hidden="true"
              data-entry={event.entry}
              onClick={(e) => {
                e.preventDefault();
                show(event.entry);
              }}
            >
              <title>{`${wOf("luckEntry", event.entry)} ${points(event.luck[k] ?? 0)}`}</title>
              <circle class="spot" cx={cx} cy={cy} r="9" />
              <circle cx={cx} cy={cy} r={number ? 7 : 2.2} class={number ? "mark" : "dot"} />
              {number > 0 && (
                <text class="number" x={cx} y={cy + 4}>
                  {number}
                </text>
              )}
            </a>
          );
        }),
      )}
    </svg>
  );
}

function Sums({ store, luck }: { store: MatchStore; luck: Luck }) {
  const game = store.game.value;
  if (!game) return null;
  return (
    <ul class="luck-sums">
      {luck.seats.map((seat, i) => (
        <li key={seat.seat}>
          <svg viewBox="0 0 20 14" aria-hidden="true">
            <rect width="20" height="14" rx="2" fill={colourOf(store, game, i)} />
          </svg>
          <b>{capital(both(game.seats[i]))}</b>
          <b class={`num ${seat.luck < 0 ? "down" : "up"}`}>{points(seat.luck)}</b>
          <Percentile share={seat.percentile} />
          <span>
            {wOf("luckThan", Math.round(seat.percentile / 10000))}{" "}
            <small>
              ({w("luckSpread")} {points(seat.spread).slice(1)})
            </small>
          </span>
        </li>
      ))}
    </ul>
  );
}

function Percentile({ share }: { share: number }) {
  const at = 2 + (96 * share) / 1000000;
  return (
    <svg class="luck-scale" viewBox="0 0 100 12" aria-hidden="true" preserveAspectRatio="none">
      <path d="M0 6H100M50 2V10" />
      <path class="at" d={`M${at} 0V12`} />
    </svg>
  );
}

// The events that mattered most, in the order of the match.
function Moments({ store, luck, show }: { store: MatchStore; luck: Luck; show: Show }) {
  const game = store.game.value,
    marked = heaviest(luck, MARKED);
  if (!game) return null;
  return (
    <ol class="luck-moments">
      {heaviest(luck, LISTED).map((event) => {
        const node = game.nodes.find((n) => n.token === event.node),
          number = marked.indexOf(event) + 1;
        const whose = event.luck.findIndex((gain) => gain > 0);
        return (
          <li key={event.entry}>
            <button type="button" onClick={() => show(event.entry)}>
              <i class={number ? "mark" : ""}>{number || "·"}</i>
              <span>
                {both({ fr: node?.act_fr ?? "", en: node?.act_en ?? "" })}{" "}
                <small>{wOf("luckEntry", event.entry)}</small>
              </span>
              <b>
                {whose >= 0 && `${capital(both(game.seats[whose]))} `}
                {points(size(event))}
              </b>
            </button>
          </li>
        );
      })}
    </ol>
  );
}

export function LuckReport({ store, show }: { store: MatchStore; show: Show }) {
  const luck = useSignal<Luck | null>(null),
    trouble = useSignal("");
  const there = useRef(true);
  useEffect(() => {
    // the server reckons one match at a time
    const ask = (left: number) =>
      store.table.luck().then(
        (found) => (luck.value = found),
        (error) => {
          const { status } = troubleOf(error);
          if (!there.current) return;
          if (status === 429 && left) setTimeout(() => void ask(left - 1), 1500);
          else trouble.value = both(troubleOf(error));
        },
      );
    void ask(20);
    return () => void (there.current = false);
  }, [store]);
  if (trouble.value) return <p class="bad">{trouble.value}</p>;
  if (!luck.value) return <p role="status">{w("luckWait")}</p>;
  if (!luck.value.events.length) return <p>{w("luckNone")}</p>;
  return (
    <div class="luck-report">
      <p class="hush">{w("luckHint")}</p>
      <Sums store={store} luck={luck.value} />
      <Plot store={store} luck={luck.value} show={show} />
      <h3>{w("luckMoments")}</h3>
      <Moments store={store} luck={luck.value} show={show} />
      {luck.value.skipped > 0 && <p class="hush">{wOf("luckSkipped", luck.value.skipped)}</p>}
    </div>
  );
}
