// SPDX-License-Identifier: Apache-2.0
// Whether a new state asks anything new of who reads it. Who comes, goes or speaks makes a state
// too; what one has chosen, and the menu that is open, are none the worse for it.
import type { State } from "./types";

export function sameDecision(a: State, b: State): boolean {
  const same = (one: readonly unknown[] = [], two: readonly unknown[] = []): boolean =>
    one === two || (one.length === two.length && one.every((x, i) => x === two[i]));
  const told = (s: State): unknown[] => [s.viewer, s.entry, s.over, s.handover];
  const turn = ({ turn: { node, seat, acting } }: State): unknown[] => [node, seat, acting];
  const actions = (s: State): number[] => (s.legal ?? []).map(({ a }) => a);
  return (
    same(told(a), told(b)) &&
    same(turn(a), turn(b)) &&
    same(a.draft ?? [], b.draft ?? []) &&
    (a.legal === b.legal || same(actions(a), actions(b)))
  );
}
