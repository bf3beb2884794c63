// SPDX-License-Identifier: Apache-2.0
// A piece held up to be read: large, with what its numbers mean and all that is said about it.
// Shown beside what the pointer rests on, for a long press, and at once while Shift is down.
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { PieceArt, bodyOf, roomOf } from "../board/counter";
import { dragging } from "../board/pointer";
import type { Box } from "../facts";
import type { MatchStore } from "../store";
import { both } from "../text";
import type { Game, Piece } from "../types";
import { ACTIVE, GHOST, HIDDEN_FROM, NO_VALUE } from "../types";

const inHand = 260, // milliseconds of rest before it opens: a small card beside the table
  onTable = 900; // and a piece on it, where the pointer often rests on its way

export class Lens {
  private timer = 0;
  private store: MatchStore;
  constructor(store: MatchStore) {
    this.store = store;
  }
  // The pointer has come to a piece, or to none.
  over(index: number | null, node: Element | null, at_once: boolean): void {
    clearTimeout(this.timer);
    if (index !== null && this.store.lens.value?.index === index) return;
    this.store.lens.value = null;
    const piece = index === null ? undefined : this.store.pieces.value[index];
    if (index === null || !piece || !node || !worth(this.store, index)) return;
    const { left, right, top, bottom } = node.getBoundingClientRect();
    const lifted = node.matches(".trays.mine .hand .upright") ? 66 : 0; // it rises by so much
    const box = { left, right, top: top - lifted, bottom };
    const wait = at_once ? 0 : node.closest(".trays, .column") ? inHand : onTable;
    this.timer = window.setTimeout(() => {
      if (dragging.value || this.store.bubble.value || !node.isConnected) return;
      this.store.lens.value = { index, near: box };
    }, wait);
  }
  close(): void {
    clearTimeout(this.timer);
    this.store.lens.value = null;
  }
}

// Is there anything to read on it? A back, or a bare marker, says nothing more when it is larger.
function worth(store: MatchStore, index: number): boolean {
  const piece = store.pieces.value[index];
  if (!piece || piece.flags & GHOST) return false;
  const told = store.tellPiece(piece);
  return told.about.length > 0 || (told.values.length > 0 && piece.handle < 0x8000);
}

function place(node: HTMLElement, near: Box): void {
  const w = node.offsetWidth,
    h = node.offsetHeight,
    gap = 14,
    room = innerWidth - 8;
  const right = near.right + gap + w < room;
  const left = right ? near.right + gap : Math.max(8, near.left - gap - w);
  const above = near.top > innerHeight * 0.7; // from a hand at the bottom: upwards
  const x = above ? Math.min(room - w, Math.max(8, (near.left + near.right - w) / 2)) : left;
  const y = above ? near.top - h - gap : (near.top + near.bottom - h) / 2;
  node.style.left = `${x}px`;
  node.style.top = `${Math.min(innerHeight - h - 8, Math.max(8, y))}px`;
}

export function LensBox({ store }: { store: MatchStore }) {
  const ref = useRef<HTMLDivElement>(null);
  const shown = store.lens.value,
    game = store.game.value;
  const piece = shown ? store.pieces.value[shown.index] : undefined;
  useLayoutEffect(() => {
    if (shown && ref.current) place(ref.current, shown.near);
  }, [shown]);
  useEffect(() => {
    if (dragging.value && store.lens.value) store.lens.value = null;
  }, [dragging.value]);
  if (!shown || !piece || !game) return null;
  return (
    <div ref={ref} class="lens" aria-hidden="true">
      <Reading store={store} game={game} piece={piece} />
    </div>
  );
}

// The piece, large, and what there is to read about it.
function Reading({ store, game, piece }: { store: MatchStore; game: Game; piece: Piece }) {
  const told = store.tellPiece(piece),
    lying = bodyOf(game, store.look.value, piece),
    body = lying === "tile" ? "upright" : lying; // in full
  const frame = store.frames.value.find((f) => f.surface === piece.surface);
  const r = body === "figure" ? Math.max(9, piece.radius * (frame?.scale ?? 2)) + 5 : 0;
  const box = r ? `${-r} ${-r} ${2 * r} ${2 * r}` : roomOf(body);
  return (
    <>
      <svg class={body} viewBox={box}>
        <PieceArt store={store} game={game} piece={piece} scale={frame?.scale ?? 2} as={body} />
      </svg>
      <div>
        <h3>{told.title}</h3>
        {told.kind && <p class="hush">{told.kind}</p>}
        {told.marks.length > 0 && <p class="marks">{told.marks.join(", ")}</p>}
        {told.values.length > 0 && (
          <dl>
            {told.values.map(({ name, value }, i) =>
              piece.values[i] === NO_VALUE ? null : (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ),
            )}
          </dl>
        )}
        {told.about.map((line) => (
          <p key={line} class="about">
            {line}
          </p>
        ))}
      </div>
    </>
  );
}

// Beside orders in a row there is room for the one that is being carried out: what has been taken
// up, else what acts at this moment, the piece of it that says most.
export function ActiveSheet({ store }: { store: MatchStore }) {
  const game = store.game.value,
    pieces = store.pieces.value;
  if (!game || !store.look.value.cards?.slim) return null;
  const chosen = store.chain.value.flatMap((c) => (c.kind === "piece" ? [c.handle] : []));
  const meant = (p: Piece) => p.radius > 0 && p.handle < HIDDEN_FROM && !(p.flags & GHOST),
    taken = pieces.filter((p) => meant(p) && chosen.includes(p.handle)),
    acting = pieces.filter((p) => meant(p) && p.flags & ACTIVE);
  const words = (p: Piece): number => both({ fr: p.about_fr ?? "", en: p.about_en ?? "" }).length,
    [piece] = (taken.length ? taken : acting).sort((a, b) => words(b) - words(a));
  if (!piece || !words(piece)) return null;
  return (
    <div class="active-sheet" aria-hidden="true">
      <Reading store={store} game={game} piece={piece} />
    </div>
  );
}
