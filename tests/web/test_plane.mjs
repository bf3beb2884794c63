// SPDX-License-Identifier: Apache-2.0
// A table in millimetres: its size, units dragged onto it, ghost bases dragged about, refusals
// where they were let go, overlays of what is pointed at.
import assert from "node:assert/strict";
import { drag, middle, newMatch, settled, stateOf } from "./hands.mjs";

const body = { game: "salvo", scenario: "relay", seats: ["human", "random"] };

// A point of the table on the screen.
const onTable = (page, x, y) =>
  page.evaluate(
    ([x, y]) => {
      const plane = document.querySelector("[data-plane]"),
        m = plane.getScreenCTM(),
        s = Number(plane.dataset.scale);
      return { x: m.e + x * s * m.a, y: m.f + y * s * m.d };
    },
    [x, y],
  );

async function start(open, origin) {
  const page = await open();
  const id = await newMatch(page, origin, body);
  await page.waitForSelector(".tray-piece.legal");
  if (await page.locator(".guide .quiet").count()) await page.click(".guide .quiet");
  return { page, id };
}
// Drags the first unit onto the table and takes the first formation.
async function deployed(page, id) {
  const before = await stateOf(page, id);
  await drag(page, await middle(page, ".tray-piece.legal"), await onTable(page, 120, 450));
  for (let i = 0; i < 100 && (await stateOf(page, id)).draft.length < 2; i++)
    await page.waitForTimeout(30);
  const after = await stateOf(page, id);
  assert.deepEqual(after.draft, [before.legal[0].n, "at 12.0 45.0"]);
  return after;
}

export default function add(test) {
  test("the table is as large as its scenario, and its scenery is drawn", async ({
    open,
    origin,
  }) => {
    const { page } = await start(open, origin);
    const box = await page.locator(".planemap .map-paper").boundingBox();
    assert.ok(Math.abs(box.width / box.height - 1200 / 900) < 0.01, "120 by 90 cm");
    assert.ok((await page.locator(".planemap .t-wall").count()) >= 4);
    const names = await page.locator(".scenery-name").allTextContents();
    assert.ok(names.includes("T1") && !names.some((n) => /off the table/i.test(n)));
  });

  test("a unit dragged onto the table, its ghosts dragged about", async ({ open, origin }) => {
    const { page, id } = await start(open, origin);
    await deployed(page, id);
    await page.click(".actions .act.main"); // the formation proposed first
    await page.waitForFunction(() => document.querySelectorAll(".art.ghost").length > 4);
    const state = await stateOf(page, id);
    const ghosts = state.view.pieces
      .map((piece, index) => ({ piece, index }))
      .filter(({ piece }) => piece.flags & 16);
    const last = ghosts.reduce((a, b) => (b.piece.x >= a.piece.x ? b : a));
    // out of the zone: refused where it was let go, with its rule; nothing has changed
    await page.waitForSelector(`#p-${last.index}`);
    await drag(page, await middle(page, `#p-${last.index}`), await onTable(page, 300, 560));
    await page.waitForSelector(".bubble.refusal .rule");
    assert.deepEqual((await stateOf(page, id)).draft, state.draft);
    // a little aside: placed there
    await drag(
      page,
      await middle(page, `#p-${last.index}`),
      await onTable(page, last.piece.x - 4, last.piece.y + 24),
    );
    const after = await settled(page, id, state.seq);
    assert.match(after.draft.at(-1), /^place /);
    const moved = after.view.pieces.find(
      (p) => p.handle === last.piece.handle && p.flags & 16,
    );
    assert.ok(Math.abs(moved.x - last.piece.x + 4) <= 2, `${moved.x}`);
    assert.ok(Math.abs(moved.y - last.piece.y - 24) <= 2, `${moved.y}`);
  });

  test("overlays of what is pointed at, by key and by the list", async ({ open, origin }) => {
    const { page, id } = await start(open, origin);
    await deployed(page, id);
    for (const wanted of ["form ", "confirm"]) {
      const state = await stateOf(page, id);
      const n = state.legal.find((l) => l.n.startsWith(wanted)).n;
      if (!(await page.locator("#command").count())) await page.keyboard.press(":");
      await page.fill("#command", n);
      await page.keyboard.press("Enter");
      await settled(page, id, state.seq);
    }
    await page.keyboard.press("Escape");
    const state = await stateOf(page, id);
    const mine = state.view.pieces.findIndex((p) => p.surface === 0 && p.owner === 0);
    assert.ok(mine >= 0, "no figure stands");
    await page.waitForSelector(`#p-${mine}`);
    const at = await middle(page, `#p-${mine}`);
    await page.mouse.move(at.x, at.y, { steps: 3 });
    await page.keyboard.press("o");
    await page.waitForSelector(".overlay .reach");
    const first = await page.textContent(".overlay-name");
    assert.match(first, /^Reach/);
    await page.keyboard.press("o");
    await page.waitForFunction(
      (was) => document.querySelector(".overlay-name")?.textContent !== was,
      first,
    );
    assert.match(await page.textContent(".overlay-name"), /sees/);
    await page.keyboard.press("Escape");
    await page.waitForSelector(".overlay", { state: "detached" });
    await page.click(".overlays > button");
    await page.click(".overlay-list button >> nth=0");
    await page.waitForSelector(".overlay .reach");
  });
}
