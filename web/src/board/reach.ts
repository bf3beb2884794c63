// SPDX-License-Identifier: Apache-2.0
// How far a hand may drag a figure: an outline that the server gave, seen from where the figure
// would start. The page works out no rule; it only stops at that outline.
export interface Point {
  x: number;
  y: number;
}

// `to`, or the last point on the way to it that lies inside the outline, one unit back from it.
export function stopped(outline: Point[], from: Point, to: Point): Point {
  const dx = to.x - from.x,
    dy = to.y - from.y,
    far = Math.hypot(dx, dy);
  if (outline.length < 3 || far < 1) return to;
  let first = Infinity;
  outline.forEach((a, i) => {
    const b = outline[(i + 1) % outline.length] as Point,
      ex = b.x - a.x,
      ey = b.y - a.y;
    const det = ex * dy - ey * dx;
    if (Math.abs(det) < 1e-9) return;
    const t = (ex * (a.y - from.y) - ey * (a.x - from.x)) / det, // along the way
      s = (dx * (a.y - from.y) - dy * (a.x - from.x)) / det; // along the side
    if (t > 1e-6 && s >= -1e-6 && s <= 1 + 1e-6) first = Math.min(first, t);
  });
  if (first >= 1) return to;
  const k = Math.max(0, first - 1 / far);
  return { x: from.x + dx * k, y: from.y + dy * k };
}
