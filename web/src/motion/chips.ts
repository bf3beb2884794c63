// SPDX-License-Identifier: Apache-2.0
// What a throw came to, in short: the dice, what was thrown on, and what each side loses. A game's
// style says which events have such a chip (`chips`); it lies where the fight was until it is read.
import type { Game, LogEntry, LogLine, Look } from "../types";

export interface Chip {
  entry: number;
  faces: number[];
  words: string[];
  lost: { seat: number; count: number }[]; // who attacked first
  place: { surface: number; cell: number } | null;
}

const domainAt = (game: Game, line: LogLine, i: number) =>
  game.domains[game.events?.find((e) => e.token === line.kind)?.domains[i] ?? -1];
const valueOf = (line: LogLine | undefined, i: number | undefined): number | null => {
  const value = line && i !== undefined ? line.args[i] : null;
  return typeof value === "number" ? value : null;
};

// An argument as it is written, not as it is spoken: by its token if it has one.
function word(game: Game, line: LogLine, i: number): string {
  const value = valueOf(line, i);
  if (value === null) return "";
  return domainAt(game, line, i)?.names?.[value]?.token ?? String(value);
}

export function chipOf(game: Game, look: Look, log: LogEntry[], entry: LogEntry): Chip | null {
  const at = entry.lines.findIndex((l) => look.chips?.[l.kind]),
    line = entry.lines[at],
    print = line && look.chips?.[line.kind];
  if (!print) return null;
  const told = log.filter((e) => e.entry < entry.entry).flatMap((e) => e.lines);
  const cause = [...told, ...entry.lines.slice(0, at)].filter((l) => l.kind === print.of).pop();
  const kinds = game.events?.find((e) => e.token === print.of)?.domains ?? [],
    of = (kind: string): number => kinds.findIndex((d) => game.domains[d]?.kind === kind);
  const seat = valueOf(cause, of("seat")),
    cell = valueOf(cause, of("cell")),
    surface = cause ? domainAt(game, cause, of("cell"))?.surface : undefined;
  const counts = (print.lost ?? []).map((i) => valueOf(line, i));
  return {
    entry: entry.entry,
    faces: entry.dice ?? [],
    words: print.show.map((i) => word(game, line, i)).filter(Boolean),
    lost: counts.flatMap((count, i) =>
      count === null || seat === null ? [] : [{ seat: i ? 1 - seat : seat, count }],
    ),
    place: cell === null || surface === undefined ? null : { surface, cell },
  };
}
