// SPDX-License-Identifier: Apache-2.0
// How many requests a thing done on the page costs: counted as the browser sends them, from the
// first click to the moment when the page has come to rest.
import assert from "node:assert/strict";
import { clickAt, middle, newMatch } from "./hands.mjs";

// The requests made of the match while something is done; art and facts are not among them.
export async function cost(page, what) {
  const seen = [];
  const note = (request) => {
    const path = new URL(request.url()).pathname;
    const last = path.replace(/^\/api\/matches\/[^/]+\/?/, "") || "state";
    if (path.startsWith("/api/matches/")) seen.push(`${request.method()} ${last}`);
  };
  page.on("request", note);
  await what();
  await page.waitForTimeout(600); // what is asked for a moment later counts too
  page.off("request", note);
  const by = (word) => seen.filter((one) => one.endsWith(word)).length;
  return {
    ...{ all: seen.length, list: seen.join(", ") },
    ...{ actions: by("actions"), plans: by("plans"), undo: by("undo") },
  };
}
async function begin(open, origin, body) {
  const page = await open();
  await page.addInitScript((id) => localStorage.setItem("gg.guides", id), body.game);
  const id = await newMatch(page, origin, body);
  await page.waitForSelector(".match.mine");
  await page.waitForTimeout(1700); // the page has come to rest
  return { page, id };
}
// The tests' own looks at the state are made beside the page.
const stateBeside = async (page, id) =>
  (await page.context().request.get(`${new URL(page.url()).origin}/api/matches/${id}`)).json();
async function until(page, id, what) {
  for (let i = 0; i < 300; i++) {
    const state = await stateBeside(page, id);
    if (what(state)) return state;
    await page.waitForTimeout(30);
  }
  throw new Error("it did not come to that");
}

// A piece that can be moved, stands alone and in sight.
async function moverInSight(page, { legal, view }) {
  const words = legal.map((l) => l.n.split(" ")),
    movers = new Set(words.filter(([verb]) => verb === "move").map(([, what]) => what));
  const alone = (p) => view.pieces.filter((q) => q.cell === p.cell).length === 1;
  const list = view.pieces.flatMap((p, i) =>
    p.surface === 0 && movers.has(p.token) && alone(p) ? [i] : [],
  );
  const found = await page.evaluate(
    (list) =>
      list.find((i) => {
        const box = document.querySelector(`#p-${i}`)?.getBoundingClientRect();
        const [x, y] = box ? [box.left + box.width / 2, box.top + box.height / 2] : [-1, -1];
        return document.elementFromPoint(x, y)?.closest(`#p-${i}`);
      }),
    list,
  );
  return { index: found, token: view.pieces[found].token };
}
// The first place that is marked as within reach and can be clicked.
const farPlace = (page) =>
  page.evaluate(() => {
    const board = document.querySelector(".board").getBoundingClientRect();
    const free = [...document.querySelectorAll(".place .far")].find((node) => {
      const box = node.getBoundingClientRect(),
        x = box.left + box.width / 2,
        y = box.top + box.height / 2;
      const inside = x > board.left && x < board.right && y > board.top && y < board.bottom;
      return inside && document.elementFromPoint(x, y)?.closest(".place") === node.parentElement;
    });
    return free.parentElement.id;
  });

export default function add(test) {
  // Commit 4c0459d needed 64 for this move: steps one by one, tried and taken back.
  test("a whole move over hexes costs nine requests, whatever its length", async ({
    open,
    origin,
  }) => {
    const body = { game: "bautzen", scenario: "intro", seats: ["greedy", "human"] };
    const { page, id } = await begin(open, origin, body);
    const unit = await moverInSight(page, await stateBeside(page, id));
    const taken = await cost(page, async () => {
      await clickAt(page, `#p-${unit.index}`);
      await page.waitForSelector(".place .far");
    });
    assert.deepEqual([taken.actions, taken.plans, taken.undo], [1, 0, 0], taken.list);
    const far = await farPlace(page);
    const going = await cost(page, async () => {
      const at = await middle(page, `#${far}`);
      await page.mouse.move(at.x, at.y);
      await page.waitForSelector(".place .way");
      await page.mouse.click(at.x, at.y);
      const goal = Number(far.split("-")[2]);
      const there = (p) => p.token === unit.token && p.cell === goal;
      await until(page, id, (s) => s.view.pieces.some(there));
      await page.mouse.move(3, 300);
    });
    const { draft } = await stateBeside(page, id);
    assert.ok(draft.length > 4, `a long way: ${draft}`);
    assert.deepEqual([going.actions, going.plans, going.undo], [1, 1, 0], going.list);
    const ended = await cost(page, async () => {
      await page.locator('.act[data-verb="stop"]').click();
      await until(page, id, (s) => !s.draft.length);
    });
    assert.deepEqual([ended.actions, ended.plans, ended.undo], [1, 0, 0], ended.list);
    const all = taken.all + going.all + ended.all;
    const parts = [taken.all, going.all, ended.all].join(" + ");
    console.log(`     ${draft.length - 1} steps: ${parts} requests`);
    assert.ok(all <= 9, [taken.list, going.list, ended.list].join(" / "));
  });

  test("a formation costs a request for each choice, and its previews", async ({
    open,
    origin,
  }) => {
    const body = { game: "salvo", scenario: "first_salvo", seats: ["human", "greedy"] };
    const { page, id } = await begin(open, origin, body);
    const whole = await cost(page, async () => {
      for (const verb of ["deploy", "at", "form", "confirm"]) {
        const { seq } = await stateBeside(page, id);
        const button = page.locator(`.actions .act[data-verb="${verb}"]`);
        if (verb === "at") await clickAt(page, ".points circle");
        else if (await button.count()) await button.first().click();
        else await clickAt(page, ".tray-piece.legal");
        await until(page, id, (s) => s.seq !== seq);
        await page.waitForSelector(`.match[data-seq="${(await stateBeside(page, id)).seq}"]`);
        await page.mouse.move(3, 300);
      }
    });
    console.log(`     ${whole.all} requests: ${whole.list}`);
    assert.deepEqual([whole.actions, whole.plans, whole.undo], [4, 0, 0], whole.list);
    assert.ok(whole.all <= 8, whole.list);
  });
}
