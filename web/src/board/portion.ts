// SPDX-License-Identifier: Apache-2.0
// Drawing in portions. What is costly to draw (the print of a card) is drawn at once while there
// are few and there is time in the browser's present task, and the others a few at a time, a frame
// for each portion: what is drawn must be styled and laid out too, which takes longer than to make
// it. So a hundred cards laid out at once do not hold up a click. Drawn again only when what it is
// drawn from differs.
import { Component, type ComponentChildren } from "preact";

const TASK = 12, // milliseconds of drawing in one task
  AT_ONCE = { first: 4, later: 10 }, // of a table's first picture, and of one that is there
  FEW = 6; // of weight 1 in a frame
const waiting = new Set<Portion>();
let since = 0, // when drawing began in this task; 0: not yet
  count = 0, // how many it has drawn
  most = AT_ONCE.first,
  mounted = 0;
const alone = typeof document === "undefined"; // a picture is drawn whole

function mayDraw(weight: number): boolean {
  if (alone) return true;
  if (!since) {
    since = performance.now();
    count = 0;
    later(next);
  }
  return weight <= 1 && ++count <= most && performance.now() - since < TASK;
}
// After the next frame has been painted; a page that nobody sees has none.
export function later(what: () => void): void {
  if (document.hidden) setTimeout(what);
  else requestAnimationFrame(() => setTimeout(what));
}
function next(): void {
  since = waiting.size ? performance.now() : 0;
  if (!since && mounted) most = AT_ONCE.later;
  count = most; // what is new meanwhile waits for its turn
  let room = FEW;
  for (const portion of [...waiting].sort((a, b) => urgency(b) - urgency(a))) {
    room -= weightOf(portion.props);
    if (room < 0) break;
    waiting.delete(portion);
    portion.setState({ drawn: true });
  }
  if (since) later(next);
}

interface Props {
  weight?: number; // at most FEW; more than 1: never at once
  urgent?: boolean; // with the next frame, alone in it
  from: unknown[]; // what it is drawn from; empty: drawn again whenever it is asked for
  draw: () => ComponentChildren;
  meanwhile?: ComponentChildren;
}
const weightOf = ({ urgent, weight = 1 }: Props): number => (urgent ? FEW : weight);
const urgency = ({ props }: Portion): number => Number(props.urgent ?? false);
export class Portion extends Component<Props, { drawn: boolean }> {
  override state = { drawn: mayDraw(weightOf(this.props)) };
  override componentDidMount(): void {
    mounted++;
    if (!this.state.drawn) waiting.add(this);
  }
  override componentWillUnmount(): void {
    waiting.delete(this);
    if (!--mounted) most = AT_ONCE.first;
  }
  override shouldComponentUpdate(next: Readonly<Props>, state: { drawn: boolean }): boolean {
    const { from } = this.props;
    if (state.drawn !== this.state.drawn || !next.from.length) return true;
    return from.length !== next.from.length || next.from.some((value, i) => value !== from[i]);
  }
  override render({ draw, meanwhile }: Readonly<Props>, { drawn }: { drawn: boolean }) {
    return drawn ? draw() : (meanwhile ?? null);
  }
}
