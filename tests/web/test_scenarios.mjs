// SPDX-License-Identifier: Apache-2.0
// A scenario of one's own on the page: begun from one that ships, judged while it is written, shown
// as it would be set up, played on its own board, and told to whoever looks at it.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { stateOf } from "./hands.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const axe = readFileSync(join(here, "node_modules", "axe-core", "axe.min.js"), "utf8");

async function openOwn(page, origin, game) {
  await page.goto(`${origin}/`);
  await page.click(`article[data-game="${game}"] button.scenario`);
  await page.click(".choice fieldset:first-of-type label:last-of-type");
  await page.waitForSelector(".own-scenario figure svg g");
}
const change = async (page, from, to) => {
  const area = page.locator(".own-scenario textarea");
  const text = await area.inputValue();
  assert.notEqual(text.search(from), -1, text);
  await area.fill(text.replace(from, to));
};

export default function add(test) {
  test("own scenario: changed, judged with its line, shown and played", async ({
    open,
    origin,
  }) => {
    const page = await open();
    await openOwn(page, origin, "salvo");
    await change(page, /rounds \d+/, "rounds 99");
    await page.waitForSelector(".own-scenario .trouble li");
    const told = await page.textContent(".own-scenario .trouble li");
    const lines = (await page.inputValue(".own-scenario textarea")).split("\n");
    assert.ok(told.includes(`${lines.indexOf("rounds 99") + 1}`), told);
    assert.match(told, /1 to 12/);
    // a fault that nobody waited for is told by the server when the match is begun
    await change(page, "rounds 99", "rounds 3");
    await change(page, /name\.en .*/, "name.en <b>Mine</b>");
    await page.waitForFunction(() =>
      document.querySelector(".own-scenario .good")?.textContent?.includes("<b>Mine</b>"),
    );
    assert.equal(await page.locator(".own-scenario .good b b").count(), 0);
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => globalThis.axe.run(".own-scenario"));
    assert.deepEqual(violations.map(({ id }) => id), []);
    await page.click(".choice .go .main");
    await page.waitForURL(/\/m\/\w+$/); // the table of the set-up looks like the one of the match
    await page.waitForSelector(".board .planemap");
    const state = await stateOf(page, page.url().split("/").pop());
    assert.equal(state.own.en, "<b>Mine</b>");
    await page.goto(`${origin}/`);
    await page.waitForSelector("text=<b>Mine</b>");
  });

  test("own scenario: a file goes in and comes out as the command line reads it", async ({
    open,
    origin,
  }) => {
    const page = await open();
    await openOwn(page, origin, "salvo");
    const file = join(tmpdir(), `own-${process.pid}.scenario`);
    execFileSync(process.env.GROGNARD, ["scenario", "copy", "salvo", "dike", file, "--force"]);
    await page.setInputFiles(".own-scenario input[type=file]", file);
    await page.waitForFunction(() =>
      document.querySelector(".own-scenario textarea")?.value.includes("scenario dike"),
    );
    await page.waitForSelector(".own-scenario .good");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.click(".own-scenario button.quiet"),
    ]);
    await download.saveAs(file);
    assert.equal(readFileSync(file, "utf8"), await page.inputValue(".own-scenario textarea"));
    writeFileSync(file, readFileSync(file, "utf8").replace("rounds 7", "rounds 5"));
    execFileSync(process.env.GROGNARD, ["scenario", "check", "salvo", file]);
    await page.reload();
    await openOwn(page, origin, "salvo"); // it was kept by this browser
    assert.match(await page.inputValue(".own-scenario textarea"), /scenario dike/);
  });
}
