// SPDX-License-Identifier: Apache-2.0
// The ground of a sheet: named areas that all have outlines, drawn as they lie, each with the marks
// of its kind; low places (edges between others) are dashed strips without a name. Also where
// pieces lie in such a place: side by side as large as there is room, what lies on another piece
// tucked behind it.
import { memo } from "./memo";
import type { Cell, Piece } from "../types";
import { both, capital } from "../text";
import type { Frame, Place, Point } from "./geometry";
import { noise, polygon } from "./geometry";
import { Portion } from "./portion";
import { type MapProps, type Scatter, marks, terrainKind } from "./terrain";

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}
interface Stroke {
  style: string;
  d: string;
}
type Draw = (box: Box, salt: string) => Stroke[];

const LOW = 60, // a lower place is a strip
  NARROW = 40;
const n1 = (v: number): string => v.toFixed(1);

export const isSheet = (cells: Cell[]): boolean =>
  cells.length > 1 && cells.every((c) => c.corners.length > 2);

export function boxOf(outline: Point[]): Box {
  const xs = outline.map((p) => p.x),
    ys = outline.map((p) => p.y);
  const x = Math.min(...xs),
    y = Math.min(...ys);
  return { x, y, w: Math.max(...xs) - x, h: Math.max(...ys) - y };
}
export const isStrip = (place: Place): boolean => {
  const { w, h } = boxOf(place.outline);
  return h < LOW || w < NARROW;
};

// ---------------------------------------------------------------------------------- marks in a box
// On a loose grid, a little inside the border.
function spread(box: Box, count: number, salt: string, draw: Scatter): string {
  const across = Math.max(1, Math.round(Math.sqrt((count * box.w) / box.h)));
  const down = Math.max(1, Math.ceil(count / across));
  let d = "";
  for (let i = 0; i < across * down; i++) {
    const u = ((i % across) + 0.5 + 0.32 * noise(`u${salt}${i}`)) / across,
      v = (Math.floor(i / across) + 0.5 + 0.3 * noise(`v${salt}${i}`)) / down;
    d += draw(box.x + 12 + u * (box.w - 24), box.y + 12 + v * (box.h - 24), `${salt}${i}`);
  }
  return d;
}

// Parcels with their furrows, each ploughed its own way.
function furrows(box: Box, salt: string): string {
  let d = "";
  const across = Math.max(2, Math.round(box.w / 72));
  for (let i = 0; i < across; i++)
    for (let k = 0; k < 2; k++) {
      const w = box.w / across - 10,
        h = box.h / 2 - 10;
      const x = box.x + 5 + i * (box.w / across),
        y = box.y + 5 + k * (box.h / 2);
      const upright = noise(`f${salt}${i}.${k}`) > 0;
      for (let s = 7; s < (upright ? w : h); s += 7)
        d += upright
          ? `M${n1(x + s)} ${n1(y + 3)}v${n1(h - 6)}`
          : `M${n1(x + 3)} ${n1(y + s)}h${n1(w - 6)}`;
    }
  return d;
}

function hedges(box: Box, salt: string): string {
  let d = "";
  const across = Math.max(3, Math.round(box.w / 60)),
    down = 3;
  const at = (i: number, k: number): string => {
    const wander = i > 0 && i < across && k > 0 && k < down ? 9 : 0;
    const x = box.x + (i * box.w) / across + wander * noise(`hx${salt}${i}.${k}`);
    return `${n1(x)} ${n1(box.y + (k * box.h) / down + wander * noise(`hy${salt}${i}.${k}`))}`;
  };
  for (let i = 0; i <= across; i++)
    for (let k = 0; k <= down; k++) {
      if (i < across && k > 0 && k < down) d += `M${at(i, k)}L${at(i + 1, k)}`;
      if (k < down && i > 0 && i < across) d += `M${at(i, k)}L${at(i, k + 1)}`;
    }
  return d;
}

function contours(box: Box, salt: string): string {
  const x = box.x + box.w * (0.5 + 0.06 * noise(`cx${salt}`)),
    y = box.y + box.h * 0.52;
  return [0.84, 0.62, 0.4, 0.2]
    .map((k) => {
      const rx = box.w * 0.48 * k,
        ry = box.h * 0.46 * k;
      const half = (across: number): string =>
        `a${n1(rx)} ${n1(ry)} 0 1 0 ${n1(across)} 0`;
      return `M${n1(x - rx)} ${n1(y)}${half(2 * rx)}${half(-2 * rx)}z`;
    })
    .join("");
}

