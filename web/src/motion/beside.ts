// SPDX-License-Identifier: Apache-2.0
// Where dice and what they came to lie over the board: near the fight, where they hide no piece, or
// as little of them as there is room for. Boxes are those of the window.
export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}
interface Size {
  width: number;
  height: number;
}

const margin = 8;
const step = 22; // pixels between the places that are looked at
const gap = 4; // beside a piece
const dear = 5; // hidden pixels of pieces that are worth one pixel of way

const shared = (a: number, an: number, b: number, bn: number): number =>
  Math.max(0, Math.min(a + an, b + bn) - Math.max(a, b));
export const hidden = (box: Rect, taken: Rect[]): number =>
  taken.reduce(
    (sum, t) =>
      sum + shared(box.x, box.width, t.x, t.width) * shared(box.y, box.height, t.y, t.height),
    0,
  );

function steps(most: number, mine: number): number[] {
  const out = [mine];
  for (let at = margin; at < most; at += step) out.push(at);
  return [...out, Math.max(margin, most)];
}

// The corner of a box of this size; `wished` is where its middle would best be.
export function lieOf(
  wished: { x: number; y: number },
  size: Size,
  room: Size,
  taken: Rect[],
): { x: number; y: number } {
  const most = {
    x: room.width - size.width - margin,
    y: room.height - size.height - margin,
  };
  const within = (v: number, to: number): number => Math.max(margin, Math.min(to, v));
  const first = {
    x: within(wished.x - size.width / 2, most.x),
    y: within(wished.y - size.height / 2, most.y),
  };
  const wide = { width: size.width + 2 * gap, height: size.height + 2 * gap };
  const costOf = (x: number, y: number): number =>
    Math.hypot(x - first.x, y - first.y) +
    hidden({ x: x - gap, y: y - gap, ...wide }, taken) / dear;
  let best = first,
    least = costOf(first.x, first.y);
  for (const y of steps(most.y, first.y))
    for (const x of steps(most.x, first.x)) {
      const cost = costOf(x, y);
      if (cost < least) [best, least] = [{ x, y }, cost];
    }
  return best;
}

// What lies on the board and is to be seen, and what is laid over it and can be pressed.
const things =
  ".board .piece .art, .board .banner, .board-tools > *, .map-tools, .minimap, .guide, .question";
const banner = 260;
export function takenIn(room: Element): Rect[] {
  const { left, top } = room.getBoundingClientRect();
  const list = [...room.querySelectorAll(things)].flatMap((node) => {
    const { x, y, width, height } = node.getBoundingClientRect();
    return width && height ? [{ x: x - left, y: y - top, width, height }] : [];
  });
  // whose turn it is will be said at the head of the board
  return [...list, { x: room.clientWidth / 2 - banner / 2, y: 0, width: banner, height: 58 }];
}
