// SPDX-License-Identifier: Apache-2.0
// What the page tells without being asked: what the others did, how far one can go, what a choice
// would do, what a card says, how it ended; and that nothing jumps about meanwhile.
import assert from "node:assert/strict";
import { act, begun, clickAt, middle, newMatch, settled, soon, stateOf } from "./hands.mjs";
import { load } from "./modules.mjs";

const hexes = { game: "bautzen", scenario: "intro", seats: ["greedy", "human"] };
const cards = { game: "corridors", scenario: "standard", seats: ["human", "greedy"] };
const table = { game: "salvo", scenario: "first_salvo", seats: ["human", "greedy"] };

const cellOf = (page, words) =>
  page.evaluate(
    (words) =>
      [...document.querySelectorAll(".place")].find((n) =>
        n.getAttribute("aria-label").includes(words),
      )?.id,
    words,
  );

// What the others have moved since one's own last action.
const movedSince = (state) => {
  const mine = state.log.findLastIndex((e) => e.seat === "german");
  const theirs = state.log.slice(mine + 1).filter((e) => e.seat === "allied");
  const lines = theirs.flatMap((e) => e.lines).filter((l) => l.kind === "moved");
  return new Set(lines.map((l) => l.args[0]).filter((unit) => unit !== null));
};

// Ends everything until one is asked something after the others have moved; undefined: the match
// was over before that.
async function untilTheyMoved(page, id) {
  for (;;) {
    const state = await stateOf(page, id);
    const asked = state.turn.acting && state.legal.length > 1; // one answer is not asked
    if (asked && movedSince(state).size) return state;
    if (state.over) return undefined;
    if (!asked) {
      await page.waitForTimeout(30);
      continue;
    }
    const end = state.legal.find((l) => /^(end|no|commit none|retreat)/.test(l.n));
    await act(page, id, (end ?? state.legal[0]).n, state);
  }
}

// In some matches nothing is asked after their last moves: then another one is begun.
async function afterTheirMoves(open, origin) {
  for (let matches = 0; matches < 8; matches++) {
    const { page, id } = await begun(open, origin, hexes);
    await soon.equal(() => page.locator(".trails .line").count(), 0);
    const state = await untilTheyMoved(page, id);
    if (state) return { page, id, state };
    await page.context().close();
  }
  throw new Error("nobody moved in eight matches");
}

