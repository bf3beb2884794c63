// SPDX-License-Identifier: Apache-2.0
// Cards that are cards: their words fit in both languages, no two pictures are alike, a hand is
// held in a fan, piles say how many lie there, the table uses the room it has, and fingers find
// their targets on a phone.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "../../web/node_modules/esbuild/lib/main.js";
import { newMatch, settled, shows, soon, stateOf } from "./hands.mjs";

const here = dirname(fileURLToPath(import.meta.url)),
  root = join(here, "..", ".."),
  art = join(root, "games", "corridors", "art");
const deck = () => JSON.parse(readFileSync(join(art, "cards.json"), "utf8"));
const body = { game: "corridors", scenario: "standard", seats: ["human", "random"] };

// The page's own drawing of cards, as a script for a page.
async function cardScript() {
  const contents = `
    import { h, render } from "preact";
    import { CardArt } from "./board/card";
    import { layDrawings } from "./board/deck";
    import { lang } from "./prefs";
    export { h, render, CardArt, layDrawings, lang };`;
  const made = await build({
    stdin: { contents, resolveDir: join(root, "web", "src"), loader: "tsx" },
    bundle: true,
    format: "iife",
    globalName: "cards",
    jsx: "automatic",
    jsxImportSource: "preact",
    write: false,
    logLevel: "error",
  });
  return made.outputFiles[0].text;
}

// On to the first decision of the first own turn.
async function begun(page, origin, more = {}) {
  const id = await newMatch(page, origin, { ...body, ...more });
  for (let i = 0; i < 60; i++) {
    const state = await settled(page, id, -1);
    if (state.turn.acting && state.turn.node === "reinforce") break;
    await shows(page, state.seq, true);
    await page.click(".actions .act.main, .actions .act");
    await settled(page, id, state.seq, 400);
  }
  await page.waitForSelector(".hand .tray-piece.upright");
  return id;
}

