// SPDX-License-Identifier: Apache-2.0
// Where the board is looked at: a shift and a scale, changed by wheel, fingers, keys and commands.
import { computed, signal } from "@preact/signals";
import { calm } from "../prefs";

export class View {
  readonly at = signal({ x: 0, y: 0, k: 1 });
  readonly transform = computed(() => {
    const { x, y, k } = this.at.value;
    return `translate(${x.toFixed(2)} ${y.toFixed(2)}) scale(${k.toFixed(4)})`;
  });
  // The part of the drawing that is in sight.
  readonly part = computed(() => {
    const { x, y, k } = this.at.value,
      { width, height } = this.room.value;
    return { x: -x / k, y: -y / k, width: width / k, height: height / k };
  });
  readonly allSeen = computed(() => this.at.value && this.room.value && this.holdsAll());
  // How much a reader can make out: small lettering is left away from afar.
  readonly detail = computed(() =>
    this.at.value.k < 0.6 ? "far" : this.at.value.k < 0.85 ? "mid" : "near",
  );
  readonly tiny = computed(() => this.at.value.k < 0.42);
  private box = { width: 800, height: 600 };
  readonly room = signal({ width: 800, height: 600 }); // of the window on the board
  private content = { x: 0, y: 0, width: 100, height: 100 };
  private least = 0.1;
  private touched = false;
  private again: () => void = () => this.fit();
  private frame = 0;

  // What buttons that lie over the board take of it, at its right and at its lower edge: the end of
  // the board comes to lie beside them.
  covered = { right: 0, bottom: 0 };

  private top = 0;
  private side = 0;
  // Where the board begins on the screen.
  get left(): number {
    return this.side;
  }
  get above(): number {
    return this.top;
  }
  private quiet = 0; // when the page has come to rest after it was opened

