// SPDX-License-Identifier: Apache-2.0
// A picture of a position: the table as the page draws it, cut to the part that matters, with the
// signs of a diagram on it. Green and a tick: allowed. Red, dashes and a cross: forbidden. A black
// disc carries the number of a step, an arrow leads from one place to another (red: the enemy
// acts), a dotted square is where something stood.
import type { ComponentChildren } from "preact";
import { type Part, Still, partAround, pieceSpot } from "../board/board";
import { extent, planeXY, polygon } from "../board/geometry";
import type { MatchFacts } from "../facts";

export interface Mark {
  kind: "yes" | "no" | "step" | "arrow" | "enemy" | "stop" | "from" | "label";
  at: string; // token of a place or a piece; "x,y" in centimetres on a table
  to?: string;
  text?: string;
}
interface Point {
  x: number;
  y: number;
}
const n1 = (v: number): string => v.toFixed(1);
const EDGE = 34; // round a whole board

function placeOf(store: MatchFacts, token: string) {
  for (const frame of store.frames.value) {
    const cells = store.cells.value?.surfaces[frame.surface]?.cells ?? [];
    const place = frame.places[cells.findIndex((c) => c.token === token)];
    if (place) return { place, frame };
  }
  return null;
}

// Where a token lies in the drawing.
export function spotOfToken(store: MatchFacts, token: string): Point {
  const point = /^(-?[\d.]+),(-?[\d.]+)$/.exec(token),
    frame = store.frames.value.find(
      (f) => store.game.value?.surfaces[f.surface]?.shape === "plane",
    );
  if (point && frame) {
    const [, x, y] = point,
      at = planeXY(frame, Number(x) * 10, Number(y) * 10);
    return { x: frame.x + at.x, y: frame.y + at.y };
  }
  const found = placeOf(store, token);
  if (found) return { x: found.place.x + found.frame.x, y: found.place.y + found.frame.y };
  const piece = store.pieces.value.find((p) => p.token === token),
    spot = piece && pieceSpot(store, piece);
  if (!spot) throw new Error(`There is no place and no piece '${token}' in this position.`);
  return spot;
}

// The part of the drawing that is shown: all of it, or what lies round the named things.
export function partOf(store: MatchFacts, crop: string[], margin: number): Part {
  const around = crop.map((token) => spotOfToken(store, token));
  const size = extent(store.frames.value),
    whole = { x: -EDGE, y: -EDGE, width: size.width + 2 * EDGE, height: size.height + 2 * EDGE };
  return partAround(around, margin) ?? whole;
}

// How much lettering there is room for, in the words of the board's style.
export const zoomOf = (part: Part): "far" | "mid" | "near" =>
  part.width > 1500 ? "far" : part.width > 1000 ? "mid" : "near";

// A sign is as large as it must be to be read at the size the picture has on a page.
const Signed = ({ at, k, children }: { at: Point; k: number; children: ComponentChildren }) => (
  <g transform={`translate(${n1(at.x)} ${n1(at.y)}) scale(${k.toFixed(3)})`}>{children}</g>
);

function Cell({ store, mark, k }: { store: MatchFacts; mark: Mark; k: number }) {
  const found = placeOf(store, mark.at),
    middle = spotOfToken(store, mark.at),
    yes = mark.kind === "yes";
  const taken =
    found && store.piecesAt(found.frame.surface, found.place.cell).length > 0 ? 34 : 0;
  const at = { x: middle.x + taken, y: middle.y - taken };
  return (
    <g class={`f-${mark.kind}`}>
      {found && (
        <polygon
          points={polygon(found.place.outline)}
          transform={`translate(${found.frame.x} ${found.frame.y})`}
        />
      )}
      <Signed at={at} k={k}>
        <path class="under" d={yes ? "M-11 0-3 9 12-10" : "M-9-9 9 9M9-9-9 9"} />
        <path d={yes ? "M-11 0-3 9 12-10" : "M-9-9 9 9M9-9-9 9"} />
      </Signed>
      {mark.text && (
        <Signed at={{ x: middle.x, y: middle.y + (taken ? 46 : 30 * k) }} k={k}>
          <text class="f-text">{mark.text}</text>
        </Signed>
      )}
    </g>
  );
}

