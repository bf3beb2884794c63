// SPDX-License-Identifier: Apache-2.0
// What is drawn between the pieces: which figures belong together, where the others have moved and
// what they have taken since one's own last action.
import type { MatchFacts } from "../facts";
import type { Game, Piece } from "../types";
import { GHOST, NO_HANDLE } from "../types";
import { both } from "../text";
import { dress } from "./counter";
import { pieceSpot } from "./board";
import { hull } from "./hull";

const n1 = (v: number): string => v.toFixed(1);

const rimOf = (game: Game, store: MatchFacts, piece: Piece): string | undefined =>
  store.look.value.seats?.[game.seats[piece.owner ?? -1]?.token ?? ""]?.rim;

// Figures of a plane that act together lie on one patch of colour; their banner says who they are.
export function Groups({ store }: { store: MatchFacts }) {
  const game = store.game.value;
  if (!game) return null;
  const groups = new Map<number, Piece[]>();
  for (const piece of store.pieces.value)
    if (
      piece.group !== undefined &&
      piece.on === NO_HANDLE &&
      !(piece.flags & GHOST) &&
      game.surfaces[piece.surface]?.shape === "plane"
    )
      groups.set(piece.group, [...(groups.get(piece.group) ?? []), piece]);
  return (
    <g class="groups" aria-hidden="true">
      {[...groups].map(([group, list]) => {
        const first = list[0],
          frame = store.frames.value.find((f) => f.surface === first?.surface);
        const spots = list.flatMap((p) => pieceSpot(store, p) ?? []);
        if (!first || !frame || !spots.length) return null;
        const r = Math.max(...list.map((p) => p.radius)) * frame.scale + 5,
          d = dress(game, store.look.value, first);
        const corners = hull(spots);
        return (
          <g key={group} style={{ color: rimOf(game, store, first) ?? d.band ?? d.ink }}>
            <path
              class="together"
              stroke-width={n1(2 * r)}
              d={`M${corners.map((p) => `${n1(p.x)} ${n1(p.y)}`).join("L")}Z`}
            />
          </g>
        );
      })}
    </g>
  );
}

export function Trails({ store }: { store: MatchFacts }) {
  const game = store.game.value;
  if (!game) return null;
  return (
    <g class="trails" aria-hidden="true">
      {store.trails.value.map(({ handle, from, to }) => {
        const a = pieceSpot(store, from),
          b = to && pieceSpot(store, to);
        if (!a || !b) return null;
        const far = Math.hypot(b.x - a.x, b.y - a.y) || 1,
          frame = store.frames.value.find((f) => f.surface === from.surface);
        const plane = game.surfaces[from.surface]?.shape === "plane";
        const stop = plane ? from.radius * (frame?.scale ?? 1) + 3 : 34;
        const ux = (b.x - a.x) / far,
          uy = (b.y - a.y) / far,
          head = plane ? 7 : 12;
        if (far <= stop + head) return null;
        const x = b.x - ux * stop,
          y = b.y - uy * stop,
          nx = x - ux * head,
          ny = y - uy * head;
        const line = `M${n1(a.x)} ${n1(a.y)}L${n1(nx)} ${n1(ny)}`;
        const tip =
          `M${n1(x)} ${n1(y)}L${n1(nx - uy * head * 0.6)} ${n1(ny + ux * head * 0.6)}` +
          `L${n1(nx + uy * head * 0.6)} ${n1(ny - ux * head * 0.6)}Z`;
        return (
          <g key={handle}>
            <path class="under" d={line} />
            <path class="line" d={line} />
            <circle class="tip" cx={n1(a.x)} cy={n1(a.y)} r={plane ? 2.5 : 4} />
            <path class="tip" d={tip} />
          </g>
        );
      })}
    </g>
  );
}

// Where something was lost.
export function Losses({ store }: { store: MatchFacts }) {
  return (
    <g class="losses" aria-hidden="true">
      {store.trails.value.map(({ handle, from, to }) => {
        const at = to ? null : pieceSpot(store, from);
        const name = both(from);
        const r = store.game.value?.surfaces[from.surface]?.shape === "plane" ? 8 : 15;
        return at ? (
          <g key={handle} transform={`translate(${n1(at.x)} ${n1(at.y)})`}>
            <title>{name}</title>
            <path class="under" d={`M${-r} ${-r}L${r} ${r}M${r} ${-r}L${-r} ${r}`} />
            <path d={`M${-r} ${-r}L${r} ${r}M${r} ${-r}L${-r} ${r}`} />
          </g>
        ) : null;
      })}
    </g>
  );
}
