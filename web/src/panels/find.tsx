// SPDX-License-Identifier: Apache-2.0
// A search in a book, over its headings and its text: every word must stand in a passage, in any
// order, whatever its accents and capitals. Headings come first, then the text as it is read.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Lang } from "../prefs";
import { tIn } from "../text";

export interface Passage {
  node: Element;
  chapter: string; // the heading above it
  text: string;
}
const passages = "h3, h4, h5, p, li, tr, dt, dd, figcaption";
const shown = 24;

// Letter for letter as long as what is read, so that a place in one is a place in the other.
export const bare = (text: string): string =>
  [...text]
    .map((c) => c.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().slice(0, 1) || c)
    .join("")
    .replace(/\u2019/g, "'");

const wordsOf = (asked: string): string[] => bare(asked).split(/\s+/).filter(Boolean);

export function find(book: Element, asked: string): Passage[] {
  const words = wordsOf(asked),
    heads: Passage[] = [],
    texts: Passage[] = [];
  let chapter = "";
  if (!words.length) return [];
  for (const node of book.querySelectorAll(passages)) {
    const text = (node.textContent ?? "").replace(/\s+/g, " ").trim(),
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
  if (first + 3 * around < text.length) parts.push("", "\u2026");
  return parts;
}

export const searchId = "book-search";
let wanted = false; // by the book that is about to open

// Goes to the search of the book that is open, or will be.
export function search(): void {
  const field = document.getElementById(searchId);
  field?.focus();
  wanted = !field;
}

export function BookSearch({
  book,
  language,
  version,
}: {
  book: () => Element | null;
  language: Lang;
  version: unknown; // another book: what was found is gone
}) {
  const asked = useSignal(""),
    found = useSignal<Passage[]>([]);
  useEffect(() => {
    if (wanted) search();
  }, []);
  const say = (word: Parameters<typeof tIn>[0]) => tIn(word, language);
  useEffect(() => {
    const body = book();
    found.value = body && asked.value.trim().length > 1 ? find(body, asked.value) : [];
  }, [asked.value, version]);
  const go = ({ node }: Passage) => {
    book()
      ?.querySelectorAll(".cited")
      .forEach((e) => e.classList.remove("cited"));
    node.classList.add("cited");
    node.scrollIntoView({ block: "center" });
  };
  const searching = asked.value.trim().length > 1;
  return (
    <div class="book-search" role="search">
      <input
        id={searchId}
        type="search"
        aria-label={say("searchBook")}
        placeholder={`${say("searchBook")}  /`}
        value={asked.value}
        onInput={(e) => (asked.value = e.currentTarget.value)}
        onKeyDown={(e) => {
          if (e.key === "Enter" && found.value[0]) go(found.value[0]);
          if (e.key !== "Escape" || !asked.value) return;
          e.stopPropagation(); // the book itself stays open
          asked.value = "";
        }}
      />
      {searching && (
        <div class="found">
          <p class="hush" role="status">
            {found.value.length
              ? `${found.value.length} ${say(found.value.length > 1 ? "passages" : "passage")}`
              : say("nothingFound")}
          </p>
          <ol>
            {found.value.slice(0, shown).map((one, i) => (
              <li key={i}>
                <button type="button" class="quiet" onClick={() => go(one)}>
                  {one.text !== one.chapter && <small>{one.chapter}</small>}
                  <span>
                    {excerpt(one.text, asked.value).map((part, k) =>
                      k % 2 ? <mark key={k}>{part}</mark> : part,
                    )}
                  </span>
                </button>
              </li>
            ))}
          </ol>
        </div>
      )}
    </div>
  );
}

