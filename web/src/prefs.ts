// SPDX-License-Identifier: Apache-2.0
// What the person at this browser prefers: language, light or dark, how the board is shown. Kept in
// the browser; the first choice comes from what the browser itself asks for.
import { effect, signal } from "@preact/signals";

export type Lang = "fr" | "en";
export type Theme = "auto" | "light" | "dark";

export function kept(key: string): string | null {
  try {
    return localStorage.getItem(`gg.${key}`);
  } catch {
    return null;
  }
}
export function keep(key: string, value: string): void {
  try {
    localStorage.setItem(`gg.${key}`, value);
  } catch {
    // a browser that keeps nothing still plays
  }
}
export function drop(key: string): void {
  try {
    localStorage.removeItem(`gg.${key}`);
  } catch {
    // nothing was kept
  }
}

function firstLang(): Lang {
  const chosen = kept("lang");
  if (chosen === "fr" || chosen === "en") return chosen;
  const wanted = navigator.languages ?? [navigator.language];
  for (const tag of wanted) {
    if (/^fr\b/i.test(tag)) return "fr";
    if (/^en\b/i.test(tag)) return "en";
  }
  return "en";
}

export const lang = signal<Lang>(firstLang());
const keptTheme = kept("theme");
export const theme = signal<Theme>(
  keptTheme === "light" || keptTheme === "dark" ? keptTheme : "auto",
);
export const seenGuides = signal<Set<string>>(
  new Set((kept("guides") ?? "").split(" ").filter(Boolean)),
);

export function markGuideSeen(id: string): void {
  seenGuides.value = new Set([...seenGuides.value, id]);
  keep("guides", [...seenGuides.value].join(" "));
}

const darkQuery = matchMedia("(prefers-color-scheme: dark)");
export const systemDark = signal(darkQuery.matches);
darkQuery.addEventListener("change", () => (systemDark.value = darkQuery.matches));
const calmQuery = matchMedia("(prefers-reduced-motion: reduce)");
export const calm = signal(calmQuery.matches);
calmQuery.addEventListener("change", () => (calm.value = calmQuery.matches));

export const isDark = () => theme.value === "dark" || (theme.value === "auto" && systemDark.value);

export function startPrefs(): void {
  effect(() => {
    document.documentElement.lang = lang.value;
    keep("lang", lang.value);
  });
  effect(() => {
    document.documentElement.dataset["theme"] = isDark() ? "dark" : "light";
    if (theme.value !== "auto") keep("theme", theme.value);
  });
}
export const toggleTheme = () => (theme.value = isDark() ? "light" : "dark");
