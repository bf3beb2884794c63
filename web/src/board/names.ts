// SPDX-License-Identifier: Apache-2.0
// Where the names of a hex map stand: near their own hex and never on a counter. Each name tries
// some 150 places; the cheapest wins. A number that a name would cover gives way to it.
import type { Point } from "./geometry";

export type Weight = "town" | "village" | "height";
export interface Wanted {
  cell: number;
  at: Point; // middle of its hex
  text: string;
  weight: Weight;
}
export interface Placed extends Wanted {
  x: number;
  y: number;
  anchor: "middle" | "start" | "end";
  box: Box;
}
type Box = [number, number, number, number]; // left, top, right, bottom
interface Block {
  box: Box;
  cost: number; // of a square unit that is covered
}

const sizes: Record<Weight, number> = { town: 23, village: 18.5, height: 15.5 };
const wide: Record<Weight, number> = { town: 0.5, village: 0.44, height: 0.44 };
const order: Weight[] = ["town", "village", "height"];

type Try = [dx: number, dy: number, anchor: Placed["anchor"], cost: number];
function tries(home: number): Try[] {
  const out: Try[] = [
    [0, home, "middle", 0],
    [0, home + 8, "middle", 2],
  ];
  for (const dy of [-62, -46, -24, -8, 6, 22, 34, 48, 58, 66, 78])
    for (const dx of [-84, -64, -44, -24, 0, 24, 44, 64, 84])
      out.push([dx, dy, "middle", 3 + Math.hypot(dx * 0.8, (dy - home) * 0.8) / 9]);
  // all around is taken: a little farther off
  for (const dy of [-104, -86, 96, 110, 124])
    for (const dx of [-64, -32, 0, 32, 64])
      out.push([dx, dy, "middle", 14 + Math.hypot(dx * 0.8, (dy - home) * 0.8) / 9]);
  for (const dy of [-30, -8, 6, 22, 44, 58])
    out.push(
      [44, dy, "start", 5 + Math.abs(dy - 6) / 9],
      [-44, dy, "end", 7 + Math.abs(dy - 6) / 9],
    );
  return out;
}
const ladders = new Map<number, Try[]>();
function ladder(home: number): Try[] {
  const known = ladders.get(home) ?? tries(home);
  ladders.set(home, known);
  return known;
}

export const common = (a: Box, b: Box): number => {
  const w = Math.min(a[2], b[2]) - Math.max(a[0], b[0]),
    h = Math.min(a[3], b[3]) - Math.max(a[1], b[1]);
  return w > 0 && h > 0 ? w * h : 0;
};
const REACH = 190; // nothing farther away matters to a name

// `blocks` is what lies on the map; `taken` the hexes with counters, under which a name begins.
export function placeNames(
  names: Wanted[],
  taken: Set<number>,
  blocks: Block[],
  width: number,
  height: number,
): Placed[] {
  const grid = new Map<string, Block[]>();
  const square = (v: number): number => Math.floor(v / REACH);
  const put = (block: Block): void => {
    const [l, t, r, b] = block.box;
    for (let x = square(l); x <= square(r); x++)
      for (let y = square(t); y <= square(b); y++) {
        const key = `${x},${y}`,
          there = grid.get(key);
        if (there) there.push(block);
        else grid.set(key, [block]);
      }
  };
  blocks.forEach(put);
  const around = (at: Point): Block[] => {
    const out = new Set<Block>();
    for (let x = square(at.x - REACH); x <= square(at.x + REACH); x++)
      for (let y = square(at.y - REACH); y <= square(at.y + REACH); y++)
        for (const block of grid.get(`${x},${y}`) ?? []) out.add(block);
    return [...out];
  };
  const sorted = [...names].sort((a, b) => order.indexOf(a.weight) - order.indexOf(b.weight));
  return sorted.map((name) => {
    const near = around(name.at),
      others = names.filter(
        (n) =>
          n.cell !== name.cell && Math.hypot(n.at.x - name.at.x, n.at.y - name.at.y) < REACH,
      );
    const best = cheapest(name, taken.has(name.cell), near, others, width, height);
    put({ box: best.box, cost: 70 });
    return best;
  });
}

function cheapest(
  name: Wanted,
  occupied: boolean,
  blocks: Block[],
  others: Wanted[],
  width: number,
  height: number,
): Placed {
  const size = sizes[name.weight],
    w = name.text.length * size * wide[name.weight],
    home = occupied ? 61 : name.weight === "town" ? 42 : 30;
  let best: Placed | null = null,
    least = Infinity;
  for (const [dx, dy, anchor, price] of ladder(home)) {
    let cost = price * 14;
    if (cost >= least) continue;
    const x = name.at.x + dx,
      y = name.at.y + dy,
      left = anchor === "middle" ? x - w / 2 : anchor === "start" ? x : x - w;
    const box: Box = [left - 2, y - size * 0.8, left + w + 2, y + 3];
    const mx = (box[0] + box[2]) / 2,
      my = (box[1] + box[3]) / 2,
      mine = Math.hypot(mx - name.at.x, my - name.at.y);
    if (mine > 74) cost += (mine - 74) * 16;
    for (const other of others)
      if (Math.hypot(mx - other.at.x, my - other.at.y) < mine + 14) cost += 500;
    if (box[0] < 4 || box[2] > width - 10 || box[3] > height - 4) cost += 900;
    for (const block of blocks) {
      if (cost >= least) break;
      cost += (common(box, block.box) * block.cost) / 16;
    }
    if (cost < least) [best, least] = [{ ...name, x, y, anchor, box }, cost];
  }
  return best as Placed; // the first try is always a place
}

// Is there room left for a hex's own number?
export const clashes = (names: Placed[], at: Point): boolean =>
  names.some(
    ({ box }) =>
      Math.min(box[2], at.x + 17) - Math.max(box[0], at.x - 17) > 5 &&
      Math.min(box[3], at.y - 37) - Math.max(box[1], at.y - 49) > 3,
  );
export type { Block };
