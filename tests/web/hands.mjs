// SPDX-License-Identifier: Apache-2.0
// What a person does on the page: start a match, click, drag, press keys, and play on without
// knowing the game, by what the page marks as possible.
import assert from "node:assert/strict";
import { PATIENCE_MS } from "./options.mjs";

const pause = (ms) => new Promise((wake) => setTimeout(wake, ms));

// Like `assert`, of what a page comes to by itself a moment later: read again and again until it
// holds; what was seen last is told when it never does. What must hold at once, or must never have
// been otherwise, is asserted plainly.
export const within = (ms) =>
  Object.fromEntries(
    ["ok", "equal", "notEqual", "deepEqual", "match"].map((kind) => [
      kind,
      async (read, ...words) => {
        for (const end = Date.now() + ms; ; await pause(20))
          try {
            assert[kind](await read(), ...words);
            return;
          } catch (error) {
            if (Date.now() >= end) throw error;
          }
      },
    ]),
  );
export const soon = within(PATIENCE_MS);

// What is read of a page once it reads the same three times in a row: it has come to rest.
export async function atRest(read, ms = PATIENCE_MS) {
  let before = null,
    same = 0;
  for (const end = Date.now() + ms; Date.now() < end; await pause(40)) {
    const now = await read(),
      told = JSON.stringify(now);
    same = told === before ? same + 1 : 0;
    before = told;
    if (same === 2) return now;
  }
  throw new Error(`it does not come to rest: ${before}`);
}

// A match made by the API with this page's own session, so that options and seats can be chosen. A
// page that is nowhere yet asks from an address that draws nothing: home is no part of these tests.
export async function newMatch(page, origin, body) {
  if (!page.url().startsWith(origin)) await page.goto(`${origin}/api/health`);
  const id = await page.evaluate(async (body) => {
    const post = async (path, data) => {
      const answer = await fetch(path, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(data),
      });
      if (!answer.ok) throw new Error(`${path} ${answer.status} ${await answer.text()}`);
      return answer.json();
    };
    await post("/api/session", {});
    return (await post("/api/matches", body)).id;
  }, body);
  await page.goto(`${origin}/m/${id}`);
  await page.waitForSelector(".match, .handover");
  return id;
}
// What guides a first turn is known already. Said before the page is opened.
export const unguided = (page, ...games) =>
  page.addInitScript((ids) => localStorage.setItem("gg.guides", ids), games.join(" "));
// What the stream says can be held back and let go, in its order. Said before the page is opened.
// No script reaches into a shared worker: this page does without.
export const holdable = (page) =>
  page.addInitScript(() => {
    delete window.SharedWorker;
    const Prompt = window.EventSource,
      waiting = [];
    let held = false;
    window.holdStream = () => (held = true);
    window.letStream = () => {
      held = false;
      for (const tell of waiting.splice(0)) tell();
    };
    window.EventSource = class extends Prompt {
      addEventListener(kind, hear) {
        super.addEventListener(kind, (event) =>
          held ? waiting.push(() => hear(event)) : hear(event),
        );
      }
    };
  });
// A match that has begun, in a window of its own, in this language: the player is to decide.
// `before` prepares the page.
export async function begun(open, origin, body, { lang, before, ...window } = {}) {
  const page = await open(window);
  await before?.(page);
  await unguided(page, body.game);
  if (lang) await page.addInitScript((lang) => localStorage.setItem("gg.lang", lang), lang);
  const id = await newMatch(page, origin, body);
  await page.waitForSelector(".match.mine");
  return { page, id };
}
// A state is large: it crosses from the browser as text, far cheaper than as objects.
export const stateOf = async (page, id) =>
  JSON.parse(await page.evaluate((id) => fetch(`/api/matches/${id}`).then((r) => r.text()), id));

// Sends an action as a page would; what the server says against it, or "".
export const refused = (page, id, seq, notation) =>
  page.evaluate(
    async ([id, seq, action]) => {
      const answer = await fetch(`/api/matches/${id}/actions`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ action, seq, key: `t${seq}.${Math.random()}` }),
      });
      return answer.ok ? "" : `${action}: ${answer.status} ${await answer.text()}`;
    },
    [id, seq, notation],
  );
// Was it taken?
export const send = async (page, id, seq, notation) => !(await refused(page, id, seq, notation));

