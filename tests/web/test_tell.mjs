// SPDX-License-Identifier: Apache-2.0
// What the page tells without being asked: what the others did, how far one can go, what a choice
// would do, what a card says, how it ended; and that nothing jumps about meanwhile.
import assert from "node:assert/strict";
import { clickAt, middle, newMatch, send, settled, stateOf } from "./hands.mjs";

const hexes = { game: "bautzen", scenario: "intro", seats: ["greedy", "human"] };
const cards = { game: "corridors", scenario: "standard", seats: ["human", "greedy"] };
const table = { game: "salvo", scenario: "first_salvo", seats: ["human", "greedy"] };

async function begin(open, origin, body, options) {
  const page = await open(options);
  await page.addInitScript((id) => localStorage.setItem("gg.guides", id), body.game);
  const id = await newMatch(page, origin, body);
  await page.waitForSelector(".match.mine");
  return { page, id };
}
async function act(page, id, notation) {
  const { seq } = await stateOf(page, id);
  assert.ok(await send(page, id, seq, notation), notation);
  const state = await settled(page, id, seq);
  await page.waitForSelector(`.match[data-seq="${state.seq}"]`);
  return state;
}
const cellOf = (page, words) =>
  page.evaluate(
    (words) =>
      [...document.querySelectorAll(".place")].find((n) =>
        n.getAttribute("aria-label").includes(words),
      )?.id,
    words,
  );

export default function add(test) {
  test("what the others moved is drawn until one's own next action", async ({ open, origin }) => {
    const { page, id } = await begin(open, origin, hexes);
    assert.equal(await page.locator(".trails .line").count(), 0);
    for (let i = 0; i < 30; i++) {
      const state = await stateOf(page, id);
      if (state.turn.node === "move" && i) break;
      const end = state.legal.find((l) => /^(end|no|commit none|retreat)/.test(l.n));
      await act(page, id, (end ?? state.legal[0]).n);
    }
    assert.equal((await stateOf(page, id)).turn.node, "move", "the other side has had its turn");
    await page.waitForSelector(".trails .line");
    const drawn = await page.locator(".trails .line").count();
    const state = await stateOf(page, id);
    const theirs = state.log.filter((e) => e.seat === "allied").flatMap((e) => e.lines);
    const moved = new Set(
      theirs.filter((l) => l.kind === "moved" && l.args[0] !== null).map((l) => l.args[0]),
    );
    assert.ok(drawn > 0 && drawn <= moved.size, `${drawn} drawn, ${moved.size} told`);
    await act(page, id, "end");
    assert.equal((await stateOf(page, id)).turn.node, "combat");
    assert.equal(await page.locator(".trails .line").count(), 0);
  });

  test("a unit on its way shows how far it goes, and goes there", async ({ open, origin }) => {
    const { page, id } = await begin(open, origin, hexes);
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
    assert.equal((await moved()).cell, goal, "it is where it was sent");
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
    const { page, id } = await begin(open, origin, hexes);
    for (const n of ["move Brandenburg_JgR2", "step 2011", "stop", "end"]) await act(page, id, n);
    assert.equal(await page.locator(".ledger tr").count(), 0);
    const attack = (await stateOf(page, id)).legal.find((l) => l.n.startsWith("attack 2010 "));
    await act(page, id, attack.n);
    await page.waitForSelector(".ledger tr.total");
    const target = await cellOf(page, "2010");
    assert.equal(await page.locator(`#${target} .drafted`).count(), 1);
    assert.equal(await page.locator(".place .drafted").count(), 1);
    // only what takes part is shown as acting
    const acting = (await stateOf(page, id)).view.pieces.filter((p) => p.flags & 8);
    assert.deepEqual(
      acting.map((p) => p.token),
      [attack.n.split(" ")[2]],
    );
  });

  test("a formation is looked at before it is chosen", async ({ open, origin }) => {
    const { page, id } = await begin(open, origin, table);
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
    assert.equal((await stateOf(page, id)).seq, seq, "nothing was done");
  });

  test("a small card is held up to be read, also by a long press", async ({ open, origin }) => {
    const { page, id } = await begin(open, origin, cards);
    const piece = (await stateOf(page, id)).view.pieces.findIndex((p) => p.about_en && p.token);
    const about = (await stateOf(page, id)).view.pieces[piece].about_en;
    await page.locator(`#p-${piece}`).hover();
    await page.waitForSelector(".lens");
    const words = (await page.textContent(".lens")).toLowerCase();
    assert.ok(words.includes(about.split(/[.,]/)[0].toLowerCase()), words);
    await page.mouse.move(400, 300);
    await page.waitForSelector(".lens", { state: "detached" });
    const phone = await begin(open, origin, cards, { hasTouch: true });
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
    assert.equal((await stateOf(phone.page, phone.id)).draft.length, 0);
    assert.equal(await phone.page.locator(".chain").count(), 0, "reading is not choosing");
  });

  test("the table stays where it is when something is chosen", async ({ open, origin }) => {
    const { page } = await begin(open, origin, cards);
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
    const { page, id } = await begin(open, origin, table);
    for (let i = 0; i < 30; i++) {
      const state = await stateOf(page, id);
      if (state.turn.node === "commit") break;
      const wanted = ["form ", "card ", "confirm", "at ", "deploy "];
      const next = wanted.flatMap((w) => state.legal.filter((l) => l.n.startsWith(w)))[0];
      await act(page, id, next.n);
    }
    const { turn, view } = await stateOf(page, id);
    assert.equal(turn.node, "commit");
    const mine = view.pieces.findIndex((p) => p.owner === 0 && p.surface === 0);
    await clickAt(page, `#p-${mine}`);
    await page.waitForSelector(".bubble.note");
    assert.ok((await page.textContent(".bubble.note")).includes(turn.prompt_en));
  });

  test("how it ended is told, and it can be played again", async ({ open, origin }) => {
    const body = { game: "_template", scenario: "standard", options: { turns: 2 } };
    const page = await open();
    const id = await newMatch(page, origin, { ...body, seats: ["human", "greedy"] });
    for (let i = 0; i < 60 && !(await stateOf(page, id)).over; i++) {
      const state = await stateOf(page, id);
      if (state.turn.acting) await act(page, id, state.legal[0].n);
    }
    await page.waitForSelector(".ending h2");
    const { result } = await stateOf(page, id);
    const words = await page.textContent(".ending");
    assert.match(words, result.half[0] === 1 ? /Draw/ : /Victory/);
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
    assert.deepEqual(await loose(), [], "home");
    for (const body of [hexes, cards, table]) {
      await newMatch(page, origin, body);
      await page.waitForSelector(".match.mine");
      await page.waitForTimeout(300);
      assert.deepEqual(await loose(), [], body.game);
      await page.keyboard.press("?");
      await page.waitForSelector(".sheet");
      assert.deepEqual(await loose(), [], `help of ${body.game}`);
      await page.keyboard.press("Escape");
      await page.keyboard.press("r");
      await page.waitForSelector(".book h3");
      assert.deepEqual(await loose(), [], `rules of ${body.game}`);
    }
  });
}
