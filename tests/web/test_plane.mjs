// SPDX-License-Identifier: Apache-2.0
// A table in millimetres: its size, units dragged onto it, ghost bases dragged about, refusals
// where they were let go, overlays of what is pointed at.
import assert from "node:assert/strict";
import { load } from "./modules.mjs";
import {
  atRest,
  drag,
  middle,
  newMatch,
  onTable,
  perform,
  playThrough,
  send,
  settled,
  shows,
  soon,
  stateOf,
  unguided,
} from "./hands.mjs";

const body = { game: "salvo", scenario: "relay", seats: ["human", "random"] };

async function start(open, origin, scenario = body.scenario) {
  const page = await open();
  const id = await newMatch(page, origin, { ...body, scenario });
  await page.waitForSelector(".tray-piece.legal");
  if (await page.locator(".guide .quiet").count()) await page.click(".guide .quiet");
  return { page, id };
}
// Drags the first unit onto the table and takes the first formation.
async function deployed(page, id) {
  const before = await stateOf(page, id);
  await drag(page, await middle(page, ".tray-piece.legal"), await onTable(page, 120, 450));
  const drafted = async () => (await stateOf(page, id)).draft;
  await soon.deepEqual(drafted, [before.legal[0].n, "at 12.0 45.0"]);
  return stateOf(page, id);
}

const act = (page, id, state, notation) => send(page, id, state.seq, notation);

// One plain step on the way to the enemy: set up far forward, walk east, end without attitudes.
function onward(state) {
  const all = state.legal.map((l) => l.n),
    first = (...heads) => heads.flatMap((h) => all.filter((n) => n.startsWith(h)))[0];
  const east = (head) =>
    all
      .filter((n) => n.startsWith(head))
      .sort((a, b) => Number(b.split(" ")[1]) - Number(a.split(" ")[1]))[0];
  switch (state.turn.node) {
    case "deploy":
      return east("at ") ?? (state.draft.length < 3 ? first("form ", "confirm") : first("confirm"));
    case "move":
      if (state.draft.some((n) => n.startsWith("form "))) return first("confirm", "halt");
      return state.draft.some((n) => n.startsWith("leg "))
        ? first("form ", "confirm", "halt")
        : (east("leg ") ?? first("halt"));
    case "act":
      return first("move combat", "end none", "end ");
    case "turn":
      return first("reveal");
    default:
      return first("decline", "confirm", "done", "deploy", "commit 0", "first") ?? all[0];
  }
}

// Plays on until the wanted kind of action is legal.
async function until(page, id, head) {
  for (let i = 0; i < 900; i++) {
    const state = await stateOf(page, id);
    assert.ok(!state.over, `no ${head} in a whole match`);
    if (!state.turn.acting) await page.waitForTimeout(20);
    else if (state.legal.some((l) => l.n.startsWith(head))) {
      await page.waitForSelector(`.match.mine[data-seq="${state.seq}"]`);
      return state;
    } else await act(page, id, state, onward(state));
  }
  throw new Error(`no ${head} after 900 steps`);
}

// Somebody who plays with a finger on a small upright screen.
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const centre = (box) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
const scaleOf = (page) =>
  page.evaluate(() => document.querySelector("#board > g").getCTM().a);

const corridor = '.overlay[data-overlay="fire_corridor"] .reach';

