// SPDX-License-Identifier: Apache-2.0
// Things that stand on a table, seen from above: what is drawn is what is measured, so a footprint
// is exact and height is told by the shadow that falls from it (light from the upper left) and by
// lit and dark edges. Everything is drawn from the outline of the place and the colours of the
// ground.
import type { JSX } from "preact";
import type { Ground } from "../types";
import { type Point, noise, polygon } from "./geometry";
import { hull } from "./hull";

const n1 = (v: number): string => v.toFixed(1).replace(/\.0$/, "");
// Path data with its numbers cut to one decimal.
const d = (words: TemplateStringsArray, ...numbers: number[]): string =>
  words.reduce((path, word, i) => path + n1(numbers[i - 1] ?? 0) + word);
const DARK = "#14110f";
const LIGHT = { x: 0.63, y: 0.77 }; // where shadows fall

// A four-cornered footprint: its middle, the angle and the length of its long side.
interface Box {
  x: number;
  y: number;
  angle: number;
  l: number;
  w: number;
}
function boxOf(outline: Point[]): Box {
  const [a, b, c] = outline as [Point, Point, Point];
  const x = outline.reduce((s, p) => s + p.x, 0) / outline.length,
    y = outline.reduce((s, p) => s + p.y, 0) / outline.length;
  const one = Math.hypot(b.x - a.x, b.y - a.y),
    two = Math.hypot(c.x - b.x, c.y - b.y);
  const [from, to] = one >= two ? ([a, b] as const) : ([b, c] as const);
  let angle = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
  if (angle > 90) angle -= 180;
  if (angle <= -90) angle += 180;
  return { x, y, angle, l: Math.max(one, two), w: Math.min(one, two) };
}
const turned = (b: Box): string => `translate(${n1(b.x)} ${n1(b.y)}) rotate(${n1(b.angle)})`;
const range = (n: number): number[] => Array.from({ length: n }, (_, i) => i);
const spread = (key: string, from: number, to: number): number =>
  from + ((noise(key) + 1) / 2) * (to - from);

// The shadow of something so high: its footprint swept along the light.
export function castShadow(outline: Point[], far: number): string {
  const moved = outline.map((p) => ({ x: p.x + LIGHT.x * far, y: p.y + LIGHT.y * far }));
  return polygon(hull([...outline, ...moved]));
}
// How far a shadow falls, in centimetres, by kind; what is high has a tag that says so.
export const SHADOW: Record<string, number> = { container: 3.3, ruin: 2.1, wall: 1.3, wreck: 0 };

// Edges towards the light are lit, the others dark.
function Edges({ outline, width }: { outline: Point[]; width: number }) {
  const x = outline.reduce((s, p) => s + p.x, 0) / outline.length,
    y = outline.reduce((s, p) => s + p.y, 0) / outline.length;
  return (
    <>
      {outline.map((a, i) => {
        const b = outline[(i + 1) % outline.length] as Point;
        let nx = b.y - a.y,
          ny = a.x - b.x;
        if (nx * ((a.x + b.x) / 2 - x) + ny * ((a.y + b.y) / 2 - y) < 0) [nx, ny] = [-nx, -ny];
        const length = Math.hypot(nx, ny) || 1,
          lit = -(nx * LIGHT.x + ny * LIGHT.y) / length,
          ux = (-nx / length) * (width / 2),
          uy = (-ny / length) * (width / 2);
        return (
          <path
            key={i}
            d={d`M${a.x + ux} ${a.y + uy}L${b.x + ux} ${b.y + uy}`}
            stroke={lit > 0 ? "#fff2d8" : "#0c0907"}
            stroke-opacity={(Math.abs(lit) * 0.8 + 0.1).toFixed(2)}
            stroke-width={n1(width)}
            stroke-linecap="square"
          />
        );
      })}
      <polygon points={polygon(outline)} fill="none" stroke={DARK} stroke-width="1.2" />
    </>
  );
}

