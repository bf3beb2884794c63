// SPDX-License-Identifier: Apache-2.0
// Pictures of every page in many states, for people to look at: ./check --long pictures. Writes
// PNGs and one page that shows them all to build/pictures/, and small pictures of them, WebP below
// 120 kB each, to docs/pictures/ with docs/gallery.md in both languages. Games, sides and scenarios
// come from the server: no game is named here. With --all every size in both languages and both
// lights; words (390x844, fr, dark, a game) leave out what they exclude, and then no page is made.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { openBrowser } from "./browser.mjs";
import { clickOnce, dice, newMatch, settled, stateOf, unguided } from "./hands.mjs";
import { startServer, stopServer } from "./server.mjs";
import { traced } from "./trace.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", ".."),
  out = join(root, "build", "pictures"),
  docs = join(root, "docs", "pictures");
process.env.GROGNARD ??= join(root, "build", "grognard");
if (!process.argv.slice(2).some((word) => !word.startsWith("--")))
  rmSync(out, { recursive: true, force: true });
for (const folder of [out, docs]) mkdirSync(folder, { recursive: true });

const sizes = [
  [1440, 900],
  [1920, 1080],
  [1366, 768],
  [390, 844],
];
const few = process.argv.includes("--few"), // what the gallery needs, no more
  full = process.argv.includes("--all"),
  words = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const tongues = ["fr", "en"],
  lights = ["light", "dark"];
// Is it one of those asked for? Of a kind that no word speaks of, all are.
const asked = (kind, one) => !words.some((word) => kind.includes(word)) || words.includes(one);
const seen = full
  ? tongues.flatMap((lang) => lights.map((light) => [lang, light]))
  : few
    ? [
        ["en", "light"],
        ["fr", "dark"],
      ]
    : [
        ["fr", "light"],
        ["en", "dark"],
      ];
const all = [];
const folder = mkdtempSync(join(tmpdir(), "grognard-pictures-"));
const server = await startServer(folder, 0, () => [], false);
const browser = await openBrowser();
const { origin } = server;

