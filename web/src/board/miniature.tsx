// SPDX-License-Identifier: Apache-2.0
// A figure on a table: a real base to scale, its rim in the colour of its side (and broken where
// the style says so: a side is not told by hue alone), on it the miniature of its face, seen from
// above and turned where it looks. What a whole unit is told by (kneeling, in cover, on watch,
// shaken) is drawn on its figures; what is left of a machine, in an arc below its base. From afar
// a figure is its base, its helmet and where it points.
import type { PlaneLook } from "../types";

const n1 = (v: number): string => v.toFixed(1).replace(/\.0$/, "");
const K = "#14100d";

export interface Stance {
  angle: number; // degrees, as it is drawn
  states: Set<string>; // under, brick, eye, zigzag
  chief: boolean;
  legs: string | null; // symbol drawn under a kneeling figure
}
interface Props {
  r: number; // of the base, drawing units
  mm: number; // drawing units per millimetre
  token: string;
  rim: string;
  cut: number;
  top: string;
  plane: PlaneLook;
  stance: Stance;
  ghost: boolean;
  spent: boolean;
  parts: Part[];
}
export interface Part {
  left: number;
  full: number;
}

const ring = (r: number, n: number, f = (_: number): number => 1): string =>
  Array.from({ length: n }, (_, i) => {
    const a = (i * 2 * Math.PI) / n,
      q = r * f(i);
    return `${i ? "L" : "M"}${n1(q * Math.cos(a))} ${n1(q * Math.sin(a))}`;
  }).join("") + "z";

export function kitOf(plane: PlaneLook, token: string) {
  return plane.bases?.find((b) => new RegExp(b.match).test(token));
}

export function Miniature(props: Props) {
  const { r, mm, token, rim, cut, top, plane, stance, ghost, spent } = props,
    alone = r > 25 * mm; // of a squad the banner says it
  const kit = kitOf(plane, token),
    size = 128 * mm;
  const w = (1.9 * mm + r * 0.05) * 1.15;
  return (
    <>
      {!ghost && <circle class="under" cx={n1(r * 0.28)} cy={n1(r * 0.36)} r={n1(r)} />}
      {stance.legs && stance.states.has("under") && (
        <use
          href={`#${stance.legs}`}
          x={n1(-size / 2)}
          y={n1(-size / 2)}
          width={n1(size)}
          height={n1(size)}
          transform={`rotate(${n1(stance.angle)})`}
        />
      )}
      <Base r={r} w={w} rim={rim} cut={cut} top={top} kind={kit?.base ?? "round"} ghost={ghost} />
      {!ghost && <States r={r} mm={mm} stance={stance} />}
      <g transform={`rotate(${n1(stance.angle)})`}>
        <use
          class="fine"
          href={`#face-${token}`}
          x={n1(-size / 2)}
          y={n1(-size / 2)}
          width={n1(size)}
          height={n1(size)}
        />
        <Plain
          r={r}
          kind={kit?.base ?? "round"}
          armour={kit?.armour ?? "#efe6d2"}
          chief={stance.chief}
        />
      </g>
      {!ghost && props.parts.length > 0 && <Structure r={r} mm={mm} parts={props.parts} />}
      {spent && !ghost && alone && <Tick r={r} />}
    </>
  );
}

function Base({
  r,
  w,
  rim,
  cut,
  top,
  kind,
  ghost,
}: {
  r: number;
  w: number;
  rim: string;
  cut: number;
  top: string;
  kind: string;
  ghost: boolean;
}) {
  const mid = r - w / 2 - 0.5,
    round = 2 * Math.PI * mid;
  const dash = cut
    ? `${n1((round / cut) * 0.74)} ${n1((round / cut) * 0.26)}`
    : kind === "teeth"
      ? `${n1((round / 12) * 0.8)} ${n1((round / 12) * 0.2)}`
      : undefined;
  if (ghost) return <circle class="body ghost-base" r={n1(r)} />;
  return (
    <>
      <circle class="body" r={n1(r)} fill={K} />
      {kind === "hexagon" ? (
        <path fill={top} d={ring(r - w * 0.7, 6)} />
      ) : (
        <circle fill={top} r={n1(r - w)} />
      )}
      <circle
        class="rim"
        r={n1(mid)}
        stroke={rim}
        stroke-width={n1(w)}
        stroke-dasharray={dash}
        stroke-dashoffset={cut ? n1(-(round / cut) * 0.13) : undefined}
      />
      {kind === "hexagon" && (
        <path fill="none" stroke={rim} stroke-width={n1(w * 0.6)} d={ring(r - w * 1.1, 6)} />
      )}
    </>
  );
}

const arc = (from: number, to: number, q: number): string => {
  const at = (a: number): string =>
    `${n1(q * Math.cos((a * Math.PI) / 180))} ${n1(q * Math.sin((a * Math.PI) / 180))}`;
  return `M${at(from)}A${n1(q)} ${n1(q)} 0 0 1 ${at(to)}`;
};

// The marks of a machine's parts below its base, from left to right, one a point.
export function structureArcs(parts: Part[], far: number): { left: string; lost: string } {
  const points = parts.reduce((sum, p) => sum + p.full, 0),
    gap = 6,
    step = (172 - gap * (parts.length - 1)) / points,
    out = { left: "", lost: "" };
  let at = 176; // degrees; 90 is straight below
  for (const part of parts) {
    for (let i = 0; i < part.full; i++, at -= step)
      out[i < part.left ? "left" : "lost"] += arc(at - step + 1.1, at - 1.1, far);
    at -= gap;
  }
  return out;
}

