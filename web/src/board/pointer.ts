// SPDX-License-Identifier: Apache-2.0
// Mouse, pen and fingers on the table: click, drag a piece, pan, pinch, press long to be told
// what a thing is. The board and the trays share it, so a card can be dragged from a hand onto
// the board.
import { signal } from "@preact/signals";
import type { Thing } from "../choose";
import type { MatchStore } from "../store";
import { ACTIVE, GHOST, HIDDEN_FROM } from "../types";
import type { Piece } from "../types";
import { takeUp } from "../prepare";
import { fromPlane } from "./geometry";
import type { View } from "./view";

export const dragging = signal<{ index: number; x: number; y: number } | null>(null);
export const hovered = signal<string | null>(null); // key of the fanned stack, "surface:cell"

const near = 7; // pixels a click may wander
const long = 550; // milliseconds of a long press
const touch = 20; // pixels a finger reaches on each side

interface Hold {
  id: number;
  x: number;
  y: number;
  index: number | null; // of the piece
  onBoard: boolean;
  moved: boolean;
  way: Thing[];
  timer: number;
  told: boolean;
}

const holder = (node: EventTarget | null, name: string): HTMLElement | null =>
  node instanceof Element ? node.closest<HTMLElement>(`[data-${name}]`) : null;

export interface Hit {
  index: number | null;
  surface: number | null;
  cell: number | null;
}
export function hit(node: EventTarget | null): Hit {
  const piece = holder(node, "piece"),
    cell = holder(node, "cell");
  const [surface, number] = (cell?.dataset["cell"] ?? "").split(":");
  return {
    index: piece ? Number(piece.dataset["piece"]) : null,
    surface: cell ? Number(surface) : null,
    cell: cell ? Number(number) : null,
  };
}

// Between the counters of a fanned stack the nearest is meant: the plate is no map.
function nearestFanned(node: EventTarget | null, at: PointerEvent): number | null {
  const fan = node instanceof Element ? node.closest(".fan") : null;
  const far = (piece: Element): number => {
    const box = piece.getBoundingClientRect();
    return Math.hypot(
      box.left + box.width / 2 - at.clientX,
      box.top + box.height / 2 - at.clientY,
    );
  };
  const [first] = [...(fan?.querySelectorAll<SVGElement>("[data-piece]") ?? [])].sort(
    (a, b) => far(a) - far(b),
  );
  return first ? Number(first.dataset["piece"]) : null;
}

export class Pointer {
  private hold: Hold | null = null;
  private fingers = new Map<number, { x: number; y: number }>();
  private store: MatchStore;
  private view: View;
  private svg: () => SVGSVGElement | null;
  constructor(store: MatchStore, view: View, svg: () => SVGSVGElement | null) {
    this.store = store;
    this.view = view;
    this.svg = svg;
  }

