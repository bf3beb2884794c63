// SPDX-License-Identifier: Apache-2.0
// A module of the page, bundled for Node: what is pure is tested without a browser.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "../../web/node_modules/esbuild/lib/main.js";

const source = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "web", "src");

export async function load(...modules) {
  const folder = mkdtempSync(join(tmpdir(), "grognard-module-"));
  try {
    const out = join(folder, "made.mjs");
    const contents = modules.map((name) => `export * from "./${name}";`).join("\n");
    await build({
      stdin: { contents, resolveDir: source, loader: "ts" },
      bundle: true,
      format: "esm",
      platform: "node",
      outfile: out,
      logLevel: "error",
    });
    return await import(out);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
