// SPDX-License-Identifier: Apache-2.0
// The head of a match holds its words, whatever is to be decided: at every width a desk has and on
// a phone, in both languages, no button is cut off or written on two lines, the question is read
// whole, the links stand on one line, and the trays lie beside the table and not on it.
import assert from "node:assert/strict";
import { drawn, newMatch, unguided } from "./hands.mjs";

const sizes = [
  [1280, 820],
  [1366, 768],
  [1440, 900],
  [1920, 1080],
  [390, 844],
];

// What is wrong with the head and the trays as they stand.
const faults = (page) =>
  page.evaluate(() => {
    const box = (node) => node.getBoundingClientRect(),
      all = (selector) => [...document.querySelectorAll(selector)].filter((n) => box(n).width),
      over = (a, b) =>
        Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
        Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
    const said = [],
      desk = innerWidth > 860,
      [bar] = all(".bar"),
      [actions] = all(".actions"),
      [question] = all("#prompt");
    // letters hang below their line by a few pixels; a line that is left out is higher
    if (question && question.scrollHeight > question.clientHeight + 8)
      said.push(`the question is cut off: ${question.textContent}`);
    if (actions && actions.scrollHeight > actions.clientHeight + 1) said.push("rows are cut off");
    if (desk && actions && actions.scrollWidth > actions.clientWidth + 1)
      said.push("buttons are cut off");
    for (const button of all(".bar button")) {
      const range = document.createRange();
      range.selectNodeContents(button);
      const lines = [...range.getClientRects()].filter((r) => r.width > 2).map((r) => r.bottom);
      const high = Number.parseFloat(getComputedStyle(button).fontSize) * 1.1;
      if (lines.length && Math.max(...lines) - Math.min(...lines) > high)
        said.push(`on two lines: ${button.textContent}`);
      if (desk && box(button).right > innerWidth) said.push(`beyond the edge: ${button.id}`);
    }
    const parts = [...bar.children].filter((n) => box(n).width && box(n).height);
    for (const [i, one] of parts.entries())
      for (const other of parts.slice(i + 1))
        if (over(box(one), box(other))) said.push(`${one.className} under ${other.className}`);
    const links = all(".tools .quiet").map((n) => box(n).top);
    if (desk && Math.max(...links) - Math.min(...links) > 9) said.push("links on several lines");
    const [board] = all("#board");
    for (const tray of all(".trays"))
      if (over(box(tray), box(board))) said.push(`on the table: ${tray.className}`);
    return said;
  });

// Plays by the API, the table put away, until a kind of decision comes that is not known yet.
const nextKind = (page, id, known, seed, most) =>
  page.evaluate(
    async ([id, known, seed, most]) => {
      const pause = (ms) => new Promise((wake) => setTimeout(wake, ms)),
        headers = { "Content-Type": "application/json" };
      for (let done = 0; done < most; ) {
        const state = await (await fetch(`/api/matches/${id}`)).json();
        if (state.over) return null;
        if (!state.turn.acting) {
          await pause(20);
          continue;
        }
        const verbs = [...new Set(state.legal.map((l) => l.v))].sort((a, b) => a - b),
          kind = `${state.turn.node} ${verbs.join()}`;
        if (!known.includes(kind) && state.legal.length > 1) return { kind, seq: state.seq };
        const nth = Math.imul(state.seq + seed, 2654435761) >>> 8,
          { a: action } = state.legal[nth % state.legal.length];
        const body = JSON.stringify({ action, seq: state.seq });
        await fetch(`/api/matches/${id}/actions`, { method: "POST", headers, body });
        done++;
      }
      return null;
    },
    [id, known, seed, most],
  );

// Looks at every kind of decision, in every size and language.
const enough = 9;
async function walked(open, origin, body, { most, seed, least }) {
  const page = await open({ viewport: { width: 1280, height: 820 }, locale: "fr" });
  await unguided(page, body.game);
  const known = [],
    found = [];
  let id = await newMatch(page, origin, body);
  for (let matches = 1; known.length < enough; ) {
    await page.goto(`${origin}/history`);
    const next = await nextKind(page, id, known, seed, most);
    if (!next && known.length < least && matches++ < 6) {
      id = await newMatch(page, origin, body); // other dice let it come to more
      continue;
    }
    if (!next) break;
    known.push(next.kind);
    await page.goto(`${origin}/m/${id}`);
    await page.waitForSelector(`.match.mine[data-seq="${next.seq}"] .column .log`);
    for (let tongue = 0; tongue < 2; tongue++) {
      const lang = await page.getAttribute("html", "lang");
      for (const [width, height] of sizes) {
        await page.setViewportSize({ width, height });
        await drawn(page);
        const said = await faults(page);
        found.push(...said.map((s) => `${body.game} ${width} ${lang} ${next.kind}: ${s}`));
      }
      await page.setViewportSize({ width: 1280, height: 820 });
      await page.click("#lang");
    }
  }
  return { found, known };
}

export default function add(test) {
  for (const [game, scenario, kinds] of [
    ["bautzen", "intro", 4],
    ["corridors", "quick", 5],
    ["salvo", "first_salvo", 5],
  ])
    test(`the head of ${game} holds its words at every width`, async ({ open, origin }) => {
      const body = { game, scenario, seats: ["human", "greedy"] };
      const { found, known } = await walked(open, origin, body, {
        ...{ most: 60, seed: 3, least: kinds },
      });
      assert.ok(known.length >= kinds, `only ${known.length} kinds of decisions`);
      assert.equal(found.length, 0, found.slice(0, 20).join("\n"));
    });
}
