// SPDX-License-Identifier: Apache-2.0
// After a match: the chance to win from its beginning to its end, the turning points, and what luck
// and what decisions had to do with it. Every moment leads to the replay.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { dress } from "../board/counter";
import { lang } from "../prefs";
import type { Analysis } from "../schema";
import type { MatchStore } from "../store";
import { troubleOf } from "../table";
import { both, capital, perCent, t } from "../text";
import type { Game, Piece } from "../types";
import { w, wOf } from "../words/coach";
import { Sheet } from "./sheets";

const HIGH = 300,
  EDGE = 40,
  FOOT = 24;
// Drawn to be read: on a phone it is not a small picture of a wide one.
const wide = (): number => (innerWidth < 600 ? 420 : 840);

type Show = (entry: number) => void;
type Moment = Analysis["moments"][number];

const points = (millionths: number): string => {
  const text = (Math.abs(millionths) / 10000).toFixed(1);
  const sign = Number(text) === 0 ? "" : millionths < 0 ? "−" : "+";
  return sign + (lang.value === "fr" ? text.replace(".", ",") : text);
};
const colourOf = (store: MatchStore, game: Game, seat: number): string => {
  const d = dress(game, store.look.value, { owner: seat, token: "" } as Piece);
  return d.band || d.paper;
};

function Curve({ found, show }: { found: Analysis; show: Show }) {
  const last = found.curve.at(-1)?.[0] ?? 1,
    WIDE = wide();
  const x = (entry: number): number => EDGE + ((WIDE - EDGE - 14) * entry) / last,
    y = (chance: number): number => 14 + ((HIGH - FOOT - 28) * (1000000 - chance)) / 1000000;
  const line = (of: 1 | 2): string =>
    found.curve.reduce(
      (d, point) => `${d}L${x(point[0]).toFixed(1)} ${y(point[of]).toFixed(1)}`,
      `M${x(0)} ${y(found.start)}`,
    );
  const steps = [0, 25, 50, 75, 100];
  return (
    <svg class="win-curve" viewBox={`0 0 ${WIDE} ${HIGH}`} role="group" aria-label={w("asItWas")}>
      {steps.map((step) => (
        <g key={step} class={step === 50 ? "line half" : "line"}>
          <path d={`M${EDGE} ${y(step * 10000)}H${WIDE - 14}`} />
          <text x={EDGE - 6} y={y(step * 10000) + 5}>
            {step}
          </text>
        </g>
      ))}
      <path class="area" d={`${line(1)}L${x(last)} ${y(500000)}H${x(0)}z`} />
      <path class="even" d={line(2)} />
      <path class="way" d={line(1)} />
      {found.moments.map((moment, i) => (
        <a
          key={moment.first}
          href={`#${moment.first}`}
          tabIndex={-1}
          aria-hidden="true"
          data-entry={moment.first}
          onClick={(event) => {
            event.preventDefault();
            show(moment.first);
          }}
        >
          <circle cx={x(moment.last)} cy={y(moment.after)} r="11" />
          <text class="number" x={x(moment.last)} y={y(moment.after) + 5}>
            {i + 1}
          </text>
        </a>
      ))}
    </svg>
  );
}

// Both sides' bars from the middle, the longer the more.
function Pair(props: {
  store: MatchStore;
  game: Game;
  word: "luck" | "skill";
  of: number[];
  most: number; // as long as a bar can be: that of luck and skill is the same
}) {
  const { store, game, word, of, most } = props;
  return (
    <div class="pair">
      <p>
        <b>{w(word)}</b> <small>{w(word === "luck" ? "luckHint" : "skillHint")}</small>
      </p>
      {of.map((gain, seat) => (
        <p key={seat} class="sum">
          <span>{capital(both(game.seats[seat]))}</span>
          <svg viewBox="-50 0 100 10" preserveAspectRatio="none" aria-hidden="true">
            <rect class="all" x="-50" width="100" height="10" />
            <rect
              x={Math.min(0, (48 * gain) / most)}
              width={(48 * Math.abs(gain)) / most}
              height="10"
              fill={colourOf(store, game, seat)}
            />
            <path d="M0 0V10" />
          </svg>
          <b class="num">{points(gain)}</b>
        </p>
      ))}
    </div>
  );
}

