// SPDX-License-Identifier: Apache-2.0
// Runs the browser tests: a fresh context for each test, in one server and one browser for each of
// the lanes that run side by side. A test fails by throwing, and also when the page reported an
// error (a refused style, a broken script).
//
// The longest begin first, so that the lanes end together (times.mjs). So that nothing hangs on who
// else runs, a test may not count on another having run before it. What fails is asked once more,
// alone (rounds.mjs).
import { AsyncLocalStorage } from "node:async_hooks";
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { openBrowser } from "./browser.mjs";
import { PATIENCE_MS, chosen, isList, isLong, isOnce, jobs, late, slow } from "./options.mjs";
import { times as repeats } from "./options.mjs";
import { rounds } from "./rounds.mjs";
import { startServer, stopServer } from "./server.mjs";
import { keepTimes, longestFirst, readTimes } from "./times.mjs";
import { standOf, troubleOf } from "./trouble.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const tests = [];
export const test = (name, run) => tests.push({ name, run });
test.long = (name, run) => isLong && test(name, run);

// What a test says stands before its result, whoever else speaks at that time.
const lines = new AsyncLocalStorage();
const say = console.log;
console.log = (...words) => (lines.getStore() ? lines.getStore().push(words) : say(...words));

// What the stream says comes late too, in its order. No route reaches into a shared worker: the
// page does without.
const lateStream = (late) => {
  delete window.SharedWorker;
  const Prompt = window.EventSource;
  window.EventSource = class extends Prompt {
    due = 0;
    addEventListener(kind, hear) {
      super.addEventListener(kind, (event) => {
        this.due = Math.max(this.due, performance.now() + Math.random() * late);
        setTimeout(() => hear(event), this.due - performance.now());
      });
    }
  };
};

// Makes this context's pages slow and their requests late, as was wished.
async function hinder(context) {
  if (late) {
    await context.addInitScript(lateStream, late);
    await context.route("**/api/**", async (route) => {
      await new Promise((wake) => setTimeout(wake, Math.random() * late));
      await route.continue().catch(() => undefined); // the page may be gone
    });
  }
  if (slow === 1) return;
  // A renderer that is closed while it is slowed stays, and takes the machine's time: each is set
  // free before it goes.
  const lines = new Map();
  const free = (line) => line?.send("Emulation.setCPUThrottlingRate", { rate: 1 }).catch(() => 0);
  context.on("page", async (page) => {
    const close = page.close.bind(page);
    page.close = async (...words) => (await free(lines.get(page)), close(...words));
    try {
      const line = await context.newCDPSession(page);
      lines.set(page, line);
      await line.send("Emulation.setCPUThrottlingRate", { rate: slow });
    } catch {
      // closed already
    }
  });
  const close = context.close.bind(context);
  context.close = async (...words) => {
    await Promise.all([...lines.values()].map(free));
    return close(...words);
  };
}

// What became of it: how long it took and, if it failed, why.
async function runOne({ name, run }, browser, origin) {
  const errors = [];
  const contexts = [];
  // `breaks`: the line or the server goes away under this page, which the browser then reports;
  // `hasty`: it asks for more than it may, and the browser reports that it was told to wait.
  // `speed` is that of the playback, `answer` whether the program's answers wait: what is not about
  // them is shown at once.
  const open = async (how = {}) => {
    const { breaks = false, hasty = false, speed = "off", answer = "once", ...options } = how;
    const context = await browser.newContext({
      viewport: { width: 1280, height: 820 },
      locale: "en",
      ...options,
    });
    contexts.push(context);
    await hinder(context);
    if (speed)
      await context.addInitScript(
        (wishes) => {
          for (const [name, wish] of Object.entries(wishes))
            if (!localStorage.getItem(`gg.${name}`)) localStorage.setItem(`gg.${name}`, wish);
        },
        { speed, answer },
      );
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    page.on("pageerror", (error) => errors.push(`page error: ${error.message}`));
    page.on("console", (message) => {
      // optional art that is not there answers 404, which the browser reports as an error
      if (message.type() !== "error" || /status of (400|404|409|422)/.test(message.text())) return;
      const lost = /net::ERR_(EMPTY_RESPONSE|(CONNECTION|SOCKET)_\w+)/.test(message.text());
      if (breaks && lost) return;
      if (hasty && /status of 429/.test(message.text())) return;
      errors.push(`console: ${message.text()}`);
    });
    return page;
  };
  const began = Date.now();
  try {
    await run({ open, origin });
    if (errors.length) throw new Error(errors.slice(0, 3).join("\n"));
    return { ms: Date.now() - began };
  } catch (error) {
    if (process.env.SHOTS)
      for (const [i, context] of contexts.entries())
        for (const page of context.pages())
          await page
            .screenshot({ path: join(process.env.SHOTS, `${name.replace(/\W+/g, "-")}-${i}.png`) })
            .catch(() => undefined);
    const ms = Date.now() - began,
      pages = contexts.flatMap((context) => context.pages());
    const stands = await Promise.all(pages.map((page) => standOf(page)));
    return { ms, trouble: troubleOf(error, [...stands, ...errors.slice(0, 3)]) };
  } finally {
    for (const context of contexts) await context.close().catch(() => undefined);
  }
}

// ------------------------------------------------------------------------------------------- lanes
// Takes tests off the list until there are none. A browser that is gone costs its test only.
async function lane(waiting, told, folder) {
  let server = null,
    browser = null;
  mkdirSync(folder);
  try {
    server = await startServer(folder);
    while (waiting.length) {
      if (!browser?.isConnected()) browser = await openBrowser();
      const one = waiting.shift();
      if (!one) break; // another lane took the last while the browser opened
      const said = [];
      const result = await lines.run(said, () => runOne(one, browser, server.origin));
      if (!result.trouble) times.set(one.name, result.ms);
      told(one, { said, ...result });
    }
  } finally {
    await browser?.close();
    if (server) await stopServer(server);
  }
}

const folder = mkdtempSync(join(tmpdir(), "grognard-web-"));
const times = readTimes();
let broken = 0; // lanes

async function ask(list, told, { alone }) {
  const waiting = longestFirst(list, times),
    side = alone ? 1 : Math.min(jobs, waiting.length);
  const lanes = Array.from({ length: side }, (_, i) =>
    lane(waiting, told, join(folder, `${alone ? "alone" : i}`)),
  );
  for (const { reason } of await Promise.allSettled(lanes))
    if (reason) {
      console.log(`FAIL ${reason instanceof Error ? reason.message : reason}`);
      broken++;
    }
}

const results = { passed: 0, failed: 0 };
try {
  for (const file of readdirSync(here)
    .filter((name) => /^test_.*\.mjs$/.test(name))
    .sort())
    (await import(join(here, file))).default(test);
  if (isList) {
    for (const one of tests.filter(chosen)) console.log(one.name);
    process.exit(0);
  }
  const wanted = tests.filter(chosen),
    all = Array.from({ length: repeats }, () => wanted).flat();
  Object.assign(results, await rounds(all, ask, say, { once: isOnce || repeats > 1 }));
  if (slow === 1 && !late) keepTimes(times);
} catch (error) {
  console.log(`FAIL ${error instanceof Error ? error.message : error}`);
  broken++;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
const failed = results.failed + broken;
console.log(`${results.passed} passed, ${failed} failed`);
process.exit(failed || !results.passed ? 1 : 0);
