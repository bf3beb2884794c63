// SPDX-License-Identifier: Apache-2.0
// What a person does on the page: start a match, click, drag, press keys, and play on without
// knowing the game, by what the page marks as possible.
import assert from "node:assert/strict";

// A match made by the API with this page's own session, so that options and seats can be chosen.
export async function newMatch(page, origin, body) {
  await page.goto(origin);
  const id = await page.evaluate(async (body) => {
    const post = async (path, data) => {
      const answer = await fetch(path, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(data),
      });
      if (!answer.ok) throw new Error(`${path} ${answer.status} ${await answer.text()}`);
      return answer.json();
    };
    await post("/api/session", {});
    return (await post("/api/matches", body)).id;
  }, body);
  await page.goto(`${origin}/m/${id}`);
  await page.waitForSelector(".match, .handover");
  return id;
}
export const stateOf = (page, id) =>
  page.evaluate((id) => fetch(`/api/matches/${id}`).then((r) => r.json()), id);

export async function middle(page, selector) {
  const box = await page.locator(selector).first().boundingBox();
  assert.ok(box, `${selector} is not on the page`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
export async function clickAt(page, selector) {
  const at = await middle(page, selector);
  await page.mouse.click(at.x, at.y);
}
export async function drag(page, from, to) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 12, from.y - 12, { steps: 3 });
  await page.mouse.move(to.x, to.y, { steps: 12 });
  await page.mouse.up();
}

export async function settled(page, id, before, ms = 8000) {
  const until = Date.now() + ms;
  for (;;) {
    const state = await stateOf(page, id);
    if (state.over || (state.seq !== before && (state.turn.acting || state.handover))) return state;
    if (Date.now() > until) return state;
    await page.waitForTimeout(25);
  }
}

// A small generator, so that a failing walk can be walked again.
export function dice(seed) {
  let s = seed >>> 0;
  return (n) => {
    s = (Math.imul(s, 1664525) + 1013904223) >>> 0;
    return Math.floor((s / 4294967296) * n);
  };
}

// Everything the page offers at this moment: where to click, what it is.
const offers = (page) =>
  page.evaluate(() => {
    const out = [];
    const seen = (node) => {
      const box = node.getBoundingClientRect();
      const x = box.left + box.width / 2,
        y = box.top + box.height / 2;
      if (!box.width || x < 0 || y < 0 || x > innerWidth || y > innerHeight) return null;
      const top = document.elementFromPoint(x, y);
      // a place under its pieces is clicked through them
      const through =
        node.dataset.cell && top?.closest("[data-cell]")?.dataset.cell === node.dataset.cell;
      return top && (node.contains(top) || top === node || through) ? { x, y } : null;
    };
    const add = (what, selector) =>
      document.querySelectorAll(selector).forEach((node) => {
        const at = seen(node);
        if (at && !node.disabled) out.push({ what, ...at, verb: node.dataset.verb ?? "" });
      });
    if (document.querySelector("#take-seat")) return [{ what: "seat" }];
    add("menu", ".bubble.menu button, .bubble.refusal .close"); // read, then put away
    if (out.length) return out;
    add("act", ".actions button.act");
    add("piece", ".piece.legal, .tray-piece.legal");
    add("place", ".place.legal, .tray-place.legal");
    document.querySelectorAll(".points circle").forEach((node) => {
      const box = node.getBoundingClientRect();
      out.push({ what: "point", x: box.left + box.width / 2, y: box.top + box.height / 2 });
    });
    return out;
  });

// Plays with the mouse until the match is over; returns how many clicks it took.
export async function playByMouse(page, id, { seed = 7, clicks = 400 } = {}) {
  const pick = dice(seed);
  let idle = 0;
  for (let done = 0; done < clicks; done++) {
    const state = await stateOf(page, id);
    if (state.over) return done;
    if (!state.turn.acting && !state.handover) {
      await page.waitForTimeout(40);
      continue;
    }
    const list = await offers(page);
    if (!list.length) {
      assert.ok(++idle < 40, `nothing to click at node ${state.turn.node}`);
      await page.keyboard.press(idle % 2 ? "0" : "Escape");
      await page.waitForTimeout(50);
      continue;
    }
    idle = 0;
    // buttons end things: taken now and then, so that a match comes to its end
    const buttons = list.filter((o) => o.what === "act");
    const pool = buttons.length && pick(4) === 0 ? buttons : list;
    const one = pool[pick(pool.length)];
    if (one.what === "seat") await page.click("#take-seat");
    else await page.mouse.click(one.x, one.y);
    await page.mouse.move(3, 300);
    await settled(page, id, state.seq, 250);
  }
  throw new Error(`not over after ${clicks} clicks`);
}

// The same with keys alone: n, Enter, arrows in menus, Ctrl-Enter, Tab to buttons.
export async function playByKeys(page, id, { seed = 3, presses = 500 } = {}) {
  const pick = dice(seed);
  for (let done = 0; done < presses; done++) {
    const state = await stateOf(page, id);
    if (state.over) return done;
    if (!state.turn.acting) {
      await page.waitForTimeout(40);
      continue;
    }
    const here = await page.evaluate(() => ({
      menu: document.querySelectorAll(".bubble.menu button").length,
      legal: document.querySelectorAll(".piece.legal, .tray-piece.legal, .place.legal").length,
      main: !!document.querySelector(".actions .act.main"),
      other: document.querySelectorAll(".actions button.act:not(.main)").length,
    }));
    if (here.menu) {
      for (let i = pick(here.menu); i > 0; i--) await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
    } else if (here.main && (!here.legal || pick(4) === 0))
      await page.keyboard.press("Control+Enter");
    else if (here.legal) {
      for (let i = pick(Math.min(here.legal, 6)) + 1; i > 0; i--) await page.keyboard.press("n");
      await page.keyboard.press("Enter");
    } else if (here.other) {
      await page.locator(".actions button.act").nth(pick(here.other)).focus();
      await page.keyboard.press("Enter");
    }
    await settled(page, id, state.seq, 200);
  }
  throw new Error(`not over after ${presses} turns of keys`);
}
