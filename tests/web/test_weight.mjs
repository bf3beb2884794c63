// SPDX-License-Identifier: Apache-2.0
// What is transferred for home and one match, for every game: the page and its data, and with them
// art and sound. And that the fonts, which are cut down for it, have what texts are written in.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliDecompressSync } from "node:zlib";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const limits = { plain: 300_000, all: 1_000_000 };

// Everything the page loads, until nothing is under way any more.
async function weigh(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  const asked = new Map(),
    came = [];
  session.on("Network.requestWillBeSent", (e) => asked.set(e.requestId, e.request.url));
  const ended = (e) => {
    const url = asked.get(e.requestId);
    asked.delete(e.requestId);
    if (url) came.push({ path: new URL(url).pathname, bytes: e.encodedDataLength ?? 0 });
  };
  session.on("Network.loadingFinished", ended);
  session.on("Network.loadingFailed", ended);
  // What is answered and not read never ends for the browser, nor does a stream.
  const quiet = async () => {
    for (let calm = 0; calm < 10; ) {
      const before = `${came.length} ${asked.size}`;
      await page.evaluate(() => new Promise((done) => setTimeout(done, 100)));
      await page.evaluate(() => document.fonts.ready.then(() => undefined));
      calm = before === `${came.length} ${asked.size}` ? calm + 1 : 0;
    }
    // a worker is loaded by nobody's page
    for (const url of asked.values())
      if (/\/worker-/.test(url)) {
        const { headers } = await fetch(url);
        came.push({ path: new URL(url).pathname, bytes: Number(headers.get("content-length")) });
      }
  };
  return { came, quiet };
}
const isArt = ({ path }) => /\/art\//.test(path);
const sum = (list) => list.reduce((total, { bytes }) => total + bytes, 0);

// --------------------------------------------------------------------------------------- fonts
// The code points a woff2 file has: its character map is stored as it is.
function letters(file) {
  const bytes = readFileSync(file);
  let at = 48;
  const tables = [],
    number = () => {
      let value = 0;
      for (let i = 0; i < 5; i++) {
        const byte = bytes[at++];
        value = value * 128 + (byte & 127);
        if (!(byte & 128)) break;
      }
      return value;
    };
  for (let i = 0; i < bytes.readUInt16BE(12); i++) {
    const flags = bytes[at++],
      known = flags & 63;
    if (known === 63) at += 4;
    const length = number();
    const changed = (known === 10 || known === 11) === (flags >> 6 !== 3); // glyf and loca
    tables.push({ known, length: changed ? number() : length });
  }
  const size = bytes.readUInt32BE(20);
  const data = brotliDecompressSync(bytes.subarray(at, at + size));
  let start = 0;
  for (const table of tables) {
    if (table.known === 0) break; // cmap
    start += table.length;
  }
  const found = new Set();
  for (let i = 0; i < data.readUInt16BE(start + 2); i++) {
    const part = start + data.readUInt32BE(start + 4 + 8 * i + 4);
    if (data.readUInt16BE(part) !== 4) continue;
    const twice = data.readUInt16BE(part + 6);
    for (let s = 0; s < twice; s += 2)
      for (
        let c = data.readUInt16BE(part + 16 + twice + s);
        c <= data.readUInt16BE(part + 14 + s) && c < 0xffff;
        c++
      )
        found.add(c);
  }
  return found;
}

export default function add(test) {
  test("home and one match of every game weigh little", async ({ open, origin }) => {
    const { games } = await (await fetch(`${origin}/api/games`)).json();
    assert.ok(games.length >= 4);
    for (const { id } of games) {
      const page = await open();
      const { came, quiet } = await weigh(page);
      await page.goto(origin);
      await page.click(`.game[data-game="${id}"] .play-now`);
      await page.waitForSelector(".match svg.board");
      await quiet();
      const plain = sum(came.filter((one) => !isArt(one))),
        all = sum(came);
      console.log(`     ${id}: ${plain} bytes before art, ${all} with it, ${came.length} requests`);
      if (process.env.WEIGHT)
        for (const { path, bytes } of [...came].sort((a, b) => b.bytes - a.bytes).slice(0, 16))
          console.log(`       ${bytes} ${path}`);
      assert.ok(plain <= limits.plain, `${id}: ${plain} bytes before art`);
      assert.ok(all <= limits.all, `${id}: ${all} bytes with art`);
      await page.context().close();
    }
  });

  test("the fonts have every letter that texts are written in", async ({ origin }) => {
    const folder = join(root, "web", "src", "fonts"),
      files = readdirSync(folder);
    assert.equal(files.length, 5);
    const { games } = await (await fetch(`${origin}/api/games`)).json();
    let text = "";
    for (const { id } of games) text += await (await fetch(`${origin}/api/games/${id}`)).text();
    const sources = join(root, "web", "src"),
      words = readdirSync(join(sources, "words")).map((name) => join("words", name));
    for (const name of ["text.ts", ...words]) text += readFileSync(join(sources, name), "utf8");
    const wanted = new Set(text.match(/[\p{L}\p{N}«»’“”–—…]/gu));
    for (const file of files) {
      const has = letters(join(folder, file));
      assert.ok(has.size > 100, `${file}: ${has.size} letters`);
      const missing = [...wanted].filter((c) => !has.has(c.codePointAt(0)));
      assert.deepEqual(missing, [], file);
    }
  });
}
