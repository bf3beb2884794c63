// SPDX-License-Identifier: Apache-2.0
// What the page looks and sounds like: shapes, languages, sizes, labels, replays, the guide.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  clickAt,
  dice,
  newMatch,
  perform,
  playByMouse,
  sendFrom,
  settled,
  soon,
  stateOf,
} from "./hands.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const axe = readFileSync(join(here, "node_modules", "axe-core", "axe.min.js"), "utf8");
const short = {
  game: "_template",
  scenario: "standard",
  options: { turns: 2 },
  seats: ["human", "greedy"],
};

// What axe has to say against the page as it stands, by day and by lamp: light changes colours and
// nothing else, so that the second look is at colours alone.
async function healthy(page, where) {
  const found = [];
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme });
    await page.waitForSelector(`html[data-theme="${colorScheme}"]`);
    await page.waitForFunction(() => {
      const ends = (a) => a.effect?.getComputedTiming().endTime !== Infinity;
      return !document.getAnimations().some((a) => a.playState === "running" && ends(a));
    }); // what slides in has arrived
    if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe);
    const said = await page.evaluate(
      (only) =>
        globalThis.axe
          .run(document, { resultTypes: ["violations"], ...(only ? { runOnly: only } : {}) })
          .then((r) =>
            r.violations.map(
              (v) =>
                `${v.id}: ${v.nodes.length} (${v.nodes[0].target}) ` +
                (v.nodes[0].failureSummary?.split("\n")[1] ?? ""),
            ),
          ),
      colorScheme === "dark" ? ["color-contrast", "link-in-text-block"] : null,
    );
    found.push(...said.map((one) => `${where} ${colorScheme}: ${one}`));
  }
  return found;
}

// By the API, so many actions or to the end.
async function playOn(page, id, actions) {
  const pick = dice(13);
  for (let i = 0; i < actions; i++) {
    const state = await settled(page, id, -1);
    if (state.over) return;
    await sendFrom(page, id, state, state.legal[pick(state.legal.length)].n);
  }
}

// Does the guide's box lie over what it points at on the board?
const guideCovers = (page) =>
  page.evaluate(() => {
    const box = document.querySelector(".guide")?.getBoundingClientRect();
    return [...document.querySelectorAll(".board .lit")].some((node) => {
      const b = node.getBoundingClientRect(),
        x = b.left + b.width / 2,
        y = b.top + b.height / 2;
      return box && x > box.left && x < box.right && y > box.top && y < box.bottom;
    });
  });

function sources(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? sources(join(folder, entry.name)) : [join(folder, entry.name)],
  );
}

