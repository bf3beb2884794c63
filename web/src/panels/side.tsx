// SPDX-License-Identifier: Apache-2.0
// The right column: sides with their gauges, the ledger of what is about to be done, and the log.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Piles, PilesAndTracks } from "../board/trays";
import { dress } from "../board/counter";
import { later } from "../later";
import { apart } from "../people";
import type { MatchStore } from "../store";
import { both, capital, spokenLine, t } from "../text";
import { type ToldLine, gathered } from "../told";
import { Clock } from "./clock";
import { LookedOn, Who } from "./people";
import type { Gauge, LogEntry, LogLine, Order, Piece } from "../types";

function GaugeLine({ store, gauge }: { store: MatchStore; gauge: Gauge }) {
  const label = both(store.game.value?.labels[gauge.label]);
  return (
    <li class="gauge">
      <span>{label}</span>
      {gauge.max > 0 && gauge.max <= 12 ? (
        <span class="pips" aria-hidden="true">
          {Array.from({ length: gauge.max }, (_, i) => (
            <i key={i} class={i < gauge.value ? "on" : ""} />
          ))}
        </span>
      ) : null}
      <b>
        {gauge.value}
        {gauge.max > 0 ? <small>/{gauge.max}</small> : null}
      </b>
    </li>
  );
}