interface Thing {
  outline: Point[];
  ground: Ground;
  k: number; // drawing units per millimetre
  seed: string;
}

function Container({ outline, k, seed, colours }: Thing & { colours: string[] }) {
  const b = boxOf(outline),
    [light = "#3f6f7d", dark = "#2b515d"] = colours;
  const n = Math.max(6, Math.round(b.l / (8 * k))),
    step = b.l / n,
    hl = b.l / 2,
    hw = b.w / 2,
    rim = 3.2 * k;
  const rib = (i: number): number => -hl + step * (i + 0.28);
  const letter = "ABKRSVTM"[Math.floor(spread(`l${seed}`, 0, 7.99))] ?? "A";
  return (
    <g>
      <g transform={turned(b)}>
        <rect x={n1(-hl)} y={n1(-hw)} width={n1(b.l)} height={n1(b.w)} fill={dark} />
        <path
          fill={light}
          d={range(n)
            .map((i) => d`M${rib(i)} ${-hw + rim}h${step * 0.46}v${b.w - 2 * rim}h${-step * 0.46}z`)
            .join("")}
        />
        <path
          fill="none"
          stroke="#fff"
          stroke-opacity=".2"
          stroke-width={n1(k)}
          d={range(n)
            .map((i) => d`M${rib(i)} ${-hw + rim}v${b.w - 2 * rim}`)
            .join("")}
        />
        <rect
          x={n1(-hl + 1.2 * k)}
          y={n1(-hw + 1.2 * k)}
          width={n1(b.l - 2.4 * k)}
          height={n1(b.w - 2.4 * k)}
          fill="none"
          stroke={light}
          stroke-width={n1(3 * k)}
        />
        <path
          fill={DARK}
          fill-opacity=".7"
          d={[-1, 1]
            .flatMap((sx) =>
              [-1, 1].map((sy) => {
                const a = sx * 6 * k;
                return d`M${sx * hl} ${sy * hw}h${-a}v${-sy * 6 * k}h${a}z`;
              }),
            )
            .join("")}
        />
        <path
          fill="#5e2a12"
          opacity=".42"
          d={
            d`M${-hl * 0.55} ${-hw + rim}q${3 * k} ${b.w * 0.3} 0 ${b.w * 0.5}` +
            d`q${-5 * k} ${-b.w * 0.2} 0 ${-b.w * 0.5}z` +
            d`M${hl * 0.42} ${hw - rim}q${4 * k} ${-b.w * 0.3} 0 ${-b.w * 0.55}` +
            d`q${-5 * k} ${b.w * 0.2} 0 ${b.w * 0.55}z`
          }
        />
        <text class="stencil" y={n1(b.w * 0.14)} font-size={n1(b.w * 0.42)}>
          {letter}
          {Math.floor(spread(`n${seed}`, 10, 99))}
        </text>
      </g>
      <Edges outline={outline} width={2.6 * k} />
    </g>
  );
}

function Wall({ outline, ground, k, seed }: Thing) {
  const b = boxOf(outline),
    hl = b.l / 2,
    hw = b.w / 2,
    n = Math.max(2, Math.round(b.l / (30 * k)));
  const chip = spread(`c${seed}`, -hl * 0.7, hl * 0.5);
  return (
    <g>
      <g transform={turned(b)}>
        <rect x={n1(-hl)} y={n1(-hw)} width={n1(b.l)} height={n1(b.w)} fill={ground.stone[1]} />
        <rect
          x={n1(-hl + 1.6 * k)}
          y={n1(-hw + b.w * 0.2)}
          width={n1(b.l - 3.2 * k)}
          height={n1(b.w * 0.6)}
          fill={ground.stone[0]}
        />
        <path
          stroke={DARK}
          stroke-opacity=".55"
          stroke-width={n1(1.8 * k)}
          d={range(n - 1)
            .map((i) => d`M${-hl + (b.l / n) * (i + 1)} ${-hw}v${b.w}`)
            .join("")}
        />
        <path
          stroke={DARK}
          stroke-opacity=".26"
          stroke-width={n1(2.8 * k)}
          stroke-linecap="round"
          d={range(n)
            .map((i) => d`M${-hl + (b.l / n) * (i + 0.5) - 5 * k} 0h${10 * k}`)
            .join("")}
        />
        <path
          fill={DARK}
          opacity=".35"
          d={
            d`M${chip} ${-hw}l${4 * k} ${6 * k} ${5 * k} ${-2 * k} ` +
            d`${3 * k} ${5 * k} ${5 * k} ${-9 * k}z`
          }
        />
      </g>
      <Edges outline={outline} width={2 * k} />
    </g>
  );
}

