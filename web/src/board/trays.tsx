// SPDX-License-Identifier: Apache-2.0
// Surfaces that are not maps: rows (hands, lines, boxes), piles and tracks. They stand beside the
// board as ordinary page elements, with the same pieces in them.
import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { MatchStore } from "../store";
import { both, capital, t } from "../text";
import { BACK, NO_HANDLE } from "../types";
import type { Game, Look, Piece, Surface } from "../types";
import { pieceKey } from "./board";
import { type Body, PieceArt, bodyOf, roomOf } from "./counter";
import { backFace } from "./deck";
import { isOutside } from "./geometry";
import { dragging } from "./pointer";
import { Portion } from "./portion";

const many = 26; // more than these are drawn smaller
const fanned = 14; // more than these are no longer held in a fan
const few = 12; // a row of at most this many places shows its empty ones

export function TrayPiece({
  store,
  piece,
  index,
  as,
  fan,
}: {
  store: MatchStore;
  piece: Piece;
  index: number;
  as?: Body;
  fan?: number; // in a hand: how far from its middle, in cards
}) {
  const game = store.game.value;
  if (!game) return null;
  const choice = store.choiceOf(piece);
  const legal =
    choice !== null || (piece.handle < 0x8000 && store.marks.value.pieces.has(piece.handle));
  const chosen = store.chain.value.some(
    (c) =>
      (c.kind === "piece" && c.handle === piece.handle && piece.handle !== NO_HANDLE) ||
      (c.kind === "value" && standsFor(store, piece, c.domain, c.value)),
  );
  const lit = store.highlight.value?.pieces.has(piece.handle) ?? false;
  const body = as ?? bodyOf(game, store.look.value, piece);
  const classes = [
    "tray-piece",
    body,
    legal ? "legal" : "",
    chosen ? "chosen" : "",
    lit ? "lit" : "",
    dragging.value?.index === index ? "held" : "",
  ];
  return (
    <button
      type="button"
      class={classes.filter(Boolean).join(" ")}
      data-piece={index}
      id={`p-${index}`}
      style={fan === undefined ? undefined : { "--fan": fan, "--sink": fan * fan }}
      tabIndex={legal ? 0 : -1}
    >
      <svg viewBox={roomOf(body)} aria-hidden="true">
        {body === "counter" ? (
          <Portion
            weight={0.5}
            from={[]}
            meanwhile={null}
            draw={() => <PieceArt store={store} game={game} piece={piece} as={body} />}
          />
        ) : (
          <PieceArt store={store} game={game} piece={piece} as={body} />
        )}
      </svg>
      {/* its name, as text: the print of a card is a picture, and too long to be spoken */}
      <span class="live">
        {`${store.describePiece(piece)}${legal ? `, ${t("playable")}` : ""}`}
      </span>
    </button>
  );
}

const standsFor = (store: MatchStore, piece: Piece, domain: number, value: number): boolean =>
  piece.handle === NO_HANDLE &&
  store.game.value?.domains[domain]?.names?.[value]?.token ===
    store.game.value?.faces[piece.face]?.token;

type Indexed = { piece: Piece; index: number };
const lyingOn = (store: MatchStore, surface: number): Indexed[] =>
  store.pieces.value
    .map((piece, index) => ({ piece, index }))
    .filter(({ piece }) => piece.surface === surface);

function Row({ store, surface, number }: { store: MatchStore; surface: Surface; number: number }) {
  const all = lyingOn(store, number).sort(
    (a, b) => a.piece.cell - b.piece.cell || a.piece.layer - b.piece.layer,
  );
  const places = surface.cells <= few && named(store, number);
  if (!all.length && !places && !store.look.value.cards?.piles) return null;
  const marked = store.marks.value.cells;
  if (isHand(store, all) && !places)
    return <Hand store={store} surface={surface} number={number} all={all} />;
  return (
    <section class={`tray row owner-${surface.owner ?? "none"}`} aria-label={both(surface)}>
      <h2>
        {both(surface)} <small>{all.length || ""}</small>
      </h2>
      <div class={all.length > many ? "tray-list dense" : "tray-list"}>
        {places
          ? Array.from({ length: surface.cells }, (_, cell) => (
              <div
                key={cell}
                class={`tray-place ${marked.has(`${number}:${cell}`) ? "legal" : ""}`}
                data-cell={`${number}:${cell}`}
                id={`c-${number}-${cell}`}
                role="button"
                tabIndex={marked.has(`${number}:${cell}`) ? 0 : -1}
                aria-label={store.describeCell(number, cell)}
              >
                {all
                  .filter((x) => x.piece.cell === cell)
                  .map((x) => (
                    <TrayPiece key={pieceKey(x.piece, x.index)} store={store} {...x} />
                  ))}
              </div>
            ))
          : all.map((x) => <TrayPiece key={pieceKey(x.piece, x.index)} store={store} {...x} />)}
      </div>
    </section>
  );
}

