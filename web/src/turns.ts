// SPDX-License-Identifier: Apache-2.0
// In which matches it is this person's turn: asked for now and then while a page is open, told in
// the tab's title and, where the browser allows it and the player has asked, by a notification.
import { computed, effect, signal } from "@preact/signals";
import { house } from "./house";
import { keep, kept } from "./prefs";
import { counted, t } from "./text";
import type { MatchCard } from "./types";

const every = 20_000; // milliseconds

export const matches = signal<MatchCard[]>([]);
const here = signal(""); // the match on this page
const hereMine = signal(false);
// Those that wait for him; the one on this page is known at once.
export const waiting = computed(() =>
  matches.value.filter((m) => (m.id === here.value ? hereMine.value : m.yours && !m.over)),
);
export const elsewhere = computed(() => waiting.value.filter((m) => m.id !== here.value));
export const turnCount = computed(() => elsewhere.value.length + Number(hereMine.value));

let timer: ReturnType<typeof setTimeout> | undefined;
let asking: Promise<void> | null = null;
// What is known is told; whoever cannot be asked is asked again later.
export function askTurns(): Promise<void> {
  clearTimeout(timer);
  asking ??= house
    .matches()
    .then(
      (list) => void (matches.value = list),
      () => undefined,
    )
    .finally(() => {
      asking = null;
      timer = setTimeout(() => void askTurns(), every);
    });
  return asking;
}

// The page shows this match; returns how to leave it.
export function atMatch(id: string): () => void {
  here.value = id;
  void askTurns();
  return () => {
    if (here.value !== id) return;
    here.value = "";
    hereMine.value = false;
  };
}
export const setMine = (mine: boolean): void => void (hereMine.value = mine);

// The next of the matches that wait, in a circle.
export function nextMatch(): string | null {
  const list = matches.value.filter((m) => m.id === here.value || (m.yours && !m.over));
  const at = list.findIndex((m) => m.id === here.value);
  const next = [...list.slice(at + 1), ...list.slice(0, Math.max(at, 0))][0];
  return next?.id ?? null;
}

export const titled = (name: string): string => {
  const count = turnCount.value,
    mine = hereMine.value ? `● ${t("turnMark")} – ` : "";
  return `${count > Number(hereMine.value) ? `(${count}) ` : ""}${mine}${name}`;
};

// ------------------------------------------------------------------------------- notifications
// Browsers have them over https and on the machine itself only.
export const canNotify = (): boolean => isSecureContext && typeof Notification === "function";
export const notifying = signal(
  canNotify() && Notification.permission === "granted" && kept("notify") === "yes",
);
export async function askNotify(): Promise<boolean> {
  if (!canNotify()) return false;
  notifying.value = (await Notification.requestPermission()) === "granted";
  keep("notify", notifying.value ? "yes" : "no");
  return notifying.value;
}
export function stopNotify(): void {
  notifying.value = false;
  keep("notify", "no");
}

let told = 0;
effect(() => {
  const count = turnCount.value;
  const more = count > told;
  told = count;
  const badge = navigator as { setAppBadge?: (n: number) => Promise<void> };
  badge.setAppBadge?.(count).catch(() => undefined);
  if (!more || !notifying.value || !document.hidden) return;
  try {
    const note = new Notification(t("turnMark"), {
      body: counted("turnIn", count),
      tag: "grognard-turn",
      icon: "/icon.svg",
    });
    note.onclick = () => {
      focus();
      note.close();
    };
  } catch {
    // some browsers of telephones have the name only
  }
});
