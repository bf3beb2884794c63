// SPDX-License-Identifier: Apache-2.0
// Time on the page: what the others do is played back entry by entry, can be cut short, stepped
// through and seen again; own moves slide; no frame of it lays out the page; who wants no motion
// gets none.
import assert from "node:assert/strict";
import { traced } from "./trace.mjs";
import { clickAt, clickOnce, dice, newMatch, send } from "./hands.mjs";
import { load } from "./modules.mjs";
import { sendFrom, settled, shows, soon, stateOf } from "./hands.mjs";

const short = {
  game: "_template",
  scenario: "standard",
  options: { turns: 6 },
  seats: ["human", "greedy"],
};
const seatedGuide = { guides: "bautzen corridors salvo _template" };

// Notes every line that the bar shows, every flight that begins and every moment that is staged.
const observe = (page) =>
  page.addInitScript((kept) => {
    for (const [key, value] of Object.entries(kept)) localStorage.setItem(`gg.${key}`, value);
    window.seen = { lines: [], flights: 0, staged: 0, dice: 0 };
    const look = () => {
      const text = document.querySelector(".playbar p")?.textContent;
      if (text && text !== window.seen.lines.at(-1)) window.seen.lines.push(text);
      const flights = document.querySelectorAll(".flight").length;
      window.seen.flights = Math.max(window.seen.flights, flights);
      if (document.querySelector("#board[data-played]")) window.seen.staged++;
      if (document.querySelector(".roll .die")) window.seen.dice++;
    };
    const start = () =>
      new MutationObserver(look).observe(document.documentElement, {
        childList: true,
        subtree: true,
        characterData: true,
        attributes: true,
        attributeFilter: ["data-played"],
      });
    if (document.documentElement) start();
    else addEventListener("DOMContentLoaded", start);
  }, seatedGuide);

const playing = (page) => page.locator("#board[data-played]").count();
const atRest = (page) => page.waitForSelector("#board:not([data-played])");
const seen = (page) => page.evaluate(() => window.seen);

// Plays on by the API until the other seat has answered with several entries; returns the state
// before and after.
async function untilAnswered(page, id, pick, entries = 2) {
  for (let i = 0; i < 80; i++) {
    const before = await stateOf(page, id);
    if (before.over) throw new Error("over");
    const legal = before.legal[pick(before.legal.length)];
    await sendFrom(page, id, before, legal.n);
    const after = await settled(page, id, before.seq);
    const theirs = after.log.filter((e) => e.entry > before.entry && e.seat !== before.viewer);
    if (theirs.length >= entries) return { before, after, theirs };
    if (await playing(page)) await page.keyboard.press("Escape");
  }
  throw new Error("never answered");
}

// What the page draws, piece by piece, and what the server says lies there.
const drawn = (page) =>
  page.evaluate(() =>
    [...new Set([...document.querySelectorAll("[data-piece]")].map((n) => n.dataset.piece))]
      .map(Number)
      .sort((a, b) => a - b),
  );

