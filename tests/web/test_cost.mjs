// SPDX-License-Identifier: Apache-2.0
// How many requests a thing done on the page costs: counted as the browser sends them, from the
// first click to the moment when the page has come to rest.
import assert from "node:assert/strict";
import { begun, middle, shows, soon, tapAt } from "./hands.mjs";
import { PATIENCE_MS } from "./options.mjs";

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
    ...{ actions: by("actions"), plans: by("plans"), undo: by("undo"), odds: by("odds") },
  };
}
async function begin(open, origin, body) {
  const match = await begun(open, origin, body);
  await match.page.waitForTimeout(1700); // the page has come to rest
  return match;
}
// The tests' own looks at the state are made beside the page.
const stateBeside = async (page, id) =>
  (await page.context().request.get(`${new URL(page.url()).origin}/api/matches/${id}`)).json();
async function until(page, id, what) {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; ) {
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
      await tapAt(page, `#p-${unit.index}`);
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
      await tapAt(page, '.act[data-verb="stop"]');
      await until(page, id, (s) => !s.draft.length);
    });
    assert.deepEqual([ended.actions, ended.plans, ended.undo], [1, 0, 0], ended.list);
    // What it might lead to is asked for unasked, once for each thing that is prepared.
    const odds = taken.odds + going.odds + ended.odds;
    assert.ok(odds <= 4, [taken.list, going.list, ended.list].join(" / "));
    const all = taken.all + going.all + ended.all - odds;
    const parts = [taken.all, going.all, ended.all].join(" + ");
    console.log(`     ${draft.length - 1} steps: ${parts} requests`);
    assert.ok(all <= 9, [taken.list, going.list, ended.list].join(" / "));
  });

  test("a piece dragged over hexes goes the way that was drawn, in one action", async ({
    open,
    origin,
  }) => {
    const body = { game: "bautzen", scenario: "intro", seats: ["greedy", "human"] };
    const { page, id } = await begin(open, origin, body);
    const unit = await moverInSight(page, await stateBeside(page, id));
    const cells = async (goal) => {
      const path = `api/matches/${id}/plans?piece=${unit.token}&to=0:${goal}`;
      const answer = await page.context().request.get(`${origin}/${path}`);
      const [plan] = (await answer.json()).plans;
      const { domains } = await (
        await page.context().request.get(`${origin}/api/games/bautzen`)
      ).json();
      const named = domains.find((d) => d.kind === "cell" && d.surface === 0).names;
      const steps = plan?.notation.slice(0, plan.draft).filter((n) => n.startsWith("step ")) ?? [];
      return steps.map((n) => named.findIndex((x) => x?.token === n.split(" ")[1]));
    };
    // the shortest way of three steps that lies free and in sight
    const all = await page.evaluate(() =>
      [...document.querySelectorAll(".place")].flatMap((n) => {
        const b = n.getBoundingClientRect();
        const top = document.elementFromPoint(b.left + b.width / 2, b.top + b.height / 2);
        return top?.closest(".place") === n ? [Number(n.id.split("-")[2])] : [];
      }),
    );
    const free = new Set(all);
    let way = [];
    for (const goal of free) {
      way = await cells(goal);
      if (way.length === 3 && way.every((cell) => free.has(cell))) break;
    }
    assert.equal(way.length, 3);
    const dragged = async (over) => {
      const start = await middle(page, `#p-${unit.index}`),
        spots = [];
      for (const cell of over) spots.push(await middle(page, `#c-0-${cell}`));
      await page.mouse.move(start.x, start.y);
      await page.mouse.down();
      await page.mouse.move(start.x + 9, start.y, { steps: 2 });
      for (const at of spots) await page.mouse.move(at.x, at.y);
      await page.mouse.up();
      return until(page, id, (s) => s.draft.length === 4);
    };
    const drawn = await cost(page, () => dragged(way));
    assert.deepEqual([drawn.actions, drawn.plans, drawn.undo], [1, 1, 0], drawn.list);
    const there = (s) => s.view.pieces.find((p) => p.token === unit.token).cell;
    await soon.equal(async () => there(await stateBeside(page, id)), way[2]);
    assert.equal(await page.locator(".bubble").count(), 0);
    // taken back, and dragged straight there: the best way is taken
    for (let i = 0; i < 4; i++) {
      const { seq, draft } = await stateBeside(page, id);
      if (!draft.length) break;
      await page.keyboard.press("u");
      await until(page, id, (s) => s.seq !== seq);
    }
    await shows(page, (await stateBeside(page, id)).seq);
    const straight = await cost(page, () => dragged(way.slice(2)));
    assert.deepEqual([straight.actions, straight.plans], [1, 1], straight.list);
    await soon.equal(async () => there(await stateBeside(page, id)), way[2]);
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
        const button = `.actions .act[data-verb="${verb}"]`;
        if (verb === "at") await tapAt(page, ".points circle");
        else if (await page.locator(button).count()) await tapAt(page, button);
        else await tapAt(page, ".tray-piece.legal");
        await until(page, id, (s) => s.seq !== seq);
        await shows(page, (await stateBeside(page, id)).seq);
      }
    });
    console.log(`     ${whole.all} requests: ${whole.list}`);
    assert.deepEqual([whole.actions, whole.plans, whole.undo], [4, 0, 0], whole.list);
    assert.ok(whole.odds <= 4, whole.list);
    assert.ok(whole.all - whole.odds <= 8, whole.list);
  });
}
