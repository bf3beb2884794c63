// SPDX-License-Identifier: Apache-2.0
// The focus never falls to the page's body: when what had it is gone (a menu that closed, a piece
// that was drawn anew, a point that is no longer proposed) it goes back to the table. Who plays by
// keys finds it on the piece or place where it was, who points finds it on the board.
import { useLayoutEffect } from "preact/hooks";
import type { MatchStore } from "./store";
import { HIDDEN_FROM } from "./types";

interface Last {
  handle: number | null;
  id: string; // of a place
}

const lost = (): boolean => !document.activeElement || document.activeElement === document.body;

export function useFocus(store: MatchStore): void {
  useLayoutEffect(() => {
    let last: Last = { handle: null, id: "" },
      keys = false, // the last thing touched was the keyboard
      begun = false;
    const remember = (event: FocusEvent) => {
      const node = event.target;
      if (!(node instanceof Element)) return;
      const index = node.getAttribute("data-piece"),
        piece = index === null ? undefined : store.pieces.value[Number(index)];
      if (piece) last = { handle: piece.handle < HIDDEN_FROM ? piece.handle : null, id: "" };
      else if (node.hasAttribute("data-cell")) last = { handle: null, id: node.id };
    };
    const place = (): Element | null => {
      if (!keys) return null;
      const index = store.pieces.value.findIndex((p) => p.handle === last.handle);
      return document.getElementById(index >= 0 ? `p-${index}` : last.id);
    };
    const back = () => {
      if (!begun || !lost()) return;
      const node = place() ?? document.getElementById("board");
      if (!(node instanceof SVGElement || node instanceof HTMLElement)) return;
      if (!node.hasAttribute("tabindex")) node.setAttribute("tabindex", "-1");
      node.focus({ preventScroll: true });
    };
    const soon = () => void setTimeout(back, 0);
    const pointed = () => {
      begun = true;
      keys = false;
      soon();
    };
    const typed = () => {
      begun = keys = true;
      soon();
    };
    const drawn = new MutationObserver(back);
    drawn.observe(document.body, { childList: true, subtree: true });
    document.addEventListener("focusin", remember);
    document.addEventListener("pointerup", pointed);
    document.addEventListener("keydown", typed);
    document.addEventListener("focusout", soon);
    return () => {
      drawn.disconnect();
      document.removeEventListener("focusin", remember);
      document.removeEventListener("pointerup", pointed);
      document.removeEventListener("keydown", typed);
      document.removeEventListener("focusout", soon);
    };
  }, [store]);
}