// Sends one of the actions that this state lists. The page gives an only answer by itself and may
// have been first.
export async function sendFrom(page, id, state, notation) {
  const words = await refused(page, id, state.seq, notation);
  if (words && state.legal.length === 1 && (await stateOf(page, id)).seq > state.seq) return;
  assert.equal(words, "", words);
}
// Plays an action and waits until the page shows what came of it.
export async function act(page, id, notation, state) {
  const at = state ?? (await stateOf(page, id));
  await sendFrom(page, id, at, notation);
  const after = await settled(page, id, at.seq);
  await page.waitForFunction(
    (seq) => Number(document.querySelector(".match")?.dataset.seq) >= seq,
    after.seq,
  );
  return after;
}
// The page shows this moment or, because it has given an only answer by itself, a later one. With
// `mine` somebody is to decide there, or it is over.
export const shows = (page, seq, mine = false) =>
  page.waitForFunction(
    ([seq, mine]) => {
      const match = document.querySelector(".match");
      const at = Number(match?.dataset.seq ?? -1);
      return at >= seq && (!mine || /\b(mine|over)\b/.test(match.className));
    },
    [seq, mine],
  );
// Does the page give the answer to this prompt by itself (MatchStore.only)? Who waits for such a
// prompt waits for what may have passed.
export function answersItself(game, state) {
  const node = game.nodes.find((n) => n.token === state.turn.node);
  if (state.legal.length !== 1 || state.draft?.length || !node) return false;
  const people = state.seats.filter((s) => s.kind === "human" || s.kind === "remote").length;
  if (node.flags.includes("window")) return false;
  if (node.flags.includes("sealed") && people > 1) return false;
  const kinds = node.verbs.flatMap((v) => game.verbs[v].operands.map((d) => game.domains[d].kind));
  return !kinds.includes("x");
}
// Where it lies once it lies still: a table that has just been laid, or a tray that has just been
// filled, moves what is on it.
export async function middle(page, selector) {
  const found = page.locator(selector).first();
  await found.waitFor({ state: "attached" });
  const box = await found.evaluate(async (node, ms) => {
    const where = () => {
      const { x, y, width, height } = node.getBoundingClientRect();
      return { x, y, width, height };
    };
    const same = (a, b) => Object.keys(a).every((key) => Math.abs(a[key] - b[key]) < 0.5);
    let before = where();
    for (const end = Date.now() + ms; Date.now() < end; ) {
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      const now = where();
      if (now.width && same(before, now)) return now;
      before = now;
    }
    return null;
  }, PATIENCE_MS);
  assert.ok(box, `${selector} does not come to rest`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
export async function clickAt(page, selector) {
  const at = await middle(page, selector);
  await page.mouse.click(at.x, at.y);
}
// Clicks and is gone: what a mouse that rests on something asks for is not asked.
export async function tapAt(page, selector) {
  const at = await middle(page, selector);
  await Promise.all([page.mouse.click(at.x, at.y), page.mouse.move(3, 300)]);
}
export async function drag(page, from, to) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 12, from.y - 12, { steps: 3 });
  await page.mouse.move(to.x, to.y, { steps: 12 });
  await page.mouse.up();
}

// The state once it has passed `before` and a person is awaited again, or as it is after `ms`. The
// page looks for itself and only the last look is sent to us.
export const settled = async (page, id, before, ms = PATIENCE_MS) =>
  JSON.parse(
    await page.evaluate(
      async ([id, before, ms]) => {
        for (const until = Date.now() + ms; ; ) {
          const text = await fetch(`/api/matches/${id}`).then((r) => r.text());
          const state = JSON.parse(text);
          if (state.over || (state.seq !== before && (state.turn.acting || state.handover)))
            return text;
          if (Date.now() > until) return text;
          await new Promise((wake) => setTimeout(wake, 25));
        }
      },
      [id, before, ms],
    ),
  );

// The page has drawn what was done to it and, if that asked something of the server, has its
// answer. What only chooses something on the page asks nothing, and need not be waited for.
const asking = new WeakMap();
function countRequests(page) {
  if (asking.has(page)) return asking.get(page);
  const count = { open: 0 };
  const posts = (request) => request.method() === "POST";
  page.on("request", (request) => void (posts(request) && count.open++));
  for (const end of ["requestfinished", "requestfailed"])
    page.on(end, (request) => void (posts(request) && count.open--));
  asking.set(page, count);
  return count;
}
export const drawn = (page) =>
  page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
async function quiet(page, ms) {
  const count = countRequests(page);
  await drawn(page);
  if (!count.open) return;
  for (const until = Date.now() + ms; count.open > 0 && Date.now() < until; )
    await pause(5);
  await drawn(page);
}

