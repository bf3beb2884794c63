// SPDX-License-Identifier: Apache-2.0
// Drawing in portions. What is costly to draw (the print of a card) is drawn at once while there is
// time in the browser's present task, and a few at a time in the next ones, so that a hundred cards
// laid out at once do not hold up a click. Drawn again only when what it is drawn from differs.
import { Component, type ComponentChildren } from "preact";

const TASK = 12, // milliseconds of drawing in one task
  FEW = 6;
const waiting = new Set<Portion>();
let since = 0; // when drawing began in this task; 0: not yet
const alone = typeof document === "undefined"; // a picture is drawn whole

function mayDraw(): boolean {
  if (alone) return true;
  if (!since) {
    since = performance.now();
    setTimeout(next);
  }
  return performance.now() - since < TASK;
}
function next(): void {
  since = waiting.size ? performance.now() : 0;
  let count = 0;
  for (const portion of waiting) {
    if (count++ === FEW) break;
    waiting.delete(portion);
    portion.setState({ drawn: true });
  }
  if (since) setTimeout(next);
}

interface Props {
  heavy?: boolean; // never at once
  from: unknown[]; // what it is drawn from; empty: drawn again whenever it is asked for
  draw: () => ComponentChildren;
  meanwhile: ComponentChildren;
}
export class Portion extends Component<Props, { drawn: boolean }> {
  override state = { drawn: mayDraw() && (alone || !this.props.heavy) };
  override componentDidMount(): void {
    if (!this.state.drawn) waiting.add(this);
  }
  override componentWillUnmount(): void {
    waiting.delete(this);
  }
  override shouldComponentUpdate(next: Readonly<Props>, state: { drawn: boolean }): boolean {
    const { from } = this.props;
    if (state.drawn !== this.state.drawn || !next.from.length) return true;
    return from.length !== next.from.length || next.from.some((value, i) => value !== from[i]);
  }
  override render({ draw, meanwhile }: Readonly<Props>, { drawn }: { drawn: boolean }) {
    return drawn ? draw() : meanwhile;
  }
}
