// SPDX-License-Identifier: Apache-2.0
// Runs the browser tests: one server, one browser, a fresh context for each test. A test fails by
// throwing, and also when the page reported an error (a refused style, a broken script).
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { openBrowser } from "./browser.mjs";
import { startServer } from "./server.mjs";

const here = dirname(fileURLToPath(import.meta.url));
// Parts of names: those to run (all when there are none), and after --but those to leave out.
const words = process.argv.slice(2).filter((word) => !["--list", "--long"].includes(word));
const isLong = process.argv.includes("--long"); // also those that take minutes
const but = words.indexOf("--but");
const wanted = but < 0 ? words : words.slice(0, but);
const unwanted = but < 0 ? [] : words.slice(but + 1);
const chosen = ({ name }) =>
  (!wanted.length || wanted.some((word) => name.includes(word))) &&
  !unwanted.some((word) => name.includes(word));

const tests = [];
export const test = (name, run) => tests.push({ name, run });
test.long = (name, run) => isLong && test(name, run);

async function runOne({ name, run }, browser, origin) {
  const errors = [];
  const contexts = [];
  const open = async (options = {}) => {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 820 },
      locale: "en",
      ...options,
    });
    contexts.push(context);
    const page = await context.newPage();
    page.setDefaultTimeout(10000);
    page.on("pageerror", (error) => errors.push(`page error: ${error.message}`));
    page.on("console", (message) => {
      // optional art that is not there answers 404, which the browser reports as an error
      if (message.type() === "error" && !/status of (400|404|409|422)/.test(message.text()))
        errors.push(`console: ${message.text()}`);
    });
    return page;
  };
  const began = Date.now();
  try {
    await run({ open, origin });
    if (errors.length) throw new Error(errors.slice(0, 3).join("\n"));
    console.log(`ok   ${name} (${Date.now() - began} ms)`);
    return true;
  } catch (error) {
    console.log(
      `FAIL ${name}: ${String(error?.stack ?? error)
        .split("\n")
        .slice(0, 14)
        .join("\n     ")}`,
    );
    if (process.env.SHOTS)
      for (const [i, context] of contexts.entries())
        for (const page of context.pages())
          await page
            .screenshot({ path: join(process.env.SHOTS, `${name.replace(/\W+/g, "-")}-${i}.png`) })
            .catch(() => undefined);
    return false;
  } finally {
    for (const context of contexts) await context.close();
  }
}

const folder = mkdtempSync(join(tmpdir(), "grognard-web-"));
let passed = 0,
  failed = 0,
  server = null,
  browser = null;
try {
  for (const file of readdirSync(here)
    .filter((name) => /^test_.*\.mjs$/.test(name))
    .sort())
    (await import(join(here, file))).default(test);
  if (process.argv.includes("--list")) {
    for (const one of tests.filter(chosen)) console.log(one.name);
    process.exit(0);
  }
  server = await startServer(folder);
  browser = await openBrowser();
  for (const one of tests.filter(chosen)) {
    if (await runOne(one, browser, server.origin)) passed++;
    else failed++;
  }
} catch (error) {
  console.log(`FAIL ${error instanceof Error ? error.message : error}`);
  failed++;
} finally {
  await browser?.close();
  server?.child.kill("SIGTERM");
  rmSync(folder, { recursive: true, force: true });
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed || !passed ? 1 : 0);
