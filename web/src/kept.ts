// SPDX-License-Identifier: Apache-2.0
// The open steps of a turn, kept by this tab. The server has them in memory only: when it was
// started anew in the middle of a turn they are gone there, and the page offers to take them again.
import { signal } from "@preact/signals";
import type { State } from "./types";

interface Kept {
  entry: number;
  viewer: string;
  steps: string[];
}

export class KeptDraft {
  readonly offered = signal<string[] | null>(null);
  private doubtful = true; // opened or cut off: what comes next may have lost steps
  private readonly place: string;
  constructor(match: string) {
    this.place = `gg.draft.${match}`;
  }

  cutOff(): void {
    this.doubtful = true;
  }
  // The player took them back himself, or does not want them.
  forget(): void {
    this.offered.value = null;
    this.write(null);
  }
  heard(state: State): void {
    const steps = state.draft ?? [],
      kept = this.read();
    if (state.handover || state.viewer === null) return;
    const same = kept?.entry === state.entry && kept.viewer === state.viewer;
    if (steps.length) {
      this.offered.value = null;
      this.write({ entry: state.entry, viewer: state.viewer, steps });
    } else if (kept && !same) this.forget();
    else if (kept && this.doubtful && state.turn.acting) this.offered.value = kept.steps;
    else if (kept && !this.offered.value) this.forget();
    this.doubtful = false;
  }

  private read(): Kept | null {
    try {
      return JSON.parse(sessionStorage.getItem(this.place) ?? "null") as Kept | null;
    } catch {
      return null;
    }
  }
  private write(kept: Kept | null): void {
    try {
      if (kept) sessionStorage.setItem(this.place, JSON.stringify(kept));
      else sessionStorage.removeItem(this.place);
    } catch {
      // a browser that keeps nothing still plays
    }
  }
}