// What is left of a house: a floor with rubble, and broken walls round it.
function Ruin({ outline, ground, k, seed }: Thing) {
  const b = boxOf(outline),
    hl = b.l / 2,
    hw = b.w / 2,
    t = Math.min(8 * k, b.w * 0.22),
    [light, dark, floor] = ground.brick;
  const walls: [number, number, number, number][] = [
    [-hl, -hw, b.l * 0.42, t],
    [hl - b.l * 0.34, -hw, b.l * 0.34, t],
    [-hl, hw - t, b.l * 0.2, t],
    [-hl + b.l * 0.36, hw - t, b.l * 0.64, t],
    [-hl, -hw, t, b.w],
    [hl - t, -hw, t, b.w * 0.66],
  ];
  const shape = walls
    .map(([x, y, w, h]) =>
      w > h
        ? d`M${x} ${y}h${w - 3 * k}l${3 * k} ${h * 0.4} ${-4 * k} ${h * 0.6}h${-(w - 4 * k)}z`
        : d`M${x} ${y}h${w}v${h}h${-w}z`,
    )
    .join("");
  const course = walls
    .map(([x, y, w, h]) =>
      w > h
        ? d`M${x + 3 * k} ${y + h / 2}h${w - 9 * k}`
        : d`M${x + w / 2} ${y + 4 * k}v${h - 9 * k}`,
    )
    .join("");
  const angle = (-b.angle * Math.PI) / 180,
    sx = (LIGHT.x * Math.cos(angle) - LIGHT.y * Math.sin(angle)) * 11 * k,
    sy = (LIGHT.x * Math.sin(angle) + LIGHT.y * Math.cos(angle)) * 11 * k;
  const stone = (i: number): string => {
    const x = spread(`rx${seed}${i}`, -hl + 8 * k, hl - 8 * k),
      y = spread(`ry${seed}${i}`, -hw + 9 * k, hw - 9 * k),
      r = spread(`rr${seed}${i}`, 2, 5) * k;
    const last = d`${r * 0.2} ${r} ${-r * 1.2} ${r * 0.6}z`;
    return d`M${x - r} ${y}l${r * 0.8} ${-r} ${r} ${r * 0.3} ` + last;
  };
  return (
    <g transform={turned(b)}>
      <rect x={n1(-hl)} y={n1(-hw)} width={n1(b.l)} height={n1(b.w)} fill={floor} />
      <path
        stroke={DARK}
        stroke-opacity=".22"
        stroke-width={n1(k)}
        d={
          range(Math.floor(b.l / (18 * k)))
            .map((i) => d`M${-hl + (i + 1) * 18 * k} ${-hw}v${b.w}`)
            .join("") + d`M${-hl} 0h${b.l}`
        }
      />
      <path
        fill={ground.stone[1]}
        stroke={DARK}
        stroke-opacity=".5"
        stroke-width={n1(0.8 * k)}
        d={range(8).map(stone).join("")}
      />
      <path
        fill={ground.stone[0]}
        stroke={DARK}
        stroke-opacity=".5"
        stroke-width={n1(0.8 * k)}
        d={range(8)
          .map((i) => stone(i + 8))
          .join("")}
      />
      <path d={shape} fill="#0c0704" opacity=".4" transform={`translate(${n1(sx)} ${n1(sy)})`} />
      <path d={shape} fill={dark} stroke={DARK} stroke-width={n1(1.5 * k)} />
      <path d={course} fill="none" stroke={light} stroke-width={n1(t * 0.58)} />
      <path
        d={course}
        fill="none"
        stroke={DARK}
        stroke-opacity=".4"
        stroke-width={n1(t * 0.58)}
        stroke-dasharray={d`${k} ${9 * k}`}
      />
    </g>
  );
}

