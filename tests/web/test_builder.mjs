// SPDX-License-Identifier: Apache-2.0
// Decks and companies built on the page: searched, judged as one goes, kept, downloaded as the file
// the command line reads, opened again, and played.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { soon, stateOf } from "./hands.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const axe = readFileSync(join(here, "node_modules", "axe-core", "axe.min.js"), "utf8");

// Games whose players bring lists.
async function withLists(page, origin) {
  const { games } = await (await page.request.get(`${origin}/api/games`)).json();
  return games.filter((game) => game.options.some((option) => option.list)).map(({ id }) => id);
}
async function openBuilder(page, origin, game) {
  await page.goto(`${origin}/lists/${game}`);
  await page.waitForSelector(".verdict.good");
}
const text = (page, selector) => page.textContent(selector);

export default function add(test) {
  test("builder: a ready list is good, one item more is told with its rule", async ({
    open,
    origin,
  }) => {
    const page = await open();
    const games = await withLists(page, origin);
    assert.ok(games.length >= 2);
    for (const game of games) {
      await openBuilder(page, origin, game);
      const before = await text(page, ".sums li b");
      // Ready lists are full: whatever is added is too much.
      await page.click(".catalogue li button:not([disabled])");
      await page.waitForSelector(".verdict.bad .rule");
      await soon.notEqual(() => text(page, ".sums li b"), before);
      await soon.ok(() => page.isDisabled(".files .main"));
      await page.selectOption(".files select", "ready 0");
      await page.waitForSelector(".verdict.good");
      await soon.equal(() => text(page, ".sums li b"), before);
    }
  });

  test("builder: every item of a game with art has its picture", async ({
    open,
    origin,
  }) => {
    const page = await open();
    let shown = 0;
    for (const game of await withLists(page, origin)) {
      const style = await page.request.get(`${origin}/art/${game}/style.json`);
      const { drawings, plane } = style.ok() ? await style.json() : {};
      if (!drawings && !plane) continue;
      await openBuilder(page, origin, game);
      const rows = await page.locator(".catalogue li").count();
      await soon.equal(() => page.locator(".catalogue li svg.item-art").count(), rows);
      const broken = await page.$$eval(".catalogue li", (list) =>
        list.flatMap((row) => {
          const uses = [...row.querySelectorAll(".item-art use")],
            refs = uses.map((node) => node.getAttribute("href"));
          const gone = refs.filter((ref) => !document.getElementById(ref.slice(1)));
          return refs.length && !gone.length ? [] : [`${row.textContent}: ${refs}`];
        }),
      );
      assert.deepEqual(broken, [], game);
      shown++;
    }
    assert.ok(shown >= 2, `${shown} games`);
  });

  test("builder: search and category narrow the catalogue, a nation changes it", async ({
    open,
    origin,
  }) => {
    const page = await open();
    const [game] = await withLists(page, origin);
    await openBuilder(page, origin, game);
    const rows = () => page.locator(".catalogue li").count();
    const all = await rows();
    const first = await text(page, ".catalogue li b");
    await page.fill(".catalogue input", first);
    await page.waitForFunction((n) => document.querySelectorAll(".catalogue li").length < n, all);
    await soon.equal(() => text(page, ".catalogue li b"), first);
    await page.fill(".catalogue input", "no such thing");
    await page.waitForSelector(".catalogue > p.hush");
    await page.fill(".catalogue input", "");
    await page.selectOption(".catalogue select", { index: 2 });
    await page.waitForFunction((n) => document.querySelectorAll(".catalogue li").length < n, all);
    await page.selectOption(".catalogue select", "-1");
    await page.selectOption(".heads select", { index: 1 });
    await page.waitForSelector(".verdict.bad");
    await soon.notEqual(() => text(page, ".catalogue li b"), first);
  });

  test("builder: saved in the browser, downloaded for the command line, opened again", async ({
    open,
    origin,
  }) => {
    const page = await open();
    for (const game of await withLists(page, origin)) {
      await openBuilder(page, origin, game);
      await page.fill(".heads input", "my own");
      await page.click("text=Save");
      await page.waitForSelector("text=Saved in this browser.");
      const [file] = await Promise.all([
        page.waitForEvent("download"),
        page.click("text=Download"),
      ]);
      const path = await file.path(),
        word = file.suggestedFilename().split(".").at(-1);
      assert.match(file.suggestedFilename(), /^my-own\.\w+$/);
      const list = readFileSync(path, "utf8");
      execFileSync(process.env.GROGNARD, [word, "check", path]);
      await page.reload();
      await page.waitForSelector(".verdict.good");
      await soon.equal(() => page.inputValue(".heads input"), "my-own");
      // A comment and an unknown line: the list stays, the line is told.
      writeFileSync(path, `# mine\n${list}nonsense here\n`);
      await page.setInputFiles("#open-list", path);
      await page.waitForSelector(".verdict.bad");
      await soon.match(() => text(page, ".list details pre"), /nonsense here/);
      await page.selectOption(".files select", "saved 0");
      await page.waitForSelector(".verdict.good");
      await page.click("text=Delete");
      await page.waitForSelector("text=Deleted.");
      await page.reload();
      await page.waitForSelector(".verdict.good");
      await soon.notEqual(() => page.inputValue(".heads input"), "my-own");
    }
  });

  test("builder: played with from there, and chosen among one's lists", async ({
    open,
    origin,
  }) => {
    const page = await open();
    const [game] = await withLists(page, origin);
    await openBuilder(page, origin, game);
    await page.fill(".heads input", "first");
    await page.click("text=Save");
    await page.click("text=Play with it");
    await page.waitForSelector(".choice .own-list b");
    await soon.equal(() => text(page, ".choice .own-list b"), "first");
    await page.click(".choice .own-list button");
    await page.selectOption(".choice .own-list select", "0");
    await soon.equal(() => text(page, ".choice .own-list b"), "first");
    await page.click(".choice .main");
    await page.waitForSelector(".match");
    const state = await stateOf(page, new URL(page.url()).pathname.split("/").at(-1));
    assert.equal(state.lists.length, 1);
  });

  test("builder: by keys, on a phone, and nothing for axe", async ({ open, origin }) => {
    const page = await open({ viewport: { width: 390, height: 844 } });
    for (const game of await withLists(page, origin)) {
      await openBuilder(page, origin, game);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= 390, `${game}: ${wide}`);
      await soon.ok(() => page.isHidden(".catalogue"));
      const covered = await page.$$eval(".part li .name", (names) =>
        names.filter((name) =>
          [...name.parentElement.children].some((other) => {
            const a = name.getBoundingClientRect(),
              b = other.getBoundingClientRect();
            const across = Math.min(a.right, b.right) - Math.max(a.left, b.left),
              down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
            return other !== name && (name.scrollWidth > a.width + 1 || (across > 1 && down > 1));
          }),
        ).length,
      );
      assert.equal(covered, 0, `${game}: names under what is chosen beside them`);
      await page.focus(".tabs button:last-child");
      await page.keyboard.press("Enter");
      await page.waitForSelector(".catalogue li");
      const small = await page.$$eval(".catalogue li button", (buttons) =>
        buttons.filter((b) => b.offsetWidth < 40 || b.offsetHeight < 40).length,
      );
      assert.equal(small, 0);
      await page.focus(".catalogue li button:not([disabled])");
      await page.keyboard.press("Enter");
      await page.click(".tabs button:first-child");
      await page.waitForSelector(".verdict.bad");
      await page.evaluate(axe);
      const found = await page.evaluate(() =>
        globalThis.axe
          .run(document, { resultTypes: ["violations"] })
          .then(({ violations }) =>
            violations.map((v) => `${v.id} ${v.nodes[0].html.slice(0, 120)}`),
          ),
      );
      assert.deepEqual(found, []);
    }
  });
}