// From one thing to the next, stopped short of both.
function Arrow({ store, mark, k }: { store: MatchFacts; mark: Mark; k: number }) {
  const a = spotOfToken(store, mark.at),
    b = spotOfToken(store, mark.to ?? mark.at);
  const far = Math.hypot(b.x - a.x, b.y - a.y) || 1,
    ux = (b.x - a.x) / far,
    uy = (b.y - a.y) / far,
    gap = Math.min(far * 0.32, 38),
    head = 13 * k;
  const from = { x: a.x + ux * gap, y: a.y + uy * gap },
    tip = { x: b.x - ux * gap, y: b.y - uy * gap },
    neck = { x: tip.x - ux * head, y: tip.y - uy * head };
  const line = `M${n1(from.x)} ${n1(from.y)}L${n1(neck.x)} ${n1(neck.y)}`;
  const wing = (side: number): string =>
    `${n1(neck.x - uy * head * 0.6 * side)} ${n1(neck.y + ux * head * 0.6 * side)}`;
  const middle = { x: (from.x + neck.x) / 2, y: (from.y + neck.y) / 2 };
  return (
    <g class={`f-${mark.kind}`}>
      <path class="under" stroke-width={n1(9 * k)} d={line} />
      <path class="line" stroke-width={n1(5 * k)} d={line} />
      <path class="tip" d={`M${n1(tip.x)} ${n1(tip.y)}L${wing(1)}L${wing(-1)}Z`} />
      {mark.kind === "stop" && (
        <Signed at={middle} k={k}>
          <path class="under cross" d="M-8-8 8 8M8-8-8 8" />
          <path class="cross" d="M-8-8 8 8M8-8-8 8" />
        </Signed>
      )}
      {mark.text && (
        <Signed at={{ x: tip.x, y: tip.y - 12 * k }} k={k}>
          <text class="f-text">{mark.text}</text>
        </Signed>
      )}
    </g>
  );
}

function Sign({ store, mark, k }: { store: MatchFacts; mark: Mark; k: number }) {
  if (mark.kind === "yes" || mark.kind === "no") return <Cell store={store} mark={mark} k={k} />;
  if (mark.kind === "arrow" || mark.kind === "enemy" || mark.kind === "stop")
    return <Arrow store={store} mark={mark} k={k} />;
  const at = spotOfToken(store, mark.at);
  if (mark.kind === "from")
    return (
      <rect class="f-from" x={n1(at.x - 33)} y={n1(at.y - 33)} width="66" height="66" rx="5" />
    );
  return (
    <Signed at={mark.kind === "step" ? { x: at.x - 30 * k, y: at.y - 30 * k } : at} k={k}>
      {mark.kind === "step" && <circle class="f-disc" r="13" />}
      <text class={mark.kind === "step" ? "f-number" : "f-text"} y={mark.kind === "step" ? 6 : 5}>
        {mark.text}
      </text>
    </Signed>
  );
}

export function Figure({
  store,
  part,
  marks,
  title,
  head,
  across,
}: {
  store: MatchFacts;
  part: Part;
  marks: Mark[];
  title: string;
  head: string; // the symbols it uses; its style, when it stands alone
  across: number; // how wide it is shown, about, in pixels
}) {
  const k = Math.max(0.5, Math.min(2.4, part.width / across));
  const box = [part.x, part.y, part.width, part.height].map((v) => n1(v)).join(" ");
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      class="board figure"
      viewBox={box}
      width={Math.round(part.width)}
      height={Math.round(part.height)}
      role="img"
      data-zoom={zoomOf(part)}
    >
      <title>{title}</title>
      {head && <g dangerouslySetInnerHTML={{ __html: head }} />}
      <Still store={store} near={1 / k} />
      <g class="f-marks">
        {marks.map((mark, i) => (
          <Sign key={i} store={store} mark={mark} k={k} />
        ))}
      </g>
    </svg>
  );
}