const manyGauges = 4; // more than these, the same for both sides, face each other in one table
const worth = ({ value, max }: Gauge) => (
  <>
    {value}
    {max > 0 ? <small>/{max}</small> : null}
  </>
);
// Gauges of two sides by label; null: they differ, or are few.
function facing(store: MatchStore): [Gauge, Gauge][] | null {
  const gauges = store.state.value?.view?.gauges ?? [],
    [left, right] = [0, 1].map((seat) => gauges.filter((g) => g.owner === seat));
  if (store.game.value?.seats.length !== 2 || !left || !right) return null;
  if (left.length <= manyGauges || left.length !== right.length) return null;
  const pairs = left.flatMap((l): [Gauge, Gauge][] => {
    const r = right.find((g) => g.label === l.label);
    return r ? [[l, r]] : [];
  });
  return pairs.length === left.length ? pairs : null;
}
function Faced({ store, pairs }: { store: MatchStore; pairs: [Gauge, Gauge][] }) {
  return (
    <table class="faced">
      <tbody>
        {pairs.map(([left, right]) => (
          <tr key={left.label}>
            <td>{worth(left)}</td>
            <th scope="row">{both(store.game.value?.labels[left.label])}</th>
            <td>{worth(right)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function Sides({ store }: { store: MatchStore }) {
  const state = store.state.value,
    game = store.game.value;
  if (!state || !game) return null;
  const gauges = state.view?.gauges ?? [],
    several = apart(state);
  // what a track shows need not be said again
  const tracked = new Set(Object.values(store.look.value.tracks ?? {}));
  const common = gauges.filter(
    (g) => g.owner === null && !tracked.has(game.labels[g.label]?.token ?? ""),
  );
  const colours = (seat: number) =>
    dress(game, store.look.value, { owner: seat, token: "" } as Piece);
  const pairs = facing(store);
  return (
    <section class={pairs ? "sides facing" : "sides"} aria-label={t("sides")}>
      {game.seats.map((seat, i) => {
        const half = state.result?.half[i];
        return (
          <article
            key={seat.token}
            class={`side ${state.turn.seat === seat.token && !state.over ? "turn" : ""}`}
          >
            <h2>
              <svg viewBox="0 0 20 14" aria-hidden="true">
                <rect
                  width="20"
                  height="14"
                  rx="2"
                  fill={colours(i).paper}
                  stroke={colours(i).ink}
                />
              </svg>
              {capital(both(seat))}
              <Who who={state.people.find((p) => p.seat === seat.token)} several={several} />
              <Clock store={store} seat={i} />
              {half === 2 && (
                <span class="laurel" aria-hidden="true">
                  ★
                </span>
              )}
            </h2>
            {!pairs && (
              <ul>
                {gauges
                  .filter((g) => g.owner === i)
                  .map((g, k) => (
                    <GaugeLine key={k} store={store} gauge={g} />
                  ))}
              </ul>
            )}
            {!store.look.value.cards?.piles && <Piles store={store} owner={i} />}
          </article>
        );
      })}
      {pairs && <Faced store={store} pairs={pairs} />}
      {common.length > 0 && (
        <ul class="common">
          {common.map((g, k) => (
            <GaugeLine key={k} store={store} gauge={g} />
          ))}
        </ul>
      )}
      <PilesAndTracks store={store} />
      <LookedOn store={store} />
    </section>
  );
}

const ORDERS = ["ask", "always", "never"] as const;
const ORDER_WORDS = { always: "orderAlways", never: "orderNever", ask: "orderAsk" } as const;

function OrderChoice(props: { label: string; value: Order | ""; set: (order: Order) => void }) {
  return (
    <label>
      <span>{props.label.replace(/ ([?!:;])/g, "\u202f$1")}</span>
      <select
        value={props.value}
        onChange={(e) => props.set(e.currentTarget.value as Order)}
      >
        {props.value === "" && <option value="" />}
        {ORDERS.map((order) => (
          <option key={order} value={order}>
            {t(ORDER_WORDS[order])}
          </option>
        ))}
      </select>
    </label>
  );
}

// What is answered for the player at each reaction window. Asked for when it is opened.
export function Reactions({ store }: { store: MatchStore }) {
  const windows = store.game.value?.nodes.filter((n) => n.flags.includes("window")) ?? [];
  const live = store.live.value,
    standing = store.orders.value,
    orders = standing?.orders;
  const open = useRef(false);
  useEffect(() => {
    if (open.current && !standing) void store.loadOrders();
  });
  if (!windows.length || !live || live.over || live.viewer === null) return null;
  const kinds = new Set(orders ? windows.map((n) => orders[n.token]) : []);
  const same = kinds.size === 1 ? [...kinds][0] : undefined;
  return (
    <details
      class="reactions"
      onToggle={(e) => {
        open.current = e.currentTarget.open;
        if (open.current) void store.loadOrders();
      }}
    >
      <summary>{t("reactions")}</summary>
      <p class="hush">{t("reactionsWhy")}</p>
      {orders && (
        <>
          {windows.length > 1 && (
            <OrderChoice
              label={t("everyReaction")}
              value={same ?? ""}
              set={(order) => void store.setOrders(windows.map((n) => n.token), order)}
            />
          )}
          <label class="close-forced">
            <input
              type="checkbox"
              checked={standing.close}
              onChange={(e) => void store.closeForced(e.currentTarget.checked)}
            />
            <span>{t("closeForced")}</span>
          </label>
          {windows.map((n) => (
            <OrderChoice
              key={n.token}
              label={both({ fr: n.act_fr, en: n.act_en })}
              value={orders[n.token] ?? "ask"}
              set={(order) => void store.setOrders([n.token], order)}
            />
          ))}
        </>
      )}
    </details>
  );
}

export function LedgerPanel({ store }: { store: MatchStore }) {
  const ledger = store.ledger.value;
  return (
    <section class="ledger" aria-label={t("ledger")}>
      <h2>{t("ledger")}</h2>
      {!ledger ? (
        <p class="hush">{t("ledgerEmpty")}</p>
      ) : (
        <>
          <p class="what">{ledger.title}</p>
          <table>
            <tbody>
              {ledger.lines.map((line, i) => (
                <tr key={i} class={line.kind}>
                  <td>{both(line)}</td>
                  <td class="num">
                    {line.kind === "note"
                      ? ""
                      : line.kind === "total"
                        ? String(line.delta).replace("-", "−")
                        : line.delta > 0
                          ? `+${line.delta}`
                          : String(line.delta).replace("-", "−")}
                  </td>
                  <td>{line.rule && <RuleLink store={store} rule={line.rule} />}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </section>
  );
}

// The same in a line, where there is no column: totals and what is said of them. It may be longer
// than the screen is wide: keys reach it to move it on.
export function LedgerStrip({ store }: { store: MatchStore }) {
  const ledger = store.ledger.value;
  const lines = ledger?.lines.filter((line) => line.kind !== "add") ?? [];
  if (!ledger || !lines.length || !store.acting.value) return null;
  return (
    <p class="strip" role="group" aria-label={ledger.title} tabIndex={0}>
      <b>{ledger.title}</b>
      {lines.map((line, i) => (
        <span key={i} class={line.kind}>
          {both(line)}
          {line.kind === "total" && <b> {String(line.delta).replace("-", "−")}</b>}
        </span>
      ))}
    </p>
  );
}

export function RuleLink({ store, rule }: { store: MatchStore; rule: string }) {
  const found = store.game.value?.rules.find((r) => r.id === rule);
  return (
    <button
      type="button"
      class="rule"
      title={both(found)}
      onClick={() => (store.ruleShown.value = rule)}
    >
      {rule}
    </button>
  );
}

export function Die({ face }: { face: number }) {
  const spots: Record<number, string> = {
    1: "10,10",
    2: "5,5 15,15",
    3: "5,5 10,10 15,15",
    4: "5,5 15,5 5,15 15,15",
    5: "5,5 15,5 10,10 5,15 15,15",
    6: "5,4.5 15,4.5 5,10 15,10 5,15.5 15,15.5",
  };
  return (
    <svg class="die" viewBox="-1 -1 22 22" role="img" aria-label={String(face)}>
      <rect width="20" height="20" rx="4" />
      {spots[face]?.split(" ").map((p) => {
        const [x, y] = p.split(",");
        return <circle key={p} cx={x} cy={y} r="2" />;
      }) ?? (
        <text x="10" y="15">
          {face}
        </text>
      )}
    </svg>
  );
}

const headingKinds = ["turn", "round", "phase", "segment"];

// What a line is about, by the types of its event's arguments.
function subjects(store: MatchStore, line: LogLine): { pieces: Set<number>; cells: Set<string> } {
  const out = { pieces: new Set<number>(), cells: new Set<string>() };
  const game = store.game.value;
  const event = game?.events?.find((e) => e.token === line.kind);
  event?.domains.forEach((index, i) => {
    const domain = game?.domains[index],
      value = line.args[i];
    if (!domain || value === null || value === undefined || value < 0) return;
    if (domain.kind === "piece") out.pieces.add(value);
    if (domain.kind === "cell") out.cells.add(`${domain.surface}:${value}`);
  });
  if (!event)
    store.frames.value.forEach((frame) =>
      frame.places.forEach((place) => {
        const cell = store.cells.value?.surfaces[frame.surface]?.cells[place.cell];
        if (
          cell?.token &&
          cell.token.length > 1 &&
          new RegExp(`(^|[^\\w])${cell.token.replace(/\W/g, ".")}([^\\w]|$)`).test(both(line))
        )
          out.cells.add(`${frame.surface}:${place.cell}`);
      }),
    );
  return out;
}

export function Line({
  store,
  entry,
  told,
  goto,
}: {
  store: MatchStore;
  entry: LogEntry;
  told: ToldLine;
  goto: (key: string) => void;
}) {
  const { line, times, way } = told;
  const light = () => {
    const about = subjects(store, line);
    way.forEach((key) => about.cells.add(key));
    store.highlight.value = about;
  };
  return (
    <li class="line" data-entry={entry.entry}>
      <button
        type="button"
        class="said"
        onPointerEnter={light}
        onFocus={light}
        onPointerLeave={() => (store.highlight.value = null)}
        onBlur={() => (store.highlight.value = null)}
        onClick={() => {
          const about = subjects(store, line);
          const cell = way.at(-1) ?? [...about.cells][0];
          const piece = store.pieces.value.find((p) => about.pieces.has(p.handle));
          if (cell) goto(cell);
          else if (piece) goto(`${piece.surface}:${piece.cell}`);
        }}
      >
        {spokenLine(told)}
        {times > 1 && (
          <b class="times" aria-label={`${times} ${t("times")}`}>
            {`\u00a0\u00d7\u202f${times}`}
          </b>
        )}
      </button>
      {line.rule && <RuleLink store={store} rule={line.rule} />}
    </li>
  );
}

const Was = later((parts) => parts.Was);

// Dice as they fell; who asks is told what the chance had been of what came of them.
function Thrown(props: { store: MatchStore; entry: LogEntry; faces: number[] }) {
  const asked = useSignal(false);
  const faces = props.faces.map((face, i) => <Die key={i} face={face} />);
  if (props.store.embedded) return <li class="dice">{faces}</li>;
  return (
    <li>
      <button
        type="button"
        class="dice"
        title={t("wasAsk")}
        aria-expanded={asked.value}
        onClick={() => (asked.value = !asked.value)}
      >
        {faces}
        <small aria-hidden="true">%</small>
      </button>
      {asked.value && <Was store={props.store} entry={props.entry.entry} />}
    </li>
  );
}

export function LogPanel({
  store,
  goto,
  upTo,
  again,
  inSight,
}: {
  store: MatchStore;
  goto: (key: string) => void;
  inSight: boolean; // where it lies over the table: it was opened
  upTo?: LogEntry[];
  again?: () => void; // the others' last turn once more
}) {
  const entries = upTo ?? store.log.value;
  const headings = store.look.value.headings ?? headingKinds;
  const box = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const list = box.current;
    if (!list) return undefined;
    let end = true; // its end is read; what stands above it may take or leave room
    const last = () => void (end && (list.scrollTop = list.scrollHeight));
    const scrolled = () =>
      void (end = list.scrollTop + list.clientHeight >= list.scrollHeight - 4);
    const watcher = new ResizeObserver(last);
    last();
    watcher.observe(list);
    list.addEventListener("scroll", scrolled, { passive: true });
    return () => {
      watcher.disconnect();
      list.removeEventListener("scroll", scrolled);
    };
  }, [entries.length, inSight]);
  const game = store.game.value;
  const ink = (token: string): string => {
    const seat = game?.seats.findIndex((s) => s.token === token) ?? -1;
    if (!game || seat < 0) return "";
    const d = dress(game, store.look.value, { owner: seat, token: "" } as Piece);
    return d.band || d.paper;
  };
  return (
    <section class="log" aria-label={t("journal")}>
      <div class="log-head">
        <h2>{t("journal")}</h2>
        {again && store.motion.lastTurn() && (
          <button
            type="button"
            class="quiet"
            id="play-again"
            title={t("playAgainHint")}
            onClick={again}
          >
            <svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
              <path d="M4 3.5V8h4.5M4.2 8a6.5 6.5 0 1 1-.6 3.6" />
            </svg>
            {t("playAgain")}
          </button>
        )}
      </div>
      <ol ref={box} tabIndex={0} aria-label={t("journal")}>
        {gathered(game, entries, (entry) => store.telling(entry)).map(({ entry, lines }) => (
          <li
            key={entry.entry}
            class="entry"
            style={{ borderLeftColor: ink(entry.seat) }}
          >
            <ul>
              {entry.dice?.length ? (
                <Thrown store={store} entry={entry} faces={entry.dice} />
              ) : null}
              {lines.map((told, i) =>
                headings.includes(told.line.kind) ? (
                  <li key={i} class={`heading level-${headings.indexOf(told.line.kind)}`}>
                    {both(told.line).replace(/\.$/, "")}
                  </li>
                ) : (
                  <Line key={i} store={store} entry={entry} told={told} goto={goto} />
                ),
              )}
            </ul>
          </li>
        ))}
      </ol>
    </section>
  );
}