export default function add(test) {
  test("no game is named in the page's source", async ({ origin }) => {
    const { games } = await (await fetch(`${origin}/api/games`)).json();
    assert.ok(games.length >= 2);
    const files = sources(join(here, "..", "..", "web", "src"));
    assert.ok(files.length > 20);
    for (const file of files) {
      const text = readFileSync(file, "utf8").toLowerCase();
      for (const { id } of games)
        assert.ok(!text.includes(id.toLowerCase()), `${file} names ${id}`);
    }
  });

  // Whatever changes below such an element, all of it is styled anew: 4000 elements of a table of
  // cards, for every click.
  test("no rule of style looks through the whole table", async () => {
    const folder = join(here, "..", "..", "web", "src", "style");
    const files = sources(folder).filter((file) => file.endsWith(".css"));
    assert.ok(files.length > 8);
    for (const file of files)
      for (const line of readFileSync(file, "utf8").split("\n"))
        assert.ok(!/(:root|html|body|\.match|\.table|\.board)(?![\w-])\S*:has\(/.test(line), line);
  });

  test("all six shapes are drawn", async ({ open, origin }) => {
    const page = await open();
    await newMatch(page, origin, {
      game: "probe_commit",
      scenario: "standard",
      seats: ["human", "random"],
    });
    await soon.ok(() => page.locator(".hexmap .map-paper").count(), "hexes");
    await soon.ok(() => page.locator(".track li").count(), "track");
    await newMatch(page, origin, {
      game: "probe_overwatch",
      scenario: "standard",
      seats: ["human", "random"],
    });
    await soon.ok(() => page.locator(".planemap .t-scenery, .planemap .t-wood").count(), "plane");
    await newMatch(page, origin, short);
    await soon.equal(() => page.locator(".areamap rect").count(), 5, "areas");
    await soon.ok(async () => (await page.locator(".tray.row .tray-piece").count()) >= 4, "row");
    await soon.equal(() => page.locator(".pile").count(), 2, "piles");
  });

  test("every piece and place has a spoken name", async ({ open, origin }) => {
    const page = await open();
    const { games } = await (await fetch(`${origin}/api/games`)).json();
    for (const game of games) {
      await newMatch(page, origin, {
        game: game.id,
        scenario: game.scenarios[0].id,
        seats: game.seats.map((_, i) => (i ? "random" : "human")),
      });
      await page.waitForSelector(".board");
      const mute = await page.evaluate(
        () =>
          [...document.querySelectorAll("[data-piece], .place, .tray-place")].filter(
            (n) => {
              const own = n.getAttribute("aria-label") ?? n.querySelector(":scope > .live");
              return !(own?.textContent ?? own ?? "").trim();
            },
          ).length,
      );
      assert.equal(mute, 0, game.id);
    }
  });

  test("the language comes from the browser and changes at once", async ({ open, origin }) => {
    const page = await open({ locale: "fr-FR" });
    await newMatch(page, origin, short);
    await page.waitForSelector("#prompt");
    await soon.match(() => page.textContent("#prompt"), /Choisissez/);
    await soon.equal(() => page.getAttribute("html", "lang"), "fr");
    await page.evaluate(() => (globalThis.marker = 1));
    await page.click("#lang");
    await soon.match(() => page.textContent("#prompt"), /Choose/);
    await soon.match(() => page.textContent(".log"), / draws (a|the) /);
    await soon.equal(() => page.evaluate(() => globalThis.marker), 1, "the page was loaded again");
    await page.reload();
    await page.waitForSelector("#prompt");
    await soon.match(() => page.textContent("#prompt"), /Choose/, "the choice was not kept");
  });

  test("no word of the page is missing in a language", async ({ open, origin }) => {
    for (const locale of ["fr-FR", "en-GB"]) {
      const page = await open({ locale });
      await newMatch(page, origin, short);
      await page.waitForSelector("#prompt");
      await soon.ok(
        async () => !/undefined|NaN|\[object/.test(await page.innerText("body")),
        locale,
      );
    }
  });

  test("axe finds nothing, light and dark", async ({ open, origin }) => {
    const troubles = [];
    const look = async (page, where) => troubles.push(...(await healthy(page, where)));
    const page = await open();
    await page.goto(origin);
    await page.waitForSelector(".game");
    await look(page, "home");
    for (const box of await page.locator(".game").all()) {
      await box.locator("button.scenario").click();
      await page.waitForSelector(".sheet .choice");
      await look(page, `set-up of ${await box.getAttribute("data-game")}`);
      await page.keyboard.press("Escape");
      await page.waitForSelector(".sheet", { state: "detached" });
    }
    const { games } = await (await fetch(`${origin}/api/games`)).json();
    for (const game of games) {
      const scenario = game.scenarios[Math.min(1, game.scenarios.length - 1)].id;
      await newMatch(page, origin, {
        game: game.id,
        scenario,
        seats: game.seats.map((_, i) => (i ? "greedy" : "human")),
      });
      await page.waitForSelector(".board");
      await look(page, game.id);
    }
    await page.keyboard.press("r");
    await page.waitForSelector(".sheet");
    await look(page, "rules");
    const over = await newMatch(page, origin, short);
    await page.waitForSelector(".board");
    await page.evaluate(
      (id) =>
        fetch(`/api/matches/${id}/resign`, {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: "{}",
        }),
      over,
    );
    await page.waitForSelector(".ending");
    await look(page, "end");
    await page.goto(`${origin}/history`);
    await page.waitForSelector(`.history tr[data-match="${over}"]`);
    await look(page, "history");
    await newMatch(page, origin, { ...short, seats: ["human", "human"] });
    await page.waitForSelector(".handover");
    await look(page, "hand-over");
    assert.deepEqual(troubles, []);
  });

  // The opening shows little of what a match comes to: cards that lie open, backs, what was lost.
  test("axe finds nothing in the middle of a match, by day and by lamp, also on a phone", async ({
    open,
    origin,
  }) => {
    const found = [];
    const { games } = await (await fetch(`${origin}/api/games`)).json();
    for (const game of games.filter((g) => !/^probe_/.test(g.id))) {
      const page = await open();
      const id = await newMatch(page, origin, {
        game: game.id,
        seats: game.seats.map((_, i) => (i ? "random" : "human")),
      });
      await page.goto(`${origin}/licences.txt`); // played beside the page: drawing it takes longest
      await playOn(page, id, 60);
      await page.goto(`${origin}/m/${id}`);
      await page.waitForSelector(".match");
      for (const [width, height] of [
        [1280, 820],
        [390, 844],
      ]) {
        await page.setViewportSize({ width, height });
        found.push(...(await healthy(page, `${game.id} ${width}`)));
      }
      await page.context().close();
    }
    assert.deepEqual(found, []);
  });

  test("a phone holds it all: no sideways scroll, taps and the log work", async ({
    open,
    origin,
  }) => {
    const page = await open({
      viewport: { width: 375, height: 720 },
      hasTouch: true,
      isMobile: true,
    });
    await page.goto(origin);
    await page.waitForSelector(".game");
    const wide = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await soon.ok(async () => (await wide()) <= 0, "home scrolls sideways");
    const id = await newMatch(page, origin, short);
    await page.waitForSelector(".tray-piece.legal");
    await soon.ok(async () => (await wide()) <= 0, "the match scrolls sideways");
    const before = await stateOf(page, id);
    await page.tap(".tray-piece.legal >> nth=0");
    await page.waitForSelector(".tray-piece.chosen");
    await page.tap(".place.legal >> nth=0");
    await page.waitForFunction(
      ([id, seq]) =>
        fetch(`/api/matches/${id}`)
          .then((r) => r.json())
          .then((s) => s.seq !== seq),
      [id, before.seq],
    );
    await page.tap("#side-toggle");
    await soon.ok(() => page.locator(".log").isVisible());
    await soon.ok(async () => (await wide()) <= 0);
  });

  test("zoom, pan and hidden counters by key", async ({ open, origin }) => {
    const page = await open();
    await newMatch(page, origin, {
      game: "probe_commit",
      scenario: "standard",
      seats: ["human", "random"],
    });
    await page.waitForSelector(".stack");
    const transform = () => page.getAttribute(".board > g", "transform");
    const first = await transform();
    await page.keyboard.press("+");
    await soon.notEqual(() => transform(), first);
    await page.keyboard.press("0");
    const fit = await transform();
    await page.mouse.move(300, 400);
    await page.mouse.wheel(0, -200);
    await page.waitForFunction(
      (was) => document.querySelector(".board > g").getAttribute("transform") !== was,
      fit,
    );
    await page.keyboard.press("h");
    await soon.equal(() => page.locator(".stack").count(), 0);
    await page.keyboard.press("h");
    await soon.ok(() => page.locator(".stack").count());
  });

  test("the tab's title tells whose turn it is", async ({ open, origin }) => {
    const page = await open();
    await newMatch(page, origin, short);
    await page.waitForFunction(() => document.title.startsWith("● "));
  });

  test("a stack fans out under the mouse", async ({ open, origin }) => {
    const page = await open();
    await newMatch(page, origin, {
      game: "probe_commit",
      scenario: "standard",
      seats: ["human", "random"],
    });
    await page.waitForSelector(".stack .count");
    const box = await page.locator(".stack").first().boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 3 });
    await page.waitForSelector(".fan");
    await soon.ok(async () => (await page.locator(".fan .piece").count()) > 1);
    await page.mouse.move(4, 500, { steps: 4 });
    await page.waitForSelector(".fan", { state: "detached" });
  });

  test("a finished match is stepped through, proved, sent, saved and watched again", async ({
    open,
    origin,
  }) => {
    const page = await open();
    const id = await newMatch(page, origin, short);
    await playByMouse(page, id, { clicks: 300 });
    await page.waitForSelector("#replay");
    await page.click("#replay");
    await page.waitForSelector(".replay");
    await page.keyboard.press("Home");
    await page.waitForFunction(() => location.hash === "#0");
    for (let i = 0; i < 5; i++) await page.keyboard.press("ArrowRight");
    await page.waitForFunction(() => location.hash === "#5");
    await page.waitForFunction(() => document.querySelectorAll(".log .entry").length === 5);
    await soon.match(() => page.textContent(".proof summary"), /Dice verified/);
    await page.selectOption("#viewpoint", "south");
    await page.waitForFunction(() => /hidden/.test(document.querySelector(".log").textContent));
    const address = page.url();
    const other = await page.context().newPage();
    await other.goto(address);
    await other.waitForFunction(() =>
      document.querySelector(".replay output")?.textContent.startsWith("5/"),
    );
    const [saved] = await Promise.all([
      page.waitForEvent("download"),
      page.click(".replay a[download]"),
    ]);
    const file = await saved.path();
    const again = await open();
    await again.goto(origin);
    await again.setInputFiles("#upload", file);
    await again.waitForURL(/\/m\//);
    await again.waitForSelector(".replay");
  });

  test("options: named values to choose from, ticks and numbers, sent as integers", async ({
    open,
    origin,
  }) => {
    const page = await open();
    const { games } = await (await fetch(`${origin}/api/games`)).json();
    let selects = 0,
      numbers = 0;
    for (const game of games.filter((g) => g.options.length)) {
      await page.goto(origin);
      const box = page.locator(`[data-game="${game.id}"]`);
      await box.locator(".scenario").click();
      const wanted = {};
      for (const option of game.options) {
        const field = box.locator(`.choice [name="${option.id}"]`);
        const other = option.standard < option.max ? option.standard + 1 : option.min;
        wanted[option.id] = other;
        if (option.values) {
          const shown = (list) => list.map((v) => v.charAt(0).toUpperCase() + v.slice(1));
          const texts = () => field.locator("option").allTextContents();
          await soon.deepEqual(() => texts(), shown(option.values.map((v) => v.en)), option.id);
          await page.press("#lang", "Enter"); // the sheet lies over it
          await soon.deepEqual(() => texts(), shown(option.values.map((v) => v.fr)), option.id);
          await page.press("#lang", "Enter"); // the sheet lies over it
          await field.selectOption(String(other));
          selects++;
        } else if (option.min === 0 && option.max === 1) await field.click();
        else {
          await soon.equal(() => field.getAttribute("max"), String(option.max));
          await field.fill(String(other));
          await field.press("Tab");
          numbers++;
        }
      }
      const [request] = await Promise.all([
        page.waitForRequest((r) => r.method() === "POST" && /api.matches$/.test(r.url())),
        box.locator(".choice button[type=submit]").click(),
      ]);
      assert.deepEqual(request.postDataJSON().options, wanted, game.id);
      const answer = await request.response();
      if (answer.ok()) await page.waitForSelector(".match");
      else await page.waitForSelector(".trouble"); // options that do not go together
    }
    assert.ok(selects >= 4 && numbers >= 1, `${selects} selects, ${numbers} numbers`);
  });

  test("a list of one's own is picked, judged line by line, and played", async ({
    open,
    origin,
  }) => {
    const page = await open();
    const { games } = await (await fetch(`${origin}/api/games`)).json();
    const listed = games.filter((g) => g.options.some((o) => o.list));
    assert.ok(listed.length >= 2, "games with lists");
    for (const game of listed) {
      const folder = new URL(`../../games/${game.id}/examples/`, import.meta.url);
      const [name] = readdirSync(folder).sort();
      const text = readFileSync(new URL(name, folder), "utf8");
      const option = game.options.find((o) => o.list);
      await page.goto(origin);
      const box = page.locator(`[data-game="${game.id}"]`);
      await box.locator(".scenario").click();
      await box.locator(`[name="s-${game.id}"]`).first().check(); // what the sample is made for
      const file = `#list-${game.id}-${option.list}`;
      const give = async (content) => {
        const buffer = Buffer.from(content);
        await page.setInputFiles(file, { name, mimeType: "text/plain", buffer });
        await box.locator(".own-list b").waitFor();
      };
      const begin = () => box.locator(".choice button[type=submit]").click();
      // Two lines that no game knows: each is told with its number, in the page's language.
      await give(`nonsense one\n${text}\nnonsense two\n`);
      await soon.ok(
        () => box.locator(`[name="${option.id}"]`).isDisabled(),
        "the ready list stays",
      );
      await begin();
      const faults = box.locator(".own-list .trouble li");
      await faults.first().waitFor();
      const last = text.split("\n").length + 2;
      const told = await faults.allTextContents();
      assert.match(told[0], /^Line 1:/);
      assert.ok(
        told.some((line) => line.startsWith(`Line ${last}:`)),
        told.join("\n"),
      );
      await page.press("#lang", "Enter"); // the sheet lies over it
      await soon.match(async () => (await faults.allTextContents())[0], /^Ligne 1\u00a0:/);
      await page.press("#lang", "Enter"); // the sheet lies over it
      // Back to the ready list, then the good file.
      await box.locator(".own-list button").click();
      await soon.equal(() => faults.count(), 0);
      await soon.ok(() => box.locator(`[name="${option.id}"]`).isEnabled());
      await give(text);
      await soon.match(() => box.locator(".own-list b").textContent(), new RegExp(name));
      await begin();
      await page.waitForSelector(".match");
      const id = page.url().split("/m/")[1];
      const read = (path) => page.evaluate((at) => fetch(at).then((a) => a.text()), path);
      await soon.match(() => read(`/api/matches/${id}/file`), new RegExp(`\nlist ${option.list} `));
    }
  });

  test("the file field speaks the page's language", async ({ open, origin }) => {
    const page = await open({ locale: "fr-FR" });
    await page.goto(origin);
    const label = page.locator('label[for="upload"]');
    await soon.match(() => label.textContent(), /Choisir un fichier/);
    const own = await page.locator("#upload").boundingBox();
    assert.ok(own.width <= 1 && own.height <= 1, "the browser's own field shows");
    await page.click("#lang");
    await soon.match(() => label.textContent(), /Choose a file/);
    const [chooser] = await Promise.all([page.waitForEvent("filechooser"), label.click()]);
    assert.ok(!chooser.isMultiple());
  });

  test("a broken match file is refused with its reason", async ({ open, origin }) => {
    const page = await open();
    await page.goto(origin);
    await page.waitForSelector(".game");
    await page.setInputFiles("#upload", {
      name: "bad.gg",
      mimeType: "text/plain",
      buffer: Buffer.from("not a match\n"),
    });
    await page.waitForSelector(".upload .trouble").catch(() => undefined);
    await soon.match(() => page.textContent(".upload .trouble"), /refused \(line 1\): .{5}/);
  });

  test("the guided first turn waits for one's own move and can be left", async ({
    open,
    origin,
  }) => {
    const page = await open();
    await newMatch(page, origin, { ...short, options: {} });
    await page.waitForSelector(".guide");
    const first = await page.textContent(".guide");
    await page.waitForSelector(".place.lit");
    await clickAt(page, ".tray-piece.legal");
    await clickAt(page, ".place.legal");
    await page.waitForFunction(
      (was) => document.querySelector(".guide")?.textContent !== was,
      first,
    );
    await page.click(".guide .quiet");
    await page.waitForSelector(".guide", { state: "detached" });
    await page.reload();
    await page.waitForSelector(".board");
    await soon.equal(() => page.locator(".guide").count(), 0, "it comes back after it was left");
  });

  for (const by of ["mouse", "keys"])
    test(`each guide can be followed to its end by ${by}`, async ({ open, origin }) => {
      const { games } = await (await fetch(`${origin}/api/games`)).json();
      let followed = 0;
      for (const game of games) {
        const guide = await fetch(`${origin}/art/${game.id}/guide.json`).then((r) =>
          r.ok ? r.json() : null,
        );
        if (!guide) continue;
        const facts = await (await fetch(`${origin}/api/games/${game.id}`)).json();
        // Dice may leave too little for a step: it is passed over, and another match tried.
        let done = false;
        for (let tries = 0; tries < 5 && !done; tries++) {
          const page = await open();
          done = await follow(page, origin, game, guide, facts, by);
          await page.close(); // what a guide points at beats as long as it is looked at
        }
        assert.ok(done, `${game.id}: the guide cannot be followed`);
        followed++;
      }
      assert.ok(followed >= 2, `${followed} guides`);
    });

  async function follow(page, origin, game, guide, facts, by) {
    const id = await newMatch(page, origin, {
      game: game.id,
      scenario: guide.scenario,
      seats: game.seats.map((s) => (s.token === guide.seat ? "human" : "greedy")),
    });
    await page.waitForSelector(".guide");
    for (const [i, step] of guide.steps.entries()) {
      const number = () => parseInt(document.querySelector(".guide .title small")?.textContent);
      const stands = await page
        .waitForFunction(
          (n) => parseInt(document.querySelector(".guide .title small")?.textContent) >= n,
          i + 1,
        )
        .catch(() => null);
      const at = await page.evaluate(number);
      assert.ok(stands, `${game.id}: after step ${i} the guide stands at ${at}`);
      if (at > i + 1) return false; // passed over
      assert.ok(step.fr && step.en, `${game.id} step ${i + 1} lacks a language`);
      await soon.ok(
        async () => !(await guideCovers(page)),
        `${game.id} step ${i + 1}: the guide hides it`,
      );
      if (!step.verb) {
        await page.click(".guide .act");
        continue;
      }
      await page.waitForFunction(
        (id) =>
          fetch(`/api/matches/${id}`)
            .then((r) => r.json())
            .then((s) => s.turn.acting),
        id,
      );
      const state = await stateOf(page, id);
      await page.waitForSelector(`.match.mine[data-seq="${state.seq}"]`);
      assert.equal(state.turn.node, step.node, `${game.id} step ${i + 1}`);
      const hint = step.point?.piece ?? step.point?.cell;
      const list = state.legal.filter((l) => l.n.split(" ")[0] === step.verb);
      const move = list.find((l) => hint && l.n.split(" ").includes(hint)) ?? list[0];
      if (!move) {
        // whoever goes on otherwise is met again at the step for what comes then
        await perform(page, id, facts, state.legal.find((l) => l.n === "end"), by);
        await page.waitForFunction(
          (n) => parseInt(document.querySelector(".guide .title small").textContent) > n,
          i + 1,
        );
        return false;
      }
      await perform(page, id, facts, move, by);
    }
    await page.waitForSelector(".guide", { state: "detached" });
    return true;
  }

  test("a click takes the usual verb; one set aside waits for its button", async ({
    open,
    origin,
  }) => {
    const page = await open();
    const id = await newMatch(page, origin, {
      game: "bautzen",
      scenario: "intro",
      seats: ["greedy", "human"],
    });
    const before = await stateOf(page, id);
    const facts = await page.evaluate(() => fetch("/api/games/bautzen").then((r) => r.json()));
    const rare = before.legal.find((l) => l.n.startsWith("exfiltrate 20Pz_PzGR112 "));
    const usual = before.legal.find((l) => l.n === "move 20Pz_PzGR112");
    assert.ok(rare && usual, "both are possible");
    await page.waitForSelector(`.match.mine[data-seq="${before.seq}"]`);
    await page.waitForSelector(".place.lit"); // the guide shows what it names
    await soon.equal(() => page.locator(".place.lit").count(), 5);
    await page.click(".guide .quiet");
    const index = before.view.pieces.findIndex((p) => p.handle === usual.o[0]);
    await clickAt(page, `#p-${index}`);
    const moving = await settled(page, id, before.seq);
    assert.equal(moving.turn.node, "step", "it was asked what was meant");
    await page.waitForSelector(`.match.mine[data-seq="${moving.seq}"]`);
    await page.click("#undo");
    await settled(page, id, moving.seq);
    const running = await perform(page, id, facts, rare, "mouse");
    assert.equal(running.turn.node, "exfil");
  });

  test("motion is left out when asked", async ({ open, origin }) => {
    const page = await open({ reducedMotion: "reduce" });
    const id = await newMatch(page, origin, {
      game: "probe_commit",
      scenario: "standard",
      seats: ["human", "random"],
    });
    const moving = await page.evaluate(() => document.getAnimations().length);
    assert.equal(moving, 0);
    assert.ok(id);
  });
}
