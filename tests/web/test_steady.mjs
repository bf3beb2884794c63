// SPDX-License-Identifier: Apache-2.0
// The table keeps still: over a whole game the board neither jumps nor changes its scale, the focus
// never falls to the page's body, cards that tell something do not cover it, and a fanned stack can
// be dragged from.
import assert from "node:assert/strict";
import { atRest, clickOnce, dice, drawn, newMatch } from "./hands.mjs";
import { settled, shows, soon, stateOf, unguided } from "./hands.mjs";

const known = (page) => unguided(page, "bautzen", "corridors", "salvo", "_template");

const measured = (page) =>
  page.evaluate(() => {
    const top = (s) => {
      const box = document.querySelector(s)?.getBoundingClientRect();
      return box ? [Math.round(box.top), Math.round(box.height)] : null;
    };
    return {
      rect: JSON.stringify(top("#board")),
      scale: document.querySelector("#board > g")?.getAttribute("transform"),
      head: JSON.stringify([top(".bar"), top(".foot")]),
      body: document.activeElement === document.body || !document.activeElement,
    };
  });

// Clicks through a game and notes what the table measures at every decision.
async function watched(page, id, clicks, seed) {
  const pick = dice(seed),
    seen = { rects: new Set(), scales: new Set(), heads: new Set(), bodies: 0, done: 0 };
  for (let looks = 0; seen.done < clicks && looks < 60 * clicks; looks++) {
    const state = await stateOf(page, id);
    if (state.over) break;
    if (!state.turn.acting) {
      await page.waitForTimeout(40);
      continue;
    }
    await shows(page, state.seq);
    const now = await measured(page);
    seen.rects.add(now.rect);
    seen.scales.add(now.scale);
    seen.heads.add(now.head);
    if (seen.done) seen.bodies += Number(now.body);
    if (!(await clickOnce(page, id, state, pick))) await page.keyboard.press("Escape");
    seen.done++;
  }
  return seen;
}

