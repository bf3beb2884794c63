// SPDX-License-Identifier: Apache-2.0
// The keyboard of a match. Letters act wherever the focus is, except in a field where one types.
import { hovered } from "./board/pointer";
import { towards } from "./board/geometry";
import { pieceSpot, spotOf } from "./board/board";
import type { View } from "./board/view";
import { search } from "./panels/find";
import { orderOfKey } from "./panels/question";
import { callCoach, closeCoach } from "./panels/coachbox";
import type { Replay } from "./panels/replay";
import { go } from "./router";
import { nextMatch } from "./turns";
import type { MatchStore, Spot } from "./store";
import type { Pointer } from "./board/pointer";

const typing = (node: EventTarget | null): boolean =>
  node instanceof HTMLInputElement
    ? node.type !== "checkbox" && node.type !== "range"
    : node instanceof HTMLTextAreaElement || node instanceof HTMLSelectElement;

const middle = (node: Element): Spot => {
  const box = node.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
};

// To the next match that waits for this player.
export function nextGame(): boolean {
  const next = nextMatch();
  if (next) go(`/m/${next}`);
  return next !== null;
}

export class Keys {
  private store: MatchStore;
  private view: View;
  private replay: Replay;
  private pointer: Pointer;
  constructor(store: MatchStore, view: View, replay: Replay, pointer: Pointer) {
    this.store = store;
    this.view = view;
    this.replay = replay;
    this.pointer = pointer;
  }

