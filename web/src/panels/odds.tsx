// SPDX-License-Identifier: Apache-2.0
// What is being prepared may lead to: the chance of what matters first, a bar of outcomes from the
// best to the worst, what the other side may hide, and what one thing more or less would change.
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { uncertain } from "../reckon";
import type { MatchStore } from "../store";
import { both, capital, colon, perCent, t } from "../text";
import { w, wOf } from "../words/odds";
import type { Odds } from "../schema";
import type { Both } from "../types";

export type Row = Odds["rows"][number];
export type Outcome = Row["outcomes"][number];
interface Part {
  share: number; // millionths
  words: string;
  kind: "win" | "win2" | "even" | "bad" | "worse" | "rest";
  more: number; // outcomes that stand behind the words besides the likeliest
}

const PARTS = 6;

// Whole per cent, but never "0" or "100" for what may still happen or fail.
export function percent(share: number): string {
  const whole = Math.round(share / 10000);
  if (share > 0 && whole === 0) return `<\u202f${perCent(1)}`;
  if (share < 1000000 && whole === 100) return `>\u202f${perCent(99)}`;
  return perCent(whole);
}
export const figure = (share: number): string => String(Math.round(share / 10000));

// `common`: what all outcomes have and is told once.
const nothing = { effects: [] };
const none: ReadonlySet<string> = new Set();
// Several things in a row: no article with a capital behind the first of them.
const article = /^(?:Les?|La|The) |^L’/;
const small = (words: string): string =>
  article.test(words) ? words.charAt(0).toLowerCase() + words.slice(1) : words;
const inRow = (list: string[]): string =>
  list.map((words, i) => (i ? small(words) : words)).join(", ");
export const wordsOf = (outcome: { effects: Both[] }, common = none): string =>
  capital(
    inRow(outcome.effects.map((effect) => both(effect)).filter((words) => !common.has(words))),
  ) || w(common.size ? "nothingMore" : "nothing");

// What comes of it whatever falls.
export function commonOf(odds: Odds): ReadonlySet<string> {
  const all = odds.rows.flatMap((row) => row.outcomes),
    [first, ...others] = all;
  if (!first || !others.length || odds.rows.some((row) => row.rest > 0)) return none;
  const words = first.effects.map((effect) => both(effect));
  return new Set(
    words.filter((one) => others.every((o) => o.effects.some((effect) => both(effect) === one))),
  );
}
export function Common({ odds }: { odds: Odds }) {
  const common = [...commonOf(odds)];
  if (!common.length) return null;
  return (
    <p class="odds-common">
      <b>{w("inAnyCase")}</b>
      {colon()}
      {inRow(common)}
    </p>
  );
}

function kindOf(outcome: Outcome, good: number): Part["kind"] {
  const gains = outcome.effects.some((effect) => effect.good > 0),
    losses = outcome.effects.some((effect) => effect.good < 0);
  if (good > 0 && outcome.headline) return losses ? "win2" : "win";
  if (losses) return gains ? "even" : outcome.headline ? "worse" : "bad";
  return gains ? "win2" : "even";
}

const ORDER: Part["kind"][] = ["win", "win2", "even", "bad", "worse"];

// All worlds that cannot be told apart as one row, each counted by its share.
export function mixed(odds: Odds): Row | undefined {
  const worlds = odds.rows.filter((row) => row.instead === "assumed" && row.share > 0),
    [first] = worlds;
  if (!first || worlds.length === 1) return first ?? odds.rows[0];
  const whole = worlds.reduce((sum, row) => sum + row.share, 0),
    good = odds.headline?.good ?? 0,
    found = new Map<string, Outcome>();
  for (const row of worlds)
    for (const outcome of row.outcomes) {
      const key = JSON.stringify(outcome.effects),
        share = Math.round((outcome.share * row.share) / whole),
        known = found.get(key);
      found.set(key, { ...outcome, share: share + (known?.share ?? 0) });
    }
  const rank = (o: Outcome) => ORDER.indexOf(kindOf(o, good));
  const outcomes = [...found.values()].sort((a, b) => rank(a) - rank(b));
  const rest = worlds.reduce((sum, row) => sum + (row.rest * row.share) / whole, 0);
  return { ...first, outcomes, rest: Math.round(rest) };
}