const isHand = (store: MatchStore, all: Indexed[]): boolean => {
  const game = store.game.value,
    look = store.look.value;
  return !!game && !!look.cards && all.every((x) => bodyOf(game, look, x.piece) === "upright");
};

// Cards held: fanned, or as small tiles when there are more than hands hold.
function Hand({
  store,
  surface,
  number,
  all,
}: {
  store: MatchStore;
  surface: Surface;
  number: number;
  all: Indexed[];
}) {
  const crowd = all.length > fanned,
    list = useRef<HTMLDivElement>(null);
  // Of a crowd only a part is in sight: it is one with something that can be played.
  useEffect(() => {
    const found = crowd && list.current?.querySelector(".legal");
    if (found) found.scrollIntoView({ block: "nearest" });
  }, [crowd, store.live.value?.turn.node]);
  return (
    <section
      class={`tray row hand owner-${surface.owner ?? "none"} ${crowd ? "crowd" : ""}`}
      aria-label={both(surface)}
      data-surface={number}
    >
      <h2>
        {both(surface)} <small>{all.length || ""}</small>
      </h2>
      <div ref={list} class={crowd ? "tray-list dense" : "tray-fan"}>
        {all.map((x, i) => (
          <TrayPiece
            key={pieceKey(x.piece, x.index)}
            store={store}
            {...x}
            {...(crowd ? { as: "tile" as const } : { fan: i - (all.length - 1) / 2 })}
          />
        ))}
      </div>
    </section>
  );
}

// Its places can be named in an action.
const named = (store: MatchStore, surface: number): boolean =>
  !!store.game.value?.domains.some((d) => d.kind === "cell" && d.surface === surface);

export function Rows({
  store,
  mine,
  children,
}: {
  store: MatchStore;
  mine: boolean;
  children?: ComponentChildren; // beside them on a table of cards
}) {
  const game = store.game.value,
    viewer = store.state.value?.viewer ?? null;
  if (!game) return null;
  const seat = game.seats.findIndex((s) => s.token === viewer);
  const own = seat < 0 ? 0 : seat;
  const rows = game.surfaces
    .map((surface, number) => ({ surface, number }))
    .filter(
      ({ surface }) =>
        surface.shape === "row" && (surface.owner === own || surface.owner === null) === mine,
    );
  const list = rows.map(({ surface, number }) => (
    <Row key={number} store={store} surface={surface} number={number} />
  ));
  if (!store.look.value.cards)
    return <div class={`trays ${mine ? "mine" : "theirs"}`}>{list}</div>;
  // a table of cards: what is drawn from and thrown away at the left, what was won at the right
  const owners = rows.map((r) => r.surface.owner).filter((o) => o !== null),
    owner = owners[0] ?? null,
    { piles, slim } = store.look.value.cards,
    // more than a hand holds: heaps with nothing in them leave it their room
    crowded = mine && rows.some(({ number }) => lyingOn(store, number).length > fanned);
  const kind = `${mine ? "mine" : "theirs"} ${slim ? "slim" : ""} ${crowded ? "crowded" : ""}`;
  return (
    <div class={`trays laid ${kind}`}>
      {piles && <Piles store={store} owner={owner} from={0} to={2} />}
      <div class="hands">{list}</div>
      {piles && <Piles store={store} owner={owner} from={2} to={9} />}
      {children}
    </div>
  );
}

const openPile = signal<number | null>(null);

// How many lie there: a piece that stands for several says so in its first printed value.
const counted = (store: MatchStore, all: Indexed[]): number =>
  all.reduce((sum, { piece }) => {
    const many = piece.handle === NO_HANDLE && store.game.value?.faces[piece.face]?.values_fr[0];
    return sum + (many ? (piece.values[0] ?? 1) : 1);
  }, 0);

// Under its owner's name a heap need not say whose it is: "Deck of player 1", "West losses".
function ownless(store: MatchStore, surface: Surface): string {
  const name = both(surface),
    owner = surface.owner === null ? "" : both(store.game.value?.seats[surface.owner]);
  const word = owner.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const left = name
    .replace(new RegExp(`( (of|by|du|des|d['’]|(de|par)( l['’])?))? ?${word}$`, "i"), "")
    .replace(new RegExp(`^${word}('s)? `, "i"), "");
  return owner && left ? capital(left) : name;
}