  down = (event: PointerEvent): void => {
    const svg = this.svg();
    // a press that ended a playback is about what is there now
    const target =
      this.store.motion.cutBy === event
        ? document.elementFromPoint(event.clientX, event.clientY)
        : event.target;
    const onBoard = !!svg && target instanceof Node && svg.contains(target);
    const { index: struck, cell } = hit(target);
    const index = struck ?? nearestFanned(target, event);
    if (!onBoard && index === null && cell === null) return;
    if (event.button !== 0) return;
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.fingers.size === 2) return this.drop();
    this.hold = {
      id: event.pointerId,
      x: event.clientX,
      y: event.clientY,
      index,
      onBoard,
      moved: false,
      way: [],
      told: false,
      timer: window.setTimeout(() => this.press(target), long),
    };
  };

  private press(target: EventTarget | null): void {
    if (!this.hold || this.hold.moved || this.hold.told) return;
    const { index, surface, cell } = hit(target);
    const piece = index === null ? undefined : this.store.pieces.value[index];
    const text = piece
      ? this.store.describePiece(piece)
      : surface !== null && cell !== null
        ? this.store.describeCell(surface, cell)
        : "";
    const node = target instanceof Element ? target.closest("[data-piece]") : null;
    if (text) this.hold.told = true;
    if (piece && index !== null && node && piece.handle < HIDDEN_FROM) {
      this.store.lens.value = { index, near: node.getBoundingClientRect() };
      this.store.said.value = text;
    } else if (text) this.store.note({ x: this.hold.x, y: this.hold.y }, text);
  }

  move = (event: PointerEvent): void => {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    if (this.fingers.size === 2) this.pinch(event.pointerId, now);
    this.fingers.set(event.pointerId, now);
    const hold = this.hold;
    if (!hold || hold.id !== event.pointerId) return;
    if (!hold.moved && Math.hypot(now.x - hold.x, now.y - hold.y) > near) {
      hold.moved = true;
      hold.told = false; // held long, read, and then moved after all
      clearTimeout(hold.timer);
      this.store.bubble.value = this.store.lens.value = null;
      hovered.value = null;
      if (!this.draggable(hold.index)) hold.index = null;
      const taken = hold.index === null ? undefined : this.store.pieces.value[hold.index];
      if (taken) void takeUp(this.store, taken);
      this.svg()?.setPointerCapture?.(event.pointerId);
    }
    if (!hold.moved) return;
    if (hold.index === null) {
      if (hold.onBoard) this.view.pan(now.x - before.x, now.y - before.y);
      return;
    }
    dragging.value = { index: hold.index, ...now };
    this.along(hold, now);
  };

  // Only what could be named now is dragged; anything else moves the map.
  private draggable(index: number | null): boolean {
    const piece = index === null ? undefined : this.store.pieces.value[index];
    if (!piece || !this.store.acting.value || piece.handle >= HIDDEN_FROM) return false;
    return (
      this.store.touchable.value.has(piece.handle) ||
      (piece.flags & (ACTIVE | GHOST)) !== 0 ||
      this.store.chain.value.some((x) => x.kind === "piece" && x.handle === piece.handle)
    );
  }

  private along(hold: Hold, at: { x: number; y: number }): void {
    const { surface, cell } = hit(document.elementFromPoint(at.x, at.y));
    if (surface === null || cell === null) return;
    const last = hold.way[hold.way.length - 1];
    const from = hold.index === null ? undefined : this.store.pieces.value[hold.index];
    if (last?.kind === "cell" && last.surface === surface && last.cell === cell) return;
    if (!last && from?.surface === surface && from.cell === cell) return;
    hold.way.push({ kind: "cell", surface, cell });
  }

  private pinch(id: number, now: { x: number; y: number }): void {
    const [other] = [...this.fingers].filter(([key]) => key !== id).map(([, p]) => p);
    const before = this.fingers.get(id);
    const box = this.svg()?.getBoundingClientRect();
    if (!other || !before || !box) return;
    const was = Math.hypot(before.x - other.x, before.y - other.y) || 1;
    const is = Math.hypot(now.x - other.x, now.y - other.y) || 1;
    const mid = { x: (now.x + other.x) / 2 - box.left, y: (now.y + other.y) / 2 - box.top };
    this.view.pan((now.x - before.x) / 2, (now.y - before.y) / 2);
    this.view.zoom(is / was, mid.x, mid.y);
  }

  up = (event: PointerEvent): void => {
    this.fingers.delete(event.pointerId);
    const hold = this.hold;
    if (!hold || hold.id !== event.pointerId) return;
    this.drop();
    if (hold.told) return;
    if (hold.moved) {
      if (hold.index !== null) this.dropPiece(hold, event);
      return;
    }
    const at = { x: event.clientX, y: event.clientY },
      coarse = event.pointerType !== "mouse";
    this.clicked((coarse && this.meant(event.target, at)) || event.target, at, coarse);
  };
  // A finger covers 40 pixels: on a table it means the nearest thing that can be done there.
  private meant(target: EventTarget | null, at: { x: number; y: number }): Element | null {
    const plane = target instanceof Element && target.closest(".board.cloth");
    if (!plane || target.closest(".piece.legal, .banner.legal, .place.legal")) return null;
    let best: Element | null = null,
      least = touch;
    for (const node of plane.querySelectorAll(".piece.legal, .banner.legal, .points circle")) {
      const box = node.getBoundingClientRect();
      const far = Math.hypot(
        Math.max(box.left - at.x, 0, at.x - box.right),
        Math.max(box.top - at.y, 0, at.y - box.bottom),
      );
      if (far < least) [best, least] = [node, far];
    }
    return best;
  }
  gone = (event: PointerEvent): void => {
    this.fingers.delete(event.pointerId);
    this.drop();
  };

  private drop(): void {
    if (this.hold) clearTimeout(this.hold.timer);
    this.hold = null;
    dragging.value = null;
  }

  private dropPiece(hold: Hold, event: PointerEvent): void {
    const piece = hold.index === null ? undefined : this.store.pieces.value[hold.index];
    if (!piece) return;
    const at = { x: event.clientX, y: event.clientY };
    this.store.motion.letGo(piece.handle, at);
    const from: Thing = { kind: "piece", handle: piece.handle };
    const under = hit(document.elementFromPoint(at.x, at.y));
    const lies = document.querySelector(`[data-plane="${piece.surface}"]`);
    const point = this.planePoint(lies ?? document.elementFromPoint(at.x, at.y), at);
    if (point) return void this.store.dropPoint(from, point.surface, point, at);
    if (under.cell === null || under.surface === null || !hold.way.length) return;
    void this.store.drag(from, hold.way, at);
  }

  // A place on a plane in millimetres, where the surface is one.
  private planePoint(
    node: Element | null,
    at: { x: number; y: number },
  ): { surface: number; x: number; y: number } | null {
    const plane = node?.closest<SVGGElement>("[data-plane]");
    const matrix = plane?.getScreenCTM();
    if (!plane || !matrix) return null;
    const surface = Number(plane.dataset["plane"]),
      frame = this.store.frames.value.find((f) => f.surface === surface);
    if (!frame) return null;
    const p = fromPlane(frame, new DOMPoint(at.x, at.y).matrixTransform(matrix.inverse()));
    return { surface, x: Math.round(p.x), y: Math.round(p.y) };
  }

  clicked(target: EventTarget | null, at: { x: number; y: number }, coarse: boolean): void {
    const { index, surface, cell } = hit(target);
    const piece = index === null ? undefined : this.store.pieces.value[index];
    const proposed = target instanceof Element && target.closest<HTMLElement>("[data-point]");
    const meant = this.store.marks.value.points[Number(proposed && proposed.dataset["point"])];
    if (proposed && meant) return this.store.touchPoint(meant.surface, meant.x, meant.y, at);
    const point = target instanceof Element ? this.planePoint(target, at) : null;
    const under = piece && this.pointUnder(piece, at);
    if (under) return this.store.touchPoint(under.surface, under.x, under.y, at);
    if (piece) {
      const shape = this.store.game.value?.surfaces[piece.surface]?.shape;
      const stacked =
        shape !== "row" &&
        shape !== "plane" &&
        this.store.piecesAt(piece.surface, piece.cell).length > 1;
      const fanned = target instanceof Element && !!target.closest(".fan");
      if (stacked && !fanned && coarse) return this.store.touchPlace(piece.surface, piece.cell, at);
      const place: Thing[] =
        piece.cell !== 0xffff ? [{ kind: "cell", surface: piece.surface, cell: piece.cell }] : [];
      const choice = this.store.choiceOf(piece);
      const self: Thing = choice ?? { kind: "piece", handle: piece.handle };
      // what lies on it, or in it, is hard to hit: it is meant where the piece itself cannot be
      const riders = this.store.pieces.value.filter(
        (p) => p.on === piece.handle && piece.handle < HIDDEN_FROM && p.handle < HIDDEN_FROM,
      );
      const carried = riders.map((p): Thing => ({ kind: "piece", handle: p.handle }));
      return this.store.touch([self, ...carried, ...place], at);
    }
    if (point && this.wantsPoint())
      return this.store.touchPoint(point.surface, point.x, point.y, at);
    if (surface !== null && cell !== null) return this.store.touchPlace(surface, cell, at);
    if (point) return this.store.touchPoint(point.surface, point.x, point.y, at);
    this.store.cancel();
  }

  // A proposed point may lie under a figure that cannot be meant itself.
  private pointUnder(piece: Piece, at: { x: number; y: number }) {
    const { marks, chain } = this.store;
    const meant = this.store.touchable.value.has(piece.handle) && !chain.value.length;
    const plane = document.querySelector(`[data-plane="${piece.surface}"]`);
    const point = meant || !plane ? null : this.planePoint(plane, at);
    if (!point) return null;
    const near = (p: { x: number; y: number }): boolean =>
      Math.hypot(p.x - point.x, p.y - point.y) < 5;
    return marks.value.points.some((p) => p.surface === point.surface && near(p)) ? point : null;
  }

  private wantsPoint(): boolean {
    const game = this.store.game.value;
    const node = game?.nodes.find((n) => n.token === this.store.live.value?.turn.node);
    return !!node?.verbs.some((v) =>
      game?.verbs[v]?.operands.some((d) => game.domains[d]?.kind === "x"),
    );
  }
}
