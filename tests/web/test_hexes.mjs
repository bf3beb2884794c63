// SPDX-License-Identifier: Apache-2.0
// The hex map: painted ground below crisp lines, names that keep clear of counters, layers that
// stay, the overview, and two fingers on a phone.
import assert from "node:assert/strict";
import { drawn, newMatch, send, settled, soon, stateOf, unguided } from "./hands.mjs";

const match = { game: "bautzen", scenario: "historical", seats: ["greedy", "human"] };
const transform = (page) =>
  page.evaluate(() => document.querySelector(".board > g").getAttribute("transform"));
const scale = async (page) => Number(/scale\(([\d.]+)\)/.exec(await transform(page))[1]);

export default function add(test) {
  test("a painted map: one picture, few elements, names beside the counters", async ({
    open,
    origin,
  }) => {
    const page = await open({ viewport: { width: 1440, height: 900 } });
    await unguided(page, match.game);
    await newMatch(page, origin, match);
    await page.waitForSelector(".match.mine .hexmap .relief");
    const loaded = await page.evaluate(async () => {
      const href = document.querySelector(".relief").getAttribute("href");
      const answer = await fetch(href);
      return { type: answer.headers.get("content-type"), size: (await answer.blob()).size };
    });
    assert.equal(loaded.type, "image/webp");
    assert.ok(loaded.size < 300_000, `${loaded.size} bytes`);
    await soon.ok(async () => (await scale(page)) >= 0.79, "small print is read without zooming");
    // the map comes first, what is written on it with the next frames
    await soon.equal(() => page.locator(".hex-number").count(), 26);
    await soon.ok(async () => (await page.locator(".town-name, .village-name").count()) > 40);
    const found = await page.evaluate(() => {
      const boxes = (s) => [...document.querySelectorAll(s)].map((n) => n.getBoundingClientRect());
      const meets = (a, b) =>
        Math.min(a.right, b.right) - Math.max(a.left, b.left) > 6 &&
        Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 6;
      const bodies = boxes(".stacks .body"),
        names = [...document.querySelectorAll(".town-name, .village-name")];
      return {
        all: document.querySelectorAll("#board *").length,
        names: names.length,
        covered: names
          .filter((n) => bodies.some((b) => meets(n.getBoundingClientRect(), b)))
          .map((n) => n.textContent),
        numbers: document.querySelectorAll(".hex-number").length,
      };
    });
    assert.ok(found.all < 2400, `${found.all} elements`);
    assert.ok(found.names > 40 && found.numbers === 26, JSON.stringify(found));
    assert.deepEqual(found.covered, [], "names under counters");
    // waters too, letter by letter: their names are bent
    const letters = await page.evaluate(() => {
      const bodies = [...document.querySelectorAll(".stacks .body")].map((n) =>
        n.getBoundingClientRect(),
      );
      const hidden = [];
      let all = 0;
      for (const text of document.querySelectorAll(".water-name")) {
        const to = text.getScreenCTM();
        for (let i = 0; i < text.getNumberOfChars(); i++, all++) {
          const box = text.getExtentOfChar(i),
            at = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2).matrixTransform(to);
          const covers = (b) => at.x > b.left && at.x < b.right && at.y > b.top && at.y < b.bottom;
          if (bodies.some(covers))
            hidden.push(`${text.textContent} ${i}`);
        }
      }
      return { all, hidden };
    });
    assert.ok(letters.all > 60, `${letters.all} letters`);
    assert.deepEqual(letters.hidden, [], "letters under counters");
  });

  test("what a throw came to lies where the fight was, as a chip, until it is read", async ({
    open,
    origin,
  }) => {
    const page = await open({ viewport: { width: 2700, height: 1700 } }); // all of the map
    await unguided(page, match.game);
    await page.addInitScript(() => localStorage.setItem("gg.speed", "off"));
    const id = await newMatch(page, origin, match);
    let state = await settled(page, id, -1);
    const chips = () => page.locator(".chip-body").count();
    for (let i = 0; i < 80 && !state.over && !(await chips()); i++) {
      const end = state.legal.find((l) => /^(end|done)/.test(l.n)) ?? state.legal[0];
      await send(page, id, state.seq, end.n);
      state = await settled(page, id, state.seq, 20000);
      await page.waitForFunction(
        (seq) => Number(document.querySelector(".match")?.dataset.seq) >= seq,
        state.seq,
      );
      await drawn(page);
    }
    const game = await (await fetch(`${origin}/api/games/bautzen`)).json(),
      names = game.domains.find((d) => d.token === "odds").names;
    const said = (n) => (n ? `\u2212${n}` : "0");
    // The page gives an only answer by itself, and the enemy may fight on: log and chip are read
    // together, until neither is ahead.
    const shown = (cell) =>
      page.evaluate((cell) => {
        const node = [...document.querySelectorAll(".chip-body")].pop(), // the last fight
          chip = node.getBoundingClientRect(),
          hex = document.querySelector(`.place[data-cell="0:${cell}"]`).getBoundingClientRect(),
          near = hex.height / 3;
        const middle = (a, b) => (a + b) / 2;
        return {
          dice: [...node.querySelectorAll(".die")].map((d) => Number(d.getAttribute("aria-label"))),
          odds: node.querySelector("b").textContent,
          lost: [...node.querySelectorAll(".lost")].map((n) => n.textContent),
          colours: new Set(
            [...node.querySelectorAll(".lost")].map((n) => getComputedStyle(n).backgroundColor),
          ).size,
          inside: chip.left >= 0 && chip.top >= 0 && chip.right <= innerWidth,
          // where the fight was: at the hex that was attacked last
          below: Math.abs(middle(chip.left, chip.right) - middle(hex.left, hex.right)) < near,
          beside: Math.min(Math.abs(chip.top - hex.bottom), Math.abs(chip.bottom - hex.top)) < near,
        };
      }, cell);
    await soon.ok(async () => {
      const lines = (await stateOf(page, id)).log.flatMap((e) =>
        e.lines.map((l) => ({ ...l, dice: e.dice })),
      );
      const at = lines.findLastIndex((l) => l.kind === "combat_die"),
        { args, dice } = lines[at],
        fought = lines.slice(0, at).findLast((l) => l.kind === "attacked");
      assert.deepEqual(await shown(fought.args[1]), {
        dice, odds: names[args[2]].token, lost: [said(args[3]), said(args[4])],
        colours: 2, inside: true, below: true, beside: true,
      });
      return true;
    });
    await page.waitForFunction(() => {
      document.body.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
      return !document.querySelector(".chip-body");
    });
  });

  test("layers over the map are switched, and stay after a reload", async ({ open, origin }) => {
    const page = await open();
    await unguided(page, match.game);
    await newMatch(page, origin, match);
    await page.waitForSelector(".layer.front .front.teeth");
    await soon.ok(async () => (await page.locator(".flag.s0").count()) > 0, "nobody's flags");
    await soon.equal(() => page.locator(".layer.hatch").count(), 0);
    await page.click('[data-layer="hatch"]');
    await page.waitForSelector(".layer.hatch .hatch");
    await page.click('[data-layer="front"]');
    await page.waitForSelector(".layer.front", { state: "detached" });
    await page.reload();
    await page.waitForSelector(".layer.hatch .hatch");
    await soon.equal(() => page.locator(".layer.front").count(), 0);
  });

  test("every moment of a replay has its own front, its flags and what is switched on", async ({
    open,
    origin,
  }) => {
    const page = await open({ viewport: { width: 1440, height: 900 } });
    await unguided(page, match.game);
    const id = await newMatch(page, origin, { ...match, scenario: "intro" });
    const before = await settled(page, id, -1);
    // a regiment goes to the enemy: what it holds then is no longer his
    for (const notation of ["move Brandenburg_JgR2", "step 2011", "stop"])
      assert.ok(await send(page, id, (await stateOf(page, id)).seq, notation), notation);
    const front = () => page.locator(".layer.front .front.s0").last().getAttribute("d");
    await page.waitForSelector(".layer.front .front.teeth");
    const control = async (entry) => {
      const path = `/api/matches/${id}/replay?entry=${entry}&overlays=control:0`;
      const part = await page.evaluate((path) => fetch(path).then((r) => r.json()), path);
      return JSON.stringify(part.overlays[0].cells);
    };
    await page.evaluate((id) => {
      const headers = { "Content-Type": "application/json" };
      return fetch(`/api/matches/${id}/resign`, { method: "POST", headers, body: "{}" });
    }, id);
    await page.locator("#replay").first().click();
    await page.waitForSelector(".replay");
    const last = await stateOf(page, id);
    assert.notEqual(await control(before.entry), await control(last.entry), "the front moved");
    const shown = async (entry) => {
      await page.locator('.replay input[type="range"]').fill(String(entry));
      await page.waitForFunction(
        (entry) => document.querySelector(".replay output")?.textContent.startsWith(`${entry}/`),
        entry,
      );
      await page.waitForSelector(".layer.front .front.teeth");
      await soon.ok(async () => (await page.locator(".flag.s0").count()) > 0, "nobody's flags");
    };
    await shown(last.entry);
    const now = await front();
    await shown(before.entry);
    await soon.ok(async () => (await front()) !== now, "the front of the end at the beginning");
    await soon.ok(() => page.locator('[data-layer="front"]').count());
    await page.click('[data-layer="hatch"]');
    await page.waitForSelector(".layer.hatch .hatch");
    await page.selectOption("#viewpoint", "public");
    await page.waitForSelector(".layer.front .front.teeth");
  });

  test("no legal piece lies under the buttons of the map", async ({ open, origin }) => {
    for (const viewport of [{ width: 1440, height: 900 }, { width: 390, height: 844 }]) {
      const small = viewport.width < 600;
      const page = await open({ viewport, hasTouch: small, isMobile: small });
      await unguided(page, match.game);
      await newMatch(page, origin, { ...match, scenario: "intro" });
      await page.waitForSelector(".match.mine .piece.legal");
      // the far corner of the board is shown beside them, not below
      const bare = () =>
        page.evaluate(() => {
          const tools = document.querySelector(".board-tools").getBoundingClientRect(),
            tall = tools.height > tools.width;
          const ends = [...document.querySelectorAll(".place")].map((n) => {
            const { right, bottom } = n.getBoundingClientRect();
            return tall ? tools.left - right : tools.top - bottom;
          });
          return Math.min(...ends);
        });
      await soon.ok(async () => (await bare()) > -60, `${await bare()} px under the buttons`);
      const covered = () =>
        page.evaluate(() => {
          const tools = document.querySelector(".board-tools").getBoundingClientRect();
          return [...document.querySelectorAll(".piece.legal")].filter((node) => {
            const { left, right, top, bottom } = node.getBoundingClientRect(),
              x = (left + right) / 2,
              y = (top + bottom) / 2;
            return x > tools.left && x < tools.right && y > tools.top && y < tools.bottom;
          }).length;
        });
      await soon.equal(covered, 0, "a counter that can act lies under a button");
    }
  });

  test("the overview goes where one points", async ({ open, origin }) => {
    const page = await open();
    await unguided(page, match.game);
    await newMatch(page, origin, match);
    const box = await page.locator(".minimap svg").boundingBox();
    const before = await transform(page);
    await page.mouse.click(box.x + box.width * 0.2, box.y + box.height * 0.3);
    await page.waitForFunction(
      (was) => document.querySelector(".board > g").getAttribute("transform") !== was,
      before,
    );
    await page.keyboard.press("0");
    await page.waitForSelector(".minimap", { state: "detached" });
  });

  test("on a phone: two fingers zoom, the overview waits behind its button", async ({
    open,
    origin,
  }) => {
    const page = await open({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    await unguided(page, match.game);
    await newMatch(page, origin, match);
    await page.waitForSelector(".match.mine .stack");
    await soon.ok(async () => !(await page.locator(".minimap").isVisible()), "it hides counters");
    const piece = await page.locator(".piece.legal .body").first().boundingBox();
    assert.ok(piece.width >= 40, `a counter is ${piece.width} wide`);
    const was = await scale(page);
    const cdp = await page.context().newCDPSession(page);
    const touch = (type, gap) =>
      cdp.send("Input.dispatchTouchEvent", {
        type,
        touchPoints: gap
          ? [
              { x: 195 - gap, y: 450, id: 1 },
              { x: 195 + gap, y: 450, id: 2 },
            ]
          : [],
      });
    await touch("touchStart", 30);
    for (const gap of [45, 60, 80]) await touch("touchMove", gap);
    await touch("touchEnd", 0);
    await soon.ok(async () => (await scale(page)) > was * 1.5, "two fingers");
    await page.tap(".map-button");
    await page.waitForSelector(".minimap", { state: "visible" });
    for (const button of await page.locator(".layer-list button").all())
      await soon.ok(async () => (await button.boundingBox()).height >= 40);
  });

  test("hexes out of play are cut away", async ({ open, origin }) => {
    const page = await open();
    await unguided(page, match.game);
    await newMatch(page, origin, { ...match, scenario: "intro" });
    await page.waitForSelector(".hexmap .map-beyond");
    await page.keyboard.press("0");
    const sizes = await page.evaluate(() =>
      [".hexmap .map-paper", ".hexmap .map-beyond"].map(
        (s) => document.querySelector(s).getBoundingClientRect().width,
      ),
    );
    assert.ok(sizes[0] < sizes[1] * 0.8, sizes.join(" "));
  });
}