export default function add(test) {
  test("what the other side does is played back in order", async ({ open, origin }) => {
    const page = await open({ speed: "quick" });
    await observe(page);
    const id = await newMatch(page, origin, short);
    const { after } = await untilAnswered(page, id, dice(4));
    await page.waitForFunction(() => window.seen.lines.length > 0);
    await atRest(page);
    const { lines, staged } = await seen(page);
    assert.ok(staged > 0, "nothing was staged");
    const log = after.log.flatMap((e) => e.lines.map((l) => ({ entry: e.entry, text: l.en })));
    let last = 0; // each line is of an entry after that of the line before it
    for (const line of lines) {
      const told = log.find((l) => l.entry > last && line.startsWith(plain(l.text)));
      assert.ok(told, `${line} is not told after entry ${last}`);
      last = told.entry;
    }
    await shows(page, after.seq);
  });

  test("any input shows the present at once and is not lost", async ({ open, origin }) => {
    const page = await open({ speed: "step" });
    await observe(page);
    const id = await newMatch(page, origin, short);
    await untilAnswered(page, id, dice(4));
    await page.waitForSelector("#board[data-played]");
    await soon.equal(() => page.locator(".piece.legal, .place.legal").count(), 0); // of the present
    await page.keyboard.press("Escape");
    await soon.equal(() => playing(page), 0);
    await untilAnswered(page, id, dice(5));
    await page.waitForSelector("#board[data-played]");
    const before = await stateOf(page, id);
    await clickAt(page, ".actions .act"); // a button of the present
    await settled(page, id, before.seq);
    await soon.notEqual(async () => (await stateOf(page, id)).seq, before.seq);
  });

  test("step by step waits for its key, and b shows it again", async ({ open, origin }) => {
    const page = await open({ speed: "step" });
    await observe(page);
    const id = await newMatch(page, origin, short);
    await untilAnswered(page, id, dice(4));
    await page.waitForSelector("#play-next");
    let steps = 0;
    for (; (await playing(page)) && steps < 60; steps++) {
      await page.waitForSelector("#play-next, #board:not([data-played])");
      await page.keyboard.press("Space");
      await page.waitForTimeout(30);
    }
    assert.ok(steps > 1, `${steps} steps`);
    const { lines } = await seen(page);
    await page.keyboard.press("b");
    await page.waitForSelector("#board[data-played]");
    await page.waitForSelector(".playbar p");
    await soon.ok(async () => lines.includes(await page.locator(".playbar p").textContent()));
    await page.click("#play-skip");
    await soon.equal(() => playing(page), 0);
  });

  // Later is allowed, sooner is not: no machine is too slow for this.
  test("an answer of the computer waits half a second, unless that is not wished", async ({
    open,
    origin,
  }) => {
    const held = async (answer, clicks) => {
      const page = await open({ answer });
      await observe(page);
      await page.addInitScript(() => {
        window.waits = []; // from a decision to the answer on the table, where that was held back
        window.thought = false;
        let decided = 0,
          held = false;
        document.addEventListener("pointerup", () => (decided = performance.now()), true);
        new MutationObserver(() => {
          const now = !!document.querySelector("#board[data-played]");
          if (held && !now) window.waits.push(performance.now() - decided);
          if (now && document.querySelector(".thinking")) window.thought = true;
          held = now;
        }).observe(document, { childList: true, subtree: true, attributes: true });
      });
      // A machine that is busy answers late, and what comes late is not held back: it is played on,
      // match after match, until an answer has come in time.
      let id = await newMatch(page, origin, short);
      const pick = dice(4);
      for (let i = 0; i < clicks; i++) {
        const state = await settled(page, id, -1);
        if (state.over) {
          if (answer !== "calm") break;
          id = await newMatch(page, origin, short);
          continue;
        }
        await shows(page, state.seq, true);
        await atRest(page);
        await clickOnce(page, id, state, pick);
        // an answer that comes late is held back too briefly to say so
        if (answer === "calm" && (await page.evaluate(() => window.waits.length && window.thought)))
          break;
      }
      return page;
    };
    const page = await held("calm", 400);
    const told = await page.evaluate(() => ({ waits: window.waits, thought: window.thought }));
    assert.ok(told.waits.length, "no answer was held back");
    assert.ok(told.waits[0] >= 499, `${told.waits[0]} ms`);
    assert.ok(told.thought, "nothing said that the computer thinks");
    const other = await held("once", 12);
    assert.deepEqual(await other.evaluate(() => window.waits), []);
    // the setting itself
    await page.click("#settings");
    await page.check('.settings input[name="answer"][value="once"]');
    await soon.equal(() => page.evaluate(() => localStorage.getItem("gg.answer")), "once");
  });

  test("after a reload it is played from where it was left", async ({ open, origin }) => {
    const page = await open({ speed: "quick" });
    await observe(page);
    const id = await newMatch(page, origin, short);
    await settled(page, id, -1); // it has begun
    await page.goto(`${origin}/`); // the match is left, and goes on without this page
    await page.waitForSelector("main");
    let state = await settled(page, id, -1);
    for (let i = 0; i < 6 && !state.over; i++) {
      await sendFrom(page, id, state, state.legal[0].n);
      state = await settled(page, id, state.seq);
    }
    assert.ok(state.log.some((e) => e.seat !== state.viewer && e.entry > 1));
    await page.goto(`${origin}/m/${id}`);
    await page.waitForSelector("#board[data-played]");
    await atRest(page);
    await soon.ok(async () => (await seen(page)).lines.length > 0);
  });

  test("the result waits until the table has come there, or somebody goes on", async ({
    open,
    origin,
  }) => {
    const page = await open({ speed: "step" });
    await observe(page);
    await page.addInitScript(() => {
      window.early = 0; // moments at which both were there
      const look = () => {
        const told = document.querySelector(".ending"),
          verdict = /Victory|Draw/.test(document.querySelector("#prompt")?.textContent ?? "");
        if ((told || verdict) && document.querySelector("#board[data-played]")) window.early++;
      };
      const start = () =>
        new MutationObserver(look).observe(document, { childList: true, subtree: true });
      start();
    });
    const id = await newMatch(page, origin, { ...short, options: { turns: 2 } });
    await settled(page, id, -1);
    await page.goto(`${origin}/`); // the match goes on, and ends, without this page
    await page.waitForSelector("main");
    let state = await settled(page, id, -1);
    for (let i = 0; i < 200 && !state.over; i++) {
      await sendFrom(page, id, state, state.legal[0].n);
      state = await settled(page, id, state.seq);
    }
    assert.ok(state.over, "the match does not end");
    const early = () => page.evaluate(() => window.early);
    await page.goto(`${origin}/m/${id}`);
    await page.waitForSelector("#play-next");
    let steps = 0;
    for (; (await playing(page)) && steps < 200; steps++) {
      await page.waitForSelector("#play-next, #board:not([data-played])");
      await page.keyboard.press("Space");
      await page.waitForTimeout(30);
    }
    assert.ok(steps > 2, `${steps} steps`);
    await page.waitForSelector(".ending");
    await soon.match(() => page.textContent("#prompt"), /Victory|Draw/);
    assert.equal(await early(), 0, "the result was told before");
    // it has been seen: the table rests there, and shows the last turn again on wish
    await page.reload();
    await page.waitForSelector(".ending");
    assert.equal((await seen(page)).staged, 0, "a finished match was played back again");
    await page.click("#play-again");
    await page.waitForSelector("#board[data-played]");
    await page.keyboard.press("Escape");
    await atRest(page);
    // somebody who has not seen all of it goes on: it is there
    await page.goto(`${origin}/`);
    await page.waitForSelector("main");
    await page.evaluate(() => {
      for (const key of Object.keys(localStorage))
        if (key.startsWith("gg.shown.")) localStorage.setItem(key, "1");
    });
    await page.goto(`${origin}/m/${id}`);
    await page.waitForSelector("#play-next");
    assert.equal(await page.locator(".ending").count(), 0);
    await page.keyboard.press("Escape");
    await page.waitForSelector(".ending");
    assert.equal(await early(), 0, "the result was told before");
    // nothing is played back: it is there with the table
    await page.evaluate(() => localStorage.setItem("gg.speed", "off"));
    await page.reload();
    await page.waitForSelector(".ending");
    assert.equal((await seen(page)).staged, 0);
  });

  test("the present is what the server says, whatever was played", async ({ open, origin }) => {
    for (const game of ["_template", "salvo", "corridors"]) {
      const page = await open({ speed: "quick" });
      await observe(page);
      const id = await newMatch(page, origin, { game, seats: ["human", "random"] });
      const pick = dice(9);
      const flights = async () => (await seen(page)).flights;
      for (let i = 0; i < 12 || (i < 60 && !(await flights())); i++) {
        const state = await settled(page, id, -1);
        if (state.over) break;
        await send(page, id, state.seq, state.legal[pick(state.legal.length)].n);
        await settled(page, id, state.seq, 2000);
      }
      const last = await stateOf(page, id);
      await shows(page, last.seq);
      await page.keyboard.press("Escape");
      await page.waitForFunction(() => !document.querySelector(".flight"));
      const shown = await drawn(page);
      assert.ok(shown.length > 0 && shown.at(-1) < last.view.pieces.length, game);
      const flown = await flights();
      assert.ok(flown > 0, `${game}: nothing flew`);
    }
  });

  test("no frame of a movement lays out the page", async ({ open, origin }) => {
    const page = await open({ speed: "step" });
    await observe(page);
    const id = await newMatch(page, origin, { game: "salvo", seats: ["human", "random"] });
    const session = await page.context().newCDPSession(page);
    await session.send("Performance.enable");
    await session.send("Animation.enable");
    const layouts = async () => {
      const { metrics } = await session.send("Performance.getMetrics");
      return metrics.find((m) => m.name === "LayoutCount").value;
    };
    const progress = () =>
      page.evaluate(() =>
        Math.min(
          ...[...document.querySelectorAll(".flight")].map(
            (node) => Number(node.getAnimations()[0]?.currentTime ?? 0),
          ),
        ),
      );
    await untilAnswered(page, id, dice(4), 1);
    await page.waitForSelector("#play-next");
    await session.send("Animation.setPlaybackRate", { playbackRate: 0.01 });
    // so slow now that what flies is still there when a busy machine gets to look
    const flies = () =>
      page.waitForSelector(".flight", { timeout: 3000 }).then(() => true, () => false);
    for (let i = 0; i < 12; i++) {
      await page.keyboard.press("b");
      if (await flies()) break;
      await page.keyboard.press("Space");
      if (await flies()) break;
      await page.keyboard.press("Escape");
      await untilAnswered(page, id, dice(6 + i), 1);
    }
    await page.waitForSelector(".flight");
    await page.waitForTimeout(2600); // what came with it, banner and dice, has been laid out
    // What lays out a frame does so in every one: of some looks one at which nothing was is enough,
    // the page has other things to do meanwhile.
    const made = [];
    for (let i = 0; i < 5 && !made.includes(0); i++) {
      const [first, at] = [await layouts(), await progress()];
      await page.waitForTimeout(700);
      const [second, then] = [await layouts(), await progress()];
      assert.ok(then > at, "nothing moved");
      made.push(second - first);
    }
    assert.ok(made.includes(0), `frames were laid out: ${made}`);
  });

  test("no frame lays out a table of 150 pieces, by the browser's own trace", async ({
    open,
    origin,
  }) => {
    const page = await open({ speed: "step" });
    await observe(page);
    const body = { game: "bautzen", scenario: "historical", seats: ["human", "random"] };
    const id = await newMatch(page, origin, body);
    const session = await page.context().newCDPSession(page);
    await session.send("Animation.enable");
    await settled(page, id, -1); // the other side has the first turn
    await page.waitForSelector(".match.mine, #play-next");
    if (!(await playing(page))) await page.keyboard.press("b"); // it was over before the page came
    await page.waitForSelector("#play-next");
    // no game has so many: some of its own are drawn twice
    const pieces = await page.evaluate(() => {
      const drawn = [...document.querySelectorAll("#board .piece")],
        layer = drawn.at(-1).parentNode;
      for (let i = 0; document.querySelectorAll("#board .piece").length < 150; i++) {
        const copy = drawn[i % drawn.length].cloneNode(true);
        for (const node of [copy, ...copy.querySelectorAll("[id], [data-piece]")]) {
          node.removeAttribute("id");
          node.removeAttribute("data-piece");
        }
        layer.append(copy);
      }
      return document.querySelectorAll("#board .piece").length;
    });
    assert.ok(pieces >= 150, `${pieces} pieces`);
    await session.send("Animation.setPlaybackRate", { playbackRate: 0.01 });
    const flying = () => page.locator(".flight").count();
    for (let i = 0; i < 30 && !(await flying()); i++) {
      await page.keyboard.press("Space");
      await page.waitForSelector(".flight", { timeout: 4000 }).catch(() => undefined);
    }
    const at = () =>
      page.evaluate(() =>
        Math.min(
          ...[...document.querySelectorAll(".flight")].map((node) =>
            Number(node.getAnimations()[0]?.currentTime ?? 0),
          ),
        ),
      );
    // what came with it, a banner and dice, has been laid out when nothing has been for a while
    for (let calm = 0; calm < 3; ) {
      const { layouts } = await traced(page, () => page.waitForTimeout(300));
      calm = layouts ? 0 : calm + 1;
      assert.ok(await flying(), "it never came to rest");
    }
    let found = null;
    for (let i = 0; i < 4 && found?.layouts !== 0; i++) {
      const began = await at();
      found = await traced(page, () => page.waitForTimeout(800));
      assert.ok((await at()) > began, "nothing moved");
      assert.ok(found.tasks > 0, "nothing was traced");
    }
    console.log(`     ${pieces} pieces: ${JSON.stringify(found)}`);
    assert.equal(found.layouts, 0, "frames were laid out");
  });

  test("who wants no motion gets none", async ({ open, origin }) => {
    const page = await open({ speed: null, reducedMotion: "reduce" });
    await observe(page);
    const id = await newMatch(page, origin, short);
    const { after } = await untilAnswered(page, id, dice(4));
    await shows(page, after.seq);
    const { flights, staged, lines } = await seen(page);
    assert.deepEqual([flights, staged, lines.length], [0, 0, 0]);
  });

  test("dice lie near the fight and hide no piece where there is room", async () => {
    const { lieOf, hidden } = await load("motion/beside");
    const room = { width: 900, height: 600 },
      size = { width: 240, height: 90 };
    // a crowd around the fight; one that fills the table but for a corner
    const crowd = Array.from({ length: 25 }, (_, i) => ({
      x: 300 + (i % 5) * 44,
      y: 200 + Math.floor(i / 5) * 44,
      width: 34,
      height: 34,
    }));
    const full = [
      { x: 0, y: 0, width: 900, height: 460 },
      { x: 0, y: 460, width: 500, height: 140 },
    ];
    for (const [taken, at] of [
      [crowd, { x: 400, y: 290 }],
      [full, { x: 100, y: 100 }],
      [[], { x: 880, y: 590 }],
    ]) {
      const found = { ...lieOf(at, size, room, taken), ...size };
      assert.equal(hidden(found, taken), 0, JSON.stringify(found));
      assert.ok(found.x >= 0 && found.x + size.width <= room.width, "beyond the board");
      assert.ok(found.y >= 0 && found.y + size.height <= room.height, "beyond the board");
    }
    const near = lieOf({ x: 400, y: 290 }, size, room, crowd);
    const far = Math.hypot(near.x + 120 - 400, near.y + 45 - 290);
    assert.ok(far < 200, `so far away: ${far}`);
    assert.deepEqual(lieOf({ x: 400, y: 290 }, size, room, []), { x: 280, y: 245 });
  });

  test("dice lie beside the fight until one goes on", async ({ open, origin }) => {
    const page = await open({ speed: "quick" });
    await observe(page);
    const id = await newMatch(page, origin, short);
    await fought(page, id);
    await page.waitForSelector(".roll .die");
    await atRest(page);
    await page.waitForTimeout(1500); // they do not go by themselves
    await soon.ok(() => page.locator(".roll .die").count());
    await page.keyboard.press("d");
    await page.waitForSelector(".roll", { state: "detached" });
  });

  test("dice lie there also when what led to them cannot be told", async ({ open, origin }) => {
    const page = await open({ speed: "quick" });
    await observe(page);
    let asked = 0;
    await page.route("**/moments?*", (route) => {
      asked++;
      return route.fulfill({ status: 409, json: { error: { code: "no", fr: "non", en: "no" } } });
    });
    const id = await newMatch(page, origin, short);
    await fought(page, id);
    await page.waitForSelector(".roll .die");
    await atRest(page);
    assert.ok(asked > 0, "no moments were asked for");
  });
}

