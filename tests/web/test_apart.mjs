// SPDX-License-Identifier: Apache-2.0
// Two people at two machines: an invitation in two clicks, a whole game with a page loaded again, a
// line that is cut and a server that is started anew, a seat given away, a rematch, another device.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { clickOnce, dice, newMatch, soon, stateOf, unguided } from "./hands.mjs";
import { startLine } from "./line.mjs";
import { PATIENCE_MS } from "./options.mjs";
import { startServer, stopServer } from "./server.mjs";

const template = { game: "_template", scenario: "standard", options: { turns: 2 } };
const idOf = (page) => new URL(page.url()).pathname.split("/")[2];
const post = (page, path, body) =>
  page.evaluate(
    async ([path, body]) => {
      const answer = await fetch(path, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
      });
      return { status: answer.status, ...(await answer.json()) };
    },
    [path, body],
  );

// From the home page, as people do it: the link that was made.
async function inviteFromHome(page, origin, game, { scenario, side = 0, pace } = {}) {
  await unguided(page, game);
  await page.goto(origin);
  const box = page.locator(`.game[data-game="${game}"]`);
  if (scenario) {
    await box.locator(".scenario").click();
    const at = await page.evaluate(
      ([game, scenario]) =>
        fetch("/api/games")
          .then((r) => r.json())
          .then(({ games }) =>
            games.find((g) => g.id === game).scenarios.findIndex((s) => s.id === scenario),
          ),
      [game, scenario],
    );
    await box.locator(`[name="s-${game}"]`).nth(at).check();
    await box.locator(".choice .go .quiet").click();
  }
  await box.getByRole("tab", { name: "A friend" }).click(); // one
  await box.locator(".seat").nth(side).click(); // it was chosen beforehand
  if (pace) await box.locator('[name="pace"]').selectOption(pace);
  await box.locator(".copy-link").click(); // two
  await page.waitForSelector(".room input.link");
  return page.inputValue("input.link");
}
async function sitDown(page, href, name) {
  await page.goto(href);
  await page.waitForSelector("#sit-down");
  if (name) await page.fill("input.name", name);
  await page.click("#sit-down");
  await page.waitForSelector(".match");
}

// Both play what their pages offer until it is over; `between` is called before each round in which
// somebody clicks. To wait is no round: how many there may be does not hang on the machine.
async function playBoth(pages, id, seed, between, clicks = 2500) {
  const pick = dice(seed);
  let idle = 0,
    last = Date.now(); // somebody could do something
  for (let done = 0, told = -1; done < clicks; ) {
    if (told < done) await between((told = done));
    let clicked = false;
    for (const page of pages) {
      const state = await stateOf(page, id);
      if (state.over) return done;
      const here = await page.locator(`.match.mine[data-seq="${state.seq}"]`).count();
      if (!state.turn.acting || !here) continue;
      if (await clickOnce(page, id, state, pick)) clicked = true;
      else {
        idle++;
        await page.keyboard.press(idle % 2 ? "0" : "Escape");
        await page.waitForTimeout(50);
      }
    }
    if (clicked) {
      done++;
      last = Date.now();
    } else await pages[0].waitForTimeout(20);
    assert.ok(Date.now() - last < PATIENCE_MS, "nobody can do anything");
  }
  throw new Error(`not over after ${clicks} clicks`);
}

