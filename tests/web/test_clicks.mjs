// SPDX-License-Identifier: Apache-2.0
// The page's matcher of clicks against the table that the C ones are tested with
// (tests/clicks/cases.txt). No browser.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { load } from "./modules.mjs";

const here = dirname(fileURLToPath(import.meta.url));

function readTable(text) {
  const domains = [{ token: "", kind: "none", surface: 0, count: 0 }],
    verbs = [{ token: "", flags: [], operands: [] }],
    legal = [],
    cases = [];
  const action = (words) => {
    const [verb, ...values] = words.split(" ");
    const v = verbs.findIndex((x) => x.token === verb);
    assert.ok(v > 0, `no verb ${verb}`);
    return { a: legal.length, n: words, v, o: values.map(Number) };
  };
  for (const line of text.split("\n").filter((l) => l && !l.startsWith("#"))) {
    const [word, ...rest] = line.split(" ");
    const after = rest.join(" ");
    if (word === "domain")
      domains.push({ token: rest[0], kind: rest[1], surface: Number(rest[2]), count: 99 });
    else if (word === "verb") {
      const operands = rest.slice(1).map((d) => domains.findIndex((x) => x.token === d));
      verbs.push({ token: rest[0], flags: [], operands });
    } else if (word === "legal") legal.push(action(after));
    else if (word === "case") cases.push({ line, parts: after.split(" | ") });
    else throw new Error(line);
  }
  return { game: { domains, verbs }, legal, cases };
}
const list = (part, word) => {
  assert.ok(part.startsWith(`${word} `), part);
  const rest = part.slice(word.length + 1);
  return rest === "-" ? [] : rest.split(", ");
};

export default function add(test) {
  test("clicks mean to the page what they mean to the judge", async () => {
    const { fits, restNeedsPointing, spelled } = await load("choose");
    const { game, legal, cases } = readTable(
      readFileSync(join(here, "..", "clicks", "cases.txt"), "utf8"),
    );
    assert.ok(cases.length > 20);
    for (const { line, parts } of cases) {
      const [clicks, ...wanted] = parts;
      let verb = null;
      const things = [];
      for (const [kind, ...words] of clicks.split(", ").map((c) => c.split(" ")))
        if (kind === "verb") verb = game.verbs.findIndex((v) => v.token === words[0]);
        else if (kind === "piece") things.push({ kind, handle: Number(words[0]) });
        else things.push({ kind, surface: Number(words[0]), cell: Number(words[1]) });
      const found = fits(game, legal, things, verb),
        whole = found.filter((f) => !f.rest.length),
        names = (some) => some.map((f) => f.legal.n);
      assert.deepEqual(names(found), list(wanted[0], "fits"), line);
      assert.deepEqual(names(whole), list(wanted[1], "whole"), line);
      const pointed = found.filter((f) => !restNeedsPointing(game, f));
      assert.deepEqual(names(pointed), list(wanted[2], "pointed"), line);
      // what the page would do at once is what the judge would have understood
      const [means] = list(wanted[3], "means");
      if (whole.length === 1) assert.equal(whole[0].legal.n, means, line);
    }
    const number = 4 * 2 ** 45 + 3 * 2 ** 30 + 4 * 2 ** 15; // an action's number, taken apart
    assert.deepEqual(spelled(number, "swap 3 4", game.verbs), {
      ...{ a: number, n: "swap 3 4" },
      ...{ v: 4, o: [3, 4] },
    });
  });
}
