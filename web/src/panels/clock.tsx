// SPDX-License-Identifier: Apache-2.0
// What is left of a side's time. The server says what was left and for how long it has been
// running; from there the page counts by its own clock.
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { MatchStore } from "../store";
import { lang } from "../prefs";
import { colon, counted, t } from "../text";

const now = signal(performance.now());
let faces = 0,
  ticking: ReturnType<typeof setInterval> | undefined;
function tick(): () => void {
  now.value = performance.now();
  if (!faces++) ticking = setInterval(() => (now.value = performance.now()), 500);
  return () => {
    if (!--faces) clearInterval(ticking);
  };
}

// Days and hours, hours and minutes, or minutes and seconds.
export function spoken(ms: number): string {
  const s = Math.max(0, Math.ceil(ms / 1000)),
    two = (n: number) => String(n).padStart(2, "0");
  const day = Math.floor(s / 86400),
    hour = Math.floor((s % 86400) / 3600),
    minute = Math.floor((s % 3600) / 60);
  if (day) return `${day}\u00a0${lang.value === "fr" ? "j" : "d"} ${hour}\u00a0h`;
  if (hour) return `${hour}\u00a0h ${two(minute)}`;
  return `${minute}:${two(s % 60)}`;
}

// "21 novembre, 14:05", as the reader's own calendar has it.
export const dayOf = (day: Date): string =>
  day.toLocaleString(lang.value === "fr" ? "fr-FR" : "en-GB", {
    ...{ day: "numeric", month: "long" },
    ...{ hour: "2-digit", minute: "2-digit" },
  });

// A clock as two people agree on it: 45:00 + 0:30, 3 d 0 h + 12 h 00.
export const paceSaid = (pace: { base_s: number; increment_s: number }): string =>
  `${t("clock")}${colon()}${spoken(pace.base_s * 1000)} + ${spoken(pace.increment_s * 1000)}`;

// When this seat's vacation ends; null: it is not on vacation.
export function awayUntil(store: MatchStore, seat: number): Date | null {
  const state = store.live.value,
    until = state?.over ? null : state?.clock?.vacation?.[seat]?.until;
  return until && until * 1000 > Date.now() ? new Date(until * 1000) : null;
}

// Milliseconds left of this seat's time; null: it has no clock.
export function leftOf(store: MatchStore, seat: number, at: number): number | null {
  const state = store.live.value,
    start = state?.seats[seat]?.clock_ms;
  if (!state?.clock || start === null || start === undefined) return null;
  const used = state.over ? null : (state.clock.used_ms[seat] ?? null);
  const heard = awayUntil(store, seat) ? 0 : Math.max(0, at - store.clockHeard);
  return used === null ? start : start - used - heard;
}

export function Clock({ store, seat }: { store: MatchStore; seat: number }) {
  const state = store.live.value;
  useEffect(tick, []);
  const left = leftOf(store, seat, now.value);
  if (!state?.clock || left === null) return null;
  const away = awayUntil(store, seat);
  const running = !state.over && state.clock.used_ms[seat] !== null && !away;
  const low = left < (state.clock.kind === "live" ? 60_000 : 3_600_000);
  return (
    <>
      {away && <span class="away">{counted("awayUntil", dayOf(away))}</span>}
      <span
        class={`clock ${running ? "running" : ""} ${low ? "low" : ""}`}
        role="timer"
        aria-label={`${t("timeLeft")} ${spoken(left)}`}
      >
        {spoken(left)}
      </span>
    </>
  );
}