const at = (b: Box, u: number, v: number): string =>
  `${n1(b.x + b.w * u)} ${n1(b.y + b.h * v)}`;
const bend = (b: Box): string =>
  `M${at(b, 0.58, 0)}C${at(b, 0.58, 0.45)} ${at(b, 0.42, 0.55)} ${at(b, 0.42, 1)}`;
const across = (b: Box): string => `M${n1(b.x)} ${n1(b.y + b.h * 0.5)}h${n1(b.w)}`;
const upward = (b: Box): string => `M${n1(b.x + b.w * 0.5)} ${n1(b.y)}v${n1(b.h)}`;
const road = (d: string): Stroke[] => [
  { style: "s-road under", d },
  { style: "s-road", d },
];

const cloud: Scatter = (x, y, seed) => {
  const r = 7 + 2 * noise(`cl${seed}`);
  const puff = (size: number, dx: number, dy: number): string =>
    `a${n1(size * r)} ${n1(size * r)} 0 0 1 ${n1(dx * r)} ${n1(dy * r)}`;
  const start = `M${n1(x - 2 * r)} ${n1(y)}`;
  return start + puff(1, 1.4, -0.7) + puff(1, 1.8, 0.1) + puff(0.7, 0.8, 0.6);
};
const tuft: Scatter = (x, y) =>
  `M${n1(x - 3)} ${n1(y)}l1.5-4M${n1(x)} ${n1(y)}v-5M${n1(x + 3)} ${n1(y)}l-1.5-4`;
const ruin: Scatter = (x, y, seed) => {
  const w = 9 + 3 * noise(`ru${seed}`);
  const left = `M${n1(x - w)} ${n1(y + 6)}v-12h${n1(w * 0.8)}`;
  const right = `M${n1(x + w * 0.2)} ${n1(y - 6)}h${n1(w * 0.7)}v5`;
  return `${left}${right}M${n1(x + w)} ${n1(y + 2)}v4h${n1(-1.3 * w)}`;
};

const draws: Record<string, { tint: string; draw: Draw }> = {
  plain: { tint: "s-plain", draw: (b, s) => [{ style: "s-tuft", d: spread(b, 16, s, tuft) }] },
  fields: { tint: "s-field", draw: (b, s) => [{ style: "s-furrow", d: furrows(b, s) }] },
  rough: {
    tint: "t-rough",
    draw: (b, s) => [
      { style: "s-contour", d: contours(b, s) },
      { style: "m-rough", d: spread(b, 8, s, marks.hachure) },
    ],
  },
  pond: {
    tint: "t-pond",
    draw: (b, s) => [
      { style: "m-pond", d: spread(b, 8, s, marks.pond) },
      { style: "m-reed", d: spread(b, 14, `r${s}`, marks.reed) },
    ],
  },
  wood: { tint: "t-wood", draw: (b, s) => [{ style: "m-wood", d: spread(b, 54, s, marks.tree) }] },
  village: {
    tint: "s-plain",
    draw: (b, s) => [...road(across(b)), { style: "m-urban", d: spread(b, 12, s, marks.block) }],
  },
  bocage: {
    tint: "s-meadow",
    draw: (b, s) => [
      { style: "s-hedge", d: hedges(b, s) },
      { style: "m-wood", d: spread(b, 9, s, marks.tree) },
    ],
  },
  town: {
    tint: "t-urban",
    draw: (b, s) => [
      ...road(across(b)),
      ...road(upward(b)),
      { style: "m-urban", d: spread(b, 34, s, marks.block) },
    ],
  },
  city: {
    tint: "t-urban",
    draw: (b, s) => [
      { style: "m-urban", d: spread(b, 26, s, marks.block) },
      { style: "s-ruin", d: spread(b, 18, `q${s}`, ruin) },
    ],
  },
  river: {
    tint: "s-meadow",
    draw: (b) => [
      { style: "s-river under", d: bend(b) },
      { style: "s-river", d: bend(b) },
      ...road(across(b)),
    ],
  },
  crossroads: {
    tint: "s-plain",
    draw: (b, s) => [
      ...road(across(b)),
      ...road(upward(b)),
      { style: "s-tuft", d: spread(b, 10, s, tuft) },
    ],
  },
  base: { tint: "s-base", draw: () => [] },
  sky: { tint: "s-sky", draw: (b, s) => [{ style: "s-cloud", d: spread(b, 3, s, cloud) }] },
  runway: {
    tint: "s-meadow",
    draw: (b) => {
      const y = b.y + b.h / 2;
      return [
        { style: "s-runway", d: `M${n1(b.x + 24)} ${n1(y)}h${n1(b.w - 48)}` },
        { style: "s-runway line", d: `M${n1(b.x + 34)} ${n1(y)}h${n1(b.w - 68)}` },
      ];
    },
  },
};
const kinds: Record<string, string> = {
  steppe: "plain",
  field: "fields",
  bridge: "river",
  urban: "town",
  headquarters: "base",
  camp: "base",
  corridor: "sky",
  rear: "sky",
  air: "sky",
  airfield: "runway",
};