function Crater({ b, ground, k, seed }: { b: Box; ground: Ground; k: number; seed: string }) {
  const size = Math.min(b.w, b.l * 0.8);
  const holes: [number, number, number][] = [
    [-0.22, -0.16, 0.25],
    [0.24, 0.19, 0.21],
    [0.22, -0.29, 0.12],
    [-0.32, 0.3, 0.11],
    [-0.02, 0.34, 0.07],
  ];
  return (
    <>
      {holes.map(([u, v, s], i) => {
        const x = u * b.l,
          y = v * b.w,
          r = s * size;
        return (
          <g key={i} transform={`translate(${n1(x)} ${n1(y)}) rotate(${n1(-b.angle - 45)})`}>
            <circle r={n1(r)} fill={ground.light} />
            <circle r={n1(r * 0.8)} fill={ground.dark} />
            <path
              d={
                d`M${-r * 0.8} 0a${r * 0.8} ${r * 0.8} 0 0 1 ${r * 1.6} 0` +
                d`a${r * 0.9} ${r * 0.62} 0 0 0 ${-r * 1.6} 0z`
              }
              fill={DARK}
              opacity=".42"
            />
          </g>
        );
      })}
      <Litter b={b} k={k} seed={seed} fill={ground.dark} />
    </>
  );
}

function Litter({
  b,
  k,
  seed,
  fill,
}: {
  b: Box;
  k: number;
  seed: string;
  fill?: string | undefined;
}) {
  return (
    <path
      fill={fill}
      d={range(18)
        .map((i) => {
          const x = spread(`lx${seed}${i}`, -b.l / 2 + 10 * k, b.l / 2 - 10 * k),
            y = spread(`ly${seed}${i}`, -b.w / 2 + 10 * k, b.w / 2 - 10 * k),
            r = spread(`lr${seed}${i}`, 1.3, 3.6) * k;
          return d`M${x - r} ${y}l${r} ${-r} ${r} ${r * 0.5} ${-r * 0.5} ${r}z`;
        })
        .join("")}
    />
  );
}

function Wreck({ b, ground, k, seed }: { b: Box; ground: Ground; k: number; seed: string }) {
  const s = Math.min(b.l / 140, b.w / 100, 1.15 * k),
    [light, dark] = ground.metal;
  return (
    <>
      <Litter b={b} k={k} seed={seed} fill={dark} />
      <g transform={`rotate(-24) scale(${s.toFixed(3)})`} stroke={DARK} stroke-width="1.6">
        <ellipse cx="7" cy="9" rx="54" ry="36" fill={DARK} opacity=".32" stroke="none" />
        <path
          d="M-46-31h26v7h-26zM-10-31h24v7h-24zM-44 22h24v7h-24zM-8 24h26v7H-8z"
          fill="#2a2320"
        />
        <path d="M-50-18L-40-24H22L46-10V12L30 22H-42L-50 14z" fill={dark} />
        <path d="M-40-16L-30-19H12L30-8V8L16 15H-34L-40 10z" fill={light} />
        <path d="M-18-19l8 12-6 8 10 14M8-19l-4 9 8 6" fill="none" stroke-opacity=".7" />
        <circle cx="-8" cy="-2" r="12" fill={dark} />
        <circle cx="-8" cy="-2" r="7" fill="#1b1614" />
        <path d="M3-5l40-13 2 5-40 14z" fill={dark} />
      </g>
    </>
  );
}