export default function add(test) {
  test("a card shows whom it stands for before anybody stands on the table", async ({
    open,
    origin,
  }) => {
    const page = await open();
    await newMatch(page, origin, { game: "salvo", seats: ["human", "greedy"] });
    await page.waitForSelector(".trays.mine .tray-piece");
    const look = () =>
      page.evaluate(() =>
        [...document.querySelectorAll(".trays.mine .tray-piece")].map((card) =>
          [...card.querySelectorAll('use[href^="#face-"]')].map((use) => use.getAttribute("href")),
        ),
      );
    await soon.ok(async () => (await look()).every((drawn) => drawn.length), "one has no figure");
    const cards = await look();
    const { faces } = await (await fetch(`${origin}/api/games/salvo`)).json();
    assert.ok(cards.length > 2);
    for (const drawn of cards) {
      assert.ok(drawn.length > 0, "a card without a figure");
      for (const href of drawn) {
        const face = faces.find((f) => `#face-${f.token}` === href);
        assert.ok(face && !/^card/.test(face.token), `${href} is no figure`);
      }
    }
    const kinds = new Set(cards.map((drawn) => drawn.join(" ")));
    assert.ok(kinds.size > 2, "all alike");
  });

  test("a move is prepared: reach, cohesion, tape; a drag beyond the reach stops there", async ({
    open,
    origin,
  }) => {
    const { page, id } = await start(open, origin);
    const game = await (await fetch(`${origin}/api/games/${body.game}`)).json();
    let state = await until(page, id, "move combat");
    await act(page, id, state, "move combat");
    await page.waitForSelector('[data-prepared="reach"] polygon');
    await page.waitForSelector('[data-prepared="cohesion"] polygon');
    state = await stateOf(page, id);
    const index = state.view.pieces.findIndex(
      (p) => p.flags & 8 && /_(leader|officer)$/.test(game.faces[p.face].token),
    );
    const leader = state.view.pieces[index];
    // towards a point that is proposed, and far beyond it
    const [x, y] = state.legal.find((l) => l.n.startsWith("leg ")).o;
    const far = Math.hypot(x - leader.x, y - leader.y),
      goal = (mm) => [
        leader.x + ((x - leader.x) / far) * mm,
        leader.y + ((y - leader.y) / far) * mm,
      ];
    const from = await middle(page, `#p-${index}`),
      to = await onTable(page, ...goal(420));
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 6 });
    const told = await page.textContent(".tape .length");
    await page.mouse.up();
    state = await settled(page, id, state.seq);
    assert.match(state.draft.at(-1), /^leg /, "the drag was refused");
    const [, cx, cy] = state.draft.at(-1).split(" ").map(Number);
    const went = Math.hypot(cx * 10 - leader.x, cy * 10 - leader.y);
    assert.ok(went > 30 && went < 160, `it went ${went} mm`);
    assert.ok(Math.abs(parseFloat(told) * 10 - went) < 6, `${told} was told, ${went} mm it went`);
    await page.waitForSelector(".tape .length"); // the way stays measured
    await soon.ok(() => page.locator(".banner.now").count(), "the unit has no banner");
  });

  // How far the leader of the unit that acts would go by these ways, in the first direction in
  // which the second leads farther than the first: where they end, in millimetres.
  async function waysOf(page, id, state, game, names) {
    const { stopped } = await load("board/reach.ts");
    const index = state.view.pieces.findIndex(
      (p) => p.surface === 0 && p.flags & 8 && /_(leader|officer)$/.test(game.faces[p.face].token),
    );
    const leader = state.view.pieces[index];
    const outlines = await Promise.all(
      names.map(async (name) => {
        const { a } = state.legal.find((l) => l.n === name);
        const path = `/api/matches/${id}/overlay?kind=reach&about=${leader.handle}&after=${a}`;
        const { points } = await page.evaluate((path) => fetch(path).then((r) => r.json()), path);
        return points.map(([x, y]) => ({ x, y }));
      }),
    );
    for (const degrees of [0, 15, -15, 30, -30, 45, -45, 60, -60]) {
      const turn = (degrees * Math.PI) / 180,
        along = { x: Math.cos(turn), y: Math.sin(turn) };
      const at = (mm) => ({ x: leader.x + along.x * mm, y: leader.y + along.y * mm });
      const far = outlines.map((outline) => {
        const end = stopped(outline, leader, at(2000));
        return Math.hypot(end.x - leader.x, end.y - leader.y);
      });
      if (far[0] > 40 && far[1] > far[0] + 25) return { leader, index, at, far };
    }
    throw new Error("neither way leads anywhere");
  }
  for (const by of ["mouse", "touch"])
    test(`a figure dragged before a kind of move is chosen goes the one that leads there, by ${by}`,
      async ({ open, origin }) => {
        const wide = { viewport: { width: 1440, height: 900 } };
        const page = await open(by === "touch" ? phone : wide);
        await unguided(page, body.game);
        const id = await newMatch(page, origin, { ...body, scenario: "first_salvo" });
        const game = await (await fetch(`${origin}/api/games/${body.game}`)).json();
        const state = await until(page, id, "move rapid");
        assert.ok(state.legal.some((l) => l.n === "move combat"));
        const { leader, index, at, far } = await waysOf(page, id, state, game, [
          "move combat",
          "move rapid",
        ]);
        const cdp = await page.context().newCDPSession(page);
        const finger = (type, spot) =>
          cdp.send("Input.dispatchTouchEvent", {
            type,
            touchPoints: spot ? [{ ...spot, id: 1 }] : [],
          });
        // by so much on the table, from where this figure stands on the screen
        const carry = async (figure, by_mm) => {
          const from = await middle(page, `#p-${figure}`);
          const mm = await page.evaluate(() => {
            const plane = document.querySelector("[data-plane]");
            return plane.getScreenCTM().a * Number(plane.dataset.scale);
          });
          const to =
            by === "touch" // the own edge, at the left, lies below
              ? { x: from.x + by_mm.y * mm, y: from.y - by_mm.x * mm }
              : { x: from.x + by_mm.x * mm, y: from.y + by_mm.y * mm };
          const part = (i) => ({
            x: from.x + ((to.x - from.x) * i) / 8,
            y: from.y + ((to.y - from.y) * i) / 8,
          });
          if (by === "mouse") {
            await page.mouse.move(from.x, from.y);
            await page.mouse.down();
          } else await finger("touchStart", from);
          for (let i = 1; i <= 8; i++)
            if (by === "mouse") await page.mouse.move(part(i).x, part(i).y);
            else await finger("touchMove", part(i));
          await page.waitForSelector('[data-prepared="begun"]', { state: "attached" });
          const told = await page.textContent(".tape .length text");
          await (by === "mouse" ? page.mouse.up() : finger("touchEnd"));
          await soon.equal(async () => (await stateOf(page, id)).draft.length, 2);
          const { draft, seq } = await stateOf(page, id);
          await shows(page, seq); // who takes back what is not shown yet takes back nothing
          const [kind, leg] = draft;
          const [, x, y] = leg.split(" ").map(Number);
          // and all of it can be taken back
          for (const left of [1, 0]) {
            // of a tap within milliseconds of another touch the browser makes no click
            if (by === "touch") await page.waitForTimeout(500);
            await (by === "mouse" ? page.click("#undo") : page.tap("#undo"));
            await soon.equal(async () => (await stateOf(page, id)).draft.length, left);
            await shows(page, (await stateOf(page, id)).seq);
          }
          await page.waitForSelector(".ghost", { state: "detached" });
          return { kind, told, x: x * 10, y: y * 10 };
        };
        const shift = (mm) => ({ x: at(mm).x - leader.x, y: at(mm).y - leader.y });
        const length = ({ x, y }) => Math.hypot(x - leader.x, y - leader.y);
        const near = await carry(index, shift(far[0] * 0.6));
        assert.equal(near.kind, "move combat");
        assert.match(near.told, /cm · combat move/);
        assert.ok(Math.abs(length(near) - far[0] * 0.6) < 6, `${length(near)} mm`);
        const mid = await carry(index, shift((far[0] + far[1]) / 2));
        assert.equal(mid.kind, "move rapid", "only that one leads there");
        assert.ok(Math.abs(length(mid) - (far[0] + far[1]) / 2) < 6, `${length(mid)} mm`);
        const beyond = await carry(index, shift(far[1] + 60));
        assert.equal(beyond.kind, "move combat", "none leads there: the usual one");
        assert.ok(Math.abs(length(beyond) - far[0]) < 6, `${length(beyond)} of ${far[0]} mm`);
        // another of the unit takes it along
        const other = state.view.pieces.findIndex(
          (p, i) => i !== index && p.surface === 0 && p.group === leader.group && p.radius > 0,
        );
        const along = await carry(other, shift(far[0] * 0.5));
        assert.equal(along.kind, "move combat");
        assert.ok(Math.abs(length(along) - far[0] * 0.5) < 6, `${length(along)} mm`);
      });

  test("lettering of a table is read at every size of it, also whole on a phone", async ({
    open,
    origin,
  }) => {
    for (const scenario of ["first_salvo", "wells"]) {
      const page = await open({ viewport: { width: 1280, height: 820 } });
      await newMatch(page, origin, { ...body, scenario });
      await page.waitForSelector(".planemap .zone-name");
      for (const width of [1280, 1366, 1440, 1920, 390])
        for (const whole of [false, true]) {
          await page.setViewportSize({ width, height: width < 600 ? 844 : 820 });
          if (whole) await page.keyboard.press("0");
          const high = await atRest(() =>
            page.evaluate(() =>
              [".zone-name", ".scenery-name", ".table-frame text"].map((name) => {
                const node = document.querySelector(`.planemap ${name}`),
                  m = node.getScreenCTM();
                return Number.parseFloat(getComputedStyle(node).fontSize) * Math.hypot(m.a, m.b);
              }),
            ),
          );
          const where = `${scenario} ${width} ${whole ? "whole " : ""}${high.join(" ")}`;
          assert.ok(high[0] >= 9.5 && high[1] >= 7.5 && high[2] >= 6.5, where);
        }
    }
  });

  test("on a phone the end of an activation stays in sight", async ({ open, origin }) => {
    for (const locale of ["fr", "en"]) {
      const page = await open({ ...phone, locale });
      await unguided(page, "salvo");
      const seats = ["human", "random"],
        id = await newMatch(page, origin, { game: "salvo", scenario: "first_salvo", seats });
      let state = await settled(page, id, -1);
      const onward = /^(deploy|at|form|confirm|commit 5|reveal)/;
      for (let i = 0; i < 80 && state.turn.node !== "act"; i++) {
        assert.ok(!state.over, "the match is over");
        const next = state.legal.find((l) => onward.test(l.n)) ?? state.legal[0];
        await send(page, id, state.seq, next.a);
        state = await settled(page, id, state.seq);
      }
      await page.waitForSelector(`.match.mine[data-seq="${state.seq}"] .actions [data-verb="end"]`);
      await soon.ok(() =>
        page.evaluate(() => {
          const button = document.querySelector('.actions [data-verb="end"]'),
            { left, right, top, bottom } = button.getBoundingClientRect(),
            row = document.querySelector(".actions").getBoundingClientRect();
          const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
          return left >= row.left && right <= row.right + 1 && button.contains(there);
        }),
      );
    }
  });

  test("on a phone the table is turned: a finger is not exact, two of them zoom", async ({
    open,
    origin,
  }) => {
    const page = await open(phone);
    const id = await newMatch(page, origin, { ...body, scenario: "wells" });
    await page.waitForSelector(".tray-piece.legal");
    const zones = page.locator(".planemap .zone-line");
    const [west, east] = [await zones.nth(0).boundingBox(), await zones.nth(1).boundingBox()];
    assert.ok(west.y > east.y + 100, "the own zone is not below");
    const state = await stateOf(page, id);
    await act(page, id, state, state.legal[0].n);
    await page.waitForSelector(".points circle");
    const points = [];
    for (const one of await page.locator(".points circle").all())
      points.push(centre(await one.boundingBox()));
    // beside the lowest point, towards nothing else
    const i = points.reduce((best, p, k) => (p.y > points[best].y ? k : best), 0);
    await page.touchscreen.tap(points[i].x, points[i].y + 14);
    const after = await settled(page, id, state.seq + 1);
    assert.match(after.draft.at(-1), /^at /);
    const near = scaleOf(page),
      client = await page.context().newCDPSession(page);
    const box = await page.locator("#board").boundingBox(),
      { x, y } = centre(box);
    const fingers = (type, d) =>
      client.send("Input.dispatchTouchEvent", {
        type,
        touchPoints: d ? [{ x: x - d, y, id: 1 }, { x: x + d, y, id: 2 }] : [],
      });
    await fingers("touchStart", 30);
    for (const d of [45, 60, 75]) await fingers("touchMove", d);
    await fingers("touchEnd", 0);
    await soon.ok(
      async () => (await scaleOf(page)) > (await near) * 1.4,
      "two fingers do not bring it nearer",
    );
  });

  test("an activation by mouse: a move dragged, a target seen before it is taken", async ({
    open,
    origin,
  }) => {
    const { page, id } = await start(open, origin);
    const game = await (await fetch(`${origin}/api/games/${body.game}`)).json();
    let state = await until(page, id, "move combat");
    state = await perform(page, id, game, state.legal.find((l) => l.n === "move combat"), "mouse");
    // the leader is dragged a little to the east: a ghost stands there
    const near = state.legal.filter((l) => l.n.startsWith("leg "))[0];
    const leader = state.view.pieces.findIndex(
      (p) =>
        p.surface === 0 &&
        p.owner === 0 &&
        p.flags & 8 &&
        /_(leader|officer)$/.test(game.faces[p.face].token),
    );
    await drag(page, await middle(page, `#p-${leader}`), await onTable(page, near.o[0], near.o[1]));
    state = await settled(page, id, state.seq);
    assert.match(state.draft.at(-1), /^leg /);
    await page.waitForSelector(".art.ghost");
    state = await until(page, id, "shoot ");
    // any figure of the target will do, not its leader alone
    const shot = state.legal.find((l) => l.n.startsWith("shoot "));
    const target = state.view.pieces.find((p) => p.handle === shot.o[0]);
    const figures = state.view.pieces
      .map((p, index) => ({ p, index }))
      .filter(({ p }) => p.surface === 0 && p.group === target.group);
    const other = figures.at(-1);
    const at = await middle(page, `#p-${other.index}`);
    await page.mouse.move(at.x, at.y, { steps: 4 });
    await page.waitForSelector(corridor);
    await soon.equal(async () => (await stateOf(page, id)).entry, state.entry);
    await soon.ok(() => page.locator(".named circle").count(), "nobody in the corridor is marked");
    await page.mouse.click(at.x, at.y);
    await page.waitForSelector(".bubble.menu button");
    await page.waitForSelector(corridor); // still there while one thinks
    await page.waitForSelector(".ledger table tr");
    await soon.match(() => page.textContent(".overlay-name"), /corridor/i);
    await soon.equal(async () => (await stateOf(page, id)).entry, state.entry);
    await page.click(".bubble.menu button");
    const after = await settled(page, id, state.seq);
    assert.ok(after.entry > state.entry);
    await page.waitForFunction(() => / shoots \(/.test(document.querySelector(".log").textContent));
  });

  test("an activation by keys: turned over, moved, the target seen, shot", async ({
    open,
    origin,
  }) => {
    const { page, id } = await start(open, origin);
    const game = await (await fetch(`${origin}/api/games/${body.game}`)).json();
    const by = (state, head) =>
      perform(page, id, game, state.legal.find((l) => l.n.startsWith(head)), "keys");
    let state = await until(page, id, "reveal");
    state = await by(state, "reveal");
    state = await until(page, id, "move combat");
    state = await by(state, "move combat");
    state = await by(state, "leg ");
    if (state.legal.some((l) => l.n.startsWith("form "))) state = await by(state, "form ");
    await page.waitForSelector(`.match.mine[data-seq="${state.seq}"]`); // its button, not the last
    await page.keyboard.press("Control+Enter");
    state = await settled(page, id, state.seq);
    assert.equal(state.draft.length, 0);
    state = await until(page, id, "shoot ");
    await page.keyboard.press("Escape");
    await page.locator('.actions .mode[data-verb="shoot"]').focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("n"); // the first target
    await page.waitForSelector(corridor);
    await soon.equal(async () => (await stateOf(page, id)).entry, state.entry);
    await page.keyboard.press("Enter");
    await page.waitForSelector(".bubble.menu button:focus");
    await page.waitForSelector(".ledger table tr");
    await page.keyboard.press("Enter");
    assert.ok((await settled(page, id, state.seq)).entry > state.entry);
  });

  test("the table is as large as its scenario, and its scenery is drawn", async ({
    open,
    origin,
  }) => {
    const { page } = await start(open, origin);
    const box = await page.locator(".planemap .soil").boundingBox();
    assert.ok(Math.abs(box.width / box.height - 1200 / 900) < 0.01, "120 by 90 cm");
    await soon.ok(async () => (await page.locator(".planemap .scenery.s-wall").count()) >= 4);
    await soon.ok(
      async () => (await page.locator(".planemap .cast polygon").count()) >= 8,
      "no shadows",
    );
    // where a deployment zone ends the table does, too: as large as this scenario, and no larger
    const { page: other } = await start(open, origin, "courier");
    const large = await other.locator(".planemap .soil").boundingBox();
    assert.ok(Math.abs(large.width / large.height - 1400 / 1000) < 0.01, "140 by 100 cm");
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
    await soon.deepEqual(async () => (await stateOf(page, id)).draft, state.draft);
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
    await soon.match(() => page.textContent(".overlay-name"), /sees/);
    await page.keyboard.press("Escape");
    await page.waitForSelector(".overlay", { state: "detached" });
    await page.click(".overlays > button");
    await page.click(".overlay-list button >> nth=0");
    await page.waitForSelector(".overlay .reach");
    await page.click("#lang"); // its name was told in the other language
    await page.waitForSelector(".overlay-name", { state: "detached" });
  });

  for (const by of ["mouse", "keys"])
    test(`a whole match on the table by ${by}: set up, moves, salvos`, async ({ open, origin }) => {
      const page = await open();
      const game = await (await fetch(`${origin}/api/games/${body.game}`)).json();
      const id = await newMatch(page, origin, {
        game: body.game,
        scenario: "first_salvo",
        seats: ["human", "greedy"],
      });
      await page.waitForSelector(".tray-piece.legal");
      if (await page.locator(".guide .quiet").count()) await page.click(".guide .quiet");
      const fight = (state) => {
        const all = state.legal.map((l) => l.n);
        const blow = all.find((n) => /^(shoot|strike|react|pursue) /.test(n));
        const wanted = blow ?? (state.turn.node === "turn" ? "reveal" : onward(state));
        const found = state.legal.find((l) => l.n === wanted);
        if (!found) console.log(`     ${state.turn.node}: ${state.draft} / ${all.slice(0, 8)}`);
        return found ?? state.legal[0];
      };
      const played = await playThrough(page, id, game, by, fight);
      await page.waitForSelector(".match.over");
      console.log(`     ${[...played].map(([verb, n]) => `${verb} ${n}`).join(", ")}`);
      assert.ok(played.get("deploy") >= 2 && played.get("reveal") >= 2, "nobody took the field");
      assert.ok(played.get("move") && played.get("leg") && played.get("form"), "nobody moved");
      assert.ok(played.get("shoot"), "nobody shot");
    });
}
