// SPDX-License-Identifier: Apache-2.0
// Two people at two machines over time: clocks, what one asks of the other, talk, private notes,
// and what happened since the last visit.
import assert from "node:assert/strict";
import { clickOnce, dice, soon, stateOf, unguided } from "./hands.mjs";
import { PATIENCE_MS } from "./options.mjs";

const template = { game: "_template", scenario: "standard", options: { turns: 8 } };

// Two pages at one match, made and joined by the API with their own sessions.
async function pairOf(open, origin, body = {}) {
  const pages = [await open(), await open()];
  const post = (page, path, data) =>
    page.evaluate(
      async ([path, data]) => {
        const answer = await fetch(path, {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify(data),
        });
        if (!answer.ok) throw new Error(`${path} ${answer.status} ${await answer.text()}`);
        return answer.json();
      },
      [path, data],
    );
  for (const page of pages) {
    await unguided(page, "_template");
    await page.goto(`${origin}/licences.txt`);
    await post(page, "/api/session", {});
  }
  const [one, two] = pages;
  const made = await post(one, "/api/matches", { ...template, seats: ["human", "open"], ...body });
  const secret = made.invite.path.split("#")[1];
  await post(two, "/api/invitations/accept", { secret, name: "Olek" });
  for (const page of pages) {
    await page.goto(`${origin}/m/${made.id}`);
    await page.waitForSelector(".match");
  }
  return { one, two, id: made.id };
}
// One of the two plays until so many entries are in the log.
async function playTo(pages, id, entries, pick) {
  let clicks = 0;
  for (const end = Date.now() + 2 * PATIENCE_MS; clicks < 400 && Date.now() < end; )
    for (const page of pages) {
      const state = await stateOf(page, id);
      if (state.over || state.entry >= entries) return state;
      if (state.turn.acting && (await clickOnce(page, id, state, pick))) clicks++;
      else await page.waitForTimeout(20);
    }
  throw new Error(`${entries} entries did not come`);
}

