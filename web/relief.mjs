// SPDX-License-Identifier: Apache-2.0
// Paints the ground of a game's hex map: node web/relief.mjs GAME [SCENARIO] writes
// games/GAME/art/relief-day.webp and relief-night.webp, which the game's style.json names. The map
// comes from the program (build/grognard show), the brush is src/paint, the canvas Chromium's, as
// the browser tests drive it (tests/web/run once fetches what that needs). Made again when the map
// or the brush changes; the pictures are kept with the game.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const [game, scenario] = process.argv.slice(2);
if (!game || game.startsWith("-")) {
  console.log("Usage: node web/relief.mjs GAME [SCENARIO]");
  process.exit(game === "--help" ? 0 : 2);
}
const here = dirname(fileURLToPath(import.meta.url)),
  root = join(here, ".."),
  art = join(root, "games", game, "art");
const { openBrowser } = await import(join(root, "tests", "web", "browser.mjs"));
const look = JSON.parse(readFileSync(join(art, "style.json"), "utf8"));
if (!look.relief) {
  console.error(`${game}: style.json names no relief.`);
  process.exit(2);
}
const made = await build({
  absWorkingDir: here,
  entryPoints: ["src/paint/main.ts"],
  bundle: true,
  write: false,
  format: "iife",
  jsx: "automatic",
  jsxImportSource: "preact",
});
const shown = (name) =>
  JSON.parse(
    execFileSync(join(root, "build", "grognard"), ["show", game, `scenario:${name}`, "--json"], {
      maxBuffer: 1 << 26,
    }),
  );
const first = scenario ?? look.relief.scenario ?? look.start?.scenario ?? "standard";
const browser = await openBrowser();
try {
  const page = await browser.newPage();
  await page.addScriptTag({ content: made.outputFiles[0].text });
  const { game: facts, cells } = shown(first);
  const request = { game: facts, cells, look, day: 292_000, night: 200_000 };
  const painted = await page.evaluate((wanted) => globalThis.paint(wanted), request);
  for (const light of ["day", "night"]) {
    const bytes = Buffer.from(painted[light], "base64");
    writeFileSync(join(art, look.relief[light]), bytes);
    console.log(`${look.relief[light]} ${bytes.length} bytes`);
  }
  console.log(`${painted.crowns} trees`);
} finally {
  await browser.close();
}
