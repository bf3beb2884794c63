// SPDX-License-Identifier: Apache-2.0
// Where the banners of units stand: of the same size on the screen however near the table is looked
// at, each beside its unit, off the figures, off each other, on the table. Pure: the same units and
// the same scale give the same places.
export interface Disc {
  x: number;
  y: number;
  r: number;
}
export interface Unit {
  key: number;
  discs: Disc[]; // its figures
  w: number; // of its banner
  h: number;
  first: boolean; // finds its place before the others: what is chosen is read first
}
export interface Placed {
  x: number; // of its upper left corner
  y: number;
  side: "below" | "above" | "right" | "left" | "away";
}
interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

const overlap = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y));

// How much of a disc lies under the box, about.
function under(box: Box, d: Disc): number {
  const dx = Math.max(box.x - d.x, 0, d.x - box.x - box.w),
    dy = Math.max(box.y - d.y, 0, d.y - box.y - box.h),
    in_ = d.r - Math.hypot(dx, dy);
  return in_ > 0 ? in_ * Math.min(2 * d.r, box.h + box.w) : 0;
}

const GAPS = [5, 12, 24, 42, 66];

// Places around the unit, the usual one first: below it.
function* spots(unit: Unit): Generator<Placed & { price: number }> {
  const x0 = Math.min(...unit.discs.map((d) => d.x - d.r)),
    x1 = Math.max(...unit.discs.map((d) => d.x + d.r)),
    y0 = Math.min(...unit.discs.map((d) => d.y - d.r)),
    y1 = Math.max(...unit.discs.map((d) => d.y + d.r));
  const mx = (x0 + x1) / 2 - unit.w / 2,
    my = (y0 + y1) / 2 - unit.h / 2;
  for (const gap of GAPS) {
    const low = y1 + gap,
      high = y0 - gap - unit.h,
      right = x1 + gap,
      left = x0 - gap - unit.w,
      far = gap * 3;
    const shift = Math.min(unit.w * 0.6, 40);
    yield { x: mx, y: low, side: "below", price: far };
    yield { x: mx, y: high, side: "above", price: far + 6 };
    yield { x: right, y: my, side: "right", price: far + 12 };
    yield { x: left, y: my, side: "left", price: far + 14 };
    for (const dx of [-shift, shift]) {
      yield { x: mx + dx, y: low, side: "below", price: far + 20 };
      yield { x: mx + dx, y: high, side: "above", price: far + 24 };
    }
    yield { x: right, y: low - unit.h, side: "right", price: far + 26 };
    yield { x: left, y: low - unit.h, side: "left", price: far + 28 };
    yield { x: right, y: high + unit.h, side: "right", price: far + 30 };
    yield { x: left, y: high + unit.h, side: "left", price: far + 32 };
  }
}

export function placed(units: Unit[], others: Disc[], table: Box): Map<number, Placed> {
  const out = new Map<number, Placed>(),
    taken: Box[] = [];
  const figures = [...units.flatMap((u) => u.discs), ...others];
  const order = [...units].sort(
    (a, b) =>
      Number(b.first) - Number(a.first) || b.discs.length - a.discs.length || a.key - b.key,
  );
  for (const unit of order) {
    let best: Placed | null = null,
      least = Infinity;
    for (const spot of spots(unit)) {
      if (spot.price >= least) continue;
      const box = { x: spot.x, y: spot.y, w: unit.w, h: unit.h };
      let price = spot.price + 4 * (unit.w * unit.h - overlap(box, table));
      for (const other of taken) {
        const room = { x: other.x - 2, y: other.y - 2, w: other.w + 4, h: other.h + 4 };
        price += 8 * overlap(box, room);
      }
      for (const disc of figures) price += under(box, disc);
      if (price < least) {
        least = price;
        best = { x: spot.x, y: spot.y, side: spot.side };
      }
    }
    if (!best) continue;
    out.set(unit.key, best);
    taken.push({ x: best.x, y: best.y, w: unit.w, h: unit.h });
  }
  return out;
}

// The width of words in the narrow lettering, without asking the page to lay them out.
const WIDE: Record<string, number> = { M: 0.72, W: 0.78, m: 0.72, w: 0.62, i: 0.22, l: 0.22 };
export function textWidth(text: string, size: number): number {
  let sum = 0;
  for (const c of text)
    sum += WIDE[c] ?? (/[A-ZÀ-Þ0-9]/.test(c) ? 0.5 : /[.,'’ ;:|fjrtI-]/.test(c) ? 0.29 : 0.445);
  return sum * size;
}
