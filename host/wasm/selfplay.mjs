// SPDX-License-Identifier: Apache-2.0
// Runs selfplay.wasm and prints the lines its native twin prints.
//
//   node selfplay.mjs FILE.wasm random|greedy|colonel GAMES SEED
//
// The rules need nothing from outside; the C library names a few system calls all the same. Each is
// answered with "not supported" (52), so that whatever relied on one would be noticed.
import { readFileSync } from "node:fs";

const [file, brain, games, seed] = process.argv.slice(2);
const brains = { random: 0, greedy: 1, colonel: 4 }; // gg_brain
if (!seed || !(brain in brains)) {
  console.error("usage: node selfplay.mjs FILE.wasm random|greedy|colonel GAMES SEED");
  process.exit(2);
}

const module = new WebAssembly.Module(readFileSync(file));
const imports = {};
for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
  if (kind !== "function" || from !== "wasi_snapshot_preview1")
    throw new Error(`unexpected import ${from}.${name}`);
  imports[from] ??= {};
  imports[from][name] =
    name === "proc_exit"
      ? (code) => { throw new Error(`the program ended with code ${code}`); }
      : () => 52;
}

const { exports } = new WebAssembly.Instance(module, imports);
exports._initialize();

function text(at) {
  const bytes = new Uint8Array(exports.memory.buffer, at);
  return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
}
const unsigned = (value) => BigInt.asUintN(64, value);

for (let i = 0; i < exports.games(); i++) {
  const id = text(exports.game_id(i));
  const status = exports.play(i, brains[brain], Number(games), BigInt(seed));
  if (status !== 0) throw new Error(`${id}: status ${status}`);
  const digest = unsigned(exports.digest()).toString(16).padStart(16, "0");
  console.log(`${id} ${digest} ${unsigned(exports.actions())} ${unsigned(exports.steps())}`);
}
