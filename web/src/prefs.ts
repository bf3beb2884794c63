// SPDX-License-Identifier: Apache-2.0
// What the person at this browser prefers: language, light or dark, how the board is shown. Kept in
// the browser; the first choice comes from what the browser itself asks for.
import { type Signal, computed, effect, signal } from "@preact/signals";

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

// A screen that is held upright, and narrow: wide tables are turned on it.
const uprightQuery = matchMedia("(max-width: 700px) and (orientation: portrait)");
export const upright = signal(uprightQuery.matches);
uprightQuery.addEventListener("change", () => (upright.value = uprightQuery.matches));

// How what the others do is played back; where motion is not wished it is shown at once, unless a
// pace was chosen here.
export const paces = ["off", "quick", "natural", "step"] as const;
export type Speed = (typeof paces)[number];
const keptSpeed = kept("speed") as Speed | null;
const chosenSpeed = signal<Speed | null>(
  keptSpeed && paces.includes(keptSpeed) ? keptSpeed : null,
);
export const speed = computed<Speed>(() => chosenSpeed.value ?? (calm.value ? "off" : "natural"));
export function setSpeed(value: Speed): void {
  chosenSpeed.value = value;
  keep("speed", value);
}

// A wish that is one of a few words, kept under its name.
function wish<T extends string>(name: string, words: readonly T[]): Signal<T> {
  const before = kept(name) as T | null;
  const made = signal<T>(before && words.includes(before) ? before : (words[0] as T));
  made.subscribe((value) => value !== kept(name) && keep(name, value));
  return made;
}
export const answers = ["calm", "once"] as const;
export const answering = wish("answer", answers); // calm: the program's are shown a moment later
export const sounds = ["off", "soft", "full"] as const;
export const sound = wish("sound", sounds);
export const confirms = ["never", "ends"] as const;
export const confirming = wish("confirm", confirms); // ends: before a phase or a turn is ended
export const textSizes = ["usual", "large", "larger"] as const;
export const textSize = wish("text", textSizes);
export const palettes = ["usual", "safe"] as const;
export const palette = wish("palette", palettes); // safe: told apart by everybody

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
  effect(() => {
    document.documentElement.dataset["text"] = textSize.value;
    document.documentElement.dataset["palette"] = palette.value;
  });
}
export const toggleTheme = () => (theme.value = isDark() ? "light" : "dark");
