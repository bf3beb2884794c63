// SPDX-License-Identifier: Apache-2.0
// The home page: what waits for the player comes first, ways to begin change nothing else, a phone
// shows one game at a time.
import assert from "node:assert/strict";
import { atRest, newMatch, soon, stateOf } from "./hands.mjs";

const post = (page, path, body) =>
  page.evaluate(
    ([path, body]) =>
      fetch(path, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
      }).then((r) => r.json()),
    [path, body],
  );
const short = { game: "_template", scenario: "standard", options: { turns: 2 } };

export default function add(test) {
  test("home: matches where it is one's turn come first, framed and counted", async ({
    open,
    origin,
  }) => {
    const page = await open();
    await page.goto(origin);
    await page.waitForSelector(".game");
    await soon.equal(() => page.locator(".matches").count(), 0);
    const mine = await newMatch(page, origin, { ...short, seats: ["human", "greedy"] });
    await page.waitForSelector(".match.mine");
    // newer, and over
    const { id: over } = await post(page, "/api/matches", { ...short, seats: ["human", "greedy"] });
    await post(page, `/api/matches/${over}/resign`, {});
    await page.goto(origin);
    await page.waitForSelector(".card");
    const cards = await page.evaluate(() =>
      [...document.querySelectorAll(".card")].map((n) => [n.dataset.match, n.className]),
    );
    assert.deepEqual(cards, [
      [mine, "card mine"],
      [over, "card done"],
    ]);
    await soon.match(() => page.textContent(".badge"), /Your turn in 1/);
    await soon.equal(() => page.textContent(".card.mine .state b"), "Your turn");
    await page.click(".card.mine");
    await page.waitForSelector(".match.mine");
  });

  test("home: a match that has just begun says whose turn it is, in both languages", async ({
    open,
    origin,
  }) => {
    const page = await open();
    const all = (await (await page.request.get(`${origin}/api/games`)).json()).games;
    const games = all.filter(({ id }) => !id.startsWith("probe_"));
    // by the API, and never opened: whoever is to begin, his page is awaited for its seed
    await page.goto(origin);
    await post(page, "/api/session", {});
    for (const { id, seats } of games)
      for (const [at] of seats.entries())
        await post(page, "/api/matches", {
          game: id,
          seats: seats.map((_, i) => (i === at ? "human" : "recruit")),
        });
    for (const [lang, words] of [
      ["en", "Your turn"],
      ["fr", "À vous"],
    ]) {
      await page.evaluate((lang) => localStorage.setItem("gg.lang", lang), lang);
      await page.goto(origin);
      await page.click(".matches h2 button");
      await soon.equal(
        () => page.locator(".card").count(),
        games.reduce((sum, { seats }) => sum + seats.length, 0),
      );
      const told = await page.locator(".card .state b").allTextContents();
      assert.deepEqual(told.filter((one) => /under way|en cours/i.test(one)), []);
      const mine = await page.locator(".card.mine .state b").allTextContents();
      assert.ok(mine.length >= games.length, `${mine.length} of ${games.length} games`);
      assert.deepEqual([...new Set(mine)], [words]);
    }
  });

  test("home: another way to begin moves nothing, by mouse and by keys", async ({
    open,
    origin,
  }) => {
    const page = await open();
    await page.goto(origin);
    await page.waitForSelector(".game .facts b");
    const places = () =>
      page.evaluate(() =>
        [...document.querySelectorAll(".game .starts, .home footer")].map((n) => {
          const box = n.getBoundingClientRect();
          return [box.left, box.top + scrollY].map(Math.round).join(" ");
        }),
      );
    const box = page.locator(".game").first(),
      tabs = box.getByRole("tab");
    const before = await atRest(places);
    for (let i = (await tabs.count()) - 1; i >= 0; i--) {
      await tabs.nth(i).click();
      assert.deepEqual(await atRest(places), before, await tabs.nth(i).textContent());
      const inside = await box.locator(".pane").evaluate((n) => n.scrollHeight - n.clientHeight);
      assert.ok(inside <= 0, `${await tabs.nth(i).textContent()}: ${inside} px do not fit`);
    }
    await tabs.first().focus();
    await page.keyboard.press("ArrowLeft");
    await soon.equal(() => tabs.last().getAttribute("aria-selected"), "true");
    await soon.ok(() => tabs.last().evaluate((n) => n === document.activeElement), "focus is lost");
    await page.keyboard.press("ArrowRight");
    await soon.equal(() => tabs.first().getAttribute("aria-selected"), "true");
    await box.locator('.seat[aria-pressed="false"]').click();
    const wanted = await box.locator('.seat[aria-pressed="true"]').textContent();
    await box.locator(".play-now").click();
    await page.waitForSelector(".match");
    const id = new URL(page.url()).pathname.split("/")[2];
    const { seats } = await stateOf(page, id);
    const { games } = await (await fetch(`${origin}/api/games`)).json();
    const at = games[0].seats.findIndex((s) => s.en.toLowerCase() === wanted.toLowerCase());
    assert.equal(seats[at].kind, "human", "the side that was chosen");
  });

  test("home on a phone: a tab for each game, nothing too small for a finger", async ({
    open,
    origin,
  }) => {
    const viewport = { width: 390, height: 844 };
    const page = await open({ viewport, hasTouch: true, isMobile: true });
    await page.goto(origin);
    await page.waitForSelector(".game");
    const visible = () =>
      page.evaluate(() =>
        [...document.querySelectorAll(".game")]
          .filter((n) => n.offsetParent)
          .map((n) => n.dataset.game),
      );
    const [first] = await visible();
    await soon.equal(async () => (await visible()).length, 1);
    await page.locator(".game-tabs button").nth(1).tap();
    await soon.equal(async () => (await visible()).length, 1);
    await soon.notEqual(async () => (await visible())[0], first);
    const small = await page.evaluate(() =>
      [...document.querySelectorAll(".home button, .home label.act")]
        .filter((n) => n.offsetParent)
        .map((n) => [n.textContent, Math.round(n.getBoundingClientRect().height)])
        .filter(([, height]) => height < 40),
    );
    assert.deepEqual(small, []);
  });
}