// At most so many parts: the two neighbours that are least likely together become one, under the
// name of the likelier.
export function partsOf(row: Row, good: number, common = none): Part[] {
  const parts: Part[] = row.outcomes.map((outcome) => ({
    share: outcome.share,
    words: wordsOf(outcome, common),
    kind: kindOf(outcome, good),
    more: 0,
  }));
  while (parts.length > PARTS) {
    let least = 0;
    const sum = (i: number) => (parts[i]?.share ?? 0) + (parts[i + 1]?.share ?? 0);
    for (let i = 1; i + 1 < parts.length; i++) if (sum(i) < sum(least)) least = i;
    const a = parts[least],
      b = parts[least + 1];
    if (!a || !b) break;
    const likelier = a.share >= b.share ? a : b;
    const more = a.more + b.more + 1;
    parts.splice(least, 2, { ...likelier, share: a.share + b.share, more });
  }
  if (row.rest > 0)
    parts.push({ share: row.rest, words: w("rest"), kind: "rest", more: 0 });
  return parts;
}

// Widths are set through the style object: the page's policy allows no inline style attribute.
export function Bar({ parts }: { parts: Part[] }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    parts.forEach((part, i) => {
      const node = ref.current?.children[i];
      if (node instanceof HTMLElement) node.style.flexGrow = String(Math.max(part.share, 8000));
    });
  }, [parts]);
  return (
    <div ref={ref} class="odds-bar" aria-hidden="true">
      {parts.map((part, i) => (
        <span key={i} class={part.kind} title={`${percent(part.share)} ${part.words}`}>
          {part.share >= 40000 ? figure(part.share) : ""}
        </span>
      ))}
    </div>
  );
}

export function Headline({ odds }: { odds: Odds }) {
  const { headline } = odds;
  if (!headline) return null;
  const wide = headline.high - headline.low >= 10000;
  return (
    <p class={`odds-head ${headline.good < 0 ? "feared" : ""}`}>
      <b>{wide ? `${figure(headline.low)}–${percent(headline.high)}` : percent(headline.low)}</b>
      <span>
        {capital(both(headline))}
        <small>
          {odds.exact ? w("exact") : odds.counted ? w("counted") : w("dealt")}
        </small>
      </span>
    </p>
  );
}

