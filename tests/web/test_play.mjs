// SPDX-License-Identifier: Apache-2.0
// Matches played on the page: by mouse, by keys, two at one screen, by dragging; reloads; refusals.
import assert from "node:assert/strict";
import {
  clickAt,
  dice,
  drag,
  middle,
  newMatch,
  playByKeys,
  playByMouse,
  send,
  settled,
  soon,
  stateOf,
} from "./hands.mjs";

const short = {
  game: "_template",
  scenario: "standard",
  options: { turns: 2 },
  seats: ["human", "greedy"],
};

// The games that people see, with the scenario and the seat each begins with, and the other seat.
async function listed(origin) {
  const { games } = await (await fetch(`${origin}/api/games`)).json();
  const seen = games.filter((g) => !/^(_|probe_)/.test(g.id));
  assert.ok(seen.length, "no game is listed");
  return Promise.all(
    seen.map(async (game) => {
      const art = await fetch(`${origin}/art/${game.id}/style.json`);
      const look = art.ok ? await art.json() : {};
      const start = look.start ?? { scenario: game.scenarios[0].id, seat: game.seats[0].token };
      const other = game.seats.find((s) => s.token !== start.seat).token;
      return { game, ...start, other };
    }),
  );
}

const seated = (game, scenario, seat) => ({
  game: game.id,
  scenario,
  seats: game.seats.map((s) => (s.token === seat ? "human" : "greedy")),
});