// A small generator, so that a failing walk can be walked again.
export function dice(seed) {
  let s = seed >>> 0;
  return (n) => {
    s = (Math.imul(s, 1664525) + 1013904223) >>> 0;
    return Math.floor((s / 4294967296) * n);
  };
}

// How the match stands, as the page shows it.
const standing = (page) =>
  page.evaluate(() => {
    const match = document.querySelector(".match"),
      is = (name) => !!match?.classList.contains(name);
    const handover = !!document.querySelector("#take-seat");
    return { over: is("over"), acts: is("mine") || handover };
  });

// How it stands when somebody is to act, or when it is over. To wait is no click and no press: how
// many of those there may be does not hang on how fast the machine is.
async function toAct(page) {
  for (const end = Date.now() + PATIENCE_MS; ; await page.waitForTimeout(40)) {
    const now = await standing(page);
    if (now.over || now.acts) return now;
    assert.ok(Date.now() < end, "nobody is asked for anything");
  }
}

// Everything the page offers at this moment: where to click, what it is.
const offers = (page) =>
  page.evaluate(() => {
    const out = [];
    const seen = (node) => {
      const box = node.getBoundingClientRect();
      const x = box.left + box.width / 2,
        y = box.top + box.height / 2;
      if (!box.width || x < 0 || y < 0 || x > innerWidth || y > innerHeight) return null;
      const top = document.elementFromPoint(x, y);
      // a place under its pieces is clicked through them
      const through =
        node.dataset.cell && top?.closest("[data-cell]")?.dataset.cell === node.dataset.cell;
      return top && (node.contains(top) || top === node || through) ? { x, y } : null;
    };
    const add = (what, selector) =>
      document.querySelectorAll(selector).forEach((node) => {
        const at = seen(node);
        if (at && !node.disabled) out.push({ what, ...at, verb: node.dataset.verb ?? "" });
      });
    if (document.querySelector("#take-seat")) return [{ what: "seat" }];
    add("menu", ".bubble.menu button, .bubble.refusal .close"); // read, then put away
    if (out.length) return out;
    add("act", ".actions button.act");
    add("piece", ".piece.legal, .tray-piece.legal");
    add("place", ".place.legal, .tray-place.legal");
    document.querySelectorAll(".points circle").forEach((node) => {
      const box = node.getBoundingClientRect();
      out.push({ what: "point", x: box.left + box.width / 2, y: box.top + box.height / 2 });
    });
    return out;
  });

// One thing of all that the page offers. False: there was nothing.
export async function clickOnce(page, id, state, pick, haste = 4) {
  const list = await offers(page);
  if (!list.length) return false;
  // buttons end things: taken once in `haste` times, so that a match comes to its end
  const buttons = list.filter((o) => o.what === "act");
  const pool = buttons.length && pick(haste) === 0 ? buttons : list;
  const one = pool[pick(pool.length)];
  countRequests(page);
  if (one.what === "seat") await page.click("#take-seat");
  else await page.mouse.click(one.x, one.y);
  await page.mouse.move(3, 300);
  await quiet(page, 250);
  return true;
}

// Plays with the mouse until the match is over; returns how many clicks it took.
export async function playByMouse(page, id, { seed = 7, clicks = 400, haste = 4 } = {}) {
  const pick = dice(seed);
  let idle = 0,
    since = 0; // nothing to click
  for (let done = 0; done < clicks; ) {
    if ((await toAct(page)).over) return done;
    if (await clickOnce(page, id, null, pick, haste)) {
      idle = 0;
      done++;
      continue;
    }
    if (!idle++) since = Date.now();
    if (Date.now() - since > PATIENCE_MS) {
      const { turn } = await stateOf(page, id);
      assert.fail(`nothing to click at node ${turn.node}`);
    }
    await page.keyboard.press(idle % 2 ? "0" : "Escape");
    await page.waitForTimeout(50);
  }
  throw new Error(`not over after ${clicks} clicks`);
}