// A face-down pile that its owner may look through shows a back all the same.
function covered(game: Game, look: Look, all: Indexed[]): Piece | undefined {
  const last = all[all.length - 1]?.piece,
    face = backFace(
      game,
      look,
      all.map((x) => x.piece),
    );
  return last && face >= 0 ? { ...last, face } : last;
}

// What lies on top, and how thick the pile is.
function TopCard({ store, all }: { store: MatchStore; all: Indexed[] }) {
  const game = store.game.value,
    last = all[all.length - 1]?.piece,
    top = game && last && last.flags & BACK ? covered(game, store.look.value, all) : last;
  const thick = all.length > 20 ? 4 : all.length > 8 ? 3 : all.length > 2 ? 2 : all.length;
  return (
    <span class={`top-card t${thick}`} aria-hidden="true">
      {game && top && (
        <svg viewBox={roomOf("upright")}>
          <PieceArt store={store} game={game} piece={top} as="upright" />
        </svg>
      )}
    </span>
  );
}

function Pile({ store, surface, number }: { store: MatchStore; surface: Surface; number: number }) {
  const all = lyingOn(store, number);
  const open = openPile.value === number;
  return (
    <section class={all.length ? "pile" : "pile bare"} aria-label={both(surface)}>
      <button
        type="button"
        class="pile-head"
        aria-expanded={open}
        disabled={!all.length}
        onClick={() => (openPile.value = open ? null : number)}
      >
        {store.look.value.cards?.piles ? (
          <TopCard store={store} all={all} />
        ) : (
          <span class="heap" aria-hidden="true">
            {all.length > 0 && <i />}
            {all.length > 1 && <i />}
            {all.length > 2 && <i />}
          </span>
        )}
        <span aria-hidden="true">{ownless(store, surface)}</span>
        <span class="live">{both(surface)}</span> <b>{counted(store, all)}</b>
      </button>
      {open && (
        <div class="tray-list small">
          {all.map((x) => (
            <TrayPiece key={pieceKey(x.piece, x.index)} store={store} {...x} />
          ))}
        </div>
      )}
    </section>
  );
}

function Track({
  store,
  surface,
  number,
}: {
  store: MatchStore;
  surface: Surface;
  number: number;
}) {
  const all = lyingOn(store, number);
  const marked = store.marks.value.cells;
  const label = store.look.value.tracks?.[surface.token];
  const gauge = store.state.value?.view?.gauges.find(
    (g) => store.game.value?.labels[g.label]?.token === label,
  );
  const length = gauge && gauge.max > 0 ? Math.min(gauge.max, surface.cells) : surface.cells;
  return (
    <section class="track" aria-label={both(surface)}>
      <h2>{both(surface)}</h2>
      <ol>
        {Array.from({ length }, (_, cell) => {
          const found = store.cells.value?.surfaces[number]?.cells[cell];
          if (store.game.value && isOutside(store.game.value, found)) return null;
          const here = all.filter((x) => x.piece.cell === cell);
          const legal = marked.has(`${number}:${cell}`);
          const label = both(found) || String(cell + 1);
          return (
            <li
              key={cell}
              class={`${here.length ? "here" : ""} ${legal ? "legal" : ""}`}
              aria-current={here.length ? "step" : undefined}
              data-cell={`${number}:${cell}`}
              id={`c-${number}-${cell}`}
            >
              {label}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

// The heaps of one side, or those that are nobody's.
export function Piles({
  store,
  owner,
  from = 0,
  to = 99,
}: {
  store: MatchStore;
  owner: number | null;
  from?: number;
  to?: number;
}) {
  const list = (store.game.value?.surfaces ?? [])
    .map((surface, number) => ({ surface, number }))
    .filter((x) => x.surface.shape === "pile" && x.surface.owner === owner)
    .slice(from, to);
  if (!list.length) return null;
  return (
    <div class="piles">
      {list.map((x) => (
        <Pile key={x.number} store={store} {...x} />
      ))}
    </div>
  );
}

export function PilesAndTracks({ store }: { store: MatchStore }) {
  const game = store.game.value;
  if (!game) return null;
  const list = game.surfaces.map((surface, number) => ({ surface, number }));
  return (
    <div class="heaps">
      {list
        .filter((x) => x.surface.shape === "track")
        .map((x) => (
          <Track key={x.number} store={store} {...x} />
        ))}
      <Piles store={store} owner={null} />
    </div>
  );
}
