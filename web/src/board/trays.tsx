// SPDX-License-Identifier: Apache-2.0
// Surfaces that are not maps: rows (hands, lines, boxes), piles and tracks. They stand beside the
// board as ordinary page elements, with the same pieces in them.
import { signal } from "@preact/signals";
import type { MatchStore } from "../store";
import { both, capital, t } from "../text";
import { NO_HANDLE } from "../types";
import type { Piece, Surface } from "../types";
import { pieceKey } from "./board";
import { PieceArt, bodyOf } from "./counter";
import { isOutside } from "./geometry";
import { dragging } from "./pointer";

const many = 26; // more than these are drawn smaller
const few = 12; // a row of at most this many places shows its empty ones

export function TrayPiece({
  store,
  piece,
  index,
}: {
  store: MatchStore;
  piece: Piece;
  index: number;
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
  const body = bodyOf(game, store.look.value, piece);
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
      tabIndex={legal ? 0 : -1}
      aria-label={`${store.describePiece(piece)}${legal ? `, ${t("playable")}` : ""}`}
    >
      <svg viewBox={body === "card" ? "-33 -46 68 92" : "-37 -37 76 76"} aria-hidden="true">
        <PieceArt store={store} game={game} piece={piece} />
      </svg>
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
  if (!all.length && !places) return null;
  const marked = store.marks.value.cells;
  return (
    <section class={`tray row owner-${surface.owner ?? "none"}`} aria-label={both(surface)}>
      <h3>
        {both(surface)} <small>{all.length || ""}</small>
      </h3>
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

// Its places can be named in an action.
const named = (store: MatchStore, surface: number): boolean =>
  !!store.game.value?.domains.some((d) => d.kind === "cell" && d.surface === surface);

export function Rows({ store, mine }: { store: MatchStore; mine: boolean }) {
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
  return (
    <div class={`trays ${mine ? "mine" : "theirs"}`}>
      {rows.map(({ surface, number }) => (
        <Row key={number} store={store} surface={surface} number={number} />
      ))}
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

function Pile({ store, surface, number }: { store: MatchStore; surface: Surface; number: number }) {
  const all = lyingOn(store, number);
  const open = openPile.value === number;
  return (
    <section class="pile" aria-label={both(surface)}>
      <button
        type="button"
        class="pile-head"
        aria-expanded={open}
        disabled={!all.length}
        onClick={() => (openPile.value = open ? null : number)}
      >
        <span class="heap" aria-hidden="true">
          {all.length > 0 && <i />}
          {all.length > 1 && <i />}
          {all.length > 2 && <i />}
        </span>
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
      <h3>{both(surface)}</h3>
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
export function Piles({ store, owner }: { store: MatchStore; owner: number | null }) {
  const list = (store.game.value?.surfaces ?? [])
    .map((surface, number) => ({ surface, number }))
    .filter((x) => x.surface.shape === "pile" && x.surface.owner === owner);
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