// A whole game, with everything that can happen to a line on the way.
async function wholeGame(open, game, scenario, seed) {
  const folder = mkdtempSync(join(tmpdir(), "grognard-apart-"));
  let server = await startServer(folder);
  const line = await startLine(server.port);
  try {
    const [one, two] = [await open({ breaks: true }), await open({ breaks: true })];
    const href = await inviteFromHome(one, line.origin, game, { scenario });
    await unguided(two, game);
    await sitDown(two, href, "Olek");
    const id = idOf(two);
    await one.waitForSelector(".match"); // by itself
    assert.equal(idOf(one), id);
    const live = (page) => page.waitForSelector(".offline", { state: "detached" });
    const happens = {
      6: async () => {
        await two.reload();
        await two.waitForSelector(".match");
      },
      12: async () => {
        line.cut();
        await one.waitForSelector(".offline");
        await two.waitForSelector(".offline");
        line.mend();
        await Promise.all([live(one), live(two)]);
      },
      18: async () => {
        const gone = new Promise((done) => server.child.once("exit", done));
        server.child.kill("SIGKILL");
        await gone;
        await one.waitForSelector(".offline");
        server = await startServer(folder, server.port);
        await Promise.all([live(one), live(two)]);
      },
    };
    const met = new Set();
    const clicks = await playBoth([one, two], id, seed, async (done) => {
      if (!happens[done]) return;
      await happens[done]();
      met.add(done);
      const [a, b] = await Promise.all([one, two].map((page) => stateOf(page, id)));
      assert.deepEqual([a.entry, a.over], [b.entry, b.over]);
      assert.notEqual(a.viewer, b.viewer, "each looks as his own side");
      assert.ok(!(a.turn.acting && b.turn.acting && a.turn.seat === b.turn.seat));
      for (const state of [a, b]) if (!state.turn.acting) assert.equal(state.legal?.length ?? 0, 0);
    });
    assert.equal(met.size, 3, "the game was over before everything had happened");
    for (const page of [one, two]) await page.waitForSelector(".match.over");
    console.log(`     ${game} ${scenario}: over after ${clicks} rounds of clicks`);
    return { one, two, id };
  } finally {
    line.close();
    await stopServer(server);
    rmSync(folder, { recursive: true, force: true });
  }
}

