// SPDX-License-Identifier: Apache-2.0
// Every key of art that the page's drawing code knows is used by the template; what a game of fords
// has nothing to say with (a table in millimetres, a map of hexes, a card with a price), by one of
// the contract's small games. The keys are read from the types: a new one that nobody uses fails.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const source = (name) =>
  readFileSync(join(root, "web", "src", name), "utf8").replace(/\/\/.*$/gm, "");
const art = (folder, file) => {
  const path = join(root, folder, "art", file);
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {};
};
const template = "games/_template",
  probe = (name) => `tests/contract/probe_${name}`;

// ------------------------------------------------------------------------------ types, from text
// As far as these files use them: interfaces, records, lists, objects, and what is no object.
const balanced = (text, from, open, close) => {
  let deep = 0;
  for (let i = from; i < text.length; i++) {
    if (text[i] === open) deep++;
    if (text[i] === close && --deep === 0) return i;
  }
  throw new Error(`${open} is not closed`);
};
// Split where nothing is open.
function parts(text, at) {
  const out = [""];
  let deep = 0;
  for (const c of text) {
    if ("{[(<".includes(c)) deep++;
    if ("}])>".includes(c)) deep--;
    if (c === at && !deep) out.push("");
    else out[out.length - 1] += c;
  }
  return out.map((p) => p.trim()).filter(Boolean);
}
function interfaces(text) {
  const out = new Map();
  for (const found of text.matchAll(/interface (\w+)(?: extends (\w+))? \{/g)) {
    const from = found.index + found[0].length - 1;
    const body = text.slice(from, balanced(text, from, "{", "}") + 1);
    out.set(found[1], found[2] ? `${found[2]} & ${body}` : body);
  }
  return out;
}
const known = new Map([...interfaces(source("types.ts")), ...interfaces(source("board/deck.ts"))]);

// The members of a type that is an object; what records and lists hold; null: neither.
function shape(type) {
  const text = type.trim().replace(/^\((.*)\)$/s, "$1").trim();
  if (text.endsWith("[]")) return { each: text.slice(0, -2) };
  const record = /^Record<\s*string,\s*(.*?),?\s*>$/s.exec(text);
  if (record) return { each: record[1] };
  const all = parts(text, "&");
  if (all.length > 1) {
    const members = all.flatMap((p) => [...(shape(p)?.members ?? [])]);
    return { members: new Map(members) };
  }
  if (text.startsWith("{")) {
    const members = parts(text.slice(1, -1), ";").map((line) => /^(\w+)\??:\s*(.*)$/s.exec(line));
    return { members: new Map(members.map((m) => [m[1], m[2]])) };
  }
  return known.has(text) ? shape(known.get(text)) : null;
}

// Keys of a type that none of these values has.
function unused(type, values, path = "") {
  const found = shape(type);
  if (found?.each) return unused(found.each, values.flatMap((v) => Object.values(v)), path);
  return [...(found?.members ?? [])].flatMap(([key, inner]) => {
    const here = path ? `${path}.${key}` : key,
      held = values.filter((v) => v && typeof v === "object" && key in v).map((v) => v[key]);
    return held.length ? unused(inner, held, here) : [here];
  });
}

// What the template leaves to others, and to whom.
const cardKeys = ["fr", "en", "face", "suit", "paint", "picture", "scene", "cost"].concat(
  ["defence", "points", "sub_fr", "sub_en", "values", "small", "text_fr", "text_en"],
);
const elsewhere = {
  "style.json": {
    [probe("overwatch")]: ["plane", "seats.rim", "seats.cut"].concat(
      ["effects.from", "effects.to", "effects.count"],
    ),
    [probe("commit")]: ["steps", "formation", "formations", "relief", "waters", "overlays"].concat(
      ["edges", "tags", "pieces", "seats.flag", "seats.strip", "symbols", "shorten"],
    ),
    [probe("sortie")]: ["aim", "aside", "minor"],
  },
  "cards.json": {
    [probe("sortie")]: ["card", "title", "paints", "slim", "open"].concat(
      ["tags.held", "tags.spent", "tags.watch"],
      ["marker", "ground", "shelter", "group"].map((key) => `faces.${key}`),
      cardKeys.map((key) => `cards.${key}`),
    ),
  },
};
const types = { "style.json": "Look", "cards.json": "Deck" };

export default function add(test) {
  test("every key of art is used by the template, or by a game of the contract", async () => {
    for (const [file, type] of Object.entries(types)) {
      const left = Object.values(elsewhere[file]).flat();
      const within = (key, list) => list.some((k) => key === k || key.startsWith(`${k}.`));
      const missing = unused(type, [art(template, file)]).filter((k) => k !== "cards");
      assert.deepEqual(missing.filter((k) => !within(k, left)), [], `${file} of the template`);
      for (const [folder, keys] of Object.entries(elsewhere[file])) {
        const here = unused(type, [art(folder, file)]);
        for (const key of keys) {
          // nothing of it is missing, nor what it is a part of
          const gone = here.filter((k) => within(k, [key]) || within(key, [k]));
          assert.deepEqual(gone, [], `${file} of ${folder}`);
        }
      }
    }
  });

  test("the keys are those of the types, and one that nobody uses is noticed", async () => {
    const look = unused("Look", [{}]);
    for (const key of ["plane", "effects", "chips", "seats", "waters", "cards"])
      assert.ok(look.includes(key), key);
    assert.ok(look.length > 30, `${look.length} keys`);
    const some = unused("Look", [{ plane: { grounds: { a: { soil: "" } } }, seats: { a: {} } }]);
    for (const key of ["plane.grounds.light", "plane.bases", "seats.paper", "seats.band"])
      assert.ok(some.includes(key), key);
    assert.ok(!some.includes("plane.grounds.soil"));
    assert.deepEqual(unused("ChipLook", [{ of: "", show: [] }]), ["lost"]);
    assert.ok(unused("Deck", [{ tags: { away: {} } }]).includes("tags.away.on"));
  });
}
