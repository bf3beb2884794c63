// SPDX-License-Identifier: Apache-2.0
// The books: beside the board, where an id leads to its rule, and as pages of their own.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { newMatch, soon } from "./hands.mjs";
import { load } from "./modules.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const axe = readFileSync(join(here, "node_modules", "axe-core", "axe.min.js"), "utf8");

// The listed games that have all three books.
async function booked(origin) {
  const { games } = await (await fetch(`${origin}/api/games`)).json();
  const there = await Promise.all(
    games.map(async (g) => (await fetch(`${origin}/book/${g.id}.start.en.html`)).ok),
  );
  return games.filter((_, i) => there[i]);
}

// Contrast is measured letter by letter, which takes most of the time of a long book.
const faults = async (page, contrast) => {
  await page.evaluate(axe);
  return page.evaluate(
    (contrast) =>
      globalThis.axe
        .run(document, {
          resultTypes: ["violations"],
          rules: { "color-contrast": { enabled: contrast } },
        })
        .then((r) =>
          r.violations.map((v) => `${v.id} ${v.nodes[0].target} ${v.nodes[0].failureSummary}`),
        ),
    contrast,
  );
};

export default function add(test) {
  test("books beside the board: figures, first turn, aid; an id leads to its rule", async ({
    open,
    origin,
  }) => {
    const games = await booked(origin);
    assert.ok(games.length > 2);
    for (const game of games) {
      const page = await open({ locale: "en-GB" });
      const seats = game.seats.map((_, i) => (i ? "greedy" : "human"));
      await newMatch(page, origin, { game: game.id, scenario: game.scenarios[0].id, seats });
      await page.waitForSelector(".board");
      await page.keyboard.press("r");
      await page.waitForSelector(".book figure svg .stack");
      await soon.ok(() => page.locator(".book .margin-id").count(), "no ids in the margin");
      await page.click(".book-tabs button:nth-of-type(3)");
      await page.waitForSelector(".book .card table");
      await page.click(".book-tabs button:nth-of-type(2)");
      await page.waitForSelector(".book figure");
      const id = await page.locator(".book .ref").first().textContent();
      await page.locator(".book .ref").first().click();
      await page.waitForSelector(`.cited #rule-${id}`, { state: "attached" });
      const seen = await page.locator(".cited").first().boundingBox();
      assert.ok(seen && seen.y > 0 && seen.y < 900, `${id} is out of sight`);
    }
  });

  test("what is found in a book is read whole on a phone", async ({ open, origin }) => {
    const page = await open({ viewport: { width: 390, height: 844 }, locale: "fr" });
    const [game] = await booked(origin);
    await page.goto(`${origin}/book/${game.id}.fr.html`);
    await page.fill(".book-search input", "le");
    await page.waitForSelector(".book-search .found li");
    const [left, right] = await page
      .locator(".book-search .found")
      .evaluate((n) => [n.getBoundingClientRect().left, n.getBoundingClientRect().right]);
    assert.ok(left >= 0 && right <= 390, `${left} to ${right}`);
  });

  test("books as pages: sound, by day and by lamp, no sideways scroll on a phone", async ({
    open,
    origin,
  }) => {
    // All books of a kind have one style sheet: their colours are looked at in the first game's.
    for (const [place, game] of (await booked(origin)).entries()) {
      for (const [kind, colorScheme] of [
        ["", "light"],
        [".start", "dark"],
        [".aid", "dark"],
      ]) {
        const address = `${origin}/book/${game.id}${kind}.fr.html`;
        const page = await open({ colorScheme });
        await page.goto(address);
        await page.waitForFunction(() => document.documentElement.dataset.theme);
        await soon.equal(
          () => page.evaluate(() => document.documentElement.dataset.theme),
          colorScheme,
        );
        assert.deepEqual(await faults(page, place === 0), [], address);
        const phone = await open({ viewport: { width: 375, height: 720 } });
        await phone.goto(address);
        const wide = await phone.evaluate(
          () => document.documentElement.scrollWidth - innerWidth,
        );
        assert.ok(wide <= 0, `${address} scrolls sideways by ${wide}`);
      }
    }
  });

  test("a book is searched, beside the board and as a page, in both languages", async ({
    open,
    origin,
  }) => {
    const [game] = await booked(origin);
    for (const [locale, words, heading] of [
      ["en-GB", "Supply", /supply/i],
      ["fr-FR", "ravitaillement", /ravitaillement/i],
    ]) {
      const page = await open({ locale });
      const seats = game.seats.map((_, i) => (i ? "greedy" : "human"));
      await newMatch(page, origin, { game: game.id, scenario: game.scenarios[0].id, seats });
      await page.waitForSelector(".board");
      await page.keyboard.press("/");
      await page.waitForSelector("#book-search:focus");
      await page.waitForSelector(".book .margin-id");
      await page.keyboard.type(words);
      await page.waitForSelector(".found li mark");
      const found = page.locator(".found li");
      await soon.ok(async () => (await found.count()) > 2);
      for (const mark of await page.locator(".found mark").allTextContents())
        assert.match(mark, heading);
      await found.last().locator("button").click();
      const cited = await page.locator(".book .cited").boundingBox();
      assert.ok(cited && cited.y > 0 && cited.y < 820, "what was found is out of sight");
      await page.locator("#book-search").fill("zzyx");
      await page.waitForFunction(() => !document.querySelector(".found li"));
      await soon.ok(async () => (await page.textContent(".found [role=status]")).length > 5);
      await page.locator("#book-search").press("Escape");
      await soon.equal(() => page.inputValue("#book-search"), "", "Escape empties it first");
      await soon.equal(() => page.locator(".sheet").count(), 1);
      await page.goto(`${origin}/book/${game.id}.${locale.slice(0, 2)}.html`);
      await page.waitForSelector("#book-search");
      await page.keyboard.press("/");
      await page.keyboard.type(words.toUpperCase());
      await page.waitForSelector(".found li mark");
      await page.keyboard.press("Enter");
      const first = await page.locator(".book .cited").boundingBox();
      assert.ok(first && first.y > 0 && first.y < 820);
    }
  });

  test("accents, capitals and the order of words do not matter to a search", async () => {
    const { bare, excerpt } = await load("search");
    assert.equal(bare("Été, L\u2019Œuvre"), "ete, l'œuvre");
    assert.deepEqual(excerpt("Le tir défensif ignore le couvert.", "DEFENSIF tir"), [
      "Le ",
      "tir",
      " ",
      "défensif",
      " ignore le couvert.",
    ]);
  });
}
