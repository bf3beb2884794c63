// SPDX-License-Identifier: Apache-2.0
// A search over the headings and the text of a book: every word must stand in a passage, in any
// order, whatever its accents and capitals. Headings come first, then the text as it is read.
export interface Passage {
  node: Element;
  chapter: string; // the heading above it
  text: string;
}
const passages = "h3, h4, h5, p, li, tr, dt, dd, figcaption";

// Letter for letter as long as what is read, so that a place in one is a place in the other.
export const bare = (text: string): string =>
  [...text]
    .map((c) => c.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().slice(0, 1) || c)
    .join("")
    .replace(/\u2019/g, "'");

const wordsOf = (asked: string): string[] => bare(asked).split(/\s+/).filter(Boolean);

// What is read of a node: ids in the margin and cells of a table stand by themselves.
function read(node: Node): string {
  if (!(node instanceof Element)) return node.textContent ?? "";
  const text = [...node.childNodes].map(read).join("");
  return node.matches("td, th, .margin-id") ? ` ${text} ` : text;
}

export function find(book: Element, asked: string): Passage[] {
  const words = wordsOf(asked),
    heads: Passage[] = [],
    texts: Passage[] = [];
  let chapter = "";
  if (!words.length) return [];
  for (const node of book.querySelectorAll(passages)) {
    const text = read(node).replace(/\s+/g, " ").trim(),
      heading = /^H/.test(node.nodeName);
    if (heading) chapter = text;
    const plain = bare(text);
    if (node.querySelector(passages) || !words.every((w) => plain.includes(w))) continue;
    (heading ? heads : texts).push({ node, chapter, text });
  }
  return [...heads, ...texts];
}

// So much of a passage as stands around the first word, in parts: every second one is a hit.
export function excerpt(text: string, asked: string, around = 70): string[] {
  const words = wordsOf(asked),
    plain = bare(text);
  const first = Math.max(0, Math.min(...words.map((w) => plain.indexOf(w))) - around),
    cut = [...text].slice(first, first + 3 * around).join("");
  const hit = new RegExp(
    `(${words.map((w) => w.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")})`,
    "g",
  );
  const ends = bare(cut).split(hit);
  let at = 0;
  const parts = ends.map((part) => cut.slice(at, (at += part.length)));
  if (first) parts[0] = `\u2026${parts[0]}`;
  if (first + 3 * around < text.length) parts[parts.length - 1] += "\u2026";
  return parts;
}
