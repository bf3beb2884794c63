// SPDX-License-Identifier: Apache-2.0
// The corners of a heap of points, in order: Andrew's monotone chain.
export interface Point {
  x: number;
  y: number;
}

export function hull(points: Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a.x - b.x || a.y - b.y);
  const turn = (o: Point, a: Point, b: Point): number =>
    (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
  const half = (list: Point[]): Point[] => {
    const out: Point[] = [];
    for (const p of list) {
      for (;;) {
        const a = out[out.length - 2],
          b = out[out.length - 1];
        if (!a || !b || turn(a, b, p) > 0) break;
        out.pop();
      }
      out.push(p);
    }
    return out.slice(0, -1);
  };
  if (sorted.length < 3) return sorted;
  return [...half(sorted), ...half([...sorted].reverse())];
}
