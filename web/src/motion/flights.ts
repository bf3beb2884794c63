// SPDX-License-Identifier: Apache-2.0
// Pieces on their way. What has changed is already drawn where it belongs; over it copies of what
// was drawn slide, turn over, appear or vanish, and what they stand for is unseen meanwhile. Copies
// are moved by transforms alone (Web Animations), so that no frame of an animation lays out the
// page; places are measured once, before it begins. Whatever draws a piece, with `data-piece` and
// the class `art`, can fly.
import type { Difference } from "./differences";

export interface Spot {
  x: number;
  y: number;
}
interface Shot extends Spot {
  node: Element;
  width: number;
  copy: HTMLElement | SVGSVGElement | null;
}
type Ways = Map<number, Spot[]>; // by handle: on the screen, from start to end

const most = 36; // at once; the others are simply there
// A whole set-up comes and goes at once: what goes from one place to another is worth a look.
const flown = (list: Difference[]): Difference[] =>
  (list.length > most ? list.filter((one) => one.was && one.is) : list).slice(0, most);

const artOf = (node: Element): Element => node.querySelector(".art") ?? node;

// A copy of what is drawn, at the corner of the window, of the size it has on the screen.
function copied(art: Element, box: DOMRect): HTMLElement | SVGSVGElement {
  const twin = art.cloneNode(true) as Element;
  for (const node of [twin, ...twin.querySelectorAll("[id], [data-piece]")]) {
    node.removeAttribute("id");
    node.removeAttribute("data-piece");
  }
  const matrix =
    art instanceof SVGGraphicsElement && art.parentNode instanceof SVGGraphicsElement
      ? art.parentNode.getScreenCTM()
      : null;
  if (!matrix) {
    const held = document.createElement("div");
    held.className = "flight";
    held.style.width = `${box.width}px`;
    held.style.height = `${box.height}px`;
    held.append(twin);
    return held;
  }
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg"),
    group = document.createElementNS("http://www.w3.org/2000/svg", "g");
  const { a, b, c, d, e, f } = matrix;
  svg.setAttribute("class", "flight");
  svg.setAttribute("width", String(box.width));
  svg.setAttribute("height", String(box.height));
  group.setAttribute(
    "transform",
    `matrix(${[a, b, c, d, e - box.left, f - box.top].map((v) => v.toFixed(3)).join(" ")})`,
  );
  group.append(twin);
  svg.append(group);
  return svg;
}

function shotOf(index: number, alike = true): Shot | null {
  const node = document.getElementById(`p-${index}`);
  if (!node) return null;
  const art = artOf(node),
    box = art.getBoundingClientRect();
  if (box.width < 1 || box.height < 1) return null;
  const x = box.left + box.width / 2,
    y = box.top + box.height / 2;
  return { node, x, y, width: box.width, copy: alike ? copied(art, box) : null };
}

const put = (shot: Shot, at: Spot, scale: string): string =>
  `translate(${(at.x - shot.x).toFixed(1)}px, ${(at.y - shot.y).toFixed(1)}px) ${scale}`;

export class Flights {
  private flying: { node: Element; run: Animation[] }[] = [];
  constructor(private readonly root: () => HTMLElement | null) {}

  // Before the page is drawn anew: what is about to change, as it looks now.
  before(list: Difference[]): Map<Difference, Shot> {
    const out = new Map<Difference, Shot>();
    for (const one of flown(list)) {
      const shot = one.was && shotOf(one.was.index, one.kind !== "move"); // flies as it will look
      if (shot) out.set(one, shot);
    }
    return out;
  }

  // After it: each from where it was to where it is. How many there are.
  start(list: Difference[], seen: Map<Difference, Shot>, ms: number, ways: Ways): number {
    this.clear();
    // all are measured before the first is laid over the page: one layout, not one for each
    const all = flown(list).map((one) => ({
      one,
      from: seen.get(one) ?? null,
      to: one.is && shotOf(one.is.index),
    }));
    for (const { one, from, to } of all)
      if (to && from && one.kind === "move")
        this.slide(from, to, ms, ways.get(one.is?.piece.handle ?? -1) ?? []);
      else if (to && from) this.turn(from, to, ms);
      else if (to) this.appear(to, ms);
      else if (from) this.vanish(from, ms);
    return all.filter(({ from, to }) => from ?? to).length;
  }

  clear(): void {
    for (const { node, run } of this.flying) {
      for (const one of run) one.cancel();
      node.remove();
    }
    this.flying = [];
  }

  private fly(shot: Shot, frames: Keyframe[], ms: number, delay = 0): void {
    const { copy } = shot;
    if (!copy) return;
    copy.style.left = `${(shot.x - this.size(copy, "width") / 2).toFixed(1)}px`;
    copy.style.top = `${(shot.y - this.size(copy, "height") / 2).toFixed(1)}px`;
    this.root()?.append(copy);
    const run = copy.animate(frames, { duration: ms, delay, easing: "ease-in-out", fill: "both" });
    this.flying.push({ node: copy, run: [run] });
    run.onfinish = () => copy.remove();
  }
  private size(copy: HTMLElement | SVGSVGElement, side: "width" | "height"): number {
    return copy instanceof SVGSVGElement
      ? Number(copy.getAttribute(side))
      : Number.parseFloat(copy.style[side]);
  }
  // What the copy stands for.
  private hide(node: Element, ms: number): void {
    const run = node.animate([{ opacity: 0 }, { opacity: 0 }], { duration: ms });
    this.flying.push({ node: document.createElement("i"), run: [run] });
  }

  private slide(from: Shot, to: Shot, ms: number, way: Spot[]): void {
    const stops = [from, ...way.slice(1, -1), to];
    const far = stops.map((stop, i) => {
      const last = stops[i - 1];
      return last ? Math.hypot(stop.x - last.x, stop.y - last.y) : 0;
    });
    const all = far.reduce((sum, one) => sum + one, 0) || 1;
    let done = 0;
    const frames = stops.map((stop, i): Keyframe => {
      done += far[i] ?? 0;
      const offset = i === stops.length - 1 ? 1 : done / all;
      const k = i === 0 ? from.width / to.width : i === stops.length - 1 ? 1 : 1.06;
      return { offset, transform: put(to, stop, `scale(${k.toFixed(3)})`) };
    });
    this.fly(to, frames, ms);
    this.hide(to.node, ms);
  }
  private turn(from: Shot, to: Shot, ms: number): void {
    const flat = "scale(0.02, 1.08)";
    this.fly(
      from,
      [{ transform: put(from, from, "scale(1)") }, { transform: put(from, to, flat) }],
      ms / 2,
    );
    this.fly(
      to,
      [{ transform: put(to, to, flat) }, { transform: put(to, to, "scale(1)") }],
      ms / 2,
      ms / 2,
    );
    this.hide(to.node, ms);
  }
  private appear(to: Shot, ms: number): void {
    this.fly(
      to,
      [
        { transform: put(to, to, "scale(1.35)"), opacity: 0 },
        { transform: put(to, to, "scale(1)"), opacity: 1 },
      ],
      ms,
    );
    this.hide(to.node, ms);
  }
  private vanish(from: Shot, ms: number): void {
    this.fly(
      from,
      [
        { transform: put(from, from, "scale(1)"), opacity: 1 },
        { transform: put(from, from, "scale(0.72)"), opacity: 0 },
      ],
      ms,
    );
  }
}