// The same with keys alone: n, Enter, arrows in menus, Ctrl-Enter, Tab to buttons.
export async function playByKeys(page, id, { seed = 3, presses = 500, haste = 4 } = {}) {
  const pick = dice(seed);
  countRequests(page);
  for (let done = 0; done < presses; done++) {
    if ((await toAct(page)).over) return done;
    const here = await page.evaluate(() => ({
      menu: document.querySelectorAll(".bubble.menu button").length,
      legal: document.querySelectorAll(
        ".piece.legal, .tray-piece.legal, .place.legal, .points circle",
      ).length,
      main: !!document.querySelector(".actions .act.main"),
      other: document.querySelectorAll(".actions button.act:not(.main)").length,
    }));
    if (here.menu) {
      for (let i = pick(here.menu); i > 0; i--) await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
    } else if (here.main && (!here.legal || pick(haste) === 0))
      await page.keyboard.press("Control+Enter");
    else if (here.legal) {
      for (let i = pick(Math.min(here.legal, 6)) + 1; i > 0; i--) await page.keyboard.press("n");
      await page.keyboard.press("Enter");
    } else if (here.other) {
      // One that is still there: what the page does meanwhile may have taken it away.
      const there = await page.evaluate((nth) => {
        const button = document.querySelectorAll(".actions button.act:enabled")[nth];
        button?.focus();
        return !!button;
      }, pick(here.other));
      if (there) await page.keyboard.press("Enter");
    }
    await quiet(page, 200);
  }
  throw new Error(`not over after ${presses} turns of keys`);
}

// ------------------------------------------------------------------- one wanted action, by hand
// Carries out this legal action as a person would: its button, or the verb's button and then its
// things one after the other, the rest from the menu that opens. `by` is "mouse" or "keys"; by keys
// a figure and its point are typed together.
export async function perform(page, id, game, legal, by, state) {
  const before = state ?? (await stateOf(page, id));
  const verb = game.verbs[legal.v];
  const domains = verb.operands.map((d) => game.domains[d]);
  await page.waitForSelector(`.match.mine[data-seq="${before.seq}"]`);
  if (await page.locator(".bubble").count()) await page.keyboard.press("Escape");
  const pointed = domains.some((d) => ["piece", "cell", "x"].includes(d.kind));
  if (!pointed) await pressButton(page, before, legal, verb, domains, by);
  else if (by === "keys" && domains.length > 2 && domains.some((d) => d.kind === "x"))
    await typed(page, legal.n);
  else await pointOut(page, before, legal, verb, domains, by);
  const after = await settled(page, id, before.seq);
  assert.notEqual(after.seq, before.seq, `${legal.n} was not played by ${by}`);
  return after;
}

async function typed(page, notation) {
  if (!(await page.locator("#command").count())) await page.keyboard.press(":");
  await page.waitForSelector("#command:focus");
  await page.keyboard.type(notation);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await page.waitForSelector("#command", { state: "detached" });
}

async function push(page, locator, by) {
  if (by === "mouse") return locator.click();
  await locator.focus();
  return page.keyboard.press("Enter");
}

async function pressButton(page, state, legal, verb, domains, by) {
  const buttons = page.locator(`.actions .act[data-verb="${verb.token}"]`);
  const list = state.legal.filter((l) => l.v === legal.v);
  const form = page.locator(`form.operands:has(.act[data-verb="${verb.token}"])`);
  if (!(await form.count()))
    return push(page, buttons.nth(list.findIndex((l) => l.a === legal.a)), by);
  const selects = form.locator("select");
  let k = 0;
  for (const [i, domain] of domains.entries()) {
    if (domain.kind === "set") {
      for (const [bit, name] of domain.names.entries()) {
        const box = form.getByLabel(printed(name.en), { exact: true });
        if ((await box.count()) && (await box.isChecked()) !== !!((legal.o[i] >> bit) & 1))
          await (by === "mouse" ? box.click() : box.press("Space"));
      }
    } else if (new Set(list.map((l) => l.o[i])).size > 1)
      await selects.nth(k++).selectOption(String(legal.o[i]));
  }
  return push(page, buttons.first(), by);
}

// A point of a table on the screen.
export const onTable = (page, x, y) =>
  page.evaluate(
    ([x, y]) => {
      const plane = document.querySelector("[data-plane]"),
        m = plane.getScreenCTM(),
        s = Number(plane.dataset.scale);
      return { x: m.e + x * s * m.a, y: m.f + y * s * m.d };
    },
    [x, y],
  );

const focusedThing = (page) =>
  page.evaluate(() => {
    const node = document.activeElement;
    return node?.dataset.cell ?? (node?.dataset.piece ? `p${node.dataset.piece}` : "");
  });

async function walkTo(page, wanted) {
  for (let i = 0; i < 120; i++) {
    if ((await focusedThing(page)) === wanted) return;
    await page.keyboard.press("n");
  }
  throw new Error(`n never came to ${wanted}`);
}

// By n to a proposed point of the table; its name tells where it is.
async function walkToPoint(page, x, y) {
  const wanted = `${(x / 10).toFixed(1)} ${(y / 10).toFixed(1)} cm`;
  for (let i = 0; i < 220; i++) {
    const name = await page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
    if (name?.startsWith(wanted)) return;
    await page.keyboard.press("n");
  }
  throw new Error(`n never came to ${wanted}`);
}

