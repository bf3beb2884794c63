// SPDX-License-Identifier: Apache-2.0
// A book read as a page of its own (host/net/book.py): by day or by lamp, as the reader prefers,
// with a search in the language it is written in.
import { effect } from "@preact/signals";
import { render } from "preact";
import { BookSearch, search } from "./panels/find";
import { isDark } from "./prefs";

effect(() => {
  document.documentElement.dataset["theme"] = isDark() ? "dark" : "light";
});

const head = document.querySelector(".book-head");
if (head) {
  const holder = document.createElement("div");
  head.append(holder);
  render(
    <BookSearch
      book={() => document.querySelector(".book")}
      language={document.documentElement.lang === "fr" ? "fr" : "en"}
      version={0}
    />,
    holder,
  );
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    search();
  });
}