export default function add(test) {
  test("who comes, goes or speaks leaves what is chosen and its menu as they are", async ({
    open,
    origin,
  }) => {
    const { one, two, id } = await pairOf(open, origin);
    const seq = () => one.evaluate(() => Number(document.querySelector(".match").dataset.seq));
    await one.waitForSelector(".match.mine .tray-piece.legal");
    await one.locator(".tray-piece.legal").first().click();
    await one.waitForSelector(".chain, .bubble.menu");
    const held = () =>
      one.evaluate(() =>
        ["chain", "bubble"].map((name) => document.querySelector(`.${name}`)?.textContent ?? ""),
      );
    const before = await held(),
      began = await seq();
    assert.ok(before.some(Boolean));
    await two.keyboard.press("c");
    await two.waitForSelector("#say:focus");
    await two.keyboard.type("hello");
    await two.keyboard.press("Enter");
    await one.waitForSelector(".talk .badge:has-text('1')");
    await two.close();
    await soon.ok(
      () =>
        one.evaluate(
          (id) =>
            fetch(`/api/matches/${id}`)
              .then((r) => r.json())
              .then(({ people }) => people.some((who) => !who.you && !who.here)),
          id,
        ),
      "the other is still there",
    );
    await soon.ok(async () => (await seq()) > began, "nothing was heard");
    assert.deepEqual(await held(), before);
  });

  test("talk: lines are read by the other as text, counted, muted", async ({ open, origin }) => {
    const { one, two } = await pairOf(open, origin);
    await one.keyboard.press("c");
    await one.waitForSelector("#say:focus");
    await one.keyboard.type("<img src=x onerror=alert(1)> & 'so'");
    await one.keyboard.press("Enter");
    await two.waitForSelector(".talk .badge:has-text('1')");
    await two.click(".talk summary");
    await two.waitForSelector(".talk li p");
    await soon.equal(() => two.textContent(".talk li p"), "<img src=x onerror=alert(1)> & 'so'");
    await soon.equal(() => two.locator(".talk .badge").count(), 0, "read");
    await soon.equal(() => two.locator(".talk img").count(), 0);
    await soon.equal(() => one.inputValue("#say"), "", "said");
    await two.click(".talk .mute");
    await two.waitForSelector('.talk .mute[aria-pressed="true"]');
    await one.fill("#say", "still there?");
    await one.press("#say", "Enter");
    await one.waitForSelector(".talk li:nth-child(2)");
    await two.waitForTimeout(500);
    assert.equal(await two.locator(".talk li p").count(), 0, "it is read though muted");
    await two.click(".talk .mute");
    await two.waitForSelector(".talk li:nth-child(2)");
  });

  test("notes are kept for their writer alone", async ({ open, origin }) => {
    const { one, two } = await pairOf(open, origin);
    await one.click(".notes summary");
    await one.fill("#notes", "left flank\nthen the ford");
    await one.waitForSelector(".notes small:has-text('Saved')");
    await one.reload();
    await one.click(".notes summary");
    await one.waitForSelector("#notes:enabled");
    await soon.equal(() => one.inputValue("#notes"), "left flank\nthen the ford");
    await two.click(".notes summary");
    await two.waitForSelector("#notes:enabled");
    await soon.equal(() => two.inputValue("#notes"), "");
  });

  test("a decision is taken back when the other agrees", async ({ open, origin }) => {
    const { one, two, id } = await pairOf(open, origin);
    const { entry } = await stateOf(one, id);
    // the first decision of the one, then the other's turn
    const pick = dice(2);
    await playTo([one, two], id, entry + 3, pick);
    const asks = await (async () => {
      for (const page of [one, two]) {
        const state = await stateOf(page, id);
        if (state.log.some((e) => e.seat === state.viewer)) return page;
      }
      throw new Error("nobody has decided");
    })();
    const other = asks === one ? two : one;
    const before = await stateOf(asks, id);
    await asks.click("#people");
    await asks.click("#ask-back");
    await asks.waitForSelector(".asks .decline");
    await other.waitForSelector(".asks .agree");
    await other.click(".asks .decline");
    await asks.waitForSelector(".asks", { state: "detached" });
    const still = await stateOf(asks, id);
    assert.deepEqual([still.turn, still.view], [before.turn, before.view], "declined");
    await asks.click("#people");
    await asks.click("#ask-back");
    await other.waitForSelector(".asks .agree");
    await other.click(".asks .agree");
    await asks.waitForSelector(".asks", { state: "detached" });
    const after = await stateOf(asks, id);
    assert.ok(after.turn.acting, "it is not to be decided again");
    assert.notDeepEqual(after.view, before.view, "nothing was taken back");
    await asks.waitForSelector(`.match.mine[data-seq="${after.seq}"]`);
  });

  test("clocks run for who is awaited, rest by consent, and end the match", async ({
    open,
    origin,
  }) => {
    const clock = { kind: "live", base_s: 30, increment_s: 5 };
    const { one, two, id } = await pairOf(open, origin, { clock });
    await one.waitForSelector(".side .clock.running");
    await soon.equal(() => one.locator(".side .clock").count(), 2);
    const seconds = async (page) => {
      const text = await page.textContent(".side .clock.running");
      const [minutes, rest] = text.split(":").map(Number);
      return minutes * 60 + rest;
    };
    const first = await seconds(one),
      began = Date.now();
    assert.ok(first > 0 && first <= 30, String(first));
    await one.waitForTimeout(2100);
    const later = await seconds(one);
    const passed = Math.ceil((Date.now() - began) / 1000); // a busy machine looks later
    assert.ok(first - later >= 1 && first - later <= passed + 3, `${first} then ${later}`);
    await soon.ok(async () => Math.abs((await seconds(two)) - later) <= 2, "both see the same");
    await one.click("#people");
    await one.click("#ask-rest");
    await two.waitForSelector(".asks .agree");
    await two.click(".asks .agree");
    await one.waitForSelector(".side .clock.running", { state: "detached" });
    await soon.ok(async () => (await stateOf(one, id)).clock.paused);
    await two.click("#people");
    await two.click("#ask-rest"); // to go on
    await one.waitForSelector(".side .clock.running");
    for (const page of [one, two])
      await page.waitForSelector(".match.over", { timeout: 30000 + PATIENCE_MS });
    await soon.equal(async () => (await stateOf(one, id)).result.reason, "flag");
  });

  test("a vacation is taken and ended in the players' panel, and the other is told", async ({
    open,
    origin,
  }) => {
    const { one, two, id } = await pairOf(open, origin, { clock: { kind: "slow" } });
    await one.waitForSelector(".side .clock.running");
    await one.click("#people");
    await one.selectOption("#days-off", "3");
    await one.click("#go-away");
    for (const page of [one, two]) await page.waitForSelector(".side .away");
    await one.click("#people");
    await one.waitForSelector("#come-back");
    const [mine] = (await stateOf(two, id)).clock.vacation;
    assert.equal(mine.left_days, 11);
    assert.ok(mine.until * 1000 > Date.now());
    await one.click("#come-back");
    for (const page of [one, two])
      await page.waitForSelector(".side .away", { state: "detached" });
    await one.click("#people");
    await one.waitForSelector("#days-off");
    await soon.equal(() => one.locator("#days-off option").count(), 13);
  });

  test("who comes back is told what happened since, with places to look at", async ({
    open,
    origin,
  }) => {
    const { one, two, id } = await pairOf(open, origin);
    const pick = dice(6);
    // to a moment when the second has nothing to do, then he leaves
    let state = await stateOf(one, id);
    for (let i = 0; i < 60 && !(state.entry > 2 && state.turn.acting); i++)
      state = await playTo([one, two], id, state.entry + 1, pick).then(() => stateOf(one, id));
    const seen = (await stateOf(two, id)).entry;
    await two.goto(origin);
    await two.waitForSelector(".card");
    const { entry } = await playTo([one], id, seen + 1, pick);
    assert.ok(entry > seen);
    await two.goto(`${origin}/m/${id}`);
    await two.waitForSelector(".digest");
    const told = await two.locator(".digest .line").allTextContents();
    assert.ok(told.length >= 1, "nothing is told");
    const log = (await stateOf(two, id)).log.filter((e) => e.entry > seen);
    const words = log.flatMap((e) => e.lines.map((l) => l.en.replace(/[’']/g, "")));
    for (const line of told)
      assert.ok(
        words.some((w) => line.replace(/[’']/g, "").includes(w.slice(0, 12))),
        `${line} is not in the log`,
      );
    await two.locator(".digest .said").first().hover();
    await two.click("#digest-close");
    await two.waitForSelector(".digest", { state: "detached" });
    await two.goto(origin);
    await two.goto(`${origin}/m/${id}`);
    await two.waitForSelector(".match");
    await two.waitForTimeout(600);
    await soon.equal(() => two.locator(".digest").count(), 0, "told twice");
  });
}