function Worlds({ odds }: { odds: Odds }) {
  const worlds = odds.rows.filter((row) => row.instead === "assumed"),
    answers = odds.rows.filter((row) => row.instead !== "assumed" && both(row));
  // one world has words where it is one side of a window and the other stands below it
  const several = worlds.length > 1,
    lines = [...worlds.filter((row) => several || both(row)), ...answers];
  if (!lines.length || !odds.headline) return null;
  return (
    <table class="odds-worlds">
      <thead>
        <tr>
          <th>{w("hidden")}</th>
          <th>{w("share")}</th>
          <th>{w("chance")}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((row, i) => (
          <tr key={i}>
            <td>{both(row) || w("other")}</td>
            <td class="num">{several && row.instead === "assumed" ? percent(row.share) : ""}</td>
            <td class="num">{percent(row.headline)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

// ------------------------------------------------------------------------------- by the die
// The line of the table that players know: what each face of the die leads to. Letters stand for
// outcomes, from the best on; the best and the worst are told in words.
interface Cell {
  letter: string;
  outcome: Outcome;
  share: number; // its chance after this face
}
interface Faced {
  row: Row;
  cells: Cell[];
}

function facedRows(odds: Odds): { rows: Faced[]; key: Map<string, Outcome> } {
  const rows = odds.rows.filter((row) => row.instead === "assumed" && row.share > 0 && row.faces),
    good = odds.headline?.good ?? 0;
  const met = new Map<string, Outcome>();
  for (const row of rows)
    for (const face of row.faces ?? []) {
      const outcome = row.outcomes[face.outcome];
      if (outcome) met.set(wordsOf(outcome), outcome);
    }
  const place = (o: Outcome) => {
    const at = rows[0]?.outcomes.findIndex((x) => wordsOf(x) === wordsOf(o)) ?? -1;
    return at < 0 ? 99 : at;
  };
  const rank = (o: Outcome) => ORDER.indexOf(kindOf(o, good)) * 100 + place(o);
  const sorted = [...met].sort(([, a], [, b]) => rank(a) - rank(b)),
    letters = new Map(sorted.map(([words], i) => [words, String.fromCharCode(65 + i)]));
  const faced = rows.map((row) => ({
    row,
    cells: (row.faces ?? []).flatMap((face) => {
      const outcome = row.outcomes[face.outcome];
      if (!outcome) return [];
      return { outcome, share: face.share, letter: letters.get(wordsOf(outcome)) ?? "" };
    }),
  }));
  return {
    rows: faced.sort((a, b) => b.row.share - a.row.share),
    key: new Map(sorted.map(([words, outcome]) => [letters.get(words) ?? "", outcome])),
  };
}

export function Faces({ odds }: { odds: Odds }) {
  const { rows, key } = facedRows(odds),
    good = odds.headline?.good ?? 0,
    common = commonOf(odds);
  const letters = [...key.keys()],
    best = letters[0],
    worst = letters.at(-1);
  if (!rows.length || letters.length < 2) return null;
  const mark = (cell: Cell): string =>
    cell.letter === best ? "best" : cell.letter === worst ? "worst" : "";
  const facesOf = (letter: string | undefined): string => {
    const all = new Set(
      rows.flatMap(({ cells }) =>
        cells.flatMap((cell, i) => (cell.letter === letter ? [i + 1] : [])),
      ),
    );
    return wOf("dieFace", [...all].sort().join(", "));
  };
  return (
    <div class="odds-die">
      <table>
        <thead>
          <tr>
            <th scope="col">{w("die")}</th>
            {[1, 2, 3, 4, 5, 6].map((face) => (
              <th key={face} scope="col">
                {face}
              </th>
            ))}
            {rows.length > 1 && <th scope="col">{w("share")}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ row, cells }, r) => (
            <tr key={r}>
              <th scope="row">{both(row)}</th>
              {cells.map((cell, i) => {
                const sure = cell.share >= 999999 ? "" : ` (${w("mostly")})`,
                  words = `${wordsOf(cell.outcome)}${sure}`;
                return (
                  <td
                    key={i}
                    class={`${kindOf(cell.outcome, good)} ${mark(cell)}`}
                    title={words}
                    aria-label={words}
                  >
                    {cell.letter}
                    {sure && "*"}
                  </td>
                );
              })}
              {rows.length > 1 && <td class="num">{percent(row.share)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      <dl class="odds-ends">
        <dt class="down">{w("worst")}</dt>
        <dd>
          {facesOf(worst)}
          {colon()}
          {wordsOf(key.get(worst ?? "") ?? nothing, common)}
        </dd>
        <dt class="up">{w("best")}</dt>
        <dd>
          {facesOf(best)}
          {colon()}
          {wordsOf(key.get(best ?? "") ?? nothing, common)}
        </dd>
      </dl>
      {letters.length > 2 && (
        <p class="odds-letters">
          {letters.slice(1, -1).map((letter) => (
            <span key={letter}>
              <b>{letter}</b> {wordsOf(key.get(letter) ?? nothing, common)}
            </span>
          ))}
        </p>
      )}
    </div>
  );
}

// What can be added is a button that does it.
function Changes({ store, odds }: { store: MatchStore; odds: Odds }) {
  const changes = odds.sensitivity.filter((c) => Math.abs(c.after - c.before) >= 5000);
  if (!changes.length) return null;
  const name = (notation: string, action: number) =>
    store.legalName(store.spelled(action, notation));
  return (
    <div class="odds-changes">
      <h3>{w("changes")}</h3>
      {changes.slice(0, 6).map((change) => {
        const points = Math.round((change.after - change.before) / 10000),
          legal = store.legal.value.find((l) => l.a === change.action);
        const words = (
          <>
            {change.kind === "without" ? `${w("without")} ` : ""}
            {change.kind === "shift" ? both(change) : name(change.notation, change.action)}
            <b class={points < 0 ? "down" : "up"}>
              {points < 0 ? `−${-points}` : `+${points}`}
            </b>
          </>
        );
        return change.kind === "with" && legal ? (
          <button
            key={`${change.kind}${change.action}`}
            type="button"
            onClick={() => void store.act(legal, { x: innerWidth / 2, y: 120 })}
          >
            {words}
          </button>
        ) : (
          <span key={`${change.kind}${change.action}${change.fr}`} class="change">
            {words}
          </span>
        );
      })}
    </div>
  );
}

// The outcomes with their words, as the bar has them.
export function Key({ parts }: { parts: Part[] }) {
  return (
    <ul class="odds-key">
      {parts.map((part, i) => (
        <li key={i}>
          <i class={part.kind} aria-hidden="true" />
          <span>
            {part.words}
            {part.more > 0 && <small> {w("alike")}</small>}
          </span>
          <b>{percent(part.share)}</b>
        </li>
      ))}
    </ul>
  );
}

export function OddsPanel({ store }: { store: MatchStore }) {
  const odds = store.odds.value,
    row = odds ? mixed(odds) : undefined;
  if (!odds || !row || !uncertain(odds)) return null;
  const common = commonOf(odds),
    parts = partsOf(row, odds.headline?.good ?? 0, common),
    best = row.outcomes[0],
    worst = row.outcomes.at(-1);
  return (
    <section class="odds" aria-label={t("odds")}>
      <Headline odds={odds} />
      <Bar parts={parts} />
      <Key parts={parts} />
      <Common odds={odds} />
      <Faces odds={odds} />
      {row.outcomes.length > PARTS && best && worst && !odds.rows.some((one) => one.faces) && (
        <dl class="odds-ends">
          <dt class="down">{w("worst")}</dt>
          <dd>
            {wordsOf(worst, common)} <small>{percent(worst.share)}</small>
          </dd>
          <dt class="up">{w("best")}</dt>
          <dd>
            {wordsOf(best, common)} <small>{percent(best.share)}</small>
          </dd>
        </dl>
      )}
      <Worlds odds={odds} />
      <Changes store={store} odds={odds} />
      <p class="odds-more">
        <button type="button" class="quiet" onClick={() => (store.calculating.value = true)}>
          {w("calculate")}
        </button>
      </p>
    </section>
  );
}

// The same in a line, where there is no column.
export function OddsStrip({ store }: { store: MatchStore }) {
  const odds = store.odds.value,
    row = odds ? mixed(odds) : undefined;
  if (!odds?.headline || !row || !uncertain(odds) || !store.acting.value) return null;
  return (
    <div class="odds strip-odds">
      <Headline odds={odds} />
      <Bar parts={partsOf(row, odds.headline.good)} />
    </div>
  );
}

// The chance that matters first, in a line; `about` where every line speaks of the same.
function TipLine({ name, odds, about }: { name: string; odds: Odds; about: boolean }) {
  const { headline } = odds;
  if (!headline) return null;
  const wide = headline.high - headline.low >= 10000;
  return (
    <span>
      {name && `${capital(name)}${colon()}`}
      <b>{wide ? `${figure(headline.low)}–${percent(headline.high)}` : percent(headline.low)}</b>
      {!about && ` ${both(headline)}`}
    </span>
  );
}

// Beside what the pointer or the focus is at: the chance that matters first about a click there, or
// of each way that a menu would ask about.
export function OddsTip({ store }: { store: MatchStore }) {
  const pointed = store.pointed.value,
    odds = store.odds.value;
  const ref = useRef<HTMLParagraphElement>(null);
  const one = pointed && odds?.headline && store.oddsOf === pointed.action && uncertain(odds),
    lines = pointed?.ways.length ? pointed.ways : one ? [{ name: "", odds }] : [];
  useLayoutEffect(() => {
    const tip = ref.current;
    if (!tip || !lines.length || !pointed) return;
    const box = pointed.at.getBoundingClientRect();
    const left = box.left + box.width / 2 - tip.offsetWidth / 2,
      above = box.top - tip.offsetHeight - 6;
    tip.style.left = `${Math.max(6, Math.min(innerWidth - tip.offsetWidth - 6, left))}px`;
    tip.style.top = `${above < 6 ? box.bottom + 6 : above}px`;
  });
  const first = lines[0]?.odds.headline;
  if (!first) return null;
  const about = lines.length > 1 && lines.every((l) => l.odds.headline?.en === first.en),
    feared = lines.every((line) => (line.odds.headline?.good ?? 0) < 0);
  return (
    <p ref={ref} class={`odds-tip ${feared ? "feared" : ""}`} role="status">
      {lines.map((line) => (
        <TipLine key={line.name} about={about} {...line} />
      ))}
      {about && <small>{both(first)}</small>}
    </p>
  );
}
