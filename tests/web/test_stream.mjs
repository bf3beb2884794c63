// SPDX-License-Identifier: Apache-2.0
// One event stream per browser: any number of matches in any number of tabs are live through it,
// whatever the browser has to share it with; it is left and taken up again, and messages that
// overtake one another are put in order.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newMatch, refused, settled, shows, soon, stateOf } from "./hands.mjs";
import { load } from "./modules.mjs";
import { startServer, stopServer } from "./server.mjs";

const body = { game: "_template", scenario: "standard", options: { turns: 8 } };
const alone = { ...body, seats: ["human", "greedy"] };

// The worker's address leads nowhere, as for an old page that comes back to a newer server.
const brokenWorker = () => {
  const Real = window.SharedWorker;
  window.SharedWorker = class extends Real {
    constructor(_, name) {
      super("/worker-GONE.js", name);
    }
  };
};

// One that was begun and never says a word: not every tab learns that a worker did not load.
const silentWorker = () => {
  window.SharedWorker = class {
    port = { postMessage: () => undefined, close: () => undefined, onmessage: null };
    onerror = null;
  };
};

const streams = async (origin) => (await (await fetch(`${origin}/api/health`)).json()).streams;
const countsTo = (origin, wanted) =>
  soon.equal(() => streams(origin), wanted, "streams of the server");
// `count` tabs of one browser, each at a match of its own.
async function tabs(open, origin, count, prepare) {
  const first = await open();
  if (prepare) await first.context().addInitScript(prepare);
  const out = [];
  for (let i = 0; i < count; i++) {
    const page = i ? await first.context().newPage() : first;
    const id = await newMatch(page, origin, alone);
    await page.waitForSelector(".match.mine");
    out.push({ page, id });
  }
  return out;
}
// Somebody else (a page beside) acts; this tab shows it by itself.
async function isLive({ page, id }, beside) {
  const { seq, legal } = await stateOf(beside, id);
  assert.equal(await refused(beside, id, seq, legal[0].a), "");
  const after = (await stateOf(beside, id)).seq;
  assert.notEqual(after, seq);
  await page.waitForFunction(
    (seq) => Number(document.querySelector(".match").dataset.seq) >= seq,
    after,
  );
}