export default function add(test) {
  test("what the others moved is drawn until one's own next action", async ({ open, origin }) => {
    const { page, id, state } = await afterTheirMoves(open, origin);
    const moved = movedSince(state);
    assert.ok(moved.size, "the other side has moved");
    await page.waitForSelector(".trails .line");
    const drawn = await page.locator(".trails .line").count();
    assert.ok(drawn > 0 && drawn <= moved.size, `${drawn} drawn, ${moved.size} told`);
    if (state.turn.node === "move") {
      for (const head of ["move ", "step ", "stop"])
        await act(page, id, (await stateOf(page, id)).legal.find((l) => l.n.startsWith(head)).n);
    } else {
      await act(page, id, state.legal[0].n, state); // a question in the middle of their combats
    }
    await soon.equal(() => page.locator(".trails .line").count(), 0);
  });

  test("a unit on its way shows how far it goes, and goes there", async ({ open, origin }) => {
    const { page, id } = await begun(open, origin, hexes);
    const first = (await stateOf(page, id)).legal.find((l) => l.n.startsWith("move ")).n;
    const unit = first.split(" ")[1];
    await act(page, id, first);
    await page.waitForSelector(".place .far");
    const far = await page.evaluate(() => {
      const board = document.querySelector(".board").getBoundingClientRect();
      const free = [...document.querySelectorAll(".place .far")].find((n) => {
        const b = n.getBoundingClientRect(),
          x = b.left + b.width / 2,
          y = b.top + b.height / 2;
        const inside = x > board.left && x < board.right && y > board.top && y < board.bottom;
        return inside && document.elementFromPoint(x, y)?.closest(".place") === n.parentElement;
      });
      return free.parentElement.id;
    });
    const at = await middle(page, `#${far}`);
    await page.mouse.move(at.x, at.y);
    await page.waitForSelector(".place .way");
    const steps = await page.locator(".place .way").count();
    assert.ok(steps > 1, "more than one step");
    await page.mouse.click(at.x, at.y);
    const goal = Number(far.split("-")[2]);
    const moved = async () => (await stateOf(page, id)).view.pieces.find((p) => p.token === unit);
    for (let i = 0; i < 200 && (await moved()).cell !== goal; i++) await page.waitForTimeout(30);
    await soon.equal(async () => (await moved()).cell, goal, "it is where it was sent");
    assert.equal(await page.locator(".bubble").count(), 0, "and nothing was refused");
    const { draft } = await stateOf(page, id);
    await page.waitForFunction(
      (n) => document.querySelectorAll(".place .drafted").length === n,
      new Set(draft.slice(1)).size,
    );
  });

  test("an attack being prepared is worked out unasked, its target marked", async ({
    open,
    origin,
  }) => {
    const { page, id } = await begun(open, origin, hexes);
    for (const n of ["move Brandenburg_JgR2", "step 2011", "stop", "end"]) await act(page, id, n);
    await soon.equal(() => page.locator(".ledger tr").count(), 0);
    const attack = (await stateOf(page, id)).legal.find((l) => l.n.startsWith("attack 2010 "));
    await act(page, id, attack.n);
    await page.waitForSelector(".ledger tr.total");
    const target = await cellOf(page, "2010");
    await soon.equal(() => page.locator(`#${target} .drafted`).count(), 1);
    await soon.equal(() => page.locator(".place .drafted").count(), 1);
    // only what takes part is shown as acting
    const acting = (await stateOf(page, id)).view.pieces.filter((p) => p.flags & 8);
    assert.deepEqual(
      acting.map((p) => p.token),
      [attack.n.split(" ")[2]],
    );
  });

  test("its chances stand beside it, and change as units are added", async ({ open, origin }) => {
    for (const lang of ["en", "fr"]) {
      const { page, id } = await begun(open, origin, hexes, { lang });
      await page.evaluate((lang) => localStorage.setItem("gg.lang", lang), lang);
      await page.reload();
      await page.waitForSelector(".match.mine");
      for (const n of ["move Brandenburg_JgR2", "step 2011", "stop", "end"]) await act(page, id, n);
      await soon.equal(() => page.locator(".column .odds").count(), 0);
      const { legal } = await stateOf(page, id);
      await act(page, id, legal.find((l) => l.n.startsWith("attack 2010 ")).n);
      const bar = page.locator(".column .odds .odds-bar span");
      await bar.first().waitFor();
      const told = await page.evaluate(async (id) => {
        const state = await (await fetch(`/api/matches/${id}`)).json();
        const end = state.legal.find((l) => l.n === "confirm");
        return (await fetch(`/api/matches/${id}/odds?action=${end.a}`)).json();
      }, id);
      assert.ok(told.headline, "there is something to reckon");
      const shown = await page.locator(".column .odds-head").innerText();
      assert.ok(shown.includes(told.headline[lang]), shown);
      const key = await page.locator(".column .odds-key b").allInnerTexts();
      const sum = key.map((k) => parseFloat(k.replace(/[^0-9]/g, ""))).reduce((a, b) => a + b, 0);
      assert.ok(Math.abs(sum - 100) <= key.length, `${key} add up`);
      const join = (await stateOf(page, id)).legal.find((l) => /^(join|support) /.test(l.n));
      if (join) {
        const before = await page.locator(".column .ledger").innerText();
        await act(page, id, join.n);
        await page.waitForFunction(
          (before) => document.querySelector(".column .ledger")?.innerText !== before,
          before,
        );
        await bar.first().waitFor();
      }
    }
  });

  test("a formation is looked at before it is chosen", async ({ open, origin }) => {
    const { page, id } = await begun(open, origin, table);
    const deploy = (await stateOf(page, id)).legal[0].n;
    await act(page, id, deploy);
    await act(page, id, (await stateOf(page, id)).legal.find((l) => l.n.startsWith("at ")).n);
    const ghosts = page.locator(".board .art.ghost");
    const before = await ghosts.count();
    const { seq } = await stateOf(page, id);
    for (const look of ["hover", "focus"]) {
      await page.locator('.act[data-verb="form"]').nth(1)[look]();
      await page.waitForFunction(
        (n) => document.querySelectorAll(".board .art.ghost").length > n,
        before,
      );
      if (look === "hover") await page.mouse.move(3, 500);
      else await page.evaluate(() => document.activeElement.blur());
      await page.waitForFunction(
        (n) => document.querySelectorAll(".board .art.ghost").length === n,
        before,
      );
    }
    await soon.equal(async () => (await stateOf(page, id)).seq, seq, "nothing was done");
  });

  test("a small card is held up to be read, also by a long press", async ({ open, origin }) => {
    const { page, id } = await begun(open, origin, cards);
    const piece = (await stateOf(page, id)).view.pieces.findIndex((p) => p.about_en && p.token);
    const about = (await stateOf(page, id)).view.pieces[piece].about_en;
    await page.locator(`#p-${piece}`).hover();
    await page.waitForSelector(".lens");
    const words = (await page.textContent(".lens")).toLowerCase();
    assert.ok(words.includes(about.split(/[.,]/)[0].toLowerCase()), words);
    await page.mouse.move(400, 300);
    await page.waitForSelector(".lens", { state: "detached" });
    const phone = await begun(open, origin, cards, { hasTouch: true });
    await phone.page.locator(`#p-${piece}`).scrollIntoViewIfNeeded(); // one of many in the tray
    const at = await middle(phone.page, `#p-${piece}`);
    const touch = (type) =>
      phone.page.evaluate(
        ([type, x, y]) =>
          document.elementFromPoint(x, y).dispatchEvent(
            new PointerEvent(type, {
              bubbles: true,
              pointerId: 7,
              pointerType: "touch",
              clientX: x,
              clientY: y,
            }),
          ),
        [type, at.x, at.y],
      );
    await touch("pointerdown");
    await phone.page.waitForSelector(".lens");
    await touch("pointerup");
    await soon.equal(async () => (await stateOf(phone.page, phone.id)).draft.length, 0);
    await soon.equal(() => phone.page.locator(".chain").count(), 0, "reading is not choosing");
  });

  test("the table stays where it is when something is chosen", async ({ open, origin }) => {
    const { page } = await begun(open, origin, cards);
    await page.waitForTimeout(1700); // the page has come to rest
    const where = () =>
      page.evaluate(() => {
        const { x, y, width } = document.querySelector(".place").getBoundingClientRect();
        return [x, y, width].map(Math.round).join(" ");
      });
    const before = await where();
    await clickAt(page, ".tray-piece.legal");
    await page.waitForSelector(".chain");
    assert.equal(await where(), before);
    await page.keyboard.press("Escape");
    await page.waitForSelector(".chain", { state: "detached" });
    assert.equal(await where(), before);
  });

  test("a thing that no action names now is answered by what is to be done", async ({
    open,
    origin,
  }) => {
    const { page, id } = await begun(open, origin, table);
    for (let i = 0; i < 30; i++) {
      const state = await stateOf(page, id);
      if (state.turn.node === "commit") break;
      const wanted = ["form ", "card ", "confirm", "at ", "deploy "];
      const next = wanted.flatMap((w) => state.legal.filter((l) => l.n.startsWith(w)))[0];
      await act(page, id, next.n, state);
    }
    const { turn, view } = await stateOf(page, id);
    assert.equal(turn.node, "commit");
    const mine = view.pieces.findIndex((p) => p.owner === 0 && p.surface === 0);
    await clickAt(page, `#p-${mine}`);
    await page.waitForSelector(".bubble.note");
    await soon.ok(async () => (await page.textContent(".bubble.note")).includes(turn.prompt_en));
  });

  test("how it ended is told, and it can be played again", async ({ open, origin }) => {
    const body = { game: "_template", scenario: "standard", options: { turns: 2 } };
    const page = await open();
    const id = await newMatch(page, origin, { ...body, seats: ["human", "greedy"] });
    for (let i = 0; i < 60; i++) {
      const state = await settled(page, id, -1);
      if (state.over) break;
      await act(page, id, state.legal[0].n, state);
    }
    await page.waitForSelector(".ending h2");
    const { result } = await stateOf(page, id);
    const words = await page.textContent(".ending");
    assert.match(words, result.half[0] === 1 ? /Draw/ : /Victory/);
    // why, and not what else the last move did
    const why = await page.locator(".ending p:not(.mine):not(.next)").allTextContents();
    assert.equal(why.length, 1, why.join());
    assert.match(why[0], /^The end: North \d+, South \d+\.$/);
    await page.locator(".ending .act", { hasText: "Play again" }).click();
    await page.waitForSelector(".match:not(.over)");
    const again = page.url().split("/m/")[1];
    assert.notEqual(again, id);
    const fresh = await stateOf(page, again);
    assert.equal(fresh.options.turns, 2);
    assert.deepEqual(
      fresh.seats.map((s) => s.kind),
      ["human", "greedy"],
    );
  });

  test("a path is one line, and its places are shown", async ({ open, origin }) => {
    const { page, id } = await begun(open, origin, hexes);
    const unit = "Brandenburg_JgR2";
    await act(page, id, `move ${unit}`);
    const way = [(await stateOf(page, id)).view.pieces.find((p) => p.token === unit).cell];
    for (let i = 0; i < 3; i++) {
      const { legal } = await stateOf(page, id);
      const on = legal.find((l) => l.n.startsWith("step ") && !way.includes(l.o[0]));
      if (!on) break;
      await act(page, id, on.n);
      way.push(on.o[0]);
    }
    assert.ok(way.length > 2, "it goes some way");
    await act(page, id, "stop");
    const facts = await page.evaluate(() => fetch("/api/games/bautzen").then((r) => r.json()));
    const cells = facts.domains.find((d) => d.kind === "cell").names.map((n) => n.en);
    const names = way.map((cell) => cells[cell]),
      between = names.slice(1, -1).join(", ");
    const words = `from ${names[0]} to ${names.at(-1)} by way of ${between}.`;
    const line = page.locator(".log .said", { hasText: words });
    await soon.equal(() => line.count(), 1, `${words} / ${await page.textContent(".log")}`);
    await soon.equal(() => page.locator(".log .said", { hasText: `to ${names[1]}.` }).count(), 0);
    await line.hover();
    for (const cell of way) await page.waitForSelector(`#c-0-${cell}.lit`);
    await page.click("#lang");
    await page.locator(".log .said", { hasText: ` par ${between}.` }).waitFor();
  });

  test("steps of one piece are joined, those of others and unknown ones are not", async () => {
    const { gathered } = await load("told.ts");
    const name = (token, fr, en) => ({ token, fr, en });
    const game = {
      events: [{ token: "moved", domains: [0, 1, 1] }],
      domains: [
        { kind: "piece", names: [] },
        {
          kind: "cell",
          surface: 2,
          names: [name("a1", "a1", "a1"), name("b1", "b1", "b1"), name("hq", "QG 1", "HQ 1")],
        },
      ],
    };
    const step = (entry, seat, args, fr, en) => ({
      entry,
      seat,
      dice: null,
      lines: [{ kind: "moved", rule: null, fr: `${fr}.`, en: `${en}.`, args }],
    });
    const hq = "QG\u00a01";
    const log = [
      step(1, "one", [7, 2, 0], `Les Chars A vont du ${hq} en a1`, "Tanks A move from HQ 1 to a1"),
      step(2, "one", [7, 0, 1], "Les Chars A vont de a1 en b1", "Tanks A move from a1 to b1"),
      step(3, "one", [8, 0, 1], "Les Chars B vont de a1 en b1", "Tanks B move from a1 to b1"),
      step(4, "two", [null, 0, 1], "Une carte va de a1 en b1", "A card moves from a1 to b1"),
      step(5, "two", [null, 1, 2], `Une carte va de b1 au ${hq}`, "A card moves from b1 to HQ 1"),
    ];
    const lines = gathered(game, log, (e) => e.lines).flatMap((e) => e.lines);
    assert.deepEqual(
      lines.map((l) => [l.line.fr, l.line.en, l.via.fr, l.way.join(" ")].join(" | ")),
      [
        `Les Chars A vont du ${hq} en b1. | Tanks A move from HQ 1 to b1. | a1 | 2:2 2:0 2:1`,
        "Les Chars B vont de a1 en b1. | Tanks B move from a1 to b1. |  | 2:0 2:1",
        "Une carte va de a1 en b1. | A card moves from a1 to b1. |  | ",
        `Une carte va de b1 au ${hq}. | A card moves from b1 to HQ 1. |  | `,
      ],
    );
  });

  test("who has lost gets no laurel", async ({ open, origin }) => {
    const page = await open();
    const body = { game: "_template", scenario: "standard" };
    for (const [seats, wreaths] of [
      [["human", "greedy"], 0],
      [["human", "human"], 1], // both look on: it is the winner's
    ]) {
      const id = await newMatch(page, origin, { ...body, seats });
      if (await page.locator("#take-seat").count()) await page.click("#take-seat");
      await page.evaluate(
        (id) =>
          fetch(`/api/matches/${id}/resign`, {
            method: "POST",
            headers: { "Content-Type": "application/json" },
            body: "{}",
          }),
        id,
      );
      await page.waitForSelector(".ending h2");
      await soon.equal(() => page.locator(".ending .wreath").count(), wreaths, seats.join());
    }
  });

  test("what may be committed, and what is lost, is counted as it is called", async ({
    open,
    origin,
  }) => {
    const { page, id } = await begun(open, origin, table, { locale: "fr-FR" });
    const names = ".pile-head > span[aria-hidden]:nth-child(2)";
    const heaps = await page.locator(names).allTextContents();
    assert.deepEqual(heaps, ["Figurines perdues", "Figurines perdues"]);
    for (let i = 0; i < 30; i++) {
      const state = await stateOf(page, id);
      if (state.turn.node === "commit") break;
      const wanted = ["form ", "card ", "confirm", "at ", "deploy "];
      const next = wanted.flatMap((w) => state.legal.filter((l) => l.n.startsWith(w)))[0];
      await act(page, id, next.n, state);
    }
    const { legal } = await stateOf(page, id);
    const numbers = await page.locator('.counted .act[data-verb="commit"]').allTextContents();
    assert.deepEqual(numbers, legal.map((l) => l.n.split(" ")[1]));
    assert.ok(numbers.length > 1 && numbers.length < 8, numbers.join());
  });

  test("French spaces hold a line together, apostrophes are printed", async ({ open, origin }) => {
    const page = await open({ locale: "fr-FR" });
    const loose = () =>
      page.evaluate(() => {
        // each piece of text by itself; what one types is left as it is typed
        const wrong = / [;:?!»%]|« |\p{L}'\p{L}/u,
          out = [],
          all = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        while (all.nextNode())
          if (!all.currentNode.parentElement.closest("code, kbd, script, noscript"))
            if (wrong.test(all.currentNode.data)) out.push(all.currentNode.data.slice(0, 60));
        return out;
      });
    await page.goto(origin);
    await page.waitForSelector(".game");
    await soon.deepEqual(() => loose(), [], "home");
    for (const body of [hexes, cards, table]) {
      await newMatch(page, origin, body);
      await page.waitForSelector(".match.mine");
      await page.waitForTimeout(300);
      await soon.deepEqual(() => loose(), [], body.game);
      await page.keyboard.press("?");
      await page.waitForSelector(".sheet");
      await soon.deepEqual(() => loose(), [], `help of ${body.game}`);
      await page.keyboard.press("Escape");
      await page.keyboard.press("r");
      await page.waitForSelector(".book h3");
      await soon.deepEqual(() => loose(), [], `rules of ${body.game}`);
    }
  });
}
