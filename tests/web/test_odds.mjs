// SPDX-License-Identifier: Apache-2.0
// Odds on the page: under the pointer and the focus, by the die, in the calculator, afterwards in
// the log; the luck of a match that is over.
import assert from "node:assert/strict";
import { load } from "./modules.mjs";
import { act, begun, settled, soon, stateOf } from "./hands.mjs";

const hexes = { game: "bautzen", scenario: "intro", seats: ["greedy", "human"] };
const table = { game: "salvo", scenario: "first_salvo", seats: ["human", "greedy"] };

// Jäger beside the hexagon 2010, in the phase of combat.
async function toCombat(page, id) {
  for (const n of ["move Brandenburg_JgR2", "step 2011", "stop", "end"]) await act(page, id, n);
  const { legal } = await stateOf(page, id);
  return legal.find((l) => l.n.startsWith("attack 2010 "));
}
// On the table, until somebody can be shot at with so many weapons: those shots, or none where the
// dice have ended the match before.
async function toShots(page, id, weapons = 1) {
  for (let i = 0; i < 90; i++) {
    const state = await settled(page, id, -1);
    if (state.over) break;
    for (const { n } of state.legal) {
      const [verb, target] = n.split(" "),
        shots = state.legal.filter((l) => l.n.startsWith(`shoot ${target} `));
      if (verb === "shoot" && shots.length >= weapons) return shots;
    }
    await act(page, id, state.legal[0].n, state);
  }
  return [];
}
// A match in which it came to that; dice that never let it are followed by other dice.
async function withShots(open, origin, window, weapons) {
  for (let i = 0; i < 6; i++) {
    const { page, id } = await begun(open, origin, table, window);
    const shots = await toShots(page, id, weapons);
    if (shots.length) return { page, id, shots };
  }
  return assert.fail("nobody could be shot at in six matches");
}
const askOdds = (page, id, action) =>
  page.evaluate(
    async ([id, action]) =>
      (await fetch(`/api/matches/${id}/odds?action=${encodeURIComponent(action)}`)).json(),
    [id, action],
  );
const whole = (share) => String(Math.round(share / 10000));
const asked = (page, what) => {
  const list = [];
  page.on("request", (r) => r.url().includes(what) && list.push(r.url()));
  return list;
};