const kindOf = (token: string, look: MapProps["look"]): string => {
  const own = look.terrain?.[token] ?? token;
  if (draws[own]) return own;
  return kinds[own] ?? terrainKind(token, look);
};

const grown = ({ x, y, w, h }: Box, by: number) => ({
  x: n1(x - by),
  y: n1(y - by),
  width: n1(w + 2 * by),
  height: n1(h + 2 * by),
});

const plaque = (w: number, h: number): string =>
  `M0 0H${n1(w)}V${h - 5}Q${n1(w)} ${h} ${n1(w - 5)} ${h}H0Z`;
// A place with the game's own painting of its kind, as a card laid on the table.
function Painted({
  box,
  id,
  title,
  kind,
}: {
  box: Box;
  id: string;
  title: string;
  kind: string;
}) {
  const wide = Math.min(box.w - 6, 14 + title.length * 7.4 + kind.length * 6.6 + (kind ? 6 : 0));
  return (
    <g class="painted">
      <rect class="card-shadow" {...grown(box, 1)} y={box.y + 2} rx="7" />
      <rect class="card-edge" {...grown(box, 2.6)} rx="7" />
      <Portion
        weight={2}
        from={[id, box.x, box.y, box.w, box.h]}
        meanwhile={<rect class="bare" {...grown(box, 0)} />}
        draw={() => <use href={`#${id}`} {...grown(box, 0)} />}
      />
      <rect class="lamp" {...grown(box, 0)} />
      <g transform={`translate(${n1(box.x)} ${n1(box.y)})`}>
        <path class="plaque near" d={plaque(wide, 18)} />
        <text class="plaque-text near" x="7" y="13.6">
          <tspan class="s-code">{title}</tspan>
          {kind && <tspan dx="6">{kind}</tspan>}
        </text>
        {/* from afar: the name alone, large enough to be read on a phone */}
        <path class="plaque far" d={plaque(Math.min(box.w, 16 + title.length * 11), 28)} />
        <text class="plaque-text far" x="8" y="21.6" aria-hidden="true">
          {title}
        </text>
      </g>
    </g>
  );
}

function Area({
  place,
  cell,
  props,
  turn,
}: {
  place: Place;
  cell: Cell | undefined;
  props: MapProps;
  turn: (kind: string) => number; // how many of this kind came before
}) {
  const laid = new RegExp(`(?:^| )${place.cell}:(\\d+)`).exec(props.laid ?? "")?.[1];
  const face = props.game.faces[laid ? Number(laid) : (cell?.face ?? 0)];
  const kind = kindOf(face?.token ?? "", props.look),
    found = draws[kind];
  const box = boxOf(place.outline),
    coded = cell?.token === both(cell); // a place with a name of its own needs no other
  const title = coded ? both(cell) : capital(both(cell)),
    named = box.w > 130 && coded ? capital(both(face)) : "";
  const own = props.look.terrain?.[face?.token ?? ""] ?? face?.token ?? "",
    drawn = props.look.cards?.drawn;
  const flat = props.look.cards?.flat;
  if (isStrip(place))
    return drawn ? null : <polygon class="s-strip" points={polygon(place.outline)} />;
  if (drawn?.has(`ground-${own}-0`)) {
    const second = `ground-${own}-1`,
      id = turn(own) % 2 && drawn.has(second) ? second : `ground-${own}-0`;
    flat?.add(id);
    return <Painted box={box} id={id} title={title} kind={named} />;
  }
  return (
    <g>
      <polygon class={found?.tint ?? "t-area"} points={polygon(place.outline)} />
      {found?.draw(box, `${place.cell}`).map((stroke, i) => (
        <path key={i} class={stroke.style} d={stroke.d} />
      ))}
      <polygon class="s-frame" points={polygon(place.outline)} />
      <text class="s-name" x={box.x + 7} y={box.y + 15}>
        <tspan class="s-code">{title}</tspan>
        {box.w > 200 && named && <tspan dx="6">{named}</tspan>}
      </text>
    </g>
  );
}

