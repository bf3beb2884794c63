// SPDX-License-Identifier: Apache-2.0
// The coach on the page: called by mouse and key, what he shows on the table, silent between people
// who have not agreed to it; the analysis of a match that is over.
import assert from "node:assert/strict";
import { act, atRest, begun, drawn, holdable, newMatch } from "./hands.mjs";
import { settled, soon, stateOf, unguided } from "./hands.mjs";

const hexes = { game: "bautzen", scenario: "intro", seats: ["recruit", "human"] };
const table = { game: "salvo", scenario: "first_salvo", seats: ["human", "recruit"] };

const post = (page, id, what, body = {}) =>
  page.evaluate(
    async ([id, what, body]) => {
      const headers = { "Content-Type": "application/json" };
      const answer = await fetch(`/api/matches/${id}/${what}`, {
        ...{ method: "POST", headers, body: JSON.stringify(body) },
      });
      return answer.status;
    },
    [id, what, body],
  );

// The sheet, and which of the things that a plan marks lie beneath it.
const places = () => {
  const box = (node) => {
    const { left, top, right, bottom, height } = node.getBoundingClientRect();
    return { left, top, right, bottom, height };
  };
  const sheet = box(document.querySelector(".coach"));
  const marks = [...document.querySelectorAll(".board .advised, .board .piece.planned")].map(box);
  const under = (b) => b.top < sheet.bottom - 1 && b.bottom > sheet.top + 1;
  const hidden = marks.filter((b) => under(b) && b.right > 0 && b.left < innerWidth);
  return { sheet, hidden, shown: marks.length };
};

