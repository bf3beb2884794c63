// SPDX-License-Identifier: Apache-2.0
// Sounds and settings: every sound is made and heard, none before it is wished; what the games'
// style files name exists; what is set on the sheet holds at once and stays.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { drawn, newMatch, send, settled, soon, stateOf } from "./hands.mjs";
import { load } from "./modules.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const short = { game: "_template", scenario: "standard", options: { turns: 4 } };
const rate = 22050;
const most = 60_000; // bytes of everything that makes sound

// Counts what a page does with the browser's sound.
const listen = (page) =>
  page.addInitScript(() => {
    window.heard = { contexts: 0, started: 0 };
    const { AudioContext: Real } = window;
    window.AudioContext = class extends Real {
      constructor(...words) {
        super(...words);
        window.heard.contexts++;
      }
    };
    const start = AudioBufferSourceNode.prototype.start;
    AudioBufferSourceNode.prototype.start = function (...words) {
      window.heard.started++;
      return start.apply(this, words);
    };
  });
const heard = (page) => page.evaluate(() => window.heard);

async function playSome(page, id, actions) {
  for (let i = 0; i < actions; i++) {
    const state = await settled(page, id, -1);
    if (state.over) return;
    await send(page, id, state.seq, state.legal[0].n);
    await settled(page, id, state.seq);
  }
}