// A table is drawn in portions, and art comes when it comes: until nothing is added any more.
async function drawnOut(page) {
  const count = () => page.evaluate(() => document.querySelectorAll("*").length);
  for (let before = -1, same = 0, looks = 0; same < 3 && looks < 60; looks++) {
    await page.waitForTimeout(100);
    const now = await count();
    same = now === before ? same + 1 : 0;
    before = now;
  }
}
// One window in a size, a language and a light; `name` is of the picture, not of the file.
async function inWindow([width, height], lang, light, what) {
  const phone = width < 600;
  const context = await browser.newContext({
    viewport: { width, height },
    locale: lang,
    colorScheme: light,
    reducedMotion: "reduce",
    hasTouch: phone,
    isMobile: phone,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(20000);
  const take = async (name) => {
    await drawnOut(page);
    const file = `${name}-${width}x${height}-${lang}-${light}.png`;
    await page.screenshot({ path: join(out, file) });
    all.push({ name, file, width, height, lang, light });
  };
  try {
    await what(page, take);
  } catch (error) {
    console.log(`MISSED ${width}x${height} ${lang} ${light}: ${String(error).split("\n")[0]}`);
  } finally {
    await context.close();
  }
}

const { games } = await (await fetch(`${origin}/api/games`)).json();
const ids = games.map(({ id }) => id);
const shown = games.filter(({ id }) => !id.startsWith("probe_") && id !== "_template")
  .filter(({ id }) => asked(ids, id));

async function pages(page, take) {
  await page.goto(origin);
  await page.waitForSelector(".game");
  await take("home");
  for (const game of shown) {
    await page.goto(origin);
    await page.waitForSelector(".game");
    const box = page.locator(`[data-game="${game.id}"]`);
    if (!(await box.isVisible())) await page.locator(".game-tabs button", { hasText: game.fr })
      .or(page.locator(".game-tabs button", { hasText: game.en })).first().click();
    await box.locator(".scenario").click();
    await take(`setup-${game.id}`);
  }
  for (const game of shown.filter((g) => g.options.some((option) => option.list))) {
    await page.goto(`${origin}/lists/${game.id}`);
    await page.waitForSelector(".verdict.good");
    const items = page.locator(".workbench .tabs button").last();
    if (await items.isVisible()) await items.click();
    await take(`lists-${game.id}`);
  }
  await page.goto(`${origin}/history`);
  await page.waitForSelector(".history .none");
  await take("history");
}

// How a game's first match is set out.
async function firstOf(game) {
  const style = await (await fetch(`${origin}/art/${game.id}/style.json`)).json();
  const mine = (s, i) => (style.start ? s.token === style.start.seat : i === 0);
  return {
    game: game.id,
    scenario: style.start?.scenario ?? game.scenarios[0].id,
    seats: game.seats.map((s, i) => (mine(s, i) ? "human" : "greedy")),
  };
}
// The first words of a guide, and what opens over the table.
async function sheets(game, page, take) {
  await newMatch(page, origin, await firstOf(game));
  await page.waitForSelector(".guide");
  await take(`guide-${game.id}`);
  await page.click(".guide .quiet");
  for (const id of ["rules", "people", "settings"]) {
    const more = page.locator("#tools-toggle");
    if (!(await page.locator(`#${id}`).isVisible())) await more.click();
    await page.click(`#${id}`);
    await page.waitForSelector(".sheet");
    await page.waitForTimeout(500);
    await take(`${id}-sheet-${game.id}`);
    await page.keyboard.press("Escape");
    await page.waitForSelector(".sheet", { state: "detached" });
  }
}
// Clicks the first of these that is in sight and not covered, the nearest to the middle: a table
// that the coach has moved shows others than it began with.
async function point(page, ...selectors) {
  const spot = await page.evaluate((selectors) => {
    const middle = { x: innerWidth / 2, y: innerHeight / 2 };
    for (const selector of selectors) {
      const found = [...document.querySelectorAll(selector)].flatMap((node) => {
        const box = node.getBoundingClientRect(),
          x = box.left + box.width / 2,
          y = box.top + box.height / 2;
        const top = box.width > 4 ? document.elementFromPoint(x, y) : null;
        return top && (top === node || node.contains(top)) ? [{ x, y }] : [];
      });
      const far = ({ x, y }) => Math.hypot(x - middle.x, y - middle.y);
      found.sort((a, b) => far(a) - far(b));
      if (found[0]) return found[0];
    }
    return null;
  }, selectors);
  if (!spot) return void console.log(`     nothing in sight: ${selectors.join(" ")}`);
  await page.mouse.click(spot.x, spot.y);
  await page.waitForTimeout(600);
}
// A match by hand for a while: as it begins, a thing taken, and what the page makes of a mistake.
async function match(game, page, take) {
  await unguided(page, game.id);
  const id = await newMatch(page, origin, await firstOf(game));
  await page.waitForSelector(".match");
  await settled(page, id, -1, 6000);
  await page.waitForTimeout(900);
  await take(`match-${game.id}`);
  if (few) return playOn(game, id, page, take);
  await page.locator("#coach").click();
  await page.waitForSelector(".coach .plan, .coach .plan-keys");
  await take(`coach-${game.id}`);
  await page.keyboard.press("Escape");
  await point(page, ".piece:not(.legal)", ".place:not(.legal)");
  await take(`refusal-${game.id}`);
  await page.keyboard.press("Escape");
  await point(page, ".piece.legal, .tray-piece.legal");
  await take(`prepared-${game.id}`);
  await playOn(game, id, page, take);
  const headers = { "Content-Type": "application/json" };
  await page.evaluate(
    ([id, headers]) =>
      fetch(`/api/matches/${id}/resign`, { method: "POST", headers, body: "{}" }),
    [id, headers],
  );
  await page.waitForSelector(".ending");
  await take(`end-${game.id}`);
  await page.click("#analyse");
  await page.waitForSelector(".win-curve .way");
  await take(`analysis-${game.id}`);
  await page.keyboard.press("Escape");
  await page.locator("#replay").first().click();
  await page.waitForSelector(".replay");
  await take(`replay-${game.id}`);
  // a moment in the middle, with what lay over its map
  const range = page.locator('.replay input[type="range"]');
  await range.fill(String(Math.floor(Number(await range.getAttribute("max")) / 2)));
  await page.waitForTimeout(400);
  await take(`replay-middle-${game.id}`);
  await page.goto(`${origin}/history`);
  await page.waitForSelector(".history li, .history tr");
  await take(`history-${game.id}`);
}

// Until so much has happened that there is a battle to be seen, or the clicks lead nowhere.
async function playOn(game, id, page, take) {
  const draw = dice(11);
  for (let i = 0; i < 80; i++) {
    // buttons end things: one in four clicks is too many for a battle that is to be seen
    const pick = (n) => (n === 4 && i % 4 ? 1 : draw(n));
    const state = await stateOf(page, id);
    if (state.over || state.entry > 18) break;
    if (state.turn.acting) await clickOnce(page, id, state, pick);
    else await page.waitForTimeout(150);
  }
  await page.keyboard.press("Escape");
  await take(`later-${game.id}`);
}

async function book(game, lang, page, take) {
  await page.goto(`${origin}/book/${game.id}.${lang}.html`);
  await take(`rules-${game.id}`);
}

// What the browser's own trace says of a move: tasks over 50 ms, layouts.
async function played(game) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  page.setDefaultTimeout(20000);
  try {
    await page.addInitScript((id) => {
      localStorage.setItem("gg.guides", id);
      localStorage.setItem("gg.speed", "natural");
    }, game.id);
    const seats = game.seats.map((_, i) => (i ? "random" : "human"));
    const id = await newMatch(page, origin, { game: game.id, seats });
    const pick = dice(5),
      flies = (on) => page.waitForSelector(".flight", { state: on ? "attached" : "detached" });
    let found = null;
    for (let i = 0; i < 80 && !found; i++) {
      const state = await settled(page, id, -1, 20000);
      if (state.over) break;
      found = await traced(page, async () => {
        await clickOnce(page, id, state, pick);
        await page.waitForTimeout(700);
      });
      if (await page.locator(".flight").count()) await flies(false).catch(() => undefined);
      else if (i < 20) found = null;
    }
    await told(page, game, "a click and what it moves", found);
  } catch (error) {
    console.log(`MISSED the trace of ${game.id}: ${String(error).split("\n")[0]}`);
  } finally {
    await context.close();
  }
}
async function told(page, game, what, found) {
  const pieces = await page.locator(".piece, .tray-piece").count();
  const { tasks = 0, longest = 0, over = 0, layouts = 0, busiest = 0, laden = 0 } = found ?? {};
  console.log(
    `${game.id}, ${pieces} pieces, ${what}: ${tasks} tasks, the longest ` +
      `${longest} ms, ${over} over 50 ms; of the processor's time ${busiest} ms, ${laden} over ` +
      `50 ms; ${layouts} layouts`,
  );
}

// The same of a table that is opened: all of it is drawn for the first time.
async function opened(game) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  page.setDefaultTimeout(20000);
  try {
    await unguided(page, game.id);
    const seats = game.seats.map((_, i) => (i ? "random" : "human"));
    const id = await newMatch(page, origin, { game: game.id, seats });
    await page.goto(origin);
    await page.waitForSelector(".game");
    await page.waitForTimeout(800);
    const found = await traced(page, async () => {
      await page.goto(`${origin}/m/${id}`);
      await page.waitForSelector(".piece, .tray-piece");
      await page.waitForTimeout(1500);
    });
    await told(page, game, "opened", found);
  } catch (error) {
    console.log(`MISSED the opening of ${game.id}: ${String(error).split("\n")[0]}`);
  } finally {
    await context.close();
  }
}

