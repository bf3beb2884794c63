// SPDX-License-Identifier: Apache-2.0
// The search field of a book and what was found, beside the board and on the book's own page.
import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect } from "preact/hooks";
import type { Lang } from "../prefs";
import { type Passage, excerpt, find } from "../search";
import { tIn } from "../text";

const shown = 24;

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
  useLayoutEffect(() => {
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