  // What stands above or below the board may grow: a board seen whole stays whole, a part of one
  // stays where it is on the screen.
  resize(width: number, height: number, top: number, left = 0): void {
    if (width < 10 || height < 10) return;
    const { width: w, height: h } = this.box,
      changed = w !== width || h !== height;
    const steady = this.quiet > 0 && performance.now() > this.quiet && w === width;
    const whole = this.holdsAll();
    const up = top - this.top;
    this.box = { width, height };
    if (changed) this.room.value = this.box;
    this.top = top;
    this.side = left;
    if (changed && steady) {
      const { x, y, k } = this.at.value;
      if (whole && !this.touched) this.again();
      else if (Math.abs(up) < 200) this.at.value = { x, y: y - up, k };
    } else if (changed && !this.touched) this.again();
  }
  private holdsAll(): boolean {
    const { x, y, k } = this.at.value,
      slack = 1;
    return (
      x + this.content.x * k >= -slack &&
      y + this.content.y * k >= -slack &&
      x + (this.content.x + this.content.width) * k <= this.box.width + slack &&
      y + (this.content.y + this.content.height) * k <= this.box.height + slack
    );
  }
  show(content: { x?: number; y?: number; width: number; height: number }): void {
    this.content = { x: 0, y: 0, ...content };
    this.quiet = performance.now() + 1500;
    this.again = () => this.fit();
    this.fit();
  }
  private fitScale(): number {
    const spare = this.box.width < 600 ? 8 : 24; // a small screen has none to give away
    return Math.min(
      (this.box.width - spare) / this.content.width,
      (this.box.height - spare) / this.content.height,
    );
  }
  fit(): void {
    const k = Math.min(1.6, this.fitScale());
    this.least = Math.min(0.25, k * 0.8);
    this.touched = false;
    this.at.value = {
      k,
      x: (this.box.width - this.content.width * k) / 2 - this.content.x * k,
      y: (this.box.height - this.content.height * k) / 2 - this.content.y * k,
    };
  }
  // As wide as the screen, its lower edge in sight: a table that was turned to a player on a small
  // screen, which would be too small to play on if it were seen whole.
  across(): void {
    this.fit();
    this.again = () => this.across();
    const k = Math.max(this.at.value.k, (this.box.width - 8) / this.content.width);
    const y = this.box.height - this.content.height * k - 4;
    this.at.value = { k, x: (this.box.width - this.content.width * k) / 2, y: Math.min(4, y) };
  }
  // Asked for by the player: stays the view when the window changes.
  whole(): void {
    this.again = () => this.fit();
    this.fit();
  }
  // Begins where things are: the part of the board that holds pieces; on a small screen, where even
  // that would be too small to read, near `point`.
  begin(
    part: { x: number; y: number; width: number; height: number } | null,
    point: { x: number; y: number } | null,
  ): void {
    this.fit();
    this.again = () => this.begin(part, point);
    if (!part) return;
    const k = Math.min(1.1, this.box.width / part.width, this.box.height / part.height);
    const legible = this.box.width < 600 ? 0.68 : 0.8; // small print is read from there on
    if (k < legible && point) this.go(point.x, point.y, legible, false);
    else if (k > this.at.value.k * 1.12)
      this.go(part.x + part.width / 2, part.y + part.height / 2, k, false);
    this.fill();
    this.touched = false;
  }
  // No bare desk beside the board as long as there is more of it on the other side.
  private fill(): void {
    this.at.value = this.filled(this.at.value);
  }
  private filled({ x, y, k }: { x: number; y: number; k: number }) {
    const edge = 14;
    const held = (at: number, room: number, from: number, size: number, end: number): number =>
      size * k + edge + end <= room
        ? at
        : Math.min(edge - from * k, Math.max(room - (from + size) * k - end, at));
    const { right, bottom } = this.covered;
    return {
      k,
      x: held(x, this.box.width, this.content.x, this.content.width, Math.max(edge, right)),
      y: held(y, this.box.height, this.content.y, this.content.height, Math.max(edge, bottom)),
    };
  }
  private bound(x: number, y: number, k: number): { x: number; y: number; k: number } {
    const roomX = this.box.width * 0.35,
      roomY = this.box.height * 0.35;
    const left = this.content.x * k,
      top = this.content.y * k,
      w = left + this.content.width * k,
      h = top + this.content.height * k;
    return {
      k,
      x: Math.min(this.box.width - roomX - left, Math.max(roomX - w, x)),
      y: Math.min(this.box.height - roomY - top, Math.max(roomY - h, y)),
    };
  }
  pan(dx: number, dy: number): void {
    const { x, y, k } = this.at.value;
    this.touched = true;
    this.at.value = this.bound(x + dx, y + dy, k);
  }
  zoom(factor: number, px = this.box.width / 2, py = this.box.height / 2): void {
    const { x, y, k } = this.at.value;
    const next = Math.min(4, Math.max(this.least, k * factor));
    this.touched = true;
    this.at.value = this.bound(px - ((px - x) / k) * next, py - ((py - y) / k) * next, next);
  }
  small(): boolean {
    return this.box.width < 620;
  }
  // So near that things are k times as large as drawn, and as much of that part in sight as can be.
  near(part: { x: number; y: number; width: number; height: number }, k: number): void {
    if (!this.before) this.before = this.at.value;
    const close = Math.min(1.6, Math.max(k, this.at.value.k));
    this.go(part.x + part.width / 2, part.y + part.height / 2, close, true, false);
  }
  private before: { x: number; y: number; k: number } | null = null;
  // As it was before something was approached.
  back(): void {
    if (!this.before) return;
    this.before = null;
    this.whole();
  }
  // `bare`: desk may be seen beside the board.
  go(x: number, y: number, k = this.at.value.k, smooth = true, bare = true): void {
    const middle = this.bound(this.box.width / 2 - x * k, this.box.height / 2 - y * k, k),
      goal = bare ? middle : this.filled(middle);
    this.touched = true;
    cancelAnimationFrame(this.frame);
    if (!smooth || calm.value) {
      this.at.value = goal;
      return;
    }
    const from = this.at.value,
      began = performance.now();
    const step = (now: number) => {
      const p = Math.min(1, (now - began) / 220),
        e = 1 - (1 - p) ** 3;
      this.at.value = {
        x: from.x + (goal.x - from.x) * e,
        y: from.y + (goal.y - from.y) * e,
        k: from.k + (goal.k - from.k) * e,
      };
      if (p < 1) this.frame = requestAnimationFrame(step);
    };
    this.frame = requestAnimationFrame(step);
  }
  // Shows a point that is out of sight, without bare desk beside the board.
  attend(x: number, y: number): void {
    const { x: vx, y: vy, k } = this.at.value,
      sx = vx + x * k,
      sy = vy + y * k,
      m = 48,
      { right, bottom } = this.covered;
    if (sx > m && sy > m && sx < this.box.width - m - right && sy < this.box.height - m - bottom)
      return;
    const was = this.touched;
    this.go(x, y, k, false);
    this.fill();
    this.touched = was;
  }
  // Moves only as far as needed for a point to be comfortably inside.
  reveal(x: number, y: number): void {
    const { x: vx, y: vy, k } = this.at.value;
    const sx = vx + x * k,
      sy = vy + y * k,
      all = this.holdsAll(),
      m = all ? 0 : Math.min(80, this.box.width / 5), // nothing to gain when all is in sight
      low = m && Math.max(m, this.covered.bottom + 30);
    if (sx < m || sy < m || sx > this.box.width - m || sy > this.box.height - low)
      this.go(x, y, k, true, false);
  }
}