export default function add(test) {
  test("apart: a link in two clicks, no account, the room becomes the match", async ({
    open,
    origin,
  }) => {
    const one = await open({ permissions: ["clipboard-read", "clipboard-write"] });
    const href = await inviteFromHome(one, origin, "_template", { side: 1, pace: "fast" });
    await soon.match(() => one.textContent(".rows"), /3\u00a0d 0\u00a0h \+ 12\u00a0h 00/);
    await soon.equal(() => one.evaluate(() => navigator.clipboard.readText()), href);
    await soon.match(() => one.textContent(".told-copied"), /Copied/);
    await soon.match(() => one.textContent(".local"), /this machine only.*\.\/run --share/);
    assert.match(href, /\/i#[0-9a-f]{32}$/);
    await one.fill(".room input.name", "Marta");
    await one.press(".room input.name", "Enter");
    await one.waitForSelector(".chairs b:has-text('Marta')");
    await one.reload();
    await soon.equal(() => one.inputValue("input.link"), href, "the link is still there");
    // nobody acts while a chair is empty
    const id = idOf(one);
    const act = { action: "x", seq: 0, key: "k" };
    const refused = await post(one, `/api/matches/${id}/actions`, act);
    assert.equal(refused.error.code, "seat_open");
    const two = await open();
    const asked = [];
    two.on("request", (r) => asked.push(r.url()));
    await two.goto(href);
    await two.waitForSelector("#sit-down");
    await soon.match(() => two.textContent(".from"), /Marta invites you/);
    await soon.match(() => two.textContent(".boxes"), /You play: North/);
    await soon.match(() => two.textContent(".boxes"), /Clock: 3\u00a0d/);
    await two.fill("input.name", "Marta"); // the same name is told apart
    await two.click("#sit-down");
    await two.waitForSelector(".match");
    assert.ok(!two.url().includes("#"), "the secret is left in the address");
    const secret = href.split("#")[1];
    assert.ok(!asked.some((url) => url.includes(secret)), "the secret went over an address");
    await one.waitForSelector(".match");
    const { people } = await stateOf(one, id);
    assert.equal(people.filter((p) => p.you).length, 1);
    assert.equal(new Set(people.map((p) => p.name)).size, 2, JSON.stringify(people));
    await one.waitForSelector(".side .dot.here");
    await two.context().close();
    await one.waitForSelector(".side .dot:not(.here)", { timeout: PATIENCE_MS });
    // used up: the same page for whoever comes now
    const three = await open();
    await three.goto(href);
    await three.waitForSelector(".wait a");
    await soon.match(() => three.textContent(".wait"), /does not exist, has been used/);
  });

  test("apart: over plain http the link is copied by the old command", async ({ open, origin }) => {
    const page = await open();
    await page.addInitScript(() => {
      Object.defineProperty(globalThis, "isSecureContext", { value: false });
      document.execCommand = (what) => {
        globalThis.copiedText = document.activeElement.value;
        return what === "copy";
      };
    });
    const href = await inviteFromHome(page, origin, "_template");
    await soon.equal(() => page.evaluate(() => globalThis.copiedText), href);
    await soon.match(() => page.textContent(".told-copied"), /Copied/);
    await soon.match(() => page.textContent(".title-tells"), /tab’s title/);
    // a browser that refuses both leaves the link selected
    await page.evaluate(() => (document.execCommand = () => false));
    await page.click(".room .copy");
    await page.waitForSelector(".told-copied:has-text('copy it')");
    await soon.equal(() => page.evaluate(() => String(document.activeElement.value)), href);
  });

  test("apart: a bad name is refused with its reason, one's own link does not sit", async ({
    open,
    origin,
  }) => {
    const one = await open();
    const href = await inviteFromHome(one, origin, "_template");
    const tab = await one.context().newPage();
    await tab.goto(href);
    await tab.waitForSelector(".own a");
    await soon.equal(() => tab.locator("#sit-down").count(), 0);
    const two = await open();
    await two.goto(href);
    await two.fill("input.name", "a\u202eb");
    await two.click("#sit-down");
    await two.waitForSelector(".invite .trouble");
    await soon.match(() => two.textContent(".invite .trouble"), /direction of writing/);
    await two.fill("input.name", "");
    await two.click("#sit-down");
    await two.waitForSelector(".match");
  });

  test("apart: a seat at one screen is given to a friend in the middle of a match", async ({
    open,
    origin,
  }) => {
    const one = await open();
    const id = await newMatch(one, origin, { ...template, seats: ["human", "human"] });
    await one.click("#take-seat");
    await one.waitForSelector(".match.mine");
    const pick = dice(4);
    for (let entry = 0; entry < 2; ) {
      const state = await stateOf(one, id);
      if (state.handover) await one.click("#take-seat");
      else if (state.turn.acting) await clickOnce(one, id, state, pick);
      entry = (await stateOf(one, id)).entry;
    }
    if ((await stateOf(one, id)).handover) await one.click("#take-seat");
    await one.waitForSelector(".match");
    const { viewer } = await stateOf(one, id);
    const given = viewer === "north" ? "south" : "north";
    await one.click("#people");
    await one.click(`.give-seat[data-seat="${given}"]`);
    await one.waitForSelector(".give input.link");
    const href = await one.inputValue(".give input.link");
    await one.keyboard.press("Escape");
    const two = await open();
    await two.goto(href);
    await two.waitForSelector("#sit-down");
    await soon.match(() => two.textContent(".boxes"), /under way/);
    await two.click("#sit-down");
    await two.waitForSelector(".match");
    await one.waitForFunction(
      (id) =>
        fetch(`/api/matches/${id}`)
          .then((r) => r.json())
          .then((s) => s.people.filter((p) => p.you).length === 1),
      id,
    );
    const [a, b] = [await stateOf(one, id), await stateOf(two, id)];
    assert.deepEqual([a.viewer, b.viewer], [viewer, given]);
    await playBoth([one, two], id, 5, async () => undefined);
    // the rematch: asked for by one, joined by the other, sides changed
    await one.waitForSelector(".ending .rematch");
    await one.click(".ending .rematch");
    await one.waitForFunction((was) => location.pathname !== `/m/${was}`, id);
    await one.waitForSelector(".match");
    await two.waitForSelector(".ending .rematch.main");
    await two.click(".ending .rematch");
    await two.waitForFunction((was) => location.pathname !== `/m/${was}`, id);
    assert.equal(idOf(two), idOf(one));
    const [c, d] = [await stateOf(one, idOf(one)), await stateOf(two, idOf(one))];
    assert.deepEqual([c.viewer, d.viewer], [given, viewer], "sides are not changed");
  });

  test("apart: a private link brings the person to another device", async ({ open, origin }) => {
    const one = await open();
    const id = await newMatch(one, origin, { ...template, seats: ["human", "greedy"] });
    await one.waitForSelector(".match");
    await one.click("#people");
    await one.click("#back-link");
    await one.waitForSelector(".people section input.link");
    const href = await one.inputValue(".people section input.link");
    const two = await open();
    await two.goto(href);
    await two.waitForSelector(`[data-match="${id}"]`);
    assert.equal(new URL(two.url()).pathname + new URL(two.url()).hash, "/");
    await two.click(`[data-match="${id}"]`);
    await two.waitForSelector(".match");
    await soon.equal(async () => (await stateOf(two, id)).viewer, "north");
    const three = await open();
    await three.goto(`${origin}/back#${"0".repeat(32)}`);
    await three.waitForSelector(".wait a");
    assert.equal(new URL(three.url()).hash, "");
  });

  test("apart: who has the link looks on, behind, and sees what the public sees", async ({
    open,
    origin,
  }) => {
    const one = await open();
    const id = await newMatch(one, origin, { ...template, seats: ["human", "greedy"] });
    await one.waitForSelector(".match.mine");
    await one.click("#people");
    await one.click("#let-watch");
    await one.waitForSelector(".spectators input.link");
    const href = await one.inputValue(".spectators input.link");
    await one.waitForSelector(".looked-on");
    await one.keyboard.press("Escape");
    const guest = await open();
    await guest.goto(`${origin}/m/${id}`);
    await guest.waitForSelector(".wait a"); // without the link nothing
    await guest.goto(href);
    await guest.waitForSelector(".match");
    assert.equal(guest.url(), `${origin}/m/${id}`);
    const seen = await stateOf(guest, id);
    assert.equal(seen.viewer, "public");
    assert.equal(seen.legal.length, 0);
    await soon.equal(() => guest.locator(".legal").count(), 0);
    await soon.equal(() => guest.locator(".notes, .talk, .asks").count(), 0);
    // what is played is seen at once
    await playBoth([one], id, 8, async () => undefined);
    await guest.waitForSelector(".match.over");
    // finished: the same link in somebody else's page, without a cookie
    await one.click("#people");
    await one.click("#let-watch");
    await one.waitForSelector(".spectators .link-box:nth-of-type(2) input.link");
    const embed = await one.locator(".spectators input.link").nth(1).inputValue();
    assert.match(embed, /\/embed#[0-9a-f]{32}$/);
    const third = await open();
    await third.goto(embed);
    await third.waitForSelector(".embedded .replay");
    await third.waitForFunction(() =>
      /^0\//.test(document.querySelector(".replay output").textContent),
    );
    await third.click("#replay-next");
    await third.waitForFunction(() =>
      /^1\//.test(document.querySelector(".replay output").textContent),
    );
    assert.deepEqual(await third.context().cookies(), [], "a cookie was set");
    await soon.equal(() => third.locator("#viewpoint").isVisible(), false);
    // no longer
    await one.click("#end-watch");
    await one.waitForSelector(".looked-on", { state: "detached" });
    await third.reload();
    await third.waitForSelector(".wait a");
  });

  const whole = [
    ["salvo", "first_salvo", 3],
    ["bautzen", "intro", 2],
    ["corridors", "quick", 1],
  ];
  for (const [i, [game, scenario, seed]] of whole.entries())
    (i ? test.long : test)(
      `apart: two browsers play a whole game, ${game} ${scenario}`,
      async ({ open }) => {
        await wholeGame(open, game, scenario, seed);
      },
    );
}
