// SPDX-License-Identifier: Apache-2.0
// What one has played: an empty page, results in words of both languages, pages, and the replay.
import assert from "node:assert/strict";
import { newMatch, soon, unguided } from "./hands.mjs";

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
const body = (...seats) => ({ ...short, seats });

export default function add(test) {
  test("dice that lie on the table are not those of a moment of the replay", async ({
    open,
    origin,
  }) => {
    const page = await open({ viewport: { width: 1440, height: 900 } });
    await unguided(page, "corridors");
    const id = await newMatch(page, origin, { game: "corridors", seats: ["human", "random"] });
    await page.click('.match.mine .actions [data-verb="standard"]');
    await page.waitForSelector(".match.mine .roll .tumble");
    await page.evaluate((id) => {
      const headers = { "Content-Type": "application/json" };
      return fetch(`/api/matches/${id}/resign`, { method: "POST", headers, body: "{}" });
    }, id);
    await page.locator("#replay").first().click();
    await page.waitForSelector(".replay");
    await page.locator('.replay input[type="range"]').fill("1");
    await page.waitForFunction(() =>
      document.querySelector(".replay output")?.textContent.startsWith("1/"),
    );
    await soon.equal(() => page.locator(".roll").count(), 0);
  });

  test("history: empty at first, then each match with its result and replay", async ({
    open,
    origin,
  }) => {
    const page = await open();
    await page.goto(origin);
    await page.waitForSelector(".game");
    await page.click('footer a[href="/history"]');
    await page.waitForSelector(".history .none");
    await page.click(".history .none a");
    await page.waitForSelector(".game");
    const lost = await newMatch(page, origin, body("human", "greedy"));
    await page.waitForSelector(".match");
    await post(page, `/api/matches/${lost}/resign`, {});
    await page.waitForSelector(".ending");
    const both = await newMatch(page, origin, body("human", "human"));
    await page.click(".handover button");
    await page.waitForSelector(".match");
    await post(page, `/api/matches/${both}/resign`, {});
    await page.goto(origin);
    await page.click('.matches a[href="/history"]');
    const row = (id) => page.locator(`.history tr[data-match="${id}"]`);
    await row(lost).waitFor();
    await soon.equal(() => page.locator(".history tbody tr").count(), 2);
    await soon.equal(() => row(lost).locator(".result").textContent(), "Defeat, by resignation");
    await soon.match(() => row(lost).locator(".facing").textContent(), /^The computer/);
    await soon.match(
      () => row(both).locator(".result").textContent(),
      /^Victory: .+, by resignation$/,
    );
    await soon.equal(() => row(both).locator(".facing").textContent(), "At this screen");
    await soon.equal(() => page.title(), "Matches played – Grognard");
    await soon.equal(() => page.locator(".pager").count(), 0);
    await page.click("#lang");
    await page.waitForFunction(() =>
      /Défaite, par abandon/.test(document.querySelector(".history")?.textContent ?? ""),
    );
    await row(lost).locator("a.act").click();
    await page.waitForSelector(".replay");
    assert.match(page.url(), new RegExp(`/m/${lost}#0$`));
  });

  test("history: twenty to a page, by keys; a phone holds it", async ({ open, origin }) => {
    const viewport = { width: 390, height: 844 };
    const page = await open({ viewport, hasTouch: true, isMobile: true });
    await page.goto(origin);
    await page.waitForSelector(".game");
    for (let i = 0; i < 21; i++) {
      const { id } = await post(page, "/api/matches", body("human", "random"));
      await post(page, `/api/matches/${id}/resign`, {});
    }
    await page.goto(`${origin}/history`);
    await page.waitForSelector(".pager");
    const rows = page.locator(".history tbody tr"),
      [newer, older] = [0, 1].map((i) => page.locator(".pager button").nth(i));
    await soon.equal(() => rows.count(), 20);
    await soon.ok(() => newer.isDisabled());
    await older.focus();
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelectorAll(".history tbody tr").length === 1);
    await soon.ok(() => older.isDisabled());
    await newer.tap();
    await page.waitForFunction(() => document.querySelectorAll(".history tbody tr").length === 20);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, `${wide} px too wide`);
    const small = await page.evaluate(() =>
      [...document.querySelectorAll(".history main a, .history main button")]
        .map((n) => n.getBoundingClientRect().height)
        .filter((height) => height < 40),
    );
    assert.deepEqual(small, []);
  });
}
