// SPDX-License-Identifier: Apache-2.0
// A game of cards on a sheet of places: how it is laid out, one turn's beginnings by mouse and by
// keys, what a card says, and that face-down cards say nothing.
import assert from "node:assert/strict";
import {
  clickAt,
  dice,
  middle,
  newMatch,
  perform,
  playThrough,
  settled,
  shows,
  soon,
  stateOf,
  unguided,
} from "./hands.mjs";

const body = { game: "corridors", scenario: "standard", seats: ["human", "random"] };

// On to the first reinforcement phase: windows that open before are declined.
async function toReinforcement(page, id, finish) {
  for (let i = 0; i < 60; i++) {
    const state = await settled(page, id, -1);
    if (state.turn.acting && state.turn.node === "reinforce") return state;
    await shows(page, state.seq, true);
    await finish();
    await settled(page, id, state.seq, 400);
  }
  throw new Error("no reinforcement phase came");
}
const deployable = (state) =>
  state.legal.find((l) => /^deploy 1[GSUW].*hq1$/.test(l.n)) ??
  state.legal.find((l) => /^deploy /.test(l.n));
const inHand = (state) =>
  state.view.pieces.filter((p) => p.surface === 1 && p.token).map((p) => p.token);

export default function add(test) {
  test("a sheet of places: rows, corridors between the columns, pieces side by side", async ({
    open,
    origin,
  }) => {
    const page = await open();
    const id = await newMatch(page, origin, body);
    await toReinforcement(page, id, () => page.click(".actions .act.main, .actions .act"));
    const at = async (cell) => middle(page, `#c-0-${cell}`);
    const [a1, b1, a3, w1, hq1] = await Promise.all([0, 1, 6, 11, 9].map(at));
    assert.ok(a1.x < w1.x && w1.x < b1.x, "the corridor does not lie between its columns");
    assert.ok(a3.y < a1.y && a1.y < hq1.y, "rows are not in their order");
    const boxes = await page.evaluate(() =>
      [...document.querySelectorAll(".stacks .piece")].map((n) => {
        const b = n.querySelector(".body").getBoundingClientRect();
        return { x: b.left, y: b.top, r: b.right, b: b.bottom };
      }),
    );
    for (const [i, p] of boxes.entries())
      for (const q of boxes.slice(i + 1)) {
        const across = Math.min(p.r, q.r) - Math.max(p.x, q.x),
          down = Math.min(p.b, q.b) - Math.max(p.y, q.y);
        assert.ok(across < 3 || down < 3, "two pieces cover each other");
      }
    const shown = await stateOf(page, id);
    const theirs = shown.view.pieces.filter((p) => p.owner === 1);
    assert.ok(theirs.length > 10);
    const silent = (p) => p.handle >= 0x8000 && !p.about_en && p.values.every((v) => !v);
    assert.ok(
      theirs.every((p) => p.token || silent(p)),
      "a face-down card says something",
    );
  });

  test("places lie close together, and their names are read on a phone", async ({
    open,
    origin,
  }) => {
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ]) {
      const page = await open({ viewport: { width, height } });
      await unguided(page, body.game);
      await newMatch(page, origin, body);
      const { x: left } = await middle(page, "#c-0-0");
      assert.ok(left > 0);
      const found = await page.evaluate(() => {
        const box = (id) => document.querySelector(`#c-0-${id} .hit`).getBoundingClientRect();
        const names = [...document.querySelectorAll(".plaque-text")].filter(
          (n) => getComputedStyle(n).display !== "none",
        );
        const scale = document.querySelector("#board > g").getCTM().a;
        const large = (n) => Number.parseFloat(getComputedStyle(n).fontSize) * scale;
        return {
          seams: [box(0).top - box(3).bottom, box(3).top - box(6).bottom],
          across: box(2).right - box(0).left,
          room: document.querySelector("#board").getBoundingClientRect().width,
          names: names.map((n) => n.textContent),
          least: Math.min(...names.map(large)),
        };
      });
      assert.ok(found.seams.every((gap) => gap > 0 && gap < 16), `${width}: ${found.seams}`);
      assert.ok(found.across > found.room * 0.9, `${width}: ${found.across} of ${found.room}`);
      assert.ok(found.least >= 11, `${width}: names of ${found.least} px`);
      for (const name of ["a1", "c3"])
        assert.ok(found.names.some((n) => n.startsWith(name)), `${width}: no ${name}`);
    }
  });

  test("a deck to choose from is seen whole on a wide screen", async ({ open, origin }) => {
    const page = await open({ viewport: { width: 1920, height: 1080 } });
    await unguided(page, body.game);
    await newMatch(page, origin, body);
    await page.waitForSelector(".hand.crowd .tray-piece");
    await soon.ok(() =>
      page.evaluate(() => {
        const list = document.querySelector(".hand.crowd .tray-list");
        return list.scrollHeight <= list.clientHeight + 2;
      }),
    );
  });

  test("the button of a verb takes the card that is chosen", async ({ open, origin }) => {
    const page = await open();
    await unguided(page, body.game);
    const id = await newMatch(page, origin, body);
    await toReinforcement(page, id, () => page.click(".actions .act.main, .actions .act"));
    const before = await stateOf(page, id),
      wanted = deployable(before);
    const piece = before.view.pieces.findIndex((p) => p.handle === wanted.o[0]);
    await clickAt(page, `#p-${piece}`);
    await page.waitForSelector(`#p-${piece}.chosen`);
    await page.click('.actions [data-verb="deploy"]');
    await page.waitForSelector('.actions [data-verb="deploy"][aria-pressed="true"]');
    await page.waitForSelector(`#p-${piece}.chosen`);
    await clickAt(page, `#c-0-${wanted.o[1]}`);
    const after = await settled(page, id, before.seq);
    assert.equal(inHand(after).length, inHand(before).length - 1);
  });

  test("a terrain card is chosen in the hand and laid", async ({ open, origin }) => {
    const page = await open();
    const id = await newMatch(page, origin, { ...body, scenario: "free" });
    await page.waitForSelector(".tray-piece.legal");
    const before = await stateOf(page, id);
    const legal = before.legal.find((l) => l.n.startsWith("lay "));
    const [, terrain] = legal.n.split(" ");
    const game = await (await fetch(`${origin}/api/games/${body.game}`)).json();
    const card = before.view.pieces.findIndex(
      (p) => p.surface === 1 && game.faces[p.face].token === terrain,
    );
    await clickAt(page, `#p-${card}`);
    await page.waitForSelector(`#p-${card}.chosen`);
    await clickAt(page, `#c-0-${legal.o[1]}`);
    const after = await settled(page, id, before.seq);
    const told = after.log.flatMap((e) => e.lines).filter((l) => l.kind === "laid");
    assert.ok(
      told.some((l) => l.args[0] === 0 && l.args[1] === legal.o[0] && l.args[2] === legal.o[1]),
      `${legal.n}: ${JSON.stringify(told.map((l) => l.args))}`,
    );
  });

  test("a card is read and deployed by mouse", async ({ open, origin }) => {
    const page = await open();
    const id = await newMatch(page, origin, body);
    await toReinforcement(page, id, () => page.click(".actions .act.main, .actions .act"));
    const before = await stateOf(page, id);
    const wanted = deployable(before);
    assert.ok(wanted, "nothing can be deployed");
    const piece = before.view.pieces.findIndex((p) => p.handle === wanted.o[0]);
    await clickAt(page, `#p-${piece}`);
    await page.waitForSelector(`#p-${piece}.chosen`);
    await soon.match(() => page.textContent(".status"), /Cost \d/);
    await clickAt(page, `#c-0-${wanted.o[1]}`);
    const after = await settled(page, id, before.seq);
    assert.equal(inHand(after).length, inHand(before).length - 1);
    const there = after.view.pieces.find((p) => p.handle === wanted.o[0]);
    assert.deepEqual([there.surface, there.cell], [0, wanted.o[1]]);
  });

  test("the same by keys alone", async ({ open, origin }) => {
    const page = await open();
    const id = await newMatch(page, origin, body);
    const finish = async () => {
      if (await page.locator(".actions .act.main").count())
        await page.keyboard.press("Control+Enter");
      else await page.locator(".actions button.act").first().press("Enter");
    };
    await toReinforcement(page, id, finish);
    const before = await stateOf(page, id);
    const game = await (await fetch(`${origin}/api/games/${body.game}`)).json();
    const after = await perform(page, id, game, deployable(before), "keys");
    assert.equal(inHand(after).length, inHand(before).length - 1);
    await shows(page, after.seq, true); // its button, not the last
    await page.keyboard.press("Control+Enter");
    const next = await settled(page, id, after.seq);
    assert.equal(next.turn.node, "air");
  });

  for (const by of ["mouse", "keys"])
    test(`a whole game of cards by ${by}: every phase, windows answered`, async ({
      open,
      origin,
    }) => {
      const page = await open();
      const game = await (await fetch(`${origin}/api/games/${body.game}`)).json();
      const id = await newMatch(page, origin, { ...body, scenario: "quick" });
      const pick = dice(by === "mouse" ? 3 : 4);
      // a kind of action first, then one of that kind: phases are not only ended
      const any = (state) => {
        const kinds = [...new Set(state.legal.map((l) => l.v))];
        const kind = kinds[pick(kinds.length)];
        const list = state.legal.filter((l) => l.v === kind);
        return list[pick(list.length)];
      };
      const played = await playThrough(page, id, game, by, any);
      await page.waitForSelector(".match.over");
      console.log(`     ${[...played].map(([verb, n]) => `${verb} ${n}`).join(", ")}`);
      assert.ok(played.get("deploy") && played.get("end") > 10, "nothing was deployed");
      assert.ok(played.get("move") || played.get("assault") || played.get("fire"), "nobody fought");
    });
}