try {
  const measured = few || words.length ? [] : shown;
  for (const game of measured) {
    await opened(game);
    await played(game);
  }
  const named = sizes.map((size) => size.join("x")),
    windows = sizes
      .slice(0, few ? 1 : 4)
      .filter((_, i) => asked(named, named[i]))
      .flatMap((size) => seen.map((one) => [size, ...one]))
      .filter(([, lang, light]) => asked(tongues, lang) && asked(lights, light));
  // Two windows at a time: each waits for the program's thoughts more than it draws.
  const waiting = windows.flatMap(([size, lang, light]) => {
    const one = (what) => () => inWindow(size, lang, light, what);
    return [
      ...(few ? [] : [one(pages)]),
      ...shown.flatMap((game) => [
        one((page, take) => match(game, page, take)),
        ...(few ? [] : [one((page, take) => sheets(game, page, take))]),
        ...(few ? [] : [one((page, take) => book(game, lang, page, take))]),
      ]),
    ];
  });
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await next();
  };
  await Promise.all([lane(), lane()]);
  // in the order of the windows, whoever was first
  const shape = ([[width], lang, light]) => `${width} ${lang} ${light}`,
    order = windows.map(shape),
    rank = ({ width, lang, light }) => order.indexOf(shape([[width], lang, light]));
  all.sort((a, b) => rank(a) - rank(b));
  if (words.length) console.log(`${all.length} pictures in build/pictures`);
  else await gallery();
} finally {
  await browser.close();
  await stopServer(server);
  rmSync(folder, { recursive: true, force: true });
}