export const SheetMap = memo(function SheetMap(props: MapProps) {
  const { frame, cells } = props,
    sheet = !props.look.cards,
    whole = { x: 0, y: 0, w: frame.width, h: frame.height },
    before = new Map<string, number>();
  const turn = (kind: string): number => {
    const n = before.get(kind) ?? 0;
    before.set(kind, n + 1);
    return n;
  };
  return (
    <g class="sheetmap">
      {sheet && (
        <>
          <rect class="map-shadow" {...grown(whole, 14)} x="-5" y="-3" />
          <rect class="map-paper" {...grown(whole, 14)} />
        </>
      )}
      {frame.places.map((place) => (
        <Area key={place.cell} place={place} cell={cells[place.cell]} props={props} turn={turn} />
      ))}
    </g>
  );
});

// ------------------------------------------------------------------------------ where pieces lie
export interface Lie {
  x: number;
  y: number;
  k: number; // scale
}

const COUNTER = { w: 70, h: 70, tab: 13, side: 9, most: 1 };
const CARD = { w: 91, h: 78, tab: 13.5, side: 0, most: 1.3 }; // tiles: what one carries is a tab

// Of the stack's pieces in order, around the middle of the place. `on` names what carries a piece.
export function lies(frame: Frame, cell: number, list: Piece[], wide = false): Lie[] {
  const place = frame.places[cell];
  if (!place) return list.map(() => ({ x: 0, y: 0, k: 1 }));
  const box = boxOf(place.outline),
    strip = isStrip(place);
  if (strip && wide) return inStrip(box, list.length);
  const size = wide ? CARD : COUNTER;
  // One piece on another is tucked behind it; where there are several counters each has its room.
  const alone = (p: Piece): boolean => wide || list.filter((o) => o.on === p.on).length === 1;
  const carrier = (p: Piece): number =>
    alone(p) ? list.findIndex((o) => o !== p && o.handle === p.on) : -1;
  const base = (p: Piece): Piece => {
    let top = p;
    for (let i = 0; i < 4 && carrier(top) >= 0; i++) top = list[carrier(top)] as Piece;
    return top;
  };
  const slots = list.filter((p) => carrier(p) < 0),
    tucked = list.filter((p) => carrier(p) >= 0);
  const behind = (p: Piece): Piece[] => tucked.filter((o) => base(o) === base(p));
  const tabs = Math.max(0, ...slots.map((p) => behind(p).length));
  const side = tabs && !wide ? 12 : 0,
    top = wide ? tabs * size.tab : 0;
  const room = strip
    ? { w: box.w, h: box.h, down: 0 }
    : wide
      ? { w: box.w - 10, h: box.h - (box.h > 100 ? 22 : 6), down: box.h > 100 ? 9 : 2 }
      : { w: box.w - 8 - side, h: box.h - 24, down: 8 };
  const n = Math.max(1, slots.length);
  let per = 1,
    k = 0;
  for (let c = 1; c <= n; c++) {
    const rows = Math.ceil(n / c);
    const fit = Math.min(size.most, room.w / (c * size.w), room.h / (rows * (size.h + top)));
    if (fit > k + 0.001) [per, k] = [c, fit];
  }
  const rows = Math.ceil(n / per);
  const slot = (i: number): Lie => {
    const row = Math.floor(i / per),
      inRow = Math.min(per, n - row * per);
    return {
      x: ((i % per) - (inRow - 1) / 2) * size.w * k - side / 2,
      y: room.down + (top / 2 + (row - (rows - 1) / 2) * (size.h + top)) * k,
      k,
    };
  };
  const at = new Map(slots.map((p, i) => [p, slot(i)]));
  return list.map((p) => {
    const from = at.get(base(p)) ?? { x: 0, y: 0, k };
    const depth = tucked.includes(p) ? behind(p).indexOf(p) + 1 : 0;
    return { x: from.x + depth * size.side * k, y: from.y - depth * size.tab * k, k };
  });
}

// Tabs beside each other along a strip.
function inStrip(box: Box, n: number): Lie[] {
  const upright = box.h > box.w,
    long = Math.max(box.w, box.h),
    k = Math.min(1.15, long / (n * 108), Math.max(0.7, (Math.min(box.w, box.h) + 6) / 20));
  return Array.from({ length: n }, (_, i) => {
    const off = (i - (n - 1) / 2) * 106 * k;
    return upright ? { x: 0, y: off, k } : { x: off, y: 0, k };
  });
}
