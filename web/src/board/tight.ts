// SPDX-License-Identifier: Apache-2.0
// A sheet of painted places without empty lanes: between boxes lie strips, where only what is built
// between two places is laid. They need no room of their own: the boxes close up until a narrow
// seam is left, and a strip lies over the seam, as thick as it was.
import type { Frame, Place, Point } from "./geometry";
import { boxOf, isStrip } from "./sheet";

const SEAM = 9,
  BORDER = 12; // beside the outermost boxes, where strips lie too

type Span = [from: number, to: number];

// Where boxes are, put together: what lies between two spans is a lane.
function spansOf(list: Span[]): Span[] {
  const out: Span[] = [];
  for (const [from, to] of [...list].sort((a, b) => a[0] - b[0])) {
    const last = out[out.length - 1];
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else out.push([from, to]);
  }
  return out;
}

// From a place on the old scale to the new one: lanes are as wide as a seam, boxes as they were.
function closing(spans: Span[], length: number): { to: (v: number) => number; length: number } {
  const stops: Span[] = [[0, 0]];
  let before = 0,
    now = 0;
  const on = (upTo: number, most: number): void => {
    now += Math.min(most, upTo - before);
    before = upTo;
    stops.push([before, now]);
  };
  spans.forEach(([from, to], i) => {
    on(from, i ? SEAM : BORDER);
    on(to, Infinity);
  });
  on(length, BORDER);
  const to = (v: number): number => {
    const i = Math.max(1, stops.findIndex(([at]) => v <= at)),
      [a, p] = stops[i - 1] ?? [0, 0],
      [b, q] = stops[i] ?? [1, 1];
    return b > a ? p + ((v - a) * (q - p)) / (b - a) : q;
  };
  return { to, length: now };
}

// The box around this middle, with sides of these lengths.
const around = (at: Point, w: number, h: number): Point[] => [
  { x: at.x - w / 2, y: at.y - h / 2 },
  { x: at.x + w / 2, y: at.y - h / 2 },
  { x: at.x + w / 2, y: at.y + h / 2 },
  { x: at.x - w / 2, y: at.y + h / 2 },
];

export function tightened(frame: Frame): Frame {
  const boxes = frame.places.filter((p) => p.outline.length > 2 && !isStrip(p));
  if (boxes.length === frame.places.length || !boxes.length) return frame;
  const own = boxes.map((p) => boxOf(p.outline)),
    across = closing(spansOf(own.map(({ x, w }): Span => [x, x + w])), frame.width),
    down = closing(spansOf(own.map(({ y, h }): Span => [y, y + h])), frame.height);
  const move = (p: Point): Point => ({ x: across.to(p.x), y: down.to(p.y) });
  const moved = (place: Place): Place => {
    const { w, h } = boxOf(place.outline),
      outline = place.outline.map(move),
      at = move(place),
      thin = boxOf(outline);
    if (!isStrip(place)) return { ...place, ...at, outline };
    return { ...place, ...at, outline: around(at, h < w ? thin.w : w, h < w ? h : thin.h) };
  };
  return {
    ...frame,
    width: across.length,
    height: down.length,
    places: frame.places.map((place) => (place.outline.length > 2 ? moved(place) : place)),
  };
}
