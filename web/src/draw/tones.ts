// SPDX-License-Identifier: Apache-2.0
// Drawings of cards for pictures that stand alone: where no page's style reaches, each drawing is
// copied once for every suit that uses it, its tones written out as colours.
import type { Cards } from "../board/deck";

const fixed: Record<string, string> = {
  f: "#dcae86",
  g: "#35505a",
  m: "#8b8a80",
  w: "#f4ecd6",
  e: "#b8432b",
  w1: "#b9b3a4",
  w2: "#d3cdbd",
  w3: "#ece6d6",
  "z-dark": "#4a4034",
  "z-tuft": "#5e5a34",
  "z-wire": "#4a4034",
  "z-air": "#8fb4c4",
  "z-land": "#a9ac78",
  "z-plate": "#efe4c4",
  "z-grid": "#c9b98a",
  "z-dim": "#7a6a42",
  "z-night": "#4b6076",
};
const cloth: Record<string, string> = { b: "cb", s: "cs", h: "ch" };

function colour(name: string, colours: Record<string, string>, dressed: boolean): string {
  const tone = name === "l" ? "s" : name.replace(/^z-/, "");
  const own = dressed ? colours[cloth[tone] ?? ""] : undefined;
  return fixed[name] ?? own ?? colours[tone] ?? "none";
}
function attributes(classes: string, colours: Record<string, string>, dressed: boolean): string {
  const list = classes.split(" ");
  if (list.includes("prop")) return ' fill="#fff" fill-opacity=".26"';
  if (list.includes("z-cast")) return ' fill="#2c2212" fill-opacity=".3"';
  const tone = list.find((name) => name !== "o" && name !== "tones" && name !== "cl") ?? "";
  if (/haze$|^z-dawn$/.test(tone) || !tone) return "";
  const paint = colour(tone, colours, dressed);
  if (!list.includes("o")) return ` fill="${paint}"`;
  const cap = tone === "l" ? "butt" : "round";
  return ` fill="none" stroke="${paint}" stroke-linecap="${cap}" stroke-linejoin="round"`;
}

// The drawings that were used, and those they use themselves.
export function drawingsOf(cards: Cards | undefined, texts: string): string {
  const source = new Map<string, string>();
  for (const [whole, id] of texts.matchAll(/^<\w+ id="([^"]+)".*$/gm))
    if (id) source.set(id, whole);
  const done = new Map<string, string>(),
    left = [...(cards?.flat ?? [])];
  const take = (name: string): void => {
    if (!done.has(name) && !left.includes(name)) left.push(name);
  };
  for (let name = left.shift(); name; name = left.shift()) {
    const [id = "", suit = "", paint = ""] = name.split("--");
    const colours = { ...cards?.suits[suit], ...cards?.paints?.[paint] };
    const tail = name.slice(id.length),
      open: boolean[] = [];
    const text = (source.get(id) ?? "").replace(/<(\/?)(\w+)([^>]*?)(\/?)>/g, (tag, ...parts) => {
      const [close, kind, inner, empty] = parts as [string, string, string, string];
      if (close) return open.pop() === undefined ? tag : tag;
      const classes = / class="([^"]*)"/.exec(inner)?.[1] ?? "",
        dressed = open.some(Boolean) || classes.split(" ").includes("cl");
      if (!empty) open.push(classes.split(" ").includes("cl"));
      const drawn = inner
        .replace(/ class="[^"]*"/, attributes(classes, colours, dressed))
        .replace(/ id="[^"]*"/, ` id="${name}"`)
        .replace(/ href="#([^"]+)"/, (_, used: string) => {
          take(used + tail);
          return ` href="#${used}${tail}"`;
        });
      for (const [, gradient] of inner.matchAll(/url\(#([^)]+)\)/g)) take(gradient ?? "");
      return `<${kind}${drawn}${empty}>`;
    });
    done.set(name, text);
  }
  return [...done.values()].join("");
}
