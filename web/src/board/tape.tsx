// SPDX-License-Identifier: Apache-2.0
// A measuring tape on a table: the way that is being prepared, marked every centimetre, and the
// piece of it that a hand is just drawing, which ends where the figure would be let go.
import type { MatchFacts } from "../facts";
import { lang } from "../prefs";
import { type Begun, beginning, dropped, pathSoFar } from "../prepare";
import { GHOST } from "../types";
import { textWidth } from "./banners";
import { fromPlane, planeXY } from "./geometry";
import { dragging } from "./pointer";
import type { Point } from "./reach";
import type { View } from "./view";

const n1 = (v: number): string => v.toFixed(1);

// Where the pointer is, in millimetres of a frame.
function pointed(store: MatchFacts, view: View, svg: SVGSVGElement | null) {
  const held = dragging.value;
  const piece = held ? store.pieces.value[held.index] : undefined;
  const frame = store.frames.value.find((f) => f.surface === piece?.surface);
  const plane = store.game.value?.surfaces[piece?.surface ?? -1]?.shape === "plane";
  if (!held || !piece || !frame || !plane || !svg) return null;
  const { x, y, k } = view.at.value;
  const to = fromPlane(frame, {
    x: (held.x - view.left - x) / k - frame.x,
    y: (held.y - view.above - y) / k - frame.y,
  });
  const way = beginning(store, piece, to);
  return { piece, way, to: way?.end ?? dropped(store, piece, to) };
}

// Which of several ways a figure in hand would begin, in the game's own word for it.
function nameOf(store: MatchFacts, { legal }: Begun): string {
  const last = legal.o.length - 1,
    domain = store.game.value?.verbs[legal.v]?.operands[last];
  return domain === undefined ? "" : store.valueName(domain, legal.o[last] ?? 0);
}

export function Tape({
  store,
  view,
  svg,
}: {
  store: MatchFacts;
  view: View;
  svg: SVGSVGElement | null;
}) {
  const frame = store.frames.value.find((f) => f.rim > 0);
  if (!frame) return null;
  const path = pathSoFar(store),
    hand = pointed(store, view, svg);
  let points: Point[] = path?.points ?? [];
  if (hand) {
    const ghost = (hand.piece.flags & GHOST) !== 0,
      goesOn = path && path.handle === hand.piece.handle;
    const ends = points[points.length - 1];
    points = goesOn && ends ? [...points, hand.to] : [ghost && ends ? ends : hand.piece, hand.to];
  }
  if (points.length < 2) return null;
  const mm = points.reduce((sum, p, i) => {
    const before = points[i - 1];
    return before ? sum + Math.hypot(p.x - before.x, p.y - before.y) : sum;
  }, 0);
  const spots = points.map((p) => {
    const at = planeXY(frame, p.x, p.y);
    return { x: at.x + frame.x, y: at.y + frame.y };
  });
  const d = spots.map((p, i) => `${i ? "L" : "M"}${n1(p.x)} ${n1(p.y)}`).join(""),
    u = frame.scale,
    k = view.at.value.k,
    end = spots[spots.length - 1] as Point;
  const long = `${(mm / 10).toLocaleString(lang.value, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  })} cm`;
  const words = [long, hand?.way && nameOf(store, hand.way)].filter(Boolean).join(" · ");
  const reach = hand?.way?.reach.points.map(([x, y]) => {
    const at = planeXY(frame, x, y);
    return `${n1(at.x + frame.x)},${n1(at.y + frame.y)}`;
  });
  const w = textWidth(words, 15) + 16;
  return (
    <g class="tape" aria-hidden="true">
      {reach && (
        <g class="prepared">
          <g class="p-reach" data-prepared="begun">
            <polygon class="under" points={reach.join(" ")} />
            <polygon points={reach.join(" ")} />
          </g>
        </g>
      )}
      <path class="under" d={d} stroke-width={n1(9 * u)} />
      <path class="band" d={d} stroke-width={n1(6.8 * u)} />
      <path
        class="marks"
        d={d}
        stroke-width={n1(4 * u)}
        stroke-dasharray={`${n1(0.9 * u)} ${n1(9.1 * u)}`}
      />
      <path
        class="tens"
        d={d}
        stroke-width={n1(6.8 * u)}
        stroke-dasharray={`${n1(1.6 * u)} ${n1(48.4 * u)}`}
      />
      {spots.slice(1).map((p, i) => (
        <circle key={i} cx={n1(p.x)} cy={n1(p.y)} r={n1(3.4 * u)} />
      ))}
      {hand && <circle class="end" cx={n1(end.x)} cy={n1(end.y)} r={n1(hand.piece.radius * u)} />}
      <g
        class="length"
        transform={`translate(${n1(end.x)} ${n1(end.y)}) scale(${(1 / k).toFixed(3)})`}
      >
        <rect x={n1(-w / 2)} y="-46" width={n1(w)} height="24" rx="5" />
        <text y="-29">{words}</text>
      </g>
    </g>
  );
}