export default function add(test) {
  test("coach: called by mouse and key, shows plans and plays nothing", async ({
    open,
    origin,
  }) => {
    for (const lang of ["en", "fr"]) {
      const { page, id } = await begun(open, origin, hexes, { lang });
      const before = await stateOf(page, id);
      // what this page is told, not what another question would be
      const told = page.waitForResponse((answer) => /\/hint$/.test(answer.url()) && answer.ok());
      await page.locator("#coach").click();
      await page.waitForSelector(".coach .plan");
      const { hints } = await (await told).json();
      const plans = page.locator(".coach .plan");
      await soon.equal(() => plans.count(), 3);
      await soon.match(() => plans.first().innerText(), lang === "fr" ? /gagner/ : /to win/);
      // the first is shown at once, another when it is chosen, none when it is left
      await page.waitForSelector(".coach .plan-0.shown");
      const goes = hints.findIndex((h) => /^move /.test(h.plan.notation[0]));
      assert.ok(goes >= 0, "one of three plans is a move");
      if (goes) await page.locator(`.coach .plan-${goes} .act`).click();
      await page.waitForSelector(`.coach .plan-${goes}.shown`);
      await page.waitForSelector(".place .advised", { state: "attached" });
      await page.locator(`.coach .plan-${goes} .act`).click();
      await soon.equal(() => page.locator(".place .advised").count(), 0);
      const now = await stateOf(page, id);
      assert.deepEqual(now.legal, before.legal, "nothing was played");
      // that advice was taken is noted, once
      const noted = now.log.filter(({ entry }) => entry > before.entry);
      assert.deepEqual(
        noted.flatMap(({ lines }) => lines.map(({ kind }) => kind)),
        ["takes-hint"],
      );
      // the key closes and opens, Escape closes
      await page.keyboard.press("i");
      await soon.equal(() => page.locator(".coach").count(), 0);
      await page.keyboard.press("i");
      await page.waitForSelector(".coach .plan-0.shown");
      await page.keyboard.press("Escape");
      await soon.equal(() => page.locator(".coach").count(), 0);
      await soon.equal(() => page.locator(".place .advised").count(), 0);
    }
  });

  // That advice was taken is an entry, and so a new moment, that the stream may tell of before the
  // advice is there or after it: what is shown stays shown.
  for (const first of ["the advice", "the stream"])
    test(`coach: what he shows stays on the table, ${first} coming first`, async ({
      open,
      origin,
    }) => {
      const { page, id } = await begun(open, origin, hexes, { before: holdable });
      const { seq } = await stateOf(page, id);
      await page.waitForSelector(`.match.mine[data-seq="${seq}"]`);
      let letAdvice = () => undefined;
      const held = new Promise((done) => (letAdvice = done));
      await page.evaluate(() => window.holdStream());
      let moves = [];
      await page.route("**/hint", async (route) => {
        const response = await route.fetch(),
          { hints } = await response.json();
        moves = hints.flatMap((h, i) => (/^move /.test(h.plan.notation[0]) ? [i] : []));
        if (first !== "the advice") await held;
        await route.fulfill({ response });
      });
      await page.locator("#coach").click();
      const noted = page.waitForSelector(`.match.mine[data-seq="${seq + 1}"]`);
      if (first === "the advice") {
        await page.waitForSelector(".coach .plan-0.shown");
        // chosen before the new moment: it stays
        if (moves.at(-1)) await page.locator(`.coach .plan-${moves.at(-1)} .act`).click();
        await page.evaluate(() => window.letStream());
        await noted;
      } else {
        await page.evaluate(() => window.letStream());
        await noted;
        letAdvice();
      }
      await page.waitForSelector(".coach .plan-0");
      assert.ok(moves.length, "one of three plans is a move");
      if (first !== "the advice" && moves.at(-1))
        await page.locator(`.coach .plan-${moves.at(-1)} .act`).click();
      await page.waitForSelector(`.coach .plan-${moves.at(-1)}.shown`);
      await drawn(page);
      const marked = () => page.locator(".place .advised").count();
      await soon.ok(marked, "a plan is shown and nothing is marked");
      assert.equal(await page.locator(".coach .plan.shown").count(), 1);
    });

  test("coach: what stays beside the table has no ghost there", async ({ open, origin }) => {
    const { page } = await begun(open, origin, { game: "corridors", seats: ["human", "recruit"] });
    const tray = ".trays.mine .tray-piece";
    const cards = await atRest(() => page.locator(tray).count());
    assert.ok(cards > 20);
    await page.locator("#coach").click();
    await page.waitForSelector(".coach .plan-0.shown");
    await page.waitForSelector(".board .piece.planned", { state: "attached" });
    assert.equal(await atRest(() => page.locator(tray).count()), cards);
  });

  test("coach on a phone: a low sheet that hides nothing it speaks of, and closes", async ({
    open,
    origin,
  }) => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
    for (const body of [hexes, table]) {
      const { page } = await begun(open, origin, body, phone);
      const whole = await page.locator(".board-holder").boundingBox();
      await page.tap("#coach");
      await page.waitForSelector(".coach.slim .plan-keys");
      const keys = page.locator(".plan-keys button");
      let marked = 0;
      for (let plan = 0; plan < (await keys.count()); plan++) {
        if (plan) await keys.nth(plan).tap();
        await soon.equal(() => keys.nth(plan).getAttribute("aria-pressed"), "true");
        // the sheet goes aside when the board has come to rest
        const hidden = async () => (await page.evaluate(places)).hidden.length;
        await soon.equal(hidden, 0, `${body.game}, plan ${plan}`);
        const seen = await atRest(() => page.evaluate(places));
        assert.ok(seen.sheet.height <= 0.3 * whole.height, `${seen.sheet.height} px`);
        assert.deepEqual(seen.hidden, [], `${body.game}, plan ${plan}`);
        marked += seen.shown;
      }
      assert.ok(marked > 0, "plans are shown on the table");
      const small = await page.locator(".coach.slim button").evaluateAll((all) =>
        all.filter((b) => b.offsetHeight < 40).map((b) => b.textContent),
      );
      assert.deepEqual(small, []);
      await page.tap(".coach.slim h2 button");
      await soon.equal(() => page.locator(".coach, .advised").count(), 0);
    }
  });

  test("coach: what he showed goes with the position, the last move is explained", async ({
    open,
    origin,
  }) => {
    // with the coach open so many moves ask for more advice than one may at once: it waits
    const { page, id } = await begun(open, origin, table, { hasty: true });
    await page.locator("#coach").click();
    await page.waitForSelector(".coach .plan");
    await page.locator("#explain").click();
    await soon.match(() => page.locator(".explained").innerText(), /not played yet/);
    const state = await stateOf(page, id);
    for (const { n } of state.legal.slice(0, 1)) await act(page, id, n);
    await page.waitForSelector(".coach"); // stays open, and advises anew
    for (let i = 0; i < 60; i++) {
      const now = await settled(page, id, -1);
      if (now.over || now.log.some((e) => e.seat === "east")) break;
      await act(page, id, now.legal[0].n, now);
    }
    await settled(page, id, -1);
    await page.locator("#explain").click();
    await soon.match(() => page.locator(".explained").innerText(), /[Yy]our chance to win/);
  });

  test("coach: silent between people unless they agreed", async ({ open, origin }) => {
    const two = { ...hexes, seats: ["human", "human"] };
    for (const hints of [false, true]) {
      const page = await open({ lang: "en" });
      await unguided(page, "bautzen");
      const id = await newMatch(page, origin, { ...two, hints });
      await page.click("#take-seat");
      await page.waitForSelector(".match.mine");
      await soon.equal(() => page.locator("#coach").count(), hints ? 1 : 0);
      await page.keyboard.press("i");
      if (hints) await page.waitForSelector(".coach .plan");
      else {
        await page.getByText("Between people the coach speaks only").first().waitFor();
        assert.equal(await page.locator(".coach").count(), 0);
        const told = await page.evaluate(async (id) => {
          const answer = await fetch(`/api/matches/${id}/hint`);
          return [answer.status, (await answer.json()).error.code];
        }, id);
        assert.deepEqual(told, [409, "no_hints"]);
      }
    }
  });

  test("coach: a box among the choices lets friends be advised", async ({ open, origin }) => {
    const page = await open({ lang: "en" });
    await page.goto(origin);
    const box = page.locator('.game[data-game="bautzen"]');
    await box.getByRole("tab").nth(2).click(); // one screen
    await box.locator(".scenario").click();
    await page.locator('input[name="hints"]').check();
    const sent = page.waitForRequest(
      (r) => r.method() === "POST" && /\/api\/matches$/.test(r.url()),
    );
    await page.locator("form.choice .act.main").click();
    assert.equal((await sent).postDataJSON().hints, true);
  });

  test("analysis: how a finished match was won, each moment a link to the replay", async ({
    open,
    origin,
  }) => {
    for (const lang of ["fr", "en"]) {
      const { page, id } = await begun(open, origin, table, { lang });
      for (let i = 0; i < 20; i++) {
        const state = await settled(page, id, -1);
        if (state.over) break;
        await act(page, id, state.legal[0].n, state);
      }
      await post(page, id, "resign");
      await page.locator("#analyse").click();
      await page.waitForSelector(".win-curve .way");
      const found = await page.evaluate(
        async (id) => (await fetch(`/api/matches/${id}/analysis`)).json(),
        id,
      );
      await soon.equal(() => page.locator(".win-moments li").count(), found.moments.length);
      await soon.equal(() => page.locator(".win-curve a").count(), found.moments.length);
      const rest = lang === "fr" ? /Reste/ : /Residue/;
      await soon.match(() => page.locator(".win-sums").innerText(), rest);
      await page.locator(".win-moments button").first().click();
      await page.waitForSelector(".replay");
      await soon.equal(
        async () => Number(new URL(page.url()).hash.slice(1)),
        found.moments[0].first,
      );
      assert.equal(await page.locator(".analysis").count(), 0, "the sheet makes room");
    }
  });
}