// Small pictures: the browser's own canvas makes them.
async function small(file, name) {
  const page = await browser.newPage();
  const png = readFileSync(join(out, file)).toString("base64");
  const webp = await page.evaluate(async (png) => {
    const image = new Image();
    image.src = `data:image/png;base64,${png}`;
    await image.decode();
    const k = Math.min(1, 960 / image.width);
    const canvas = new OffscreenCanvas(image.width * k, image.height * k);
    const pen = canvas.getContext("2d");
    pen.imageSmoothingQuality = "high";
    pen.drawImage(image, 0, 0, canvas.width, canvas.height);
    for (let quality = 0.85; ; quality -= 0.07) {
      const blob = await canvas.convertToBlob({ type: "image/webp", quality });
      if (blob.size > 118_000 && quality > 0.2) continue;
      const bytes = new Uint8Array(await blob.arrayBuffer());
      let text = "";
      for (const byte of bytes) text += String.fromCharCode(byte);
      return btoa(text);
    }
  }, png);
  await page.close();
  writeFileSync(join(docs, name), Buffer.from(webp, "base64"));
}

async function gallery() {
  const cell = ({ name, file, width, height, lang, light }) =>
    `<figure><a href="${file}"><img src="${file}" loading="lazy" alt="${name}"></a>` +
    `<figcaption>${name} ${width}x${height} ${lang} ${light}</figcaption></figure>`;
  writeFileSync(
    join(out, "index.html"),
    `<!doctype html><meta charset="utf-8"><title>Pictures</title>` +
      `<style>body{font:14px sans-serif;` +
      `display:flex;flex-wrap:wrap;gap:12px}figure{margin:0;width:420px}img{width:100%}</style>` +
      all.map(cell).join("\n"),
  );
  const title = (game, lang) => (lang === "fr" ? game.fr : game.en);
  const part = async (lang) => {
    const lines = [];
    for (const game of shown) {
      lines.push(`### ${title(game, lang)}`, "");
      for (const state of ["match", "later"]) {
        const found = all.find((p) => p.name === `${state}-${game.id}` && p.lang === lang);
        if (!found) continue;
        const name = `${state}-${game.id}-${lang}.webp`;
        await small(found.file, name);
        lines.push(`![${title(game, lang)}](pictures/${name})`, "");
      }
    }
    return lines.join("\n");
  };
  writeFileSync(
    join(root, "docs", "gallery.md"),
    `# Gallery, galerie\n\nMade by \`./check --long pictures\`, which also writes every state in ` +
      `every size to \`build/pictures/index.html\`.\n\n## English\n\n${await part("en")}\n` +
      `## Français\n\n${await part("fr")}`,
  );
  console.log(`${all.length} pictures in build/pictures/index.html`);
}