export default function add(test) {
  for (const [game, clicks, most] of [
    ["_template", 40, 2], // trays give their room back once, when they have been empty for a while
    ["salvo", 30, 2],
    ["corridors", 90, 1],
  ])
    test(`the board keeps still in ${game}`, async ({ open, origin }) => {
      const page = await open({ viewport: { width: 1440, height: 900 } });
      await known(page);
      // Dice may end a match early: then another one is watched as well.
      for (let total = 0, matches = 0; total <= 15; matches++) {
        assert.ok(matches < 5, `${total} clicks in ${matches} matches`);
        const id = await newMatch(page, origin, { game, seats: ["human", "random"] });
        await atRest(() => measured(page));
        const { rects, scales, heads, bodies, done } = await watched(page, id, clicks, 3 + matches);
        assert.equal(heads.size, 1, `head and foot: ${[...heads].join(" ")}`);
        assert.ok(rects.size <= most, `the board jumps: ${[...rects].join(" ")}`);
        assert.ok(scales.size <= most, `the scale changes: ${[...scales].join(" ")}`);
        assert.equal(bodies, 0, "the focus fell to the body");
        total += done;
      }
    });

  test("the head keeps its height on a phone", async ({ open, origin }) => {
    const page = await open({ viewport: { width: 390, height: 844 } });
    await known(page);
    const id = await newMatch(page, origin, { game: "salvo", seats: ["human", "random"] });
    await atRest(() => measured(page));
    const { heads, bodies } = await watched(page, id, 25, 5);
    assert.equal(heads.size, 1, [...heads].join(" "));
    assert.equal(bodies, 0);
  });

  test("the focus comes back from menus, notes and sheets", async ({ open, origin }) => {
    const page = await open();
    await known(page);
    const id = await newMatch(page, origin, { game: "_template", seats: ["human", "random"] });
    const where = () =>
      page.evaluate(() => document.activeElement?.closest("#board, .trays, .bar, .sheet")?.className
        .toString());
    for (const key of ["?", "r", ",", ":"]) {
      await page.keyboard.press(key);
      await page.waitForSelector(".sheet, .command");
      await page.keyboard.press("Escape");
      await page.waitForSelector(".sheet, .command", { state: "detached" });
      await page.waitForTimeout(60);
      await soon.ok(() => where(), `after ${key}`);
    }
    for (let i = 0; i < 25; i++) {
      const state = await stateOf(page, id);
      if (state.over) break;
      if (!state.turn.acting) {
        await page.waitForTimeout(40);
        continue;
      }
      await page.keyboard.press("n");
      await page.keyboard.press("Enter");
      if (await page.locator(".bubble.menu button").count()) await page.keyboard.press("Enter");
      await settled(page, id, state.seq, 300);
      await page.waitForTimeout(40);
      await soon.equal(async () => (await measured(page)).body, false, `after key ${i}`);
    }
  });

  test("the log keeps to its end, unless one reads further up", async ({ open, origin }) => {
    const page = await open({ viewport: { width: 1440, height: 900 } });
    await known(page);
    const id = await newMatch(page, origin, { game: "corridors", seats: ["human", "random"] });
    await page.waitForSelector(".match.mine");
    await page.click('.actions [data-verb="standard"]');
    await settled(page, id, -1);
    await page.waitForFunction(() => {
      const list = document.querySelector(".log ol");
      return list.scrollHeight > list.clientHeight + 80;
    });
    const below = () =>
      page.evaluate(() => {
        const list = document.querySelector(".log ol");
        return Math.round(list.scrollHeight - list.clientHeight - list.scrollTop);
      });
    const high = () => page.evaluate(() => document.querySelector(".log ol").clientHeight);
    await soon.ok(async () => (await below()) <= 2, "its end is out of sight");
    const before = await atRest(high);
    const fold = page.locator(".column details > summary").first();
    await fold.click();
    await soon.ok(async () => (await high()) < before, "nothing takes room from it");
    await soon.ok(async () => (await below()) <= 2, "its end went out of sight");
    await page.evaluate(() => (document.querySelector(".log ol").scrollTop = 0));
    await fold.click();
    await soon.equal(high, before);
    assert.ok((await below()) > 40, "who reads further up is taken away");
  });

  test("guides do not cover what they point at", async ({ open, origin }) => {
    for (const game of ["bautzen", "corridors", "salvo"]) {
      const page = await open({ viewport: { width: 1366, height: 768 } });
      const facts = await (await fetch(`${origin}/api/games/${game}`)).json();
      const guide = await (await fetch(`${origin}/art/${game}/guide.json`)).json();
      const seats = facts.seats.map((s) => (s.token === guide.seat ? "human" : "random"));
      await newMatch(page, origin, { game, scenario: guide.scenario, seats });
      await page.waitForSelector(".guide");
      for (let i = 0; i < 4; i++) {
        await drawn(page);
        const covered = () => page.evaluate(() => {
          const box = document.querySelector(".guide")?.getBoundingClientRect();
          const lit = [...document.querySelectorAll(".board .piece.lit, .board .place.lit")];
          return lit.filter((node) => {
            const at = node.getBoundingClientRect();
            const x = at.left + at.width / 2,
              y = at.top + at.height / 2;
            return box && x > box.left && x < box.right && y > box.top && y < box.bottom;
          }).length;
        });
        // when the board has moved to what is pointed at
        await soon.equal(covered, 0, `${game}, step ${i + 1}`);
        const next = page.locator(".guide .act.main");
        if (!(await next.count())) break;
        await next.click();
        if (!(await page.locator(".guide").count())) break;
      }
    }
  });

  test("a small desk: links on one line, trays beside the board", async ({ open, origin }) => {
    for (const game of ["corridors", "salvo"])
      for (const locale of ["en", "fr"]) {
        const page = await open({ locale, viewport: { width: 1280, height: 820 } });
        await newMatch(page, origin, { game, seats: ["human", "greedy"] });
        await page.waitForSelector(".match.mine .column .log");
        const seen = await atRest(() =>
          page.evaluate(() => {
            const box = (node) => node.getBoundingClientRect(),
              board = box(document.querySelector("#board")),
              holder = box(document.querySelector(".board-holder"));
            const tops = [...document.querySelectorAll(".tools .quiet")].map((n) => box(n).top);
            const over = [...document.querySelectorAll(".trays")].filter((n) => {
              const b = box(n),
                w = Math.min(b.right, board.right) - Math.max(b.left, board.left),
                h = Math.min(b.bottom, board.bottom) - Math.max(b.top, board.top);
              return b.width && w > 1 && h > 1;
            });
            return {
              lines: Math.round(Math.max(...tops) - Math.min(...tops)),
              over: over.map((n) => n.className),
              shifted: [board.left - holder.left, board.top - holder.top].map(Math.round),
            };
          }),
        );
        assert.ok(seen.lines < 10, `${game} ${locale}: links on several lines`);
        // what is laid over the board, dice and chips, is placed from the corner of its holder
        assert.deepEqual([seen.over, seen.shifted], [[], [0, 0]], `${game} ${locale}`);
      }
  });

  test("the result never covers the middle of the battlefield", async ({ open, origin }) => {
    for (const [width, height] of [
      [1440, 900],
      [1366, 768],
      [390, 844],
    ])
      for (const game of ["bautzen", "corridors", "salvo"]) {
        const page = await open({ viewport: { width, height } });
        await known(page);
        const id = await newMatch(page, origin, { game, seats: ["human", "human"] });
        await page.click(".handover button");
        await page.waitForSelector("#board");
        await page.evaluate(
          (id) =>
            fetch(`/api/matches/${id}/resign`, {
              method: "POST",
              headers: { "Content-Type": "application/json" },
              body: "{}",
            }),
          id,
        );
        await page.waitForSelector(".ending");
        const [card, board] = await page.evaluate(() =>
          [".ending", ".board-holder"].map((s) => {
            const { left, right, top, bottom } = document
              .querySelector(s)
              .getBoundingClientRect();
            return { left, right, top, bottom };
          }),
        );
        const beside = card.left >= board.right || card.right <= board.left,
          below = card.top > (board.top + board.bottom) / 2;
        const where = `${game} ${width}x${height}: ${JSON.stringify({ card, board })}`;
        assert.ok(beside || below, where);
        assert.ok(card.bottom <= height && card.right <= width, `not seen whole: ${where}`);
        await page.context().close();
      }
  });

  test("a counter is dragged from the middle of a fanned stack", async ({ open, origin }) => {
    const page = await open({ viewport: { width: 1440, height: 900 } });
    await known(page);
    const id = await newMatch(page, origin, {
      game: "bautzen",
      scenario: "intro", // no army is set up first
      seats: ["human", "random"],
    });
    const found = await stackOf(page, id);
    await page.keyboard.press("0"); // all of the map: the place may lie beyond the window
    await drawn(page);
    const box = await page.locator(`.stack[data-cell="${found}"]`).boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.waitForSelector(".fan");
    const fan = await page.locator(".fan").boundingBox();
    const from = { x: fan.x + fan.width / 2, y: fan.y + fan.height / 2 }; // between two of two
    await page.mouse.move(from.x, from.y);
    const map = () => page.getAttribute("#board > g", "transform");
    const before = await map();
    await page.mouse.down();
    await page.mouse.move(from.x + 30, from.y + 26, { steps: 5 });
    await soon.equal(() => page.locator(".dragged").count(), 1, "nothing is held");
    assert.equal(await map(), before, "the map moved instead");
    await page.mouse.up();
  });
}

// Places counters by the API until two that can still be named lie on one place.
async function stackOf(page, id) {
  for (let i = 0; i < 160; i++) {
    const state = await stateOf(page, id);
    if (state.turn.acting) {
      await shows(page, state.seq);
      const place = await page.evaluate(() => {
        const stacks = [...document.querySelectorAll(".stack[data-cell]")];
        const one = stacks.find((s) => s.querySelectorAll(".piece").length === 2 &&
          s.querySelectorAll(".piece.legal").length === 2);
        return one?.dataset.cell ?? null;
      });
      if (place) return place;
      const legal = state.legal[i % state.legal.length];
      await page.evaluate(
        ([id, seq, action]) =>
          fetch(`/api/matches/${id}/actions`, {
            method: "POST",
            headers: { "Content-Type": "application/json" },
            body: JSON.stringify({ action, seq }),
          }),
        [id, state.seq, legal.a],
      );
      await settled(page, id, state.seq, 1500);
      await page.waitForTimeout(30);
    } else await page.waitForTimeout(40);
  }
  throw new Error("no stack of two that can act");
}
