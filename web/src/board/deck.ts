// SPDX-License-Identifier: Apache-2.0
// A game's cards (games/ID/art/cards.json): what is printed on each, in which colours, and the
// drawings they are made of (the art files that style.json names), laid into the page once.
import type { Both, Game, Look, Piece } from "../types";
import { BACK, HIDDEN_FROM, NO_HANDLE } from "../types";
import { later } from "./portion";

export type Shown = [icon: string, value: number, grey?: number];

// One card: everything on it that does not change.
export interface CardPrint extends Both {
  face?: string; // what pieces of it have
  suit: string;
  paint?: string; // colours of its picture instead of the suit's
  picture?: string;
  scene?: string;
  cost?: number;
  defence?: number;
  points?: number;
  sub_fr?: string;
  sub_en?: string;
  values?: Shown[];
  small?: Shown[];
  text_fr?: string;
  text_en?: string;
}
// What pieces with a face look like: a back, a marker, or a card with these values.
export interface FacePrint {
  back?: string; // the suit; "owner": that of its side, by the seat's token
  marker?: string; // a drawing of its own, no card
  ribbon?: string;
  suit?: string;
  picture?: string;
  scene?: string;
  ground?: string; // its picture is this kind of ground
  shelter?: boolean; // what lies on it lies in it, behind a loophole
  group?: boolean; // it stands for a group of figures: they are its picture
  // Icons of the view's values; "-": not shown; defence, left and cost have places of their own;
  // "figure": a face plus one, of whom the card shows while nobody of its group stands anywhere.
  values?: string[];
}
export interface Tags {
  held?: Both;
  spent?: Both;
  watch?: Both;
  away?: Both & { on: string[] }; // on places with these faces
}
export interface Deck {
  card?: string; // pattern: the card's id in the token of a piece
  title?: string; // on the backs
  suits: Record<string, Record<string, string>>;
  paints?: Record<string, Record<string, string>>;
  ribbons?: Record<string, string>;
  tags?: Tags;
  piles?: boolean; // the piles lie beside the hands
  slim?: boolean; // a row of orders rather than a hand to read
  open?: string[]; // faces of places where everything lies open
  faces: Record<string, FacePrint>;
  cards: Record<string, CardPrint>;
}
// The page's own view of it.
export interface Cards extends Deck {
  drawn: Set<string>; // ids of the drawings there are
  flat?: Set<string>; // for pictures that stand alone: drawings by suit, as they are used
}

export interface Printed {
  face: FacePrint;
  card: CardPrint | null;
}
export function printOf(game: Game, look: Look, piece: Piece): Printed | null {
  const found = look.cards?.faces[game.faces[piece.face]?.token ?? ""];
  if (!look.cards || !found) return null;
  const seat = game.seats[piece.owner ?? -1]?.token ?? "";
  const own = (suit: string | undefined) => (suit === "owner" ? seat : suit);
  const [suit, back] = [own(found.suit), own(found.back)];
  const face = { ...found, ...(suit ? { suit } : {}), ...(back ? { back } : {}) };
  const id = look.cards.card && new RegExp(look.cards.card).exec(piece.token ?? "")?.[1];
  return { face, card: (id && look.cards.cards[id]) || null };
}
export const isBackOf = (piece: Piece): boolean =>
  !piece.token &&
  ((piece.flags & BACK) !== 0 || (piece.handle >= HIDDEN_FROM && piece.handle !== NO_HANDLE));

// The face that shows the back of these cards: that of the first whose suit has one; -1: none.
export function backFace(game: Game, look: Look, list: Piece[]): number {
  for (const piece of list) {
    const found = printOf(game, look, piece),
      suit = found?.face.back ?? found?.card?.suit;
    const face = game.faces.findIndex((f) => suit && look.cards?.faces[f.token]?.back === suit);
    if (face >= 0) return face;
  }
  return -1;
}

// Value of the view under an icon's name; null: there is none such.
export function valueAt(face: FacePrint, piece: Piece, name: string): number | null {
  const i = face.values?.indexOf(name) ?? -1;
  return i < 0 ? null : (piece.values[i] ?? null);
}

// ------------------------------------------------------------------------------------ drawings
const forbidden = new Set(["script", "foreignobject", "iframe", "image", "a", "style"]);
function clean(element: Element): void {
  for (const child of [...element.children])
    if (forbidden.has(child.localName.toLowerCase()) || /^(animate|set)/.test(child.localName))
      child.remove();
    else clean(child);
  for (const { name, value } of [...element.attributes])
    if (/^on/i.test(name) || name === "style" || (/href$/i.test(name) && !value.startsWith("#")))
      element.removeAttribute(name);
}