// Plays on until a die has fallen, as somebody who looks on meanwhile: what is played back is seen
// to its end before the next move, or it would add up to more than can be waited for.
async function fought(page, id) {
  let state = await settled(page, id, -1);
  while (!state.log.some((e) => e.dice?.length)) {
    assert.ok(!state.over, "nobody has fought");
    await shows(page, state.seq);
    await atRest(page);
    await sendFrom(page, id, state, towardsFight(state.legal));
    state = await settled(page, id, state.seq);
  }
}

// Through the fords to the enemy's own, with the weakest cards, then at him with the strongest two:
// an ambush is hardly stronger than both, so that a die falls.
function towardsFight(legal) {
  const said = (verb) => legal.map((l) => l.n).filter((n) => n.split(" ")[0] === verb),
    last = (n) => Number(n.match(/\d+$/)?.[0] ?? 0),
    ford = (n) => Number(n.match(/f(\d)/)?.[1] ?? 0);
  const strong = said("with").sort((a, b) => last(b) - last(a)),
    far = said("garrison").sort((a, b) => ford(b) - ford(a) || last(a) - last(b));
  return [...said("assault"), ...strong, ...said("confirm"), ...said("decline"), ...far,
    ...said("pass")][0];
}

const plain = (text) => text.replace(/(\w)'(?=\w)/g, "$1’").slice(0, 24);