  down = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || typing(event.target)) return;
    if (this.combined(event) || (this.replay.on.value && this.watching(event)) || this.plain(event))
      event.preventDefault();
  };

  private combined(event: KeyboardEvent): boolean {
    if (!(event.ctrlKey || event.metaKey)) return false;
    if (event.key === "z") void this.store.undo();
    else if (event.key === "b") this.store.calculating.value = !this.store.calculating.value;
    else if (event.key === "Enter")
      document.querySelector<HTMLButtonElement>(".actions .act.main")?.click();
    else return false;
    return true;
  }

  private watching(event: KeyboardEvent): boolean {
    const r = this.replay,
      far = event.shiftKey ? 10 : 1;
    switch (event.key) {
      case "ArrowLeft":
      case "k":
        r.step(-far);
        return true;
      case "ArrowRight":
      case "j":
        r.step(far);
        return true;
      case "Home":
        void r.show(0);
        return true;
      case "End":
        void r.show(r.total.value);
        return true;
      case " ":
        if (document.activeElement instanceof HTMLButtonElement) return false;
        if (r.playing.value) r.pause();
        else r.start();
        return true;
      default:
        return false;
    }
  }

  private plain(event: KeyboardEvent): boolean {
    const s = this.store;
    if (event.altKey || event.ctrlKey || event.metaKey) return false;
    const standing = s.atWindow.value ? orderOfKey(event.key) : undefined;
    if (standing) {
      void s.answerHere(standing[0], standing[1]);
      return true;
    }
    switch (event.key) {
      case "n":
      case "N":
        this.next(event.shiftKey ? -1 : 1);
        return true;
      case "u":
      case "Backspace":
        void s.undo();
        return true;
      case "Escape":
        hovered.value = null;
        s.cancel();
        s.helpShown.value = s.peopleShown.value = s.settingsShown.value = false;
        closeCoach(s);
        s.ruleShown.value = null;
        return true;
      case "+":
      case "=":
        this.view.zoom(1.25);
        return true;
      case "-":
        this.view.zoom(0.8);
        return true;
      case "0":
        this.view.whole();
        return true;
      case "?":
      case "F1":
        s.helpShown.value = !s.helpShown.value;
        return true;
      case "b":
        s.motion.again();
        return true;
      case ",":
        s.settingsShown.value = !s.settingsShown.value;
        return true;
      case "c":
        return this.talk();
      case "g":
        return nextGame();
      case "r":
        s.ruleShown.value = s.ruleShown.value === null ? "" : null;
        return true;
      case "/":
        s.ruleShown.value ??= "";
        search();
        return true;
      case ":":
        s.commandShown.value = true;
        return true;
      case "h":
        s.countersHidden.value = !s.countersHidden.value;
        return true;
      case "o":
        void s.nextOverlay();
        return true;
      case "i":
        return callCoach(s);
      case "d":
        this.describe();
        return true;
      case "W":
        this.view.pan(0, 80);
        return true;
      case "S":
        this.view.pan(0, -80);
        return true;
      case "A":
        this.view.pan(80, 0);
        return true;
      case "D":
        this.view.pan(-80, 0);
        return true;
      case "ArrowLeft":
        return this.go(-1, 0);
      case "ArrowRight":
        return this.go(1, 0);
      case "ArrowUp":
        return this.go(0, -1);
      case "ArrowDown":
        return this.go(0, 1);
      case "Enter":
      case " ":
        return this.point();
      default:
        return false;
    }
  }

  private talk(): boolean {
    if (!document.querySelector(".talk")) return false;
    this.store.talkShown.value = true;
    setTimeout(() => document.getElementById("say")?.focus(), 50);
    return true;
  }

  private focused(): { index: number | null; surface: number; cell: number } | null {
    const node = document.activeElement;
    if (!(node instanceof Element)) return null;
    const piece = node.getAttribute("data-piece"),
      cell = node.getAttribute("data-cell");
    const lying = piece === null ? undefined : this.store.pieces.value[Number(piece)];
    if (lying) return { index: Number(piece), surface: lying.surface, cell: lying.cell };
    if (cell === null) return null;
    const [surface, number] = cell.split(":").map(Number);
    return { index: null, surface: surface ?? 0, cell: number ?? 0 };
  }

  private focus(id: string, surface: number, cell: number): void {
    const index = /^p-(\d+)$/.exec(id)?.[1],
      piece = index === undefined ? undefined : this.store.pieces.value[Number(index)];
    const spot = piece ? pieceSpot(this.store, piece) : spotOf(this.store, surface, cell);
    if (spot) this.view.reveal(spot.x, spot.y);
    const node = document.getElementById(id);
    node?.setAttribute("tabindex", "0");
    node?.focus({ preventScroll: !!spot });
  }

  private next(by: number): void {
    const list = this.store.pieces.value
      .map((piece, index) => ({ piece, index }))
      .filter(
        ({ piece }) => piece.handle < 0x8000 && this.store.marks.value.pieces.has(piece.handle),
      );
    if (!list.length) return this.nextPlace(by);
    const here = list.findIndex(({ index }) => index === this.focused()?.index);
    const to = list[(here + by + list.length + (here < 0 && by < 0 ? 1 : 0)) % list.length];
    if (to) this.focus(`p-${to.index}`, to.piece.surface, to.piece.cell);
  }
  private nextPlace(by: number): void {
    const keys = [...this.store.marks.value.cells].sort(
      (a, b) => Number(a.split(":")[1]) - Number(b.split(":")[1]),
    );
    if (!keys.length) return this.nextPoint(by);
    const f = this.focused(),
      here = f ? keys.indexOf(`${f.surface}:${f.cell}`) : -1;
    const [surface, cell] = (
      keys[(here + by + keys.length + (here < 0 && by < 0 ? 1 : 0)) % keys.length] ?? "0:0"
    )
      .split(":")
      .map(Number);
    this.focus(`c-${surface}-${cell}`, surface ?? 0, cell ?? 0);
  }

  // Points of a table that are proposed.
  private nextPoint(by: number): void {
    const points = this.store.marks.value.points;
    if (!points.length) return void document.querySelector<HTMLElement>(".actions button")?.focus();
    const here = this.focusedPoint() ?? -1;
    const to = (here + by + points.length + (here < 0 && by < 0 ? 1 : 0)) % points.length;
    const point = points[to],
      frame = this.store.frames.value.find((f) => f.surface === point?.surface);
    if (point && frame)
      this.view.reveal(frame.x + point.x * frame.scale, frame.y + point.y * frame.scale);
    const node = document.getElementById(`pt-${to}`);
    node?.setAttribute("tabindex", "0");
    node?.focus({ preventScroll: true });
  }
  private focusedPoint(): number | null {
    const index = document.activeElement?.getAttribute("data-point");
    return index ? Number(index) : null;
  }

  private go(dx: number, dy: number): boolean {
    const here = this.focused();
    const frames = this.store.frames.value;
    const frame = here && frames.find((f) => f.surface === here.surface);
    const from = frame?.places[here?.cell ?? -1];
    if (!here || !from) return this.goTray(dx) || this.goFirst();
    const to = towards(frames, from, dx, dy);
    if (to) this.focus(`c-${to.surface}-${to.cell}`, to.surface, to.cell);
    return true;
  }
  private goTray(dx: number): boolean {
    const node = document.activeElement?.closest(".tray-piece, .tray-place");
    if (!node || !dx) return false;
    const all = [...document.querySelectorAll<HTMLElement>(".tray-piece")];
    const to = all[all.indexOf(node as HTMLElement) + dx];
    to?.setAttribute("tabindex", "0");
    to?.focus();
    return !!to;
  }
  private goFirst(): boolean {
    if (
      document.activeElement &&
      document.activeElement !== document.body &&
      document.activeElement.id !== "board"
    )
      return false;
    this.next(1);
    return true;
  }

  private point(): boolean {
    const node = document.activeElement;
    const here = this.focused(),
      point = this.store.marks.value.points[this.focusedPoint() ?? -1];
    if (point && node) {
      this.store.touchPoint(point.surface, point.x, point.y, middle(node));
      return true;
    }
    if (!here || !(node instanceof Element)) return false;
    const at = middle(node);
    if (here.index !== null) this.pointer.clicked(node, at, false);
    else this.store.touchPlace(here.surface, here.cell, at);
    return true;
  }

  private describe(): void {
    const here = this.focused(),
      node = document.activeElement;
    if (!here || !node) return;
    const piece = here.index === null ? undefined : this.store.pieces.value[here.index];
    this.store.note(
      middle(node),
      piece ? this.store.describePiece(piece) : this.store.describeCell(here.surface, here.cell),
    );
  }
}
