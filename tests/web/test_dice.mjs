// SPDX-License-Identifier: Apache-2.0
// The proof of the dice on the page: its arithmetic against Node's, the seed that the page gives,
// and the button, over plain HTTP at a name that no browser trusts.
import assert from "node:assert/strict";
import * as crypto from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openBrowser } from "./browser.mjs";
import { newMatch, send, settled, soon, stateOf } from "./hands.mjs";
import { load } from "./modules.mjs";
import { PATIENCE_MS } from "./options.mjs";
import { startServer, stopServer } from "./server.mjs";

const NAME = "grognard.test";
const digest = (...parts) =>
  parts.reduce((sum, part) => sum.update(part), crypto.createHash("sha256")).digest();

// The bodies of a file, put together again with checks that fit: what a careful forger does.
const bodiesOf = (text) =>
  text
    .split("\n")
    .slice(0, -1)
    .map((line) => line.slice(0, -10));
function chained(bodies) {
  let sum = Buffer.alloc(32),
    out = "";
  for (const body of bodies) {
    const said = /^(end|open) \d+/.exec(body);
    const now = said ? `${said[0]} ${sum.toString("hex")}` : body;
    sum = digest(sum, now);
    out += `${now} #${sum.subarray(0, 4).toString("hex")}\n`;
  }
  return out;
}

// To the end, by the first thing that is allowed.
async function playOut(page, id) {
  let state = await stateOf(page, id);
  for (let i = 0; i < 400 && !state.over; i++) {
    if (state.turn.acting) await send(page, id, state.seq, state.legal[0].a);
    state = await settled(page, id, state.seq);
  }
  assert.ok(state.over, "the match does not end");
}

const fileOf = (page, id) =>
  page.evaluate((id) => fetch(`/api/matches/${id}/file`).then((r) => r.text()), id);

// What the button says of a match whose file is this one.
async function said(page, text) {
  await page.route("**/file", (route) => route.fulfill({ body: text, contentType: "text/plain" }));
  await page.click("#check-dice");
  const words = await page.locator("#dice [role=status] p").first().textContent();
  await page.unroute("**/file");
  return words;
}

export default function add(test) {
  test("hashes and signatures of the page are those of others", async () => {
    const proof = await load("proof/main");
    for (let n = 0; n < 300; n += n < 140 ? 1 : 37) {
      const bytes = new Uint8Array(crypto.randomBytes(n));
      for (const name of ["sha256", "sha512"])
        assert.equal(
          Buffer.from(proof[name](bytes)).toString("hex"),
          crypto.createHash(name).update(bytes).digest("hex"),
          `${name} of ${n} bytes`,
        );
      const key = new Uint8Array(crypto.randomBytes(32));
      assert.equal(
        Buffer.from(proof.hmac256(key, bytes)).toString("hex"),
        crypto.createHmac("sha256", key).update(bytes).digest("hex"),
      );
    }
    for (let n = 0; n < 12; n++) {
      const pair = crypto.generateKeyPairSync("ed25519"),
        message = crypto.randomBytes(n * 50);
      const key = pair.publicKey.export({ format: "der", type: "spki" }).subarray(-32),
        good = crypto.sign(null, message, pair.privateKey);
      assert.ok(proof.holds(key, message, good));
      for (let flip = 0; flip < 512; flip += 73) {
        const bad = Buffer.from(good);
        bad[flip >> 3] ^= 1 << (flip & 7);
        assert.ok(!proof.holds(key, message, bad), `bit ${flip}`);
      }
      assert.ok(!proof.holds(key, Buffer.concat([message, Buffer.from([0])]), good));
      assert.ok(!proof.holds(Buffer.alloc(32), message, good));
    }
  });

  test("one button proves the dice over plain HTTP", async () => {
    const folder = mkdtempSync(join(tmpdir(), "grognard-dice-"));
    const browser = await openBrowser(`--host-resolver-rules=MAP ${NAME} 127.0.0.1`);
    const { child, port } = await startServer(folder, 0, (port) => [
      "--public-origin",
      `http://${NAME}:${port}`,
    ]);
    try {
      const origin = `http://${NAME}:${port}`,
        page = await (await browser.newContext({ locale: "en" })).newPage();
      page.setDefaultTimeout(PATIENCE_MS);
      await page.addInitScript(() => localStorage.setItem("gg.speed", "off")); // not about that
      const body = { game: "_template", seats: ["human", "random"], options: { turns: 2 } };
      const id = await newMatch(page, origin, body);
      assert.deepEqual(await page.evaluate(() => [isSecureContext, typeof crypto.subtle]), [
        false,
        "undefined",
      ]);
      const { seats, commitment } = await stateOf(page, id);
      assert.deepEqual(
        seats.map((s) => s.dice),
        ["given", "none"],
      );
      await page.click("#dice summary");
      const told = await page.textContent("#dice");
      const kept = await page.evaluate((id) => localStorage.getItem(`gg.dice.${id}`), id);
      const [shown, seed] = kept.split(" ");
      assert.equal(shown, commitment);
      assert.ok(told.includes(commitment) && told.includes(seed) && /^[0-9a-f]{32}$/.test(seed));
      await soon.equal(() => page.locator("#check-dice").count(), 0);

      await playOut(page, id);
      const text = await fileOf(page, id),
        bodies = bodiesOf(text);
      const rolls = bodies.filter((b) => /^\d+ ~ /.test(b)).length;
      assert.ok(rolls > 8 && bodies.includes(`client north ${seed}`));
      assert.equal(chained(bodies), text);
      assert.match(await said(page, text), new RegExp(`all right: ${rolls}$`));
      await soon.match(() => page.textContent("#dice"), /this server’s signature/);

      // a forger who puts the checks right again
      const swap = (from, to) => chained(bodies.map((b) => b.replace(from, to)));
      const [ticket] = bodies.filter((b) => /^\d+ ~ /.test(b)).slice(-1);
      const other = ticket.replace(/ (\d+)\/(\d+) /, (_, t, n) => ` ${(+t + 1) % +n}/${n} `);
      const unsigned = bodies
        .filter((b) => !b.startsWith("signature "))
        .map((b) => b.replace(/^signer .*/, "signer none"));
      const bare = (from, to) => chained(unsigned.map((b) => b.replace(from, to)));
      assert.match(await said(page, swap(ticket, other)), /signature is not of this file/);
      assert.match(await said(page, bare(ticket, other)), /not the seed’s. \(line \d+\)/);
      assert.match(await said(page, bare(seed, "f".repeat(32))), /that this browser gave/);
      assert.match(await said(page, bare(/^seed ./, "seed x")), /misspelt/);
      assert.match(await said(page, bare(/^seed .*/, "seed unknown")), /nothing to check yet/);
      assert.match(await said(page, bare(commitment, "0".repeat(64))), /this browser was shown/);
      assert.match(await said(page, text.slice(0, -1)), /not ended/);
      assert.match(await said(page, text.replace("rules", "rulez")), /damaged/);
      assert.match(await said(page, text.slice(0, text.lastIndexOf("signature"))), /stops before/);
      assert.match(await said(page, chained(unsigned)), new RegExp(`all right: ${rolls}$`));
      await soon.match(() => page.textContent("#dice"), /not signed/);
    } finally {
      await browser.close();
      await stopServer({ child });
      rmSync(folder, { recursive: true, force: true });
    }
  });
}