async function pointOut(page, state, legal, verb, domains, by) {
  const mode = page.locator(`.actions .mode[data-verb="${verb.token}"]`);
  if (await mode.count()) await push(page, mode, by);
  // things may be named in any order; n goes to pieces while there are any to name
  const order = [...domains.entries()].sort(([, a], [, b]) =>
    by === "keys" ? Number(b.kind === "piece") - Number(a.kind === "piece") : 0,
  );
  for (const [i, domain] of order) {
    if (!["piece", "cell", "x"].includes(domain.kind)) continue;
    if (await page.locator(".bubble.menu").count()) break;
    if (domain.kind === "x" && by === "keys") {
      await walkToPoint(page, legal.o[i], legal.o[i + 1]);
      await page.keyboard.press("Enter");
      continue;
    }
    if (domain.kind === "x") {
      const at = await onTable(page, legal.o[i], legal.o[i + 1]);
      await page.mouse.click(at.x, at.y);
      continue;
    }
    const index = state.view.pieces.findIndex(
      (p) => p.handle === legal.o[i] && !(p.flags & 16),
    );
    const at = domain.kind === "piece" ? `p-${index}` : `c-${domain.surface}-${legal.o[i]}`;
    const figure = domain.kind === "piece" ? state.view.pieces[index] : null;
    if (by === "mouse" && figure?.radius) {
      // On its base: what it watches and casts is drawn with it.
      const base = await onTable(page, figure.x, figure.y);
      await page.mouse.click(base.x, base.y);
    } else if (by === "mouse") await clickAt(page, `#${at}`);
    else {
      await walkTo(page, domain.kind === "piece" ? `p${index}` : `${domain.surface}:${legal.o[i]}`);
      await page.keyboard.press("Enter");
    }
  }
  const seq = () => page.getAttribute(".match", "data-seq");
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; ) {
    if ((await seq()) !== String(state.seq)) return;
    const items = page.locator(".bubble.menu button");
    if (await items.count()) return fromMenu(page, items, legal, verb, domains, by);
    await page.waitForTimeout(25);
  }
}

// As the page prints it.
export const printed = (text) => text.replace(/(\w)'(?=\w)/g, "$1’");

async function fromMenu(page, items, legal, verb, domains, by) {
  const words = domains.flatMap((d, i) =>
    ["choice", "number"].includes(d.kind)
      ? [printed(d.names?.[legal.o[i]]?.en ?? `${legal.o[i]}`)]
      : [],
  );
  const labels = await items.allTextContents();
  const begins = printed(verb.en);
  let wanted = labels.findIndex((l) => l.startsWith(begins) && words.every((w) => l.includes(w)));
  if (wanted < 0 && words.length)
    wanted = labels.findIndex((l) => words.every((w) => l.includes(w)));
  assert.ok(wanted >= 0, `${legal.n} is not in the menu: ${labels.join(" | ")}`);
  if (by === "mouse") return items.nth(wanted).click();
  for (let i = 0; i < wanted; i++) await page.keyboard.press("ArrowDown");
  return page.keyboard.press("Enter");
}

// The state when the page shows it and waits for a person: a prompt with one answer it answers by
// itself, however late it comes to that.
async function awaiting(page, id, game) {
  for (const end = Date.now() + PATIENCE_MS; ; ) {
    const state = await stateOf(page, id);
    if (state.over || !state.turn.acting) return state;
    const shown = await page.locator(`.match.mine[data-seq="${state.seq}"]`).count(),
      guided = await page.locator(".guide").count(); // what it explains is not answered unasked
    if (shown && (guided || !answersItself(game, state))) return state;
    assert.ok(Date.now() < end, `${state.turn.node} is neither shown nor answered`);
    await page.waitForTimeout(25);
  }
}

// Plays a match to its end, each action chosen by `choose` and carried out by hand; returns how
// many of each verb were played.
export async function playThrough(page, id, game, by, choose, { limit = 900 } = {}) {
  const played = new Map();
  for (let done = 0; done < limit; ) {
    const state = await awaiting(page, id, game);
    if (state.over) return played;
    if (!state.turn.acting) {
      await page.waitForTimeout(25);
      continue;
    }
    const legal = choose(state);
    await perform(page, id, game, legal, by, state);
    played.set(game.verbs[legal.v].token, (played.get(game.verbs[legal.v].token) ?? 0) + 1);
    done++;
  }
  throw new Error(`not over after ${limit} actions`);
}