export default function add(test) {
  for (const [words, count, prepare] of [
    ["eight matches in one browser are live by one stream: a shared worker", 8, null],
    [
      "eight matches in one browser are live by one stream: a tab that leads",
      ...[8, () => delete window.SharedWorker],
    ],
    ["matches are live by one stream when the worker does not load", 2, brokenWorker],
    ["matches are live by one stream when the worker says nothing", 2, silentWorker],
  ])
    test(words, async ({
      open,
      origin,
    }) => {
      await countsTo(origin, 0);
      const all = await tabs(open, origin, count, prepare);
      await countsTo(origin, 1);
      const beside = await all[0].page.context().newPage();
      await beside.goto(origin);
      for (const one of all) await isLive(one, beside);
      // the one that began (and leads) goes: the others stay live
      await all[0].page.close();
      await countsTo(origin, 1);
      for (const one of all.slice(1)) await isLive(one, beside);
      for (const { page } of all.slice(1)) await page.close();
      await countsTo(origin, 0);
    });

  test("a tab that crashes takes nobody's stream with it", async ({ open, origin }) => {
    for (const prepare of [null, () => delete window.SharedWorker]) {
      await countsTo(origin, 0);
      const [first, other] = await tabs(open, origin, 2, prepare);
      const session = await first.page.context().newCDPSession(first.page);
      session.send("Page.crash").catch(() => undefined); // the worker, or the one that leads, too
      const beside = await first.page.context().newPage();
      await beside.goto(origin);
      await isLive(other, beside);
      await countsTo(origin, 1);
      await isLive(other, beside);
      await other.page.close();
      await countsTo(origin, 0);
    }
  });

  test("a browser that can share nothing has a stream for each tab", async ({ open, origin }) => {
    await countsTo(origin, 0);
    const all = await tabs(open, origin, 2, () => {
      delete window.SharedWorker;
      delete window.BroadcastChannel;
    });
    await countsTo(origin, 2);
    const beside = await all[0].page.context().newPage();
    await beside.goto(origin);
    for (const one of all) await isLive(one, beside);
  });

  test("two tabs of one match: what one does the other shows", async ({ open, origin }) => {
    const [{ page, id }] = await tabs(open, origin, 1);
    const other = await page.context().newPage();
    await other.goto(`${origin}/m/${id}`);
    await other.waitForSelector(".match.mine");
    for (let i = 0; i < 4; i++) {
      const from = i % 2 ? other : page,
        to = i % 2 ? page : other;
      const { seq, legal } = await settled(page, id, -1);
      await shows(from, seq, true);
      const posts = [];
      const note = (request) => posts.push(request);
      from.on("request", note);
      await from.bringToFront();
      await from.keyboard.press(":");
      await from.waitForSelector("#command:focus");
      await from.keyboard.type(legal[0].n);
      await from.keyboard.press("Enter");
      await from.keyboard.press("Escape");
      await from.waitForFunction(
        (seq) => Number(document.querySelector(".match").dataset.seq) > seq,
        seq,
      );
      const shown = Number(await from.locator(".match").getAttribute("data-seq"));
      await to.waitForFunction(
        (seq) => Number(document.querySelector(".match").dataset.seq) >= seq,
        shown,
      );
      from.off("request", note);
      assert.equal(posts.filter((p) => p.url().endsWith("/actions")).length, 1);
      assert.equal(posts.filter((p) => p.url().endsWith(`/${id}`)).length, 0, "asked for nothing");
    }
  });

  test("a page put away leaves the stream and takes it up again", async ({ open, origin }) => {
    await countsTo(origin, 0);
    const [one] = await tabs(open, origin, 1);
    await countsTo(origin, 1);
    const beside = await one.page.context().newPage();
    await beside.goto(origin);
    const put = (type) =>
      one.page.evaluate(
        (type) => dispatchEvent(new PageTransitionEvent(type, { persisted: true })),
        type,
      );
    await put("pagehide");
    await countsTo(origin, 0);
    const { seq, legal } = await stateOf(beside, one.id);
    assert.equal(await refused(beside, one.id, seq, legal[0].a), "");
    await put("pageshow");
    await countsTo(origin, 1);
    await one.page.waitForFunction(
      (seq) => Number(document.querySelector(".match").dataset.seq) > seq,
      seq,
    );
    await isLive(one, beside);
    await one.page.goto(origin); // the real thing: to another page and back
    await countsTo(origin, 0);
    await one.page.goBack();
    await one.page.waitForSelector(".match.mine");
    await countsTo(origin, 1);
    await isLive(one, beside);
  });

  test("after a restart of the server nothing is lost and nothing doubled", async ({ open }) => {
    const folder = mkdtempSync(join(tmpdir(), "grognard-restart-"));
    let server = await startServer(folder);
    try {
      const [one] = await tabs(open, server.origin, 1);
      const beside = await one.page.context().newPage();
      await beside.goto(server.origin);
      await isLive(one, beside);
      const gone = new Promise((done) => server.child.once("exit", done));
      server.child.kill("SIGKILL");
      await gone;
      await one.page.waitForSelector(".offline");
      server = await startServer(folder, server.port);
      await countsTo(server.origin, 1);
      await isLive(one, beside);
      const { seq } = await stateOf(beside, one.id);
      await beside.goto(`${server.origin}/m/${one.id}`); // one that begins anew shows the same
      await beside.waitForSelector(`.match[data-seq="${seq}"]`);
      await one.page.waitForSelector(`.match[data-seq="${seq}"]`);
      const told = (page) => page.locator(".log ol").innerText();
      await soon.ok(async () => (await told(one.page)) === (await told(beside)), "they differ");
      await soon.equal(() => one.page.locator(".offline").count(), 0);
    } finally {
      await stopServer(server);
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test("messages are applied once and in order, whoever overtakes", async () => {
    const { Sequence, patience } = await load("server/sequence");
    const whole = (no, seq, viewer = "a") => ({
      ...{ match: "m", no, from: 0, seq, viewer, draft: [], view: { pieces: [], gauges: [] } },
    });
    const step = (from, no, seq, viewer = "a") => ({
      ...{ match: "m", no, from, seq, viewer, entry: 0, draft: [`step ${seq}`] },
    });
    const run = (messages) => {
      const told = [];
      let anew = 0;
      const order = new Sequence(
        [],
        (state) => told.push(state.seq),
        () => anew++,
      );
      for (const message of messages) order.take(message);
      return { told, order, anew: () => anew };
    };
    assert.deepEqual(run([whole(1, 10), step(1, 2, 11), step(2, 3, 12)]).told, [10, 11, 12]);
    // an answer overtakes the stream
    assert.deepEqual(run([whole(1, 10), step(2, 3, 12), step(1, 2, 11)]).told, [10, 11, 12]);
    const twice = [whole(1, 10), step(1, 2, 11), step(1, 2, 11), whole(1, 10), step(2, 3, 12)];
    assert.deepEqual(run(twice).told, [10, 11, 12]);
    // at one screen each viewer has his own base
    const two = [whole(1, 10, "a"), whole(2, 11, "b"), step(1, 3, 12, "a"), step(2, 4, 13, "b")];
    assert.deepEqual(run(two).told, [10, 11, 12, 13]);
    // a whole state needs nothing before it, and what it has passed is not wanted any more
    const late = [whole(1, 10), step(2, 3, 12), whole(5, 20), step(3, 4, 13), step(5, 6, 21)];
    assert.deepEqual(run(late).told, [10, 20, 21]);
    // what it builds on was never here
    const lost = run([whole(1, 10, "a"), step(7, 2, 11, "b")]);
    assert.deepEqual([lost.told, lost.anew()], [[10], 1]);
    // a gap that stays open
    const gap = run([whole(1, 10), step(2, 3, 12)]);
    assert.equal(gap.anew(), 0);
    await new Promise((wake) => setTimeout(wake, patience + 200));
    assert.equal(gap.anew(), 1);
    gap.order.take(whole(4, 13));
    assert.deepEqual(gap.told, [10, 13]);
    // who waits for one that was overtaken is told when its turn has come
    const ahead = run([whole(1, 10), step(2, 3, 12)]);
    let reached = false;
    const waits = ahead.order.reached(3).then(() => (reached = true));
    await Promise.resolve();
    assert.equal(reached, false);
    ahead.order.take(step(1, 2, 11));
    await waits;
    assert.deepEqual(ahead.told, [10, 11, 12]);
    // another reader counts from the beginning
    gap.order.reset();
    gap.order.take(whole(1, 14));
    assert.deepEqual(gap.told, [10, 13, 14]);
  });
}