function Sums({ store, game, found }: { store: MatchStore; game: Game; found: Analysis }) {
  const luck = found.seats.map((s) => s.luck),
    skill = found.seats.map((s) => s.skill),
    most = Math.max(1, ...[...luck, ...skill].map(Math.abs));
  return (
    <div class="win-sums">
      <Pair store={store} game={game} word="luck" of={luck} most={most} />
      <Pair store={store} game={game} word="skill" of={skill} most={most} />
      <p class="sum">
        <span>{w("start")}</span>
        <b class="num">{perCent(Math.round(found.start / 10000))}</b>
      </p>
      <p class="sum">
        <span>
          {w("residue")} <small>{w("residueHint")}</small>
        </span>
        <b class="num">{points(found.residue)}</b>
      </p>
      {found.rough > 0 && <p class="hush">{wOf("rough", found.rough)}</p>}
    </div>
  );
}

function Card(props: { game: Game; moment: Moment; number: number; show: Show }) {
  const { game, moment, number } = props,
    change = moment.after - moment.before,
    first = moment.seat === null || moment.seat === game.seats[0]?.token;
  const kind = moment.kind === "luck" ? w("luck") : w(moment.kind);
  const seat = game.seats.find((s) => s.token === moment.seat);
  return (
    <li>
      <p class="head">
        <i aria-hidden="true">{number}</i>
        <span class={`kind ${moment.kind}`}>{kind}</span>
        <b class={`num ${change < 0 === first ? "down" : "up"}`}>
          {points(first ? change : -change)}
        </b>
      </p>
      <p>
        {seat && <b>{capital(both(seat))}. </b>}
        {both(moment)}
      </p>
      {moment.luck !== 0 && moment.kind !== "luck" && (
        <p class="hush">{wOf("ofLuck", points(first ? moment.luck : -moment.luck))}</p>
      )}
      <button type="button" class="quiet" onClick={() => props.show(moment.first)}>
        ▶ {wOf("replayFrom", moment.first)}
      </button>
    </li>
  );
}

function Report({ store, found, show }: { store: MatchStore; found: Analysis; show: Show }) {
  const game = store.game.value;
  if (!game) return null;
  return (
    <div class="analysis">
      <div class="win-plot">
        <h3>{wOf("curveOf", both(game.seats[0]))}</h3>
        <p class="key">
          <span class="as">{w("asItWas")}</span> <span class="without">{w("evenDice")}</span>
        </p>
        <Curve found={found} show={show} />
      </div>
      <Sums store={store} game={game} found={found} />
      {found.moments.length > 0 && (
        <div class="win-moments">
          <h3>{w("moments")}</h3>
          <p class="hush">{w("momentsHint")}</p>
          <ol>
            {found.moments.map((moment, i) => (
              <Card key={moment.first} game={game} moment={moment} number={i + 1} show={show} />
            ))}
          </ol>
        </div>
      )}
    </div>
  );
}

export function AnalysisSheet({ store, show }: { store: MatchStore; show: Show }) {
  const found = useSignal<Analysis | null>(null),
    trouble = useSignal("");
  useEffect(() => {
    let gone = false;
    // the server analyses one match at a time
    const ask = (left: number): void =>
      void store.table.analysis().then(
        (answer) => gone || (found.value = answer),
        (error) => {
          if (gone) return;
          const busy = troubleOf(error).status === 429;
          if (busy && left) setTimeout(() => gone || ask(left - 1), 1500);
          else trouble.value = both(troubleOf(error));
        },
      );
    ask(20);
    return () => void (gone = true);
  }, [store]);
  const close = (): void => void (store.analysing.value = false);
  const replay = (entry: number): void => {
    close();
    show(entry);
  };
  return (
    <Sheet title={t("analysis")} close={close} wide>
      {trouble.value && <p class="bad">{trouble.value}</p>}
      {!trouble.value && !found.value && <p role="status">{w("analysisWait")}</p>}
      {found.value && <Report store={store} found={found.value} show={replay} />}
    </Sheet>
  );
}
