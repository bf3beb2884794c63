// SPDX-License-Identifier: Apache-2.0
// The addresses of the page: home, a match, and those that links bring. Links inside the page
// change it without loading it again.
import { signal } from "@preact/signals";

export const path = signal(location.pathname);
addEventListener("popstate", () => (path.value = location.pathname));

export function go(to: string): void {
  history.pushState(null, "", to);
  path.value = location.pathname;
  scrollTo(0, 0);
}
// In place of the present address, which is left in no history.
export function replace(to: string): void {
  history.replaceState(null, "", to);
  path.value = location.pathname;
  scrollTo(0, 0);
}
export const link = (to: string) => ({
  href: to,
  onClick: (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    go(to);
  },
});