// Lays the drawings of these files into the page, in as many of the browser's tasks as it takes;
// their ids.
const TASK = 10; // milliseconds
// A frame in between: what is laid into the page is styled in as many portions.
const pause = (): Promise<void> => new Promise(later);
export async function layDrawings(texts: (string | null)[]): Promise<Set<string>> {
  const found = new Set<string>();
  document.getElementById("game-drawings")?.remove();
  if (!texts.some(Boolean)) return found;
  const holder = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  holder.id = "game-drawings";
  holder.setAttribute("width", "0");
  holder.setAttribute("height", "0");
  holder.setAttribute("aria-hidden", "true");
  document.body.append(holder); // the browser takes in what is there with each frame in between
  for (const text of texts) {
    await pause();
    const parsed = new DOMParser().parseFromString(text ?? "<svg/>", "image/svg+xml");
    let since = performance.now();
    for (const drawing of parsed.querySelectorAll("svg > [id]")) {
      clean(drawing);
      drawing.classList.add("tones"); // a copy of it is styled by what is inside it alone
      found.add(drawing.id);
      holder.append(document.adoptNode(drawing));
      if (performance.now() - since < TASK) continue;
      await pause();
      since = performance.now();
    }
  }
  for (const other of document.querySelectorAll("#game-drawings"))
    if (other !== holder) other.remove(); // of who came in between
  return found;
}

// ---------------------------------------------------------------------- letters that must fit
// Widths of letters in hundredths of the size, in the two faces of type that cards are set in.
const table = (text: string): Map<string, number> => {
  const out = new Map<string, number>();
  for (const row of text.split("\n")) {
    const [, width, letters] = /^(\d+):(.+)$/.exec(row) ?? [];
    for (const letter of letters ?? "") out.set(letter, Number(width) / 100);
  }
  return out;
};
const narrowType = table(
  "16:'\n18:’\n20:lîï ,\n22:ij.;·\n24:I\n26::\n28:1()\n30:ft\n32:r\n34:-\n38:z\n" +
  "40:s7/\n42:vxyFLZ\n44:abcdeghknouES235689éèêàâùûçôëÉÈ−+\n46:pqACJPQTXY04ÀÇ\n" +
  "48:BDGHKORUVÔ\n52:N\n54:M\n60:w\n68:mWœ…\n70:Œ\n",
);
const sansType = table(
  "18: '’\n24:.,;:·\n26:ilîï\n28:jI\n30:(/\n32:ftJ)-\n34:r\n36:1\n38:s\n40:cç\n" +
  "42:zL357\n44:vxyF\n46:k2\n48:aeS689éèêàâë−+\n50:goET4ôÉÈ\n52:bdhnpquCPùûÇ\n" +
  "54:BYZ0\n56:KR\n58:AVÀ\n60:GX…\n64:OQUÔ\n66:D\n68:w\n70:HN\n78:œ\n80:mM\n86:Œ\n" +
  "90:W\n",
);
const widthOf = (type: Map<string, number>, text: string): number =>
  [...text].reduce((sum, c) => sum + (type.get(/\s/.test(c) ? " " : c) ?? 0.5), 0);
const narrow = (text: string): number => widthOf(narrowType, text) * 1.02 + 0.02;
const wide = (text: string): number => widthOf(sansType, text) * 1.01;
const r1 = (v: number): number => Math.round(v * 10) / 10;

export interface Line {
  text: string;
  size: number;
}
// A name in one line, or in two smaller ones; never wider than the room.
export function nameLines(name: string, room: number, most: number, least: number): Line[] {
  const one = Math.min(most, room / narrow(name));
  const words = name.split(" ");
  if (one >= least || words.length < 2) return [{ text: name, size: r1(one) }];
  let at = 1;
  for (let i = 1; i < words.length; i++) {
    const worst = (k: number): number =>
      Math.max(narrow(words.slice(0, k).join(" ")), narrow(words.slice(k).join(" ")));
    if (worst(i) < worst(at)) at = i;
  }
  return [words.slice(0, at).join(" "), words.slice(at).join(" ")].map((text) => ({
    text,
    size: r1(Math.min(least - 0.4, room / narrow(text))),
  }));
}
// A name in one line of at least that size, cut short where it must be.
export function nameLine(name: string, room: number, most: number, least: number): Line {
  const size = Math.min(most, room / narrow(name));
  if (size >= least) return { text: name, size: r1(size) };
  let text = name;
  while (text.length > 3 && narrow(`${text}…`) * least > room) text = text.slice(0, -1);
  return { text: `${text.trim()}…`, size: least };
}
export const capsSize = (text: string, room: number, most: number): number =>
  r1(Math.min(most, room / (narrow(text.toUpperCase()) * 1.12)));

function wrap(text: string, size: number, room: number): string[] {
  const out: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line && wide(`${line} ${word}`) * size > room) {
      out.push(line);
      line = word;
    } else line = line ? `${line} ${word}` : word;
  }
  return line ? [...out, line] : out;
}
// A paragraph in as few lines as it needs, all about as long.
export function paragraph(text: string, room: number, most: number, least: number, lines: number) {
  let size = most,
    made = wrap(text, size, room);
  while (made.length > lines && size > least) {
    size -= 0.2;
    made = wrap(text, size, room);
  }
  for (let narrower = room - 3; narrower > room * 0.5; narrower -= 3) {
    const other = wrap(text, size, narrower);
    if (other.length > made.length) break;
    made = other;
  }
  return { size: r1(size), lines: made };
}