// What is lost is narrow and red, and who has lost something smokes.
function Structure({ r, mm, parts }: { r: number; mm: number; parts: Part[] }) {
  const far = r + 3.6 * mm,
    { left, lost } = structureArcs(parts, far);
  const smoke = (x: number, y: number, q: number) => (
    <circle class="s-smoke" cx={n1(x * r)} cy={n1(y * r)} r={n1(q * r)} />
  );
  return (
    <g class="structure">
      <path class="s-under" d={arc(3, 177, far)} stroke-width={n1(6.4 * mm)} />
      <path class="s-left" d={left} stroke-width={n1(4.2 * mm)} />
      {lost && (
        <>
          <path class="s-lost" d={lost} stroke-width={n1(2.8 * mm)} />
          {smoke(-0.5, -0.62, 0.3)}
          {smoke(-0.82, -0.98, 0.38)}
        </>
      )}
    </g>
  );
}

// What is told of the whole unit, each by a shape.
function States({ r, mm, stance }: { r: number; mm: number; stance: Stance }) {
  const { states, angle, chief } = stance,
    far = r + 4 * mm;
  const bricks = arc(-62, -24, far) + arc(-18, 18, far) + arc(24, 62, far);
  const zigzag = ring(r, 20, (i) => (i % 2 ? 1.34 : 1.08));
  return (
    <>
      {states.has("zigzag") && (
        <>
          <path class="s-under" d={zigzag} stroke-width={n1(3.6 * mm)} />
          <path class="s-shaken" d={zigzag} stroke-width={n1(1.9 * mm)} />
        </>
      )}
      {states.has("brick") && (
        <g transform={`rotate(${n1(angle)})`}>
          <path class="s-under" d={bricks} stroke-width={n1(6 * mm)} />
          <path class="s-brick" d={bricks} stroke-width={n1(3.8 * mm)} />
        </g>
      )}
      {states.has("eye") && chief && (
        <path
          class="s-watch"
          transform={`rotate(${n1(angle)})`}
          d={`M0 0${arc(-24, 24, r + 46 * mm).replace("M", "L")}z`}
        />
      )}
    </>
  );
}

// From afar: a helmet, and a barrel that shows the way.
function Plain({
  r,
  kind,
  armour,
  chief,
}: {
  r: number;
  kind: string;
  armour: string;
  chief: boolean;
}) {
  const q = r * 0.5;
  return (
    <g class="plain" stroke={K} stroke-width={n1(r * 0.1)} stroke-linejoin="round">
      <path class="barrel" d={`M0 ${n1(-r * 0.16)}H${n1(r * 1.15)}V${n1(r * 0.16)}H0z`} />
      {kind === "hexagon" ? (
        <path fill={armour} d={`M${n1(q * 1.3)} 0L0 ${n1(-q)}L${n1(-q)} 0L0 ${n1(q)}z`} />
      ) : kind === "teeth" ? (
        <path fill={armour} d={ring(q, 8)} />
      ) : (
        <circle fill={armour} r={n1(q)} />
      )}
      {chief && <circle class="gold" r={n1(q * 0.5)} />}
    </g>
  );
}

const Tick = ({ r }: { r: number }) => (
  <g
    class="tick"
    transform={`translate(${n1(r * 0.72)} ${n1(-r * 0.72)}) scale(${(r / 15).toFixed(2)})`}
  >
    <circle r="6.4" />
    <path d="M-3 .2-.8 2.6 3.2-2.4" />
  </g>
);

// An objective: a lamp on three legs in the colour of who holds it; the ring says it by its shape.
export function Beacon({
  r,
  colour,
  owner,
  stars,
}: {
  r: number;
  colour: string;
  owner: number | null;
  stars: number;
}) {
  const s = r / 22,
    star = "M0-9.6 2.8-3.2 9.6-2.6 4.4 1.9 6 8.6 0 5-6 8.6-4.4 1.9-9.6-2.6-2.8-3.2z";
  const many = Math.max(1, Math.min(3, stars)),
    k = many === 1 ? 1 : many === 2 ? 0.68 : 0.52,
    apart = many === 3 ? 9.2 : 11.5;
  return (
    <g transform={`scale(${s.toFixed(3)})`} style={{ color: colour }}>
      <radialGradient id={`glow-${owner ?? "free"}`}>
        <stop offset="0" stop-color={colour} stop-opacity=".6" />
        <stop offset="1" stop-color={colour} stop-opacity="0" />
      </radialGradient>
      <circle class="glow" r="86" fill={`url(#glow-${owner ?? "free"})`} />
      <path class="strut" d="M0-12V-27M10.4 6 23.4 13.5M-10.4 6-23.4 13.5" />
      <circle class="body bbase" r="23.5" />
      {owner === 1 ? (
        <path class="bring" d={ring(22, 6)} />
      ) : (
        <circle class="bring" r="20.5" stroke-dasharray={owner === null ? "5 5.7" : undefined} />
      )}
      <circle class="bcore" r="14.5" />
      {Array.from({ length: many }, (_, i) => (
        <path
          key={i}
          class="bstar"
          transform={`translate(${n1((i - (many - 1) / 2) * apart)} 0) scale(${k})`}
          d={star}
        />
      ))}
    </g>
  );
}
