// SPDX-License-Identifier: Apache-2.0
// What is new since the state that a message builds on; see docs/api/README.md. `verbs` tells how
// many operands an action has.
import { spelled } from "../choose";
import { type Change, HIDDEN_FROM, type Piece, type State, type Verb } from "../types";

export function changed(before: State, change: Change, verbs: Verb[]): State {
  const { from: _, pieces, gauges, legal, log, ...plain } = change;
  const next: State = { ...before, ...plain };
  if (before.view && (pieces || gauges)) {
    const known = new Map(before.view.pieces.map((p) => [p.handle, p]));
    const list = [...before.view.pieces];
    for (const [at, drop, put] of pieces ?? [])
      list.splice(
        at,
        drop,
        ...put.map((p) => (p.handle < HIDDEN_FROM ? { ...known.get(p.handle), ...p } : p) as Piece),
      );
    next.view = { pieces: list, gauges: gauges ?? before.view.gauges };
  }
  if (legal) {
    const list = [...(before.legal ?? [])];
    for (const [at, drop, put] of legal)
      list.splice(at, drop, ...put.map(([a, n]) => spelled(a, n, verbs)));
    next.legal = list;
  }
  if (log) next.log = [...(before.log ?? []), ...log];
  return next;
}
