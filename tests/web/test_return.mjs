// SPDX-License-Identifier: Apache-2.0
// Coming back: a prepared move outlives a lost connection and a restart of the server; the next
// game is one key away; the tab's title counts the games that wait.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { clickAt, newMatch, soon, stateOf } from "./hands.mjs";
import { startServer, stopServer } from "./server.mjs";

const hexes = { game: "probe_commit", scenario: "standard", seats: ["human", "random"] };
const short = {
  game: "_template",
  scenario: "standard",
  options: { turns: 2 },
  seats: ["human", "greedy"],
};

export default function add(test) {
  test("a prepared move outlives a lost connection", async ({ open, origin }) => {
    const page = await open();
    const id = await newMatch(page, origin, hexes);
    await page.waitForSelector(".place.legal");
    await clickAt(page, ".place.legal");
    await page.waitForSelector(".draft .step");
    const { draft } = await stateOf(page, id);
    // the line is cut by closing the stream, as a lost network does
    await page.context().setOffline(true);
    await page.waitForTimeout(300);
    await page.context().setOffline(false);
    await page.waitForSelector(".offline", { state: "detached" });
    await soon.deepEqual(async () => (await stateOf(page, id)).draft, draft);
    await soon.equal(() => page.locator(".draft .step").count(), draft.length);
    await soon.equal(() => page.locator("#retake").count(), 0, "nothing was lost");
  });

  test("after a restart a prepared move is offered and taken up again", async ({ open }) => {
    const folder = mkdtempSync(join(tmpdir(), "grognard-kept-"));
    let server = await startServer(folder);
    const restart = async () => {
      const gone = new Promise((done) => server.child.once("exit", done));
      server.child.kill("SIGKILL");
      await gone;
      server = await startServer(folder, server.port);
    };
    try {
      const page = await open();
      const id = await newMatch(page, server.origin, hexes);
      await page.waitForSelector(".place.legal");
      await clickAt(page, ".place.legal");
      await page.waitForSelector(".draft .step");
      const { draft } = await stateOf(page, id);
      assert.equal(draft.length, 1);
      await restart();
      await page.waitForSelector("#retake");
      assert.deepEqual((await stateOf(page, id)).draft, [], "nothing is done unasked");
      await page.reload(); // it is still known
      await page.waitForSelector("#retake");
      await page.click("#retake");
      await page.waitForSelector(".draft .step");
      await soon.deepEqual(async () => (await stateOf(page, id)).draft, draft);
      await soon.equal(() => page.locator("#retake").count(), 0);
      // what the player takes back himself is not offered
      await page.keyboard.press("u");
      await page.waitForSelector(".draft .step", { state: "detached" });
      await restart();
      await page.waitForSelector(".offline", { state: "detached" });
      await page.reload();
      await page.waitForSelector(".match.mine");
      await page.waitForTimeout(400);
      await soon.equal(() => page.locator("#retake").count(), 0);
    } finally {
      await stopServer(server);
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test("the title counts the games that wait, g goes to the next", async ({ open, origin }) => {
    const page = await open();
    const ids = [];
    for (let i = 0; i < 3; i++) {
      ids.push(await newMatch(page, origin, short));
      await page.waitForSelector(".match.mine");
    }
    await page.goto(origin);
    await page.waitForSelector(".badge");
    await page.waitForFunction(() => document.title === "(3) Grognard");
    await page.click(`[data-match="${ids[0]}"]`);
    await page.waitForSelector(".match.mine");
    await page.waitForFunction(() => document.title.startsWith("(3) ● Your turn"));
    const seen = new Set();
    for (let i = 0; i < 3; i++) {
      seen.add(new URL(page.url()).pathname);
      await page.keyboard.press("g");
      await page.waitForFunction((was) => location.pathname !== was, [...seen].pop());
      await page.waitForSelector(".match.mine");
    }
    assert.deepEqual([...seen].sort(), ids.map((id) => `/m/${id}`).sort());
    assert.equal(new URL(page.url()).pathname, `/m/${ids[0]}`, "round and round");
  });
}
