// SPDX-License-Identifier: Apache-2.0
// What events look like on a table for a moment: tracers, impacts, blasts, smoke, blows, removal.
// `effect` shows one from its kind and two lists of places; `effectOf` reads kind and places out of
// an event's own arguments by the game's style.json; `effectsOf` shows those of whole entries, and
// is called by whoever plays them back. Opacity alone changes: a frame of it lays nothing out.
import { signal, useSignalEffect } from "@preact/signals";
import type { MatchFacts } from "../facts";
import { calm } from "../prefs";
import type { EffectLook, LogEntry, LogLine, Piece } from "../types";
import { GHOST, HIDDEN_FROM, NO_HANDLE } from "../types";
import { planeXY } from "./geometry";

export type Kind = EffectLook["kind"];
export interface Spot {
  x: number; // in the drawing of the board
  y: number;
  r: number;
}
interface Shown {
  id: number;
  kind: Kind;
  from: Spot[];
  to: Spot[];
  count: number;
}

const shown = signal<Shown[]>([]);
let last = 0;

const LASTS: Record<Kind, number> = {
  ...{ tracer: 700, impact: 520, blast: 900, smoke: 1400, removal: 1100, clash: 520, mark: 620 },
};
const MOST = 12; // shots drawn of those that are fired at once

// Shows it and says how long it lasts, in milliseconds: nothing and 0 for who wants no motion.
export function effect(kind: Kind, from: Spot[], to: Spot[], count = 1): number {
  if (calm.value || !(to.length || from.length)) return 0;
  const id = ++last,
    long = LASTS[kind] + (kind === "tracer" ? 40 * Math.min(MOST, from.length) : 0);
  shown.value = [...shown.value, { id, kind, from, to, count }];
  setTimeout(() => (shown.value = shown.value.filter((e) => e.id !== id)), long);
  return long;
}

// Where figures stood when they were seen last: what is removed is gone when it is told.
const stood = new WeakMap<MatchFacts, Map<number, { piece: Piece; spot: Spot }>>();
function remember(store: MatchFacts): void {
  const known = stood.get(store) ?? new Map<number, { piece: Piece; spot: Spot }>();
  const frame = store.frames.value.find((f) => f.rim > 0);
  for (const piece of store.pieces.value) {
    if (!frame || piece.surface !== frame.surface || piece.handle >= HIDDEN_FROM) continue;
    if (piece.flags & GHOST || piece.on !== NO_HANDLE) continue;
    const at = planeXY(frame, piece.x, piece.y);
    known.set(piece.handle, {
      piece,
      spot: { x: at.x + frame.x, y: at.y + frame.y, r: piece.radius * frame.scale },
    });
  }
  stood.set(store, known);
}
// A figure, or all of a group that still stand.
function spotsOf(store: MatchFacts, handle: number): Spot[] {
  const known = stood.get(store);
  const one = known?.get(handle);
  if (one) return [one.spot];
  const alive = new Set(store.pieces.value.map((p) => p.handle));
  const group = [...(known?.values() ?? [])].filter((x) => x.piece.group === handle);
  const left = group.filter((x) => alive.has(x.piece.handle));
  return (left.length ? left : group).map((x) => x.spot);
}

// What an event looks like; `lines` are those told before and after it, `at` its place among them.
export function effectOf(
  store: MatchFacts,
  lines: LogLine[],
  at: number,
): { kind: Kind; from: Spot[]; to: Spot[]; count: number } | null {
  const line = lines[at],
    look = line && store.look.value.effects?.[line.kind];
  if (!line || !look) return null;
  const arg = (lines: LogLine | undefined, i: number | undefined): Spot[] => {
    const value = i === undefined ? null : lines?.args[i];
    return typeof value === "number" ? spotsOf(store, value) : [];
  };
  const { to: aim } = look;
  const named =
    typeof aim === "string"
      ? [...lines.slice(0, at).reverse(), ...lines.slice(at)].find((l) => l.kind === aim)
      : undefined;
  const from = arg(line, look.from),
    to = typeof aim === "string" ? arg(named, (named?.args.length ?? 1) - 1) : arg(line, aim);
  const count = look.count === undefined ? 1 : (line.args[look.count] ?? 0);
  const places = look.at === undefined ? to : arg(line, look.at);
  return count > 0 && places.length ? { kind: look.kind, from, to: places, count } : null;
}

const n1 = (v: number): string => v.toFixed(1);
const pick = <T,>(list: T[], i: number): T => list[(i * 5) % list.length] as T;
const LEGS = 7; // of a shot's way
const wait = (ms: number) => ({ animationDelay: `${ms}ms` });

function One({ kind, from, to, count }: Shown) {
  if (kind === "tracer")
    return (
      <>
        {from.slice(0, MOST).map((a, i) => {
          const b = pick(to, i),
            far = Math.hypot(b.x - a.x, b.y - a.y) || 1,
            [dx, dy] = [(b.x - a.x) / LEGS, (b.y - a.y) / LEGS];
          return (
            <g key={i}>
              {/* one leg of its way after the other: what moves would be laid out each frame */}
              {Array.from({ length: LEGS }, (_, leg) => (
                <path
                  key={leg}
                  class="tracer"
                  d={`M${n1(a.x + dx * leg)} ${n1(a.y + dy * leg)}l${n1(dx)} ${n1(dy)}`}
                  style={wait(40 * i + 45 * leg)}
                />
              ))}
              <circle
                class="muzzle"
                cx={n1(a.x + ((b.x - a.x) / far) * a.r)}
                cy={n1(a.y + ((b.y - a.y) / far) * a.r)}
                r={n1(a.r * 0.5)}
                style={wait(40 * i)}
              />
            </g>
          );
        })}
      </>
    );
  const spots = kind === "impact" ? to.slice(0, Math.min(to.length, count)) : to;
  return (
    <>
      {spots.slice(0, MOST).map((p, i) => (
        <g key={i} transform={`translate(${n1(p.x)} ${n1(p.y)}) scale(${(p.r / 11).toFixed(2)})`}>
          <g class={`fx-${kind}`} style={wait(60 * i)}>
            {kind === "impact" && <path d="M0-14 3-4 13-6 5 2 9 12 0 6-9 12-5 2-13-6-3-4z" />}
            {kind === "clash" && <path d="M-12-12 12 12M12-12-12 12" />}
            {kind === "mark" && <path d="M-13 5A14 14 0 0 1 13 5" />}
            {kind === "removal" && <path d="M-8-8 8 8M8-8-8 8" />}
            {kind === "blast" && <circle r="22" />}
            {(kind === "smoke" || kind === "blast") &&
              [0, 1, 2].map((n) => (
                <circle key={n} class="puff" cx={n * 6 - 6} cy={n * -5} r={9 - n} />
              ))}
          </g>
        </g>
      ))}
    </>
  );
}

// Those of whole entries, one after the other, as they are told.
export function effectsOf(store: MatchFacts, entries: LogEntry[]): void {
  const lines = entries.slice(-6).flatMap((e) => e.lines);
  let delay = 0;
  lines.forEach((_, i) => {
    const what = calm.value || delay > 4000 ? null : effectOf(store, lines, i);
    if (!what) return;
    setTimeout(() => effect(what.kind, what.from, what.to, what.count), delay);
    delay += what.kind === "tracer" ? 420 : 160;
  });
}

export function Effects({ store }: { store: MatchFacts }) {
  useSignalEffect(() => remember(store));
  return (
    <g class="effects" aria-hidden="true">
      {shown.value.map((one) => (
        <One key={one.id} {...one} />
      ))}
    </g>
  );
}