export default function add(test) {
  test("two clicks to a legal move, and what they weigh", async ({ open, origin }) => {
    const page = await open();
    let bytes = 0,
      artBytes = 0;
    const session = await page.context().newCDPSession(page);
    await session.send("Network.enable");
    const art = new Set();
    session.on(
      "Network.requestWillBeSent",
      (e) => /\/art\//.test(e.request.url) && art.add(e.requestId),
    );
    session.on("Network.loadingFinished", (e) =>
      art.has(e.requestId) ? (artBytes += e.encodedDataLength) : (bytes += e.encodedDataLength),
    );
    await page.goto(origin);
    await page.click(".game .play-now >> nth=0"); // one
    await page.waitForSelector(".piece.legal, .tray-piece.legal, .place.legal");
    const id = new URL(page.url()).pathname.split("/")[2];
    // Asked beside the page: what the test itself asks for is no weight of the page's.
    const before = await (await page.request.get(`${origin}/api/matches/${id}`)).json();
    assert.ok(before.turn.acting, "somebody else is to move");
    await clickAt(page, ".tray-piece.legal, .piece.legal"); // two: a legal thing is chosen
    await page.waitForSelector(".chosen, .draft, .bubble.menu");
    console.log(
      `     first legal move: page ${bytes} bytes before art, ${bytes + artBytes} with it`,
    );
    assert.ok(bytes < 300_000, `${bytes} bytes before art`);
    assert.ok(bytes + artBytes < 1_000_000, `${bytes + artBytes} bytes with art`);
  });

  for (const [game, body, clicks] of [
    ["_template", short, 300],
    [
      "probe_commit",
      { game: "probe_commit", scenario: "standard", seats: ["human", "random"] },
      400,
    ],
    [
      "probe_overwatch",
      { game: "probe_overwatch", scenario: "standard", seats: ["human", "random"] },
      900,
    ],
    [
      "probe_sortie",
      { game: "probe_sortie", scenario: "standard", seats: ["human", "random"] },
      500,
    ],
  ])
    test(`played to the end by mouse: ${game}`, async ({ open, origin }) => {
      const page = await open();
      const id = await newMatch(page, origin, body);
      await playByMouse(page, id, { clicks });
      await page.waitForSelector(".match.over");
      await soon.match(() => page.textContent("#prompt"), /Victory|Draw/);
    });

  test("every listed game is played by mouse to the end", async ({ open, origin }) => {
    for (const { game, scenario, other } of await listed(origin)) {
      const page = await open();
      const id = await newMatch(page, origin, seated(game, scenario, other));
      const clicks = await playByMouse(page, id, { seed: 11, clicks: 900, haste: 2 });
      console.log(`     ${game.id} ${scenario}, ${other}: over after ${clicks} clicks`);
      await page.waitForSelector(".match.over");
      await page.close();
    }
  });

  test("every listed game is played by keys, on the other side", async ({ open, origin }) => {
    for (const { game, scenario, seat } of await listed(origin)) {
      const page = await open();
      const id = await newMatch(page, origin, seated(game, scenario, seat));
      const turns = await playByKeys(page, id, { seed: 5, presses: 900, haste: 2 });
      console.log(`     ${game.id} ${scenario}, ${seat}: over after ${turns} turns of keys`);
      await page.close();
    }
  });

  test("played to the end by keys", async ({ open, origin }) => {
    const page = await open();
    const id = await newMatch(page, origin, short);
    await playByKeys(page, id);
    await page.waitForSelector(".match.over");
  });

  test("a hex game played by keys", async ({ open, origin }) => {
    const page = await open();
    const id = await newMatch(page, origin, {
      game: "probe_commit",
      scenario: "standard",
      seats: ["human", "random"],
    });
    await playByKeys(page, id, { presses: 700 });
    await page.waitForSelector(".match.over");
  });

  test("two at one screen, a full match, nothing shown between", async ({ open, origin }) => {
    const page = await open();
    await page.goto(origin);
    const id = await newMatch(page, origin, { ...short, seats: ["human", "human"] });
    let screens = 0;
    for (let i = 0; i < 400; i++) {
      const state = await stateOf(page, id);
      if (state.over) break;
      if (state.handover) {
        screens++;
        await page.waitForSelector("#take-seat");
        assert.equal(
          await page.locator(".piece, .tray-piece, .log .line").count(),
          0,
          "something of a seat is shown",
        );
        assert.equal(state.view, undefined);
        assert.equal(state.legal, undefined);
        await page.click("#take-seat");
        await page.waitForSelector(".match");
        continue;
      }
      const target = await page.evaluate(() => {
        const button = document.querySelector(".actions .act.main, .actions .act");
        const node =
          document.querySelector(".tray-piece.legal") &&
          !document.querySelector(".tray-piece.chosen")
            ? ".tray-piece.legal"
            : document.querySelector(".place.legal")
              ? ".place.legal"
              : null;
        return button ? "button" : node;
      });
      if (target === "button") await page.click(".actions .act >> nth=-1");
      else if (target) await clickAt(page, target);
      await settled(page, id, state.seq, 200);
    }
    await soon.ok(async () => (await stateOf(page, id)).over, "not over");
    assert.ok(screens >= 4, `${screens} hand-over screens`);
  });

  test("a card is dragged from a row to a place", async ({ open, origin }) => {
    const page = await open();
    const id = await newMatch(page, origin, short);
    await page.waitForSelector(".tray-piece.legal");
    const before = await stateOf(page, id);
    await drag(page, await middle(page, ".tray-piece.legal"), await middle(page, ".place.legal"));
    const after = await settled(page, id, before.seq);
    assert.notEqual(after.seq, before.seq);
    assert.ok(
      after.view.pieces.some((p) => p.surface === 0),
      "no card lies on the board",
    );
  });

  test("a card that was held long, and told of, is dragged all the same", async ({
    open,
    origin,
  }) => {
    const page = await open();
    const id = await newMatch(page, origin, short);
    await page.waitForSelector(".tray-piece.legal");
    const before = await stateOf(page, id);
    const from = await middle(page, ".tray-piece.legal"),
      to = await middle(page, ".place.legal");
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.waitForSelector(".lens, .bubble");
    await page.mouse.move(from.x + 12, from.y - 12, { steps: 3 });
    await page.waitForSelector(".lens, .bubble", { state: "detached" });
    await page.mouse.move(to.x, to.y, { steps: 12 });
    await page.mouse.up();
    const after = await settled(page, id, before.seq);
    assert.ok(
      after.view.pieces.some((p) => p.surface === 0),
      "no card lies on the board",
    );
  });

  test("a figure is dragged on the plane", async ({ open, origin }) => {
    const page = await open();
    const id = await newMatch(page, origin, {
      game: "probe_overwatch",
      scenario: "standard",
      seats: ["human", "random"],
    });
    await page.click(".actions .act >> nth=0");
    await page.waitForSelector(".points circle");
    const before = await stateOf(page, id);
    const leader = await middle(page, "#p-0");
    const scale = await page.evaluate(
      () =>
        document.querySelector("[data-plane]").getScreenCTM().a *
        Number(document.querySelector("[data-plane]").dataset.scale),
    );
    await drag(page, leader, { x: leader.x + 20 * scale, y: leader.y - 10 * scale });
    const after = await settled(page, id, before.seq);
    assert.equal(after.draft.length, 1);
    assert.match(after.draft[0], /^leg /);
    await soon.ok(() => page.locator(".art.ghost").count(), "the step is not shown as a ghost");
  });

  test("a reload in the middle of a turn keeps the open steps, undo takes them back", async ({
    open,
    origin,
  }) => {
    const page = await open();
    const id = await newMatch(page, origin, {
      game: "probe_commit",
      scenario: "standard",
      seats: ["human", "random"],
    });
    await page.waitForSelector(".place.legal");
    await clickAt(page, ".place.legal");
    await page.waitForSelector(".draft");
    const drafted = await stateOf(page, id);
    assert.equal(drafted.draft.length, 1);
    await page.reload();
    await page.waitForSelector(".draft");
    await page.keyboard.press("u");
    await page.waitForSelector(".draft", { state: "detached" });
    await soon.equal(async () => (await stateOf(page, id)).draft.length, 0);
    await soon.match(() => page.textContent("#why-not"), /nothing/i);
    await soon.equal(() => page.getAttribute("#undo", "aria-describedby"), "why-not");
    await soon.equal(() => page.getAttribute("#undo", "aria-disabled"), "true");
  });

  test("an illegal click answers with rule, fact and remedies; the rule opens", async ({
    open,
    origin,
  }) => {
    const page = await open();
    const id = await newMatch(page, origin, short);
    await page.waitForSelector(".tray-piece.legal");
    await page.waitForTimeout(300);
    if (await page.locator(".guide .quiet").count()) await page.click(".guide .quiet");
    await clickAt(page, ".tray-piece.legal");
    await clickAt(page, "#c-0-3"); // not the starting ford
    await page.waitForSelector(".bubble.refusal");
    const rule = await page.textContent(".bubble .rule");
    const answer = await page.evaluate(async (id) => {
      const state = await fetch(`/api/matches/${id}`).then((r) => r.json());
      const post = (path, body) =>
        fetch(`/api/matches/${id}/${path}`, {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify(body),
        }).then((r) => r.json());
      const card = state.legal[0].n.split(" ")[2];
      return post("why", { action: `garrison f4 ${card}` });
    }, id);
    assert.equal(answer.refusal.rule, rule);
    await soon.equal(() => page.textContent(".bubble .fact"), answer.refusal.en);
    await soon.ok(() => page.locator(".bubble .remedy").count(), "no remedy");
    await page.click(".bubble .rule");
    await page.waitForSelector(`#rule-${rule}.cited, .cited #rule-${rule}`);
    await soon.ok(() => page.locator(".cited").first().isVisible());
    await page.keyboard.press("Escape");
    await page.waitForSelector(".sheet", { state: "detached" });
    const before = await stateOf(page, id);
    await page.click(".bubble .remedy");
    assert.notEqual((await settled(page, id, before.seq)).seq, before.seq);
  });

  test("the command line speaks the notation and completes", async ({ open, origin }) => {
    const page = await open();
    const id = await newMatch(page, origin, short);
    await page.waitForSelector(".tray-piece.legal");
    const before = await stateOf(page, id);
    await page.keyboard.press(":");
    await page.waitForSelector("#command:focus");
    await page.keyboard.type("gar");
    await page.keyboard.press("Tab");
    await soon.equal(() => page.inputValue("#command"), "garrison ");
    await page.keyboard.type(before.legal[0].n.split(" ").slice(1).join(" "));
    await page.keyboard.press("Enter");
    assert.notEqual((await settled(page, id, before.seq)).seq, before.seq);
  });

  test("the player is asked at reactions, until he orders otherwise", async ({
    open,
    origin,
  }) => {
    const page = await open();
    const id = await newMatch(page, origin, { ...short, options: { turns: 8 } });
    await page.click(".reactions summary");
    const select = page.locator(".reactions select");
    await select.waitFor();
    await soon.equal(() => select.inputValue(), "ask");
    await soon.ok(
      () => page.isChecked(".close-forced input"),
      "the program does not mind the pace",
    );
    await select.selectOption("always");
    const kept = (order) =>
      page.waitForFunction(
        ([id, order]) =>
          fetch(`/api/matches/${id}/orders`)
            .then((r) => r.json())
            .then((told) => told.orders[0].order === order),
        [id, order],
      );
    await kept("always");
    await page.uncheck(".close-forced input");
    await page.waitForFunction(
      (id) =>
        fetch(`/api/matches/${id}/orders`)
          .then((r) => r.json())
          .then((told) => !told.close),
      id,
    );
    await page.reload();
    await page.click(".reactions summary");
    await select.waitFor();
    await soon.equal(() => select.inputValue(), "always", "the choice was not kept");
    await soon.ok(async () => !(await page.isChecked(".close-forced input")), "nor this one");
    await select.selectOption("never");
    await kept("never");
  });

  // Plays by notation until the person is asked at a reaction window; null: the match is over.
  async function toWindow(page, id, pick) {
    for (;;) {
      const state = await stateOf(page, id);
      if (state.over) return null;
      if (!state.turn.acting) await page.waitForTimeout(20);
      else if (state.turn.node === "ambush") return state;
      else await send(page, id, state.seq, state.legal[pick(state.legal.length)].n);
    }
  }
  const ordered = (page, id) =>
    page.evaluate(
      (id) =>
        fetch(`/api/matches/${id}/orders`)
          .then((r) => r.json())
          .then((told) => told.orders[0].order),
      id,
    );

  test("at a reaction window four buttons answer here or until one's own turn", async ({
    open,
    origin,
  }) => {
    const page = await open(),
      pick = dice(9),
      left = ["never-meanwhile", "always-meanwhile", "never", "always"];
    for (let match = 0; left.length && match < 40; match++) {
      const id = await newMatch(page, origin, { ...short, options: { turns: 8 } });
      while (left.length) {
        const before = await toWindow(page, id, pick);
        if (!before) break;
        const [wanted] = left;
        await page.waitForSelector(".window-orders button");
        await soon.equal(() => page.locator(".window-orders button").count(), 4);
        await page.click(`.window-orders [data-order="${wanted}"]`);
        await settled(page, id, before.seq);
        await soon.ok(
          async () => (await stateOf(page, id)).entry > before.entry,
          "it was not answered",
        );
        const kept = wanted.endsWith("-meanwhile") ? "ask" : wanted;
        if (!(await stateOf(page, id)).over) await soon.equal(() => ordered(page, id), kept);
        left.shift();
        if (kept !== "ask") break; // there no window asks any more
      }
    }
    assert.deepEqual(left, []);
  });

  test("a stranger's address tells nothing", async ({ open, origin }) => {
    const mine = await open();
    const id = await newMatch(mine, origin, short);
    const page = await open();
    await page.goto(`${origin}/m/${id}`);
    await page.waitForSelector(".wait a");
    await soon.match(() => page.textContent(".wait"), /does not exist, or is not yours/);
  });
}