export default function add(test) {
  test("the words of every card fit, in both languages", async ({ open, origin }) => {
    const page = await open();
    await page.goto(origin);
    await page.evaluate(() => document.fonts.load("600 20px 'Barlow Condensed'"));
    await page.evaluate(() => document.fonts.load("400 20px 'Alegreya Sans'"));
    const script = await cardScript();
    await page.evaluate(script.replace(/^("use strict";)?\s*var cards/, "$1 globalThis.cards"));
    const game = await (await fetch(`${origin}/api/games/${body.game}`)).json();
    const faults = await page.evaluate(
      ([game, deck]) => {
        const { h, render, CardArt, lang } = globalThis.cards,
          out = [];
        const look = { cards: { ...deck, drawn: new Set() } };
        const holder = document.createElement("div");
        document.body.append(holder);
        for (const tongue of ["en", "fr"]) {
          lang.value = tongue;
          for (const id of Object.keys(deck.cards))
            for (const form of ["upright", "tile"]) {
              const face = game.faces.findIndex((f) => f.token === deck.cards[id].face);
              const piece = {
                handle: 1, face, surface: 1, owner: 0, cell: 0, x: 0, y: 0, radius: 0, layer: 0,
                flags: form === "tile" ? 1 : 0, on: 0xffff, values: [12, 10, 10, 2, 4],
                token: `1${id}`, fr: "x", en: "x",
              };
              const at = { open: false, seen: false, away: null, load: [] };
              const vnode = h("svg", { viewBox: "0 0 200 200", width: 200, height: 200 }, [
                h("g", { class: `art ${form}`, transform: "translate(100 100)" }, [
                  h(CardArt, { game, look, piece, form, owner: "#000", at }),
                ]),
              ]);
              render(vnode, holder);
              const edge = form === "upright" ? { l: 39.5, r: 160.5 } : { l: 58, r: 142 };
              const boxes = [...holder.querySelectorAll("text")].map((node) => {
                const box = node.getBoundingClientRect(),
                  base = holder.firstChild.getBoundingClientRect();
                const [l, r] = [box.left - base.left, box.right - base.left];
                return { text: node.textContent, l, r };
              });
              for (const box of boxes)
                if (box.l < edge.l - 1 || box.r > edge.r + 1)
                  out.push(`${id} ${tongue} ${form}: "${box.text}" ${box.l} ${box.r}`);
              const title = boxes[0];
              const limit = form === "upright" ? 34 + 112 : 58 + 73;
              if (title && title.r > limit)
                out.push(`${id} ${tongue} ${form}: ${title.text} is long`);
              render(null, holder);
            }
        }
        return out;
      },
      [game, deck()],
    );
    assert.deepEqual(faults, []);
  });

  test("a tile shows what it carries, with its strength; a shelter by its shape", async ({
    open,
    origin,
  }) => {
    const page = await open();
    await page.goto(origin);
    const script = await cardScript();
    await page.evaluate(script.replace(/^("use strict";)?\s*var cards/, "$1 globalThis.cards"));
    const game = await (await fetch(`${origin}/api/games/${body.game}`)).json();
    const seen = await page.evaluate(
      ([game, deck]) => {
        const { h, render, CardArt } = globalThis.cards;
        const look = { cards: { ...deck, drawn: new Set(["pic-g01", "scene-x"]) } };
        const piece = (handle, id, values) => ({
          handle, face: game.faces.findIndex((f) => f.token === deck.cards[id]?.face),
          surface: 0, owner: 0, cell: 0, x: 0, y: 0, radius: 0, layer: 0, flags: 0, on: 0xffff,
          values, token: `1${id}`, fr: "x", en: "x",
        });
        const squad = piece(2, "G01", [9, 3, 1, 1, 2]),
          gun = piece(3, "G08", [8, 2, 7, 2, 3]),
          arms = piece(4, "T01", [0, 0, 0, 0, 1]);
        const hidden = { ...squad, handle: 0x8001, token: null, flags: 1 };
        const holder = document.createElement("div");
        document.body.append(holder);
        const drawn = (id, load) => {
          const at = { open: false, seen: false, away: null, load };
          const card = piece(1, id, [10, 2, 2, 2, 2]);
          render(
            h("svg", { viewBox: "0 0 200 200", width: 200, height: 200 }, [
              h("g", { class: "art tile", transform: "translate(100 100)" }, [
                h(CardArt, { game, look, piece: card, form: "tile", owner: "#000", at }),
              ]),
            ]),
            holder,
          );
          const node = holder.querySelector(".load"),
            wall = node?.querySelector(".wall").getBBox();
          const out = node && {
            shelter: node.classList.contains("shelter"),
            shape: node.querySelector(".wall").localName,
            pictures: node.querySelectorAll(".picture").length,
            said: [...node.querySelectorAll("text")].map((t) => t.textContent),
            lost: node.querySelectorAll(".pip.lost").length,
            left: node.querySelectorAll(".pip:not(.lost)").length,
            inside: 11.6 + wall.x > 7.6 && 11.6 + wall.x + wall.width < 77.6,
          };
          render(null, holder);
          return out;
        };
        return {
          lorry: drawn("G22", [squad]),
          bunker: drawn("F02", [squad]),
          both: drawn("G22", [squad, arms]),
          two: drawn("G22", [squad, gun, arms]),
          arms: drawn("G14", [arms]),
          none: drawn("G22", []),
          unknown: drawn("G22", [hidden]),
        };
      },
      [game, deck()],
    );
    const squad = { pictures: 1, said: ["9", "3", "1"], lost: 2, left: 1, inside: true };
    assert.equal(deck().cards.G01.points, 3);
    assert.deepEqual(seen.lorry, { shelter: false, shape: "rect", ...squad });
    assert.deepEqual(seen.bunker, { shelter: true, shape: "path", ...squad });
    assert.deepEqual(seen.both.said, ["9", "3", "1", "+1"]);
    assert.deepEqual([seen.two.pictures, seen.two.said], [2, ["+1"]]);
    assert.deepEqual([seen.arms.pictures, seen.arms.said], [1, []]);
    for (const { inside } of [seen.both, seen.two, seen.arms]) assert.ok(inside);
    assert.equal(seen.none, null);
    assert.equal(seen.unknown, null);
  });

  test("no two pictures of cards are alike", async ({ open, origin }) => {
    const page = await open();
    await page.goto(origin);
    const svg = readFileSync(join(art, "cards.svg"), "utf8"),
      used = [...new Set(Object.values(deck().cards).map((c) => c.picture))];
    const kinds = new Map(used.map((name) => [name.replace(/-[GSUW]$/, ""), name]));
    const printed = Object.entries(deck().cards).filter(([id]) => !/^[TE]/.test(id));
    assert.equal(printed.length, 142);
    const shown = new Set(printed.map(([, c]) => c.picture.replace(/-[GSUW]$/, "")));
    assert.ok(shown.size >= 50, `${shown.size} pictures over the 142 cards`);
    // each in one grey, 64 pixels wide, and how many pixels two of them do not share
    const near = await page.evaluate(
      async ([svg, names]) => {
        const lines = svg.split("\n"),
          men = lines.filter((line) => /^<g id="(man|head)-/.test(line)).join("");
        const grey = (text) =>
          text
            .replace(/ class="o [^"]*"/g, ' fill="none" stroke="#555" stroke-linecap="round"')
            .replace(/ class="[^"]*"/g, ' fill="#555"')
            .replace(/<g fill="#555">/g, "<g>");
        const masks = [];
        for (const [kind, name] of names) {
          const own = lines.find((line) => line.startsWith(`<g id="pic-${name}"`)) ?? "";
          const text =
            `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 72" width="64" height="38">` +
            `<defs>${grey(men + own)}</defs><use href="#pic-${name}"/></svg>`;
          const image = new Image();
          image.src = `data:image/svg+xml,${encodeURIComponent(text)}`;
          await image.decode();
          const canvas = new OffscreenCanvas(64, 38),
            pen = canvas.getContext("2d");
          pen.drawImage(image, 0, 0, 64, 38);
          const { data } = pen.getImageData(0, 0, 64, 38);
          const mask = Array.from({ length: 64 * 38 }, (_, i) => data[4 * i + 3] > 127);
          masks.push({ kind, mask });
        }
        const out = [];
        for (const [i, a] of masks.entries()) {
          if (!a.mask.some(Boolean)) out.push(`${a.kind} is empty`);
          for (const b of masks.slice(i + 1)) {
            let either = 0,
              differ = 0;
            for (let k = 0; k < a.mask.length; k++) {
              either += a.mask[k] || b.mask[k] ? 1 : 0;
              differ += a.mask[k] !== b.mask[k] ? 1 : 0;
            }
            const part = (100 * differ) / either;
            if (part < 8) out.push(`${a.kind} and ${b.kind}: ${part.toFixed(1)} %`);
          }
        }
        return out;
      },
      [svg, [...kinds]],
    );
    assert.deepEqual(near, []);
  });

  test("a hand is held in a fan and lifted, piles are counted, the table fills its room", async ({
    open,
    origin,
  }) => {
    const page = await open();
    await page.setViewportSize({ width: 1440, height: 900 });
    await begun(page, origin);
    for (const [width, height] of [
      [1440, 900],
      [1920, 1080],
      [1366, 768],
    ]) {
      await page.setViewportSize({ width, height });
      await page.mouse.move(2, 300);
      const look = () => page.evaluate(() => {
        const box = (node) => node.getBoundingClientRect();
        const tiles = [...document.querySelectorAll(".sheetmap .card-edge")].map(box);
        const svg = box(document.querySelector(".board"));
        const cards = [...document.querySelectorAll(".trays.mine .hand .tray-piece.upright > svg")];
        return {
          scrolls: document.documentElement.scrollHeight > innerHeight + 1,
          across:
            (Math.max(...tiles.map((b) => b.right)) - Math.min(...tiles.map((b) => b.left))) /
            svg.width,
          down:
            (Math.max(...tiles.map((b) => b.bottom)) - Math.min(...tiles.map((b) => b.top))) /
            svg.height,
          card: cards.map((node) => node.clientWidth),
          low: Math.max(...cards.map((node) => box(node).bottom)),
          piles: [...document.querySelectorAll(".trays.mine .pile b")].map((n) =>
            Number(n.textContent),
          ),
        };
      });
      const wrong = (seen) => [
        ...(seen.scrolls ? ["the page scrolls"] : []),
        ...(seen.across > 0.9 && seen.down > 0.85 ? [] : [JSON.stringify(seen)]),
        ...(seen.card.length > 3 && seen.card.every((w) => w >= 110 && w <= 140)
          ? []
          : [`cards are ${seen.card} wide`]),
        ...(seen.low <= height + 1 ? [] : ["the hand is cut off"]),
        ...(seen.piles.length === 3 && seen.piles[0] > 20 ? [] : ["the deck is not counted"]),
      ];
      await soon.deepEqual(async () => wrong(await look()), [], `${width}`);
    }
    const card = page.locator(".trays.mine .hand .tray-piece.upright").first(),
      rest = await card.boundingBox();
    await card.hover();
    await soon.ok(
      async () => (await card.boundingBox()).y < rest.y - 15,
      "hover does not lift a card",
    );
    await page.mouse.move(2, 300);
    await page.keyboard.press("n");
    await page.focus(".trays.mine .hand .tray-piece.legal");
    const lifted = () =>
      page.evaluate(() => {
        const node = document.activeElement;
        return new DOMMatrix(getComputedStyle(node).transform).f;
      });
    await soon.ok(async () => (await lifted()) < -15, "focus does not lift a card");
  });

  test("on a phone what can be meant is as large as a finger, and two fingers zoom", async ({
    open,
    origin,
  }) => {
    const page = await open({ viewport: { width: 390, height: 844 }, hasTouch: true });
    const id = await begun(page, origin);
    const state = await stateOf(page, id);
    const wanted = state.legal.find((l) => /^deploy 1[GSUW].*hq1$/.test(l.n));
    const piece = state.view.pieces.findIndex((p) => p.handle === wanted.o[0]);
    await page.locator(`#p-${piece}`).scrollIntoViewIfNeeded();
    await page.tap(`#p-${piece}`, { position: { x: 20, y: 40 } });
    await page.waitForSelector(".place.legal");
    const sizes = () => page.evaluate(() =>
      [...document.querySelectorAll(".place.legal .hit")].map((node) => {
        const { width, height } = node.getBoundingClientRect();
        return Math.round(Math.min(width, height));
      }),
    );
    const small = async () => {
      const all = await sizes();
      return all.length ? all.filter((s) => s < 40) : ["nothing can be meant"];
    };
    await soon.deepEqual(small, []);
    const hands = await page.evaluate(() => {
      const { width, height } = document
        .querySelector(".trays.mine .hand .tray-piece")
        .getBoundingClientRect();
      return [width, height];
    });
    assert.ok(hands.every((s) => s >= 40), `cards of ${hands}`);
    // pinch
    const k = () =>
      page.evaluate(() =>
        Number(
          /scale\(([\d.]+)\)/.exec(
            document.querySelector(".board > g").getAttribute("transform"),
          )[1],
        ),
      );
    const before = await k();
    const client = await page.context().newCDPSession(page);
    const touch = (type, gap) =>
      client.send("Input.dispatchTouchEvent", {
        type,
        touchPoints:
          type === "touchEnd"
            ? []
            : [
                { x: 195 - gap, y: 330, id: 1 },
                { x: 195 + gap, y: 330, id: 2 },
              ],
      });
    await touch("touchStart", 30);
    for (const gap of [40, 60, 80, 100]) await touch("touchMove", gap);
    await touch("touchEnd", 0);
    await soon.ok(async () => (await k()) > before * 1.5, "two fingers do not zoom");
  });

  test("nothing of the table lies over the controls of a replay", async ({ open, origin }) => {
    const page = await open({ viewport: { width: 1440, height: 900 } });
    const id = await begun(page, origin);
    await page.evaluate(
      (id) =>
        fetch(`/api/matches/${id}/resign`, {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: "{}",
        }),
      id,
    );
    await page.click("#replay");
    await page.waitForSelector(".replay input[type=range]");
    await page.waitForSelector(".trays.theirs .top-card svg");
    const covered = () =>
      page.evaluate(() =>
        [...document.querySelectorAll(".replay > *, .replay button")]
          .map((node) => [node, node.getBoundingClientRect()])
          .filter(([node, { left, top, width, height }]) => {
            const found = document.elementFromPoint(left + width / 2, top + height / 2);
            return width && !found?.closest(".replay");
          })
          .map(([node]) => node.outerHTML.slice(0, 60)),
      );
    await soon.deepEqual(covered, []);
  });

  test("drawings of cards come with their game alone", async ({ open, origin }) => {
    const page = await open();
    const asked = [];
    page.on("request", (r) => /\/art\//.test(r.url()) && asked.push(r.url()));
    await page.goto(origin);
    await page.waitForTimeout(400);
    assert.ok(!asked.some((url) => /cards\.(svg|json)|grounds/.test(url)), asked.join(" "));
    assert.ok(readdirSync(art).includes("grounds.svg"));
  });
}