// Trees from above: crowns of several lobes, each with its own shadow.
function Thicket({ b, ground, k, seed }: { b: Box; ground: Ground; k: number; seed: string }) {
  const crowns = range(9).map((i) => ({
    x: (((i % 3) + 0.5) / 3 - 0.5) * b.l * 0.86 + spread(`tx${seed}${i}`, -9, 9) * k,
    y: ((Math.floor(i / 3) + 0.5) / 3 - 0.5) * b.w * 0.84 + spread(`ty${seed}${i}`, -8, 8) * k,
    r: spread(`tr${seed}${i}`, 13, 20) * k,
  }));
  const crown = (r: number): string =>
    `M${range(7)
      .map((i) => {
        const a = (i * 2 * Math.PI) / 7,
          c = a + Math.PI / 7;
        const at = (f: number, t: number): string =>
          `${n1(r * f * Math.cos(t))} ${n1(r * f * Math.sin(t))}`;
        return `${i ? "" : `${at(0.82, a)}`}Q${at(1.28, c)} ${at(0.82, a + (2 * Math.PI) / 7)}`;
      })
      .join("")}z`;
  const [leaf = "#5d6b3c", dim = "#3d4a2a"] = ground.rough?.includes("pale")
    ? ["#c3cfd4", "#7f929c"]
    : ["#6a7444", "#454f2e"];
  const turn = (-b.angle * Math.PI) / 180 + 0.88,
    sx = Math.cos(turn) * 0.5,
    sy = Math.sin(turn) * 0.5;
  return (
    <>
      {crowns.map(({ x, y, r }, i) => (
        <g key={i} transform={`translate(${n1(x)} ${n1(y)})`}>
          <path
            d={crown(r)}
            fill={ground.shadow}
            opacity=".45"
            transform={`translate(${n1(sx * r)} ${n1(sy * r)})`}
          />
          <path d={crown(r)} fill={dim} stroke={DARK} stroke-width={n1(1.2 * k)} />
          <path
            d={crown(r * 0.6)}
            fill={leaf}
            transform={`translate(${n1(-r * 0.16)} ${n1(-r * 0.2)})`}
          />
        </g>
      ))}
    </>
  );
}

const patches: Record<string, typeof Crater> = { crater: Crater, wreck: Wreck, thicket: Thicket };

// Ground that is only slow or hides: no shadow, a dashed edge where it ends.
function Patch({ outline, ground, k, seed, kind }: Thing & { kind: string }) {
  const b = boxOf(outline),
    Inside = patches[kind] ?? Crater;
  return (
    <g>
      <polygon points={polygon(outline)} fill={ground.shadow} opacity=".3" />
      <g transform={turned(b)}>
        <Inside b={b} ground={ground} k={k} seed={seed} />
      </g>
      <polygon
        points={polygon(outline)}
        fill="none"
        stroke={ground.mark}
        stroke-opacity=".85"
        stroke-width={n1(2.2 * k)}
        stroke-dasharray={d`${10 * k} ${6 * k}`}
        stroke-linejoin="round"
      />
    </g>
  );
}

export function Scenery(props: Thing & { kind: string; colours: string[] }): JSX.Element | null {
  const { kind, outline } = props;
  if (outline.length !== 4)
    return (
      <g>
        <polygon class="t-scenery" points={polygon(outline)} />
        <Edges outline={outline} width={2 * props.k} />
      </g>
    );
  if (kind === "container") return <Container {...props} />;
  if (kind === "wall") return <Wall {...props} />;
  if (kind === "ruin") return <Ruin {...props} />;
  return <Patch {...props} />;
}