export default function add(test) {
  test("odds: what is pointed at tells its chance, and is asked for once", async ({
    open,
    origin,
  }) => {
    const { page, id } = await begun(open, origin, hexes);
    const attack = await toCombat(page, id),
      asking = asked(page, "/odds?");
    await act(page, id, attack.n);
    await page.waitForSelector(".column .odds .odds-bar span");
    const target = page.locator(".place:has(.drafted)").first();
    const told = await askOdds(page, id, "confirm");
    for (const look of ["hover", "focus"]) {
      if (look === "hover") await target.hover({ force: true });
      else
        await target.evaluate((node) => {
          node.setAttribute("tabindex", "0");
          node.focus();
        });
      await page.waitForSelector(".odds-tip");
      const text = await page.locator(".odds-tip").innerText();
      assert.ok(text.includes(told.headline.en), text);
      assert.ok(text.includes(whole(told.headline.low)), text);
      await page.mouse.move(3, 300);
      await page.locator("#side-toggle, #rules").last().focus();
      await page.mouse.move(720, 20);
    }
    const confirm = asking.filter((url) => !url.includes("confirm"));
    const kinds = new Set(confirm);
    assert.equal(confirm.length, kinds.size, `${confirm.join("\n")} asked for once each`);
  });

  test("odds: a third question waits, one that is turned away is put again", async () => {
    const { Queue, HttpError } = await load("server/queue.ts", "server/http.ts");
    const queue = new Queue(2);
    let open = 0,
      most = 0;
    const asked = Array.from({ length: 6 }, (_, i) =>
      queue.next(async () => {
        most = Math.max(most, ++open);
        await new Promise((wake) => setTimeout(wake, 15));
        open--;
        if (i === 3) throw new HttpError(422, null);
        return i;
      }),
    );
    const got = await Promise.allSettled(asked);
    assert.equal(most, 2, "at once");
    assert.deepEqual(got.map((one) => one.value ?? one.reason.status), [0, 1, 2, 422, 4, 5]);
    let tries = 0;
    const late = await queue.next(async () => {
      if (++tries < 3) throw new HttpError(429, null);
      return "told";
    });
    assert.deepEqual([late, tries], ["told", 3]);
  });

  test("odds: a target that several weapons reach tells the chance of each", async ({
    open,
    origin,
  }) => {
    const { page, id, shots } = await withShots(open, origin, {}, 2),
      [, target] = shots[0].n.split(" ");
    const told = [];
    for (const { n } of shots) told.push((await askOdds(page, id, n)).headline);
    const figure = page.locator(`.piece.legal[aria-label^="figure ${target} "]`).first();
    await figure.hover({ force: true });
    await soon.equal(() => page.locator(".odds-tip span").count(), shots.length);
    const lines = await page.locator(".odds-tip span").allInnerTexts(),
      tip = await page.locator(".odds-tip").innerText();
    told.forEach((headline, i) => {
      assert.ok(lines[i].includes(whole(headline.low)), `${lines[i]}: ${headline.low}`);
      assert.ok(tip.includes(headline.en), tip);
    });
    await page.mouse.move(720, 20);
    await soon.equal(() => page.locator(".odds-tip").count(), 0);
  });

  test("odds: the bar follows every unit that is added and taken away", async ({
    open,
    origin,
  }) => {
    const { page, id } = await begun(open, origin, hexes);
    const attack = await toCombat(page, id);
    await act(page, id, attack.n);
    const figure = () => page.locator(".column .odds-head b").innerText();
    const bar = () => page.locator(".column .odds-bar").innerText();
    await page.waitForSelector(".column .odds-bar span");
    const said = async () => whole((await askOdds(page, id, "confirm")).headline.low);
    await soon.match(figure, new RegExp(`^${await said()}\\D*$`));
    const alone = [await figure(), await bar()];
    const support = (await stateOf(page, id)).legal.find((l) => /^support \S*PzK/.test(l.n));
    assert.ok(support, "somebody can support");
    await act(page, id, support.n);
    await soon.notEqual(figure, alone[0]);
    await soon.match(figure, new RegExp(`^${await said()}\\D*$`));
    await soon.notEqual(bar, alone[1]);
    await page.locator("#board").focus();
    await page.keyboard.press("u");
    await soon.deepEqual(async () => [await figure(), await bar()], alone);
  });

  test("odds: the calculator keeps within its sheet, whatever its actions are called", async ({
    open,
    origin,
  }) => {
    for (const [lang, width] of [
      ["fr", 1440],
      ["en", 390],
    ]) {
      const { page, shots } = await withShots(open, origin, { lang }, 1),
        [shoot] = shots;
      await page.setViewportSize({ width, height: 844 });
      await page.keyboard.press("Control+b");
      const sheet = page.locator(".sheet:has(.calculator)");
      await sheet.locator("select").first().selectOption(String(shoot.a));
      await sheet.locator(".odds-head").waitFor();
      const beyond = await sheet.evaluate((node) => {
        const edge = node.getBoundingClientRect().right;
        return [...node.querySelectorAll(".calculator *")]
          .filter((part) => part.getBoundingClientRect().right > edge + 0.5)
          .map((part) => part.className || part.tagName);
      });
      assert.deepEqual(beyond, []);
    }
  });

  test("odds: the line of the table, its best and its worst face", async ({ open, origin }) => {
    for (const lang of ["fr", "en"]) {
      const { page, id } = await begun(open, origin, hexes, { lang });
      const attack = await toCombat(page, id);
      await act(page, id, attack.n);
      await page.waitForSelector(".column .odds-die td");
      const told = await askOdds(page, id, "confirm");
      const [row] = told.rows
        .filter((r) => r.instead === "assumed" && r.share > 0 && r.faces)
        .sort((a, b) => b.share - a.share); // the likeliest world stands first
      assert.equal(row.faces.length, 6);
      const cells = page.locator(".column .odds-die tbody tr").first().locator("td");
      const spoken = await cells.evaluateAll((all) => all.map((td) => td.title));
      row.faces.forEach(({ outcome }, i) => {
        const words = row.outcomes[outcome].effects.map((e) => e[lang]);
        const plain = (text) =>
          text.replace(/[\u00a0\u202f]/g, " ").replace(/\u2019/g, "'").toLowerCase();
        for (const word of words) assert.ok(plain(spoken[i]).includes(plain(word)), spoken[i]);
      });
      await soon.ok(async () => (await page.locator(".odds-die .best").count()) > 0);
      await soon.ok(async () => (await page.locator(".odds-die .worst").count()) > 0);
    }
  });

  test("odds: the calculator by keys, with a unit less and one more; nothing is played", async ({
    open,
    origin,
  }) => {
    const { page, id } = await begun(open, origin, hexes);
    const attack = await toCombat(page, id);
    await act(page, id, attack.n);
    const join = (await stateOf(page, id)).legal.find((l) => /^(join|support) /.test(l.n));
    assert.ok(join, "something can be added");
    await act(page, id, join.n);
    await page.waitForSelector(".column .odds .odds-bar span");
    const before = await stateOf(page, id);
    await page.locator("#board").focus();
    await page.keyboard.press("Control+b");
    const sheet = page.locator(".sheet:has(.calculator)");
    await sheet.locator(".odds-head").waitFor();
    const boxes = sheet.locator(".calc-mine input");
    await soon.ok(() => boxes.nth(0).isDisabled(), "the attack itself stays");
    const figure = () => sheet.locator(".odds").innerText();
    const with_it = await figure();
    await boxes.nth(1).focus();
    await page.keyboard.press("Space");
    await page.waitForFunction(
      (text) => document.querySelector(".calculator .odds")?.innerText !== text,
      with_it,
    );
    await boxes.nth(1).focus();
    await page.keyboard.press("Space");
    await page.waitForFunction(
      (text) => document.querySelector(".calculator .odds")?.innerText === text,
      with_it,
    );
    const after = await stateOf(page, id);
    assert.deepEqual([after.seq, after.draft], [before.seq, before.draft]);
    await page.keyboard.press("Escape");
    await sheet.waitFor({ state: "detached" });
    await soon.equal(() => page.evaluate(() => document.activeElement?.id), "board");
  });

  test("odds: the calculator chooses an action when none is prepared", async ({ open, origin }) => {
    const { page, id } = await begun(open, origin, hexes);
    const attack = await toCombat(page, id);
    await page.keyboard.press("Control+b");
    const sheet = page.locator(".sheet:has(.calculator)");
    await sheet.locator("select").first().selectOption(String(attack.a));
    await sheet.locator(".odds-head").waitFor();
    const told = await askOdds(page, id, attack.a);
    const text = await sheet.locator(".odds-head").innerText();
    assert.ok(text.includes(whole(told.headline.low)), text);
    await sheet.locator('button[aria-label="Close"]').click();
    await sheet.waitFor({ state: "detached" });
  });

  test("odds: the log tells afterwards what the chance had been", async ({ open, origin }) => {
    const { page, id } = await begun(open, origin, hexes);
    const attack = await toCombat(page, id);
    const asking = asked(page, "/chance?"),
      all = page.locator(".log button.dice");
    await act(page, id, attack.n);
    const thrown = await all.count(); // the other side may attack afterwards
    await act(page, id, "confirm");
    for (let i = 0; i < 40; i++) {
      const state = await stateOf(page, id);
      if (state.over || state.turn.node === "combat") break;
      if (state.turn.acting && state.legal.length) await act(page, id, state.legal[0].n, state);
    }
    const dice = all.nth(thrown);
    await dice.waitFor();
    assert.equal(asking.length, 0, "nothing is asked before somebody wants to know");
    const answer = page.waitForResponse((r) => r.url().includes("/chance?"));
    await dice.focus();
    await page.keyboard.press("Enter");
    const told = await (await answer).json();
    await page.waitForFunction(() => document.querySelector(".log .was")?.textContent);
    const text = await page.locator(".log .was").innerText();
    if (told.happened.foreseen) assert.ok(text.includes(`${whole(told.happened.share)}%`), text);
    if (told.headline) assert.ok(text.includes(told.headline.en), text);
    assert.equal(told.seat, "german");
  });

  test("luck: after a match, in words and drawn, each point a moment of the replay", async ({
    open,
    origin,
  }) => {
    for (const lang of ["fr", "en"]) {
      const { page, id } = await begun(open, origin, table, { lang });
      for (let i = 0; i < 120; i++) {
        const state = await settled(page, id, -1);
        if (state.over || state.log.filter((e) => e.dice?.length).length > 6) break;
        const shoot = state.legal.find((l) => /^shoot /.test(l.n)) ?? state.legal[0];
        await act(page, id, shoot.n, state);
      }
      assert.equal(await page.locator("#luck").count(), 0, "not while it goes on");
      await page.evaluate((id) => {
        const headers = { "Content-Type": "application/json" };
        return fetch(`/api/matches/${id}/resign`, { method: "POST", headers, body: "{}" });
      }, id);
      await page.locator("#luck summary").click();
      await page.waitForSelector(".luck-plot");
      const luck = await page.evaluate(
        async (id) => (await fetch(`/api/matches/${id}/luck`)).json(),
        id,
      );
      await soon.equal(() => page.locator(".luck-sums li").count(), luck.seats.length);
      const sums = await page.locator(".luck-sums").innerText();
      for (const { percentile } of luck.seats) assert.ok(sums.includes(whole(percentile)), sums);
      const linked = await page
        .locator(".luck-plot a")
        .evaluateAll((all) => [...new Set(all.map((a) => Number(a.dataset.entry)))]);
      assert.deepEqual(
        linked,
        luck.events.map((e) => e.entry),
      );
      const first = page.locator(".luck-moments button").first();
      await first.focus();
      await page.keyboard.press("Enter");
      await page.waitForSelector(".replay");
      await page.waitForFunction(() => Number(location.hash.slice(1)) > 0);
      const shown = Number(new URL(page.url()).hash.slice(1));
      assert.ok(linked.includes(shown), `${shown} of ${linked}`);
    }
  });
}
