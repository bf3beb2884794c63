// SPDX-License-Identifier: Apache-2.0
// A book read as a page of its own (host/net/book.py): by day or by lamp, as the reader prefers.
import { effect } from "@preact/signals";
import { isDark } from "./prefs";

effect(() => {
  document.documentElement.dataset["theme"] = isDark() ? "dark" : "light";
});
