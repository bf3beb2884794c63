// SPDX-License-Identifier: Apache-2.0
// What stands on a table: silhouettes that differ, banners that keep off figures and each other,
// figures that look where they went, a drag that stops where a reach ends, effects of events.
import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { newMatch, soon } from "./hands.mjs";
import { load } from "./modules.mjs";
import { LEAST, pairs } from "./silhouettes.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const sheets = [{ file: join(root, "games/salvo/art/symbols.svg"), match: /^face-[avf]_/ }];

const meet = (a, b) =>
  a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
const over = (box, d) =>
  Math.hypot(
    Math.max(box.x - d.x, 0, d.x - box.x - box.w),
    Math.max(box.y - d.y, 0, d.y - box.y - box.h),
  ) < d.r;
const figure = (handle, owner, x, y, more = {}) => ({
  ...{ handle, owner, x, y, face: 0, surface: 0, cell: 65535, radius: 15, layer: 0 },
  ...{ flags: 0, on: 65535, values: [], ...more },
});

export default function add(test) {
  test("no two silhouettes are alike: 64 pixels, in grey", async ({ open }) => {
    const page = await open();
    const found = await pairs(page, sheets);
    assert.ok(found.count >= 40, `${found.count} figures`);
    const [nearest] = found.pairs;
    console.log(`     ${nearest.a} ${nearest.b} ${(100 * nearest.by).toFixed(1)} %`);
    assert.ok(nearest.by >= LEAST, `${nearest.a} and ${nearest.b} are alike`);
    const twice = await pairs(page, [sheets[0], sheets[0]]);
    assert.equal(twice.pairs[0].by, 0); // a copy is noticed
  });

  test("banners keep off figures, off each other and on the table", async () => {
    const { placed } = await load("board/banners.ts");
    const table = { x: 0, y: 0, w: 900, h: 600 };
    // twelve units in rows, some at the very edge
    const units = Array.from({ length: 12 }, (_, key) => ({
      ...{ key, w: 84, h: 22, first: key === 5 },
      discs: Array.from({ length: 6 }, (_, i) => ({
        x: 30 + (key % 4) * 250 + (i % 3) * 24,
        y: 20 + Math.floor(key / 4) * 250 + Math.floor(i / 3) * 24,
        r: 11,
      })),
    }));
    const spots = placed(units, [{ x: 160, y: 40, r: 30 }], table);
    const boxes = units.map((u) => ({ ...spots.get(u.key), w: u.w, h: u.h }));
    assert.equal(spots.size, units.length);
    boxes.forEach((box, i) => {
      for (const other of boxes.slice(i + 1)) assert.ok(!meet(box, other), `${i} covers another`);
      for (const disc of units.flatMap((u) => u.discs)) assert.ok(!over(box, disc), `${i}`);
      assert.ok(box.x >= 0 && box.y >= 0 && box.x + box.w <= 900 && box.y + box.h <= 600);
    });
    assert.equal(spots.get(5).side, "below"); // where there is room it is the usual place
    // the same units twice stand the same
    assert.deepEqual([...placed(units, [], table)], [...placed(units, [], table)]);
  });

  test("an arc below a machine has a mark a point, lost ones apart", async () => {
    const { structureArcs } = await load("board/miniature.tsx");
    const marks = (d) => [...d.matchAll(/M(-?[\d.]+) (-?[\d.]+)A/g)].map((m) => [+m[1], +m[2]]);
    const whole = [2, 3, 4].map((full) => ({ full, left: full }));
    const { left, lost } = structureArcs(whole, 30);
    assert.equal(marks(left).length, 9);
    assert.equal(lost, "");
    const xs = marks(left).map(([x]) => x);
    assert.deepEqual(xs, [...xs].sort((a, b) => a - b)); // from left to right
    for (const [x, y] of marks(left)) {
      assert.ok(y > 0, "above the base");
      assert.ok(Math.abs(Math.hypot(x, y) - 30) < 0.2);
    }
    const hurt = structureArcs(whole.map((p, i) => ({ ...p, left: [0, 2, 4][i] })), 30);
    assert.equal(marks(hurt.left).length, 6);
    // propulsion at the left, the last point of the hull in the middle
    assert.deepEqual(marks(hurt.lost), [0, 1, 4].map((i) => marks(left)[i]));
  });

  test("figures look where they went, at what they aimed at, at the enemy", async () => {
    const { facings, turnedAfter, turnedBy, turnedTo } = await load("board/facing.ts");
    const table = { w: 1200, h: 900 };
    const then = [figure(1, 0, 100, 100, { group: 160 }), figure(2, 1, 100, 400, { group: 161 })],
      now = [figure(1, 0, 200, 100, { group: 160 }), then[1]];
    assert.equal(Math.round(facings(then, new Map(), table).get(then[0])), 90);
    const turned = turnedBy(new Map(), then, now);
    assert.equal(facings(now, turned, table).get(now[0]), 0);
    assert.equal(turnedBy(turned, now, [figure(1, 0, 202, 100), now[1]]), turned); // a nudge
    const aimed = turnedTo(turned, now, 160, 161);
    assert.equal(Math.round(facings(now, aimed, table).get(now[0])), 108);
    const state = (entry, pieces, log) => ({ entry, viewer: "west", view: { pieces }, log });
    const log = [{ entry: 2, seat: "west", lines: [{ kind: "target", args: [160, 161] }] }];
    const look = { plane: { grounds: {}, aims: ["target"] } };
    const after = turnedAfter(look, turned, state(2, now, log), state(1, now, []));
    assert.equal(Math.round(after.get(1)), 108);
    const ghost = figure(1, 0, 200, 20, { flags: 16, group: 160 });
    assert.equal(facings([...now, ghost], aimed, table).get(ghost), -90);
  });

  test("a drag ends where the outline does", async () => {
    const { stopped } = await load("board/reach.ts");
    const square = [
      { x: 0, y: 0 },
      { x: 100, y: 0 },
      { x: 100, y: 100 },
      { x: 0, y: 100 },
    ];
    const from = { x: 50, y: 50 };
    assert.deepEqual(stopped(square, from, { x: 90, y: 50 }), { x: 90, y: 50 });
    assert.deepEqual(stopped(square, from, { x: 400, y: 50 }), { x: 99, y: 50 });
    const corner = stopped(square, from, { x: -300, y: -300 });
    assert.ok(corner.x > 0 && corner.x < 2 && Math.abs(corner.x - corner.y) < 1e-6);
    assert.deepEqual(stopped([], from, { x: 9, y: 9 }), { x: 9, y: 9 });
  });

  test("a table turned by quarters: a point and back", async () => {
    const { fromPlane, planeXY } = await load("board/geometry.ts");
    for (const turn of [-1, 0, 1, 2]) {
      const aside = turn === 1 || turn === -1,
        frame = { scale: 0.8, turn, width: aside ? 720 : 960, height: aside ? 960 : 720 };
      for (const [x, y] of [[0, 0], [1200, 0], [37, 811]]) {
        const at = planeXY(frame, x, y),
          back = fromPlane(frame, at);
        assert.ok(at.x >= 0 && at.y >= 0 && at.x <= frame.width && at.y <= frame.height);
        assert.ok(Math.abs(back.x - x) < 1e-6 && Math.abs(back.y - y) < 1e-6, `turn ${turn}`);
      }
    }
    const west = planeXY({ scale: 1, turn: -1, width: 900, height: 1200 }, 0, 450);
    assert.deepEqual(west, { x: 450, y: 1200 }); // the left edge lies below
  });

  test("effects move without laying anything out", async ({ open, origin }) => {
    const page = await open();
    await newMatch(page, origin, { game: "salvo", seats: ["human", "random"] });
    await page.waitForSelector(".effects", { state: "attached" });
    await page.waitForTimeout(1700); // the page has come to rest
    const client = await page.context().newCDPSession(page);
    await client.send("Performance.enable");
    const layouts = async () =>
      (await client.send("Performance.getMetrics")).metrics.find((m) => m.name === "LayoutCount")
        .value;
    // What lays out a frame does so in every one. Putting the effect there costs one; of three
    // tries one shows no more (the page has other things to do meanwhile).
    const quiet = async (kind) => {
      const running = await page.evaluate(async (kind) => {
        const made = document.createElementNS("http://www.w3.org/2000/svg", "g");
        const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
        path.setAttribute("d", "M100 100L600 400");
        (kind === "tracer" ? path : made).setAttribute("class", kind);
        made.append(path);
        document.querySelector(".effects").append(made);
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        return made.getAnimations({ subtree: true }).length;
      }, kind);
      assert.ok(running, `${kind} does not move`);
      const before = await layouts();
      const frames = await page.evaluate(
        () =>
          new Promise((done) => {
            let n = 0;
            // a busy machine draws few: as long as it takes to see some
            const end = performance.now() + 300,
              step = (now) =>
                (n++, now < end || (n < 6 && now < end + 9000))
                  ? requestAnimationFrame(step)
                  : done(n);
            requestAnimationFrame(step);
          }),
      );
      const made = (await layouts()) - before;
      await page.evaluate(() => document.querySelector(".effects").replaceChildren());
      return frames > 4 && made <= 1;
    };
    for (const kind of ["fx-impact", "fx-blast", "fx-smoke", "fx-removal", "tracer"])
      assert.ok(
        (await quiet(kind)) || (await quiet(kind)) || (await quiet(kind)),
        `${kind} lays the page out`,
      );
  });

  test("a small game brings its own table and figures by its style alone", async ({
    open,
    origin,
  }) => {
    const page = await open();
    await newMatch(page, origin, { game: "probe_overwatch", seats: ["human", "random"] });
    await page.waitForSelector(".planemap.g-field .scenery");
    await soon.ok(async () => (await page.locator('use[href="#face-figure"]').count()) >= 2);
    await soon.ok(() => page.locator('use[href="#face-leader"]').count());
    const broken = await page.locator(".art.figure .rim[stroke-dasharray]").count(),
      all = await page.locator(".art.figure .rim").count();
    assert.ok(broken > 0 && broken < all, "sides are told apart by hue alone");
    const soil = await page.locator(".planemap .soil").getAttribute("fill");
    assert.equal(soil, "#9aa36f");
  });
}
