// SPDX-License-Identifier: Apache-2.0
// Two addresses: the home page and a match. Links change the page without loading it again.
import { signal } from "@preact/signals";

export const path = signal(location.pathname);
addEventListener("popstate", () => (path.value = location.pathname));

export function go(to: string): void {
  history.pushState(null, "", to);
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
