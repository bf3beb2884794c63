// SPDX-License-Identifier: Apache-2.0
// Trays keep the height they have once had: a hand that shrinks, or is empty for a moment, does not
// make the board jump. Room that was not needed for a while (all counters are on the map) is given
// back, once.
import { useEffect } from "preact/hooks";
import type { MatchStore } from "./store";

const patience = { empty: 8, spare: 30 }; // entries
const much = 0.7; // of its height: who needs more keeps it all

interface Held {
  height: number;
  used: number; // the entry at which most of it was needed last
  since: number; // the most that was needed after it
}

// What lies in it, without the room that is kept.
function needed(tray: HTMLElement): number {
  const last = [...tray.children].reduce(
    (low, child) => Math.max(low, child.getBoundingClientRect().bottom),
    0,
  );
  return last ? Math.ceil(last - tray.getBoundingClientRect().top) : 0;
}

function kept(before: Held | undefined, now: number, entry: number): Held {
  if (!before || now >= before.height * much)
    return { height: Math.max(before?.height ?? 0, now), used: entry, since: 0 };
  const since = Math.max(before.since, now),
    waited = entry - before.used;
  return waited > (since ? patience.spare : patience.empty)
    ? { height: since, used: entry, since: 0 }
    : { ...before, since };
}

export function useSteady(store: MatchStore): void {
  useEffect(() => {
    const held = new Map<string, Held>();
    const keep = () => {
      const entry = store.live.value?.entry ?? 0;
      for (const side of ["mine", "theirs"]) {
        const tray = document.querySelector<HTMLElement>(`.trays.${side}`);
        if (!tray) continue;
        const next = kept(held.get(side), needed(tray), entry);
        held.set(side, next);
        const height = next.height ? `${next.height}px` : "";
        if (tray.style.minHeight !== height) tray.style.minHeight = height;
      }
    };
    const watcher = new ResizeObserver(keep);
    const resized = () => {
      held.clear(); // another window, other lines
      for (const tray of document.querySelectorAll<HTMLElement>(".trays"))
        tray.style.minHeight = "";
      keep();
    };
    for (const tray of document.querySelectorAll(".trays")) watcher.observe(tray);
    const told = store.live.subscribe(() => requestAnimationFrame(keep));
    addEventListener("resize", resized);
    return () => {
      watcher.disconnect();
      told();
      removeEventListener("resize", resized);
    };
  }, [store]);
}
