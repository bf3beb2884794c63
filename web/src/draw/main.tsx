// SPDX-License-Identifier: Apache-2.0
// The page's drawing code outside a browser: requests on standard input, one JSON object a line,
// pictures on standard output, one JSON string a line. Run by tools/figures.py with Node.
import { renderToString } from "preact-render-to-string";
import base from "../style/base.css";
import board from "../style/board.css";
import card from "../style/card.css";
import plane from "../style/plane.css";
import figure from "../style/figure.css";
import { MatchFacts, type Shown } from "../facts";
import { type Lang, lang } from "../prefs";
import { both } from "../text";
import type { Cells, Game, Look, Marked, State } from "../types";
import type { Deck } from "../board/deck";
import { coarse, cullFacts, cullPaths } from "./cull";
import { drawingsOf } from "./tones";
import { Figure, type Mark, partOf, zoomOf } from "./figure";

export interface Request {
  shown: {
    game: Game;
    cells: Cells;
    view: NonNullable<State["view"]>;
    scenario?: string;
    overlays: (Marked & { kind: string; about: number })[];
  };
  look: Look;
  symbols: string; // the game's own, as their file has them
  cards?: Deck; // and its cards, with the drawings they are made of
  drawings?: string;
  lang: Lang;
  alone: boolean; // with its style and symbols: needs no page around it
  title?: string;
  crop?: string[];
  margin?: number;
  across?: number;
  marks?: Mark[];
}

const overlayOf = (game: Game, got: Request["shown"]["overlays"][number]): Shown => ({
  kind: `${got.kind}:${got.about}`,
  title: both(game.overlays.find((o) => o.token === got.kind)),
  surface: got.surface,
  cells: new Map(got.cells),
  points: got.points,
  pieces: new Set(got.pieces),
});

function factsOf({ shown, look, symbols, cards, drawings }: Request): MatchFacts {
  const store = new MatchFacts("figure");
  const [first, ...rest] = shown.overlays.map((o) => overlayOf(shown.game, o));
  store.game.value = shown.game;
  store.cells.value = shown.cells;
  const ids = (drawings ?? "").matchAll(/^<\w+ id="([^"]+)"/gm),
    drawn = new Set([...ids].map((m) => m[1] ?? ""));
  store.look.value = cards ? { ...look, cards: { ...cards, drawn, flat: new Set() } } : look;
  store.ownSymbols.value = new Set(
    [...symbols.matchAll(/<symbol[^>]* id="face-([^"]+)"/g)].map((m) => m[1] ?? ""),
  );
  store.past.value = { view: shown.view, scenario: shown.scenario } as State; // nobody is asked
  store.overlay.value = first ?? null;
  store.aimed.value = rest;
  return store;
}

// Colours by day, and by lamp where the reader prefers that.
function styleAlone(): string {
  const set = (selector: string): string =>
    new RegExp(`${selector} \\{([^}]*)\\}`).exec(base)?.[1] ?? "";
  const day = set(":root"),
    lamp = set(':root\\[data-theme="dark"\\]');
  const dark = (board + card + plane).replace(/:root\[data-theme="dark"\] [^}]*\}/g, "");
  return (
    `<style>svg{${day}}@media (prefers-color-scheme: dark){svg{${lamp}}}` +
    `${dark}${figure}</style>`
  );
}
function symbolsOf(store: MatchFacts, symbols: string): string {
  const faces = new Set(
    store.pieces.value.map((p) => store.game.value?.faces[p.face]?.token ?? ""),
  );
  const used = [...symbols.matchAll(/<symbol[^>]* id="face-([^"]+)"[\s\S]*?<\/symbol>/g)]
    .filter((m) => faces.has(m[1] ?? ""))
    .map((m) => m[0]);
  const needed = new Set(
    [...used.join("").matchAll(/href="#(part-[^"]+)"/g)].map((m) => m[1] ?? ""),
  );
  const parts = [...symbols.matchAll(/^<g id="(part-[^"]+)">.*<\/g>$/gm)]
    .filter((m) => needed.has(m[1] ?? ""))
    .map((m) => m[0]);
  return used.length ? `<defs>${parts.join("")}${used.join("")}</defs>` : "";
}

// What only a page can use is left out: names to point at, and colours that a page's rules about
// style would refuse. What is empty is so by the rules of XML.
const plain = (svg: string): string =>
  svg
    .replace(/<path d [^>]*><\/path>/g, "")
    .replace(/(<(?!svg|symbol)[^>]*?) (?:role|tabindex|data-[a-z]+|aria-[a-z]+)="[^"]*"/g, "$1")
    .replace(/(<g [^>]*?) id="p-\d+"/g, "$1")
    .replace(/ style="color:\s*([^";]+);?"/g, ' color="$1"');

// With the spaces and apostrophes of print, as all words of the page.
const printed = (text: string): string => both({ fr: text, en: text });

// An empty attribute is rendered as in HTML, by its name alone, which no reader of SVG takes.
const wellFormed = (svg: string): string =>
  svg.replace(/<[a-zA-Z][\w-]*(?:\s+[\w:-]+(?:="[^"]*")?)*\s*\/?>/g, (tag) =>
    tag.replace(/(\s[\w:-]+)(="[^"]*")?/g, (_, name: string, value?: string) =>
      `${name}${value ?? '=""'}`,
    ),
  );

function drawn(request: Request): string {
  lang.value = request.lang;
  const store = factsOf(request),
    part = partOf(store, request.crop ?? [], request.margin ?? 120);
  cullFacts(store, part);
  const vnode = (
    <Figure
      store={store}
      part={part}
      marks={(request.marks ?? []).map((m) => (m.text ? { ...m, text: printed(m.text) } : m))}
      title={request.title ? printed(request.title) : both(request.shown.game)}
      head={(request.alone ? styleAlone() : "") + symbolsOf(store, request.symbols)}
      across={request.across ?? 1050}
    />
  );
  let svg = cullPaths(wellFormed(renderToString(vnode)), part);
  if (zoomOf(part) === "far") svg = coarse(svg);
  const art = drawingsOf(store.look.value.cards, request.drawings ?? "");
  if (art) svg = svg.replace("</title>", `</title><defs>${art}</defs>`);
  for (let before = ""; before !== svg; ) [before, svg] = [svg, plain(svg)];
  return svg;
}

declare const process: {
  stdin: AsyncIterable<Uint8Array>;
  stdout: { write(text: string): void };
};
let text = "";
const decoder = new TextDecoder();
for await (const chunk of process.stdin) text += decoder.decode(chunk, { stream: true });
for (const line of text.split("\n").filter(Boolean)) {
  let answer: { svg: string } | { error: string };
  try {
    answer = { svg: drawn(JSON.parse(line) as Request) };
  } catch (error) {
    answer = { error: error instanceof Error ? error.message : String(error) };
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
