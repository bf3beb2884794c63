// SPDX-License-Identifier: Apache-2.0
// Bundles the page into dist/: one script, its shared worker, the check of the dice, one style
// sheet, the fonts, and index.html that refers to them by names carrying a hash of their content,
// so that a server may let browsers keep them for ever; and drawing/draw.mjs, the same drawing code
// for Node, which makes pictures of positions (tools/draw). `node build.mjs --check` also runs the
// type checker first.
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync, mkdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { writeSchema } from "./schema.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const dist = join(here, "dist");

writeSchema(join(here, "..", "docs", "api", "openapi.yaml"), join(here, "src", "schema.ts"));

if (process.argv.includes("--check")) {
  const run = spawnSync(join(here, "node_modules", ".bin", "tsc"), ["--noEmit", "-p", here], {
    stdio: "inherit",
  });
  if (run.status !== 0) process.exit(1);
}

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist, { recursive: true });
const common = {
  absWorkingDir: here,
  outdir: dist,
  bundle: true,
  minify: true,
  target: ["es2022", "chrome100", "firefox100", "safari15.4"],
  entryNames: "[name]-[hash]",
  assetNames: "[name]-[hash]",
  publicPath: "/",
  loader: { ".woff2": "file" },
  metafile: true,
  legalComments: "none",
  logLevel: "warning",
};
// What the page's modules ask a browser for when they are loaded, answered as a quiet one would.
const browser =
  "globalThis.navigator ??= { languages: [] };" +
  "globalThis.matchMedia = () => ({ matches: false, addEventListener() {} });";
await build({
  absWorkingDir: here,
  entryPoints: ["src/draw/main.tsx"],
  outfile: join(here, "drawing", "draw.mjs"),
  bundle: true,
  platform: "node",
  format: "esm",
  jsx: "automatic",
  jsxImportSource: "preact",
  loader: { ".css": "text" },
  banner: { js: browser },
  logLevel: "warning",
});
const outputs = (made) => Object.keys(made.metafile.outputs).map((name) => basename(name));
const [worker] = outputs(
  await build({ ...common, entryPoints: { worker: "src/server/worker.ts" }, format: "iife" }),
);
// The check of the dice is fetched when somebody asks for it.
const [proof] = outputs(
  await build({ ...common, entryPoints: { proof: "src/proof/main.ts" }, format: "esm" }),
);
const [book] = outputs(
  await build({
    ...common,
    entryPoints: { book: "src/book.tsx" },
    format: "esm",
    jsx: "automatic",
    jsxImportSource: "preact",
  }),
);
const [laterStyle] = outputs(
  await build({ ...common, entryPoints: { later: "src/style/later.css" } }),
);
const made = await build({
  ...common,
  entryPoints: { app: "src/main.tsx" },
  format: "esm",
  splitting: true,
  chunkNames: "[name]-[hash]",
  jsx: "automatic",
  jsxImportSource: "preact",
  external: ["/proof-*"],
  define: {
    WORKER: JSON.stringify(`/${worker}`),
    PROOF: JSON.stringify(`/${proof}`),
    LATER_STYLE: JSON.stringify(`/${laterStyle}`),
  },
});
const files = outputs(made);
files.push(worker, proof, book, laterStyle);
const script = files.find((name) => /^app-.*\.js$/.test(name));
const style = files.find((name) => /^app-.*\.css$/.test(name));
// Parts that a script shares with others are asked for together with it.
const imported = (name) => {
  const { imports } = made.metafile.outputs[`dist/${name}`];
  const first = imports
    .filter((one) => one.kind === "import-statement" && !one.external)
    .map((one) => basename(one.path));
  return [...new Set(first.flatMap((one) => [one, ...imported(one)]))];
};
const shared = imported(script);
const page = readFileSync(join(here, "src", "index.html"), "utf8")
  .replace("/app.js", `/${script}`)
  .replace("/app.css", `/${style}`)
  .replace(
    "</head>",
    [...shared.map((name) => `<link rel="modulepreload" href="/${name}">\n`), "</head>"].join(""),
  );
writeFileSync(join(dist, "index.html"), page);
writeFileSync(join(dist, "icon.svg"), readFileSync(join(here, "src", "icon.svg")));

// What the bundle carries of others, with the words their licences ask to go with it.
const carried = [
  "preact",
  "@preact/signals",
  "@preact/signals-core",
  "@fontsource/alegreya",
  "@fontsource/alegreya-sans",
  "@fontsource/barlow-condensed",
];
writeFileSync(
  join(dist, "licences.txt"),
  carried
    .map(
      (name) =>
        `${name}\n${"=".repeat(name.length)}\n\n` +
        `${readFileSync(join(here, "node_modules", name, "LICENSE"), "utf8").trim()}\n`,
    )
    .join("\n\n"),
);

// Home and one match: printed books have a script of their own; what is imported later, like the
// check of the dice, waits until somebody asks for it.
const first = new Set([script, ...shared]);
let total = 0;
for (const name of ["index.html", "icon.svg", ...files]) {
  const bytes = readFileSync(join(dist, name));
  const sent = name.endsWith(".woff2") ? bytes.length : gzipSync(bytes).length;
  const waits = name.endsWith(".js") ? name !== worker && !first.has(name) : name === laterStyle;
  if (!waits) total += sent;
  console.log(`${name} ${bytes.length} bytes, ${sent} sent`);
}
console.log(`page ${total} bytes transferred before art`);
if (total > 300_000) {
  console.error("The page is over 300 kB.");
  process.exit(1);
}