export default function add(test) {
  test("every sound is made, is no silence and no other's", async () => {
    const { rendered, soundNames } = await load("sound/synth.ts");
    const all = soundNames.map((name) => [name, rendered(name, rate)]);
    assert.equal(all.length, 7);
    for (const [name, samples] of all) {
      const loud = Math.sqrt(samples.reduce((sum, v) => sum + v * v, 0) / samples.length),
        peak = samples.reduce((top, v) => Math.max(top, Math.abs(v)), 0);
      assert.ok(samples.every(Number.isFinite), name);
      assert.ok(loud > 0.01, `${name} is silent: ${loud}`);
      assert.ok(peak > 0.1 && peak <= 1, `${name}: ${peak}`);
      assert.ok(Math.abs(samples.at(-1)) < 0.01, `${name} ends with a click`);
      assert.deepEqual(rendered(name, rate), samples, name); // the same every time
    }
    const kinds = new Set(all.map(([, samples]) => samples.slice(0, 2000).join()));
    assert.equal(kinds.size, all.length);
    const folder = join(root, "web", "src", "sound");
    const bytes = readdirSync(folder).map((name) => readFileSync(join(folder, name)).length);
    assert.ok(bytes.reduce((sum, n) => sum + n, 0) < most);
  });

  test("sounds of style files are events of their game", async ({ origin }) => {
    const { soundNames } = await load("sound/synth.ts");
    const used = new Set();
    for (const game of readdirSync(join(root, "games"))) {
      const path = join(root, "games", game, "art", "style.json");
      let style;
      try {
        style = JSON.parse(readFileSync(path, "utf8"));
      } catch {
        continue; // not a game
      }
      const facts = await (await fetch(`${origin}/api/games/${game}`)).json(),
        events = new Set(facts.events.map((e) => e.token));
      assert.ok(Object.keys(style.sounds ?? {}).length, `${game} is silent`);
      for (const [event, sound] of Object.entries(style.sounds)) {
        assert.ok(events.has(event), `${game}: ${event}`);
        assert.ok(soundNames.includes(sound), `${game}: ${sound}`);
        used.add(sound);
      }
    }
    const dice = "dice"; // of every throw, whatever the game
    assert.deepEqual([...used, dice].sort(), [...soundNames].sort());
  });

  test("nothing sounds until it is wished", async ({ open, origin }) => {
    const page = await open();
    await listen(page);
    const id = await newMatch(page, origin, { ...short, seats: ["human", "greedy"] });
    await playSome(page, id, 4);
    await soon.deepEqual(() => heard(page), { contexts: 0, started: 0 });
    await page.keyboard.press(",");
    await page.getByLabel("soft").check();
    await page.keyboard.press("Escape");
    const first = await heard(page);
    assert.equal(first.contexts, 1);
    assert.ok(first.started > 0);
    await playSome(page, id, 6);
    await soon.ok(async () => (await heard(page)).started > first.started);
  });

  test("settings hold at once, in both languages, and stay", async ({ open, origin }) => {
    const page = await open();
    await newMatch(page, origin, { ...short, seats: ["human", "random"] });
    const of = (name) => page.evaluate((n) => document.documentElement.dataset[n], name);
    await page.click("#settings");
    await page.waitForSelector(".settings");
    await page.getByLabel("Larger", { exact: true }).check();
    await page.getByLabel("told apart by everybody").check();
    await page.getByLabel("step by step").check();
    await page.getByLabel("before a phase is ended").check();
    await soon.deepEqual(async () => [await of("text"), await of("palette")], ["larger", "safe"]);
    await page.getByLabel("Français").check();
    await page.waitForSelector('h2:text-is("Réglages")');
    await soon.ok(() => page.getByLabel("pas à pas").isChecked());
    await page.keyboard.press("Escape");
    await page.waitForSelector(".settings", { state: "detached" });
    await soon.equal(() => page.evaluate(() => document.activeElement?.id), "settings");
    await page.reload();
    await page.waitForSelector(".match");
    await soon.deepEqual(async () => [await of("text"), await of("palette")], ["larger", "safe"]);
    await page.keyboard.press(",");
    for (const name of ["très grande", "distinctes pour tous", "pas à pas"])
      await soon.ok(() => page.getByLabel(name).isChecked(), name);
    await soon.ok(() => page.getByLabel("avant de finir une phase").isChecked());
  });

  // A page that is busy draws a sheet and looks after it a moment later: somebody who was already
  // inside it by then, or pressed a key as soon as the table was there, was not heard.
  test("however quick one is, the focus goes back to where it came from", async ({
    open,
    origin,
  }) => {
    const page = await open();
    await newMatch(page, origin, { ...short, seats: ["human", "random"] });
    const inside = await page.evaluate(async () => {
      const button = document.querySelector("#settings");
      button.focus();
      button.click();
      let field = null;
      for (let i = 0; i < 1000 && !field; i++) {
        await Promise.resolve(); // no frame has passed
        field = document.querySelector(".settings input");
      }
      field?.focus();
      return !!field;
    });
    assert.ok(inside, "the sheet is not drawn at once");
    await drawn(page);
    await page.waitForTimeout(250);
    await page.keyboard.press("Escape");
    await page.waitForSelector(".settings", { state: "detached" });
    assert.equal(await page.evaluate(() => document.activeElement?.id), "settings");
    // from a piece, by keys, and back to it
    await page.keyboard.press("n");
    const piece = () => page.evaluate(() => document.activeElement?.dataset.piece ?? "none");
    const before = await piece();
    assert.notEqual(before, "none");
    await page.keyboard.press(",");
    await page.waitForSelector(".settings");
    await page.keyboard.press("Escape");
    await page.waitForSelector(".settings", { state: "detached" });
    assert.equal(await piece(), before);
  });

  test("a key counts as soon as the table is there, and so does what is typed", async ({
    open,
    origin,
  }) => {
    const page = await open();
    await newMatch(page, origin, { ...short, seats: ["human", "random"] });
    await page.addInitScript(() => {
      const press = (key) =>
        document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
      const watch = new MutationObserver(() => {
        if (!document.querySelector(".match")) return;
        watch.disconnect();
        press(":");
        const look = (left) => {
          if (document.querySelector("#command")) window.typedInto = document.activeElement.id;
          else if (left) void Promise.resolve().then(() => look(left - 1));
        };
        look(1000); // before a frame has passed
      });
      watch.observe(document, { childList: true, subtree: true });
    });
    await page.reload();
    await page.waitForSelector(".match");
    await page.waitForSelector("#command");
    await soon.equal(() => page.evaluate(() => window.typedInto), "command");
  });

  test("an end that is to be confirmed takes two presses", async ({ open, origin }) => {
    const page = await open();
    await page.addInitScript(() => {
      localStorage.setItem("gg.confirm", "ends");
      localStorage.setItem("gg.guides", "_template bautzen corridors salvo");
    });
    const id = await newMatch(page, origin, {
      game: "bautzen",
      scenario: "intro", // no army is set up first
      seats: ["human", "random"],
    });
    const facts = await page.evaluate(() => fetch("/api/games/bautzen").then((r) => r.json()));
    const ends = (l) => facts.verbs[l.v].flags.includes("done") && !l.o.length;
    for (let i = 0; i < 120; i++) {
      const state = await settled(page, id, -1);
      const end = state.legal.find(ends);
      if (end && state.legal.length > 1 && !state.draft.length) {
        const button = page.locator(`.actions .act[data-verb="${facts.verbs[end.v].token}"]`);
        await page.waitForSelector(`.match.mine[data-seq="${state.seq}"]`);
        const word = await button.textContent();
        await button.click();
        await page.waitForSelector(".actions .act.asked");
        await soon.ok(async () => (await button.textContent()).includes(word));
        await soon.equal(async () => (await stateOf(page, id)).seq, state.seq);
        await button.click();
        assert.notEqual((await settled(page, id, state.seq)).seq, state.seq);
        return;
      }
      await send(page, id, state.seq, state.legal[0].n);
      await settled(page, id, state.seq, 1500);
    }
    throw new Error("no end was offered");
  });
}
