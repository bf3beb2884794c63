// SPDX-License-Identifier: Apache-2.0
// How long each browser test takes, so that the longest begin first and the lanes end together: as
// the last run on this machine found it (build/web-times.txt), before there is one as recorded in
// docs/results/web.txt. A wrong guess costs time and nothing else.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const kept = join(root, "build/web-times.txt");
const recorded = join(root, "docs/results/web.txt");
const UNKNOWN = 10000; // ms: nobody has seen it yet

// Milliseconds by name, from the lines in which a run tells them.
export function timesIn(text) {
  const lines = [...text.matchAll(/^ok {3}(.*) \((\d+) ms\)$/gm)];
  return new Map(lines.map(([, name, ms]) => [name, Number(ms)]));
}

const readIf = (path) => (existsSync(path) ? readFileSync(path, "utf8") : "");
export const readTimes = () => new Map([...timesIn(readIf(recorded)), ...timesIn(readIf(kept))]);

export const linesOf = (times) =>
  [...times].map(([name, ms]) => `ok   ${name} (${ms} ms)\n`).join("");
export function keepTimes(times) {
  if (existsSync(dirname(kept))) writeFileSync(kept, linesOf(times));
}

export function longestFirst(tests, times) {
  const ms = ({ name }) => times.get(name) ?? UNKNOWN;
  return [...tests].sort((a, b) => ms(b) - ms(a));
}
