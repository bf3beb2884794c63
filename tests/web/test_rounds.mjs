// SPDX-License-Identifier: Apache-2.0
// The runner itself: what fails is asked once more, alone, and named; what fails again has failed,
// and so have too many at a time. What is told of a failure is enough to understand it. The longest
// begin first.
import assert from "node:assert/strict";
import { mostAgain, rounds } from "./rounds.mjs";
import { linesOf, longestFirst, timesIn } from "./times.mjs";
import { standOf, troubleOf } from "./trouble.mjs";

// Runs tests that fail at the given tries; what was said, and what was asked with whom beside it.
async function run(tests, options) {
  const said = [],
    asked = [],
    tries = new Map();
  const ask = async (list, told, { alone }) => {
    for (const test of list) {
      const nth = (tries.get(test.name) ?? 0) + 1;
      tries.set(test.name, nth);
      asked.push(`${test.name} ${alone ? "alone" : "among others"}`);
      const trouble = test.fails.includes(nth) ? `trouble ${nth}\n     of ${test.name}` : undefined;
      told(test, { said: [[`     ${test.name} speaks`]], ms: 5, trouble });
    }
  };
  const results = await rounds(tests, ask, (...words) => said.push(words.join(" ")), options);
  return { results, said, asked };
}
const steady = (name) => ({ name, fails: [] }),
  wobbly = (name) => ({ name, fails: [1] }),
  broken = (name) => ({ name, fails: [1, 2, 3] });

export default function add(test) {
  test("a test that wobbles is asked again alone, after the others, and is named", async () => {
    const { results, said, asked } = await run([wobbly("a"), steady("b")]);
    assert.deepEqual(results, { passed: 2, failed: 0 });
    assert.deepEqual(asked, ["a among others", "b among others", "a alone"]);
    assert.deepEqual(said, [
      "     a speaks",
      "AGAIN a: trouble 1\n     of a",
      "     b speaks",
      "ok   b (5 ms)",
      "     a speaks",
      "ok   a (5 ms)",
      "1 asked again; a",
    ]);
    const calm = await run([steady("a")]);
    assert.equal(calm.said.at(-1), "0 asked again");
  });

  test("a test that always fails has failed, whoever else wobbles", async () => {
    const { results, said } = await run([broken("a"), wobbly("b"), steady("c")]);
    assert.deepEqual(results, { passed: 2, failed: 1 });
    assert.ok(said.includes("AGAIN a: trouble 1\n     of a"));
    assert.ok(said.includes("FAIL a: trouble 2\n     of a"));
    assert.equal(said.at(-1), "2 asked again; a; b");
  });

  test("three that wobble have failed, and none of them is asked again", async () => {
    const tests = [wobbly("a"), wobbly("b"), steady("c"), wobbly("d")];
    const { results, said, asked } = await run(tests);
    assert.deepEqual(results, { passed: 1, failed: 3 });
    assert.equal(asked.length, 4);
    for (const name of ["a", "b", "d"])
      assert.ok(said.some((line) => line.startsWith(`FAIL ${name}: one of 3`)), name);
  });

  test("of many tests one in forty is asked again, each alone; one more, all failed", async () => {
    assert.deepEqual([1, 79, 80, 119, 120, 205, 400].map(mostAgain), [2, 2, 2, 2, 3, 5, 10]);
    const many = (wobble) =>
      Array.from({ length: 205 }, (_, i) => (i < wobble ? wobbly : steady)(`t${i}`));
    const five = await run(many(5));
    assert.deepEqual(five.results, { passed: 205, failed: 0 });
    assert.deepEqual(five.asked.slice(205), [0, 1, 2, 3, 4].map((i) => `t${i} alone`));
    assert.equal(five.said.at(-1), "5 asked again; t0; t1; t2; t3; t4");
    const six = await run(many(6));
    assert.deepEqual(six.results, { passed: 199, failed: 6 });
    assert.equal(six.asked.length, 205);
    assert.ok(six.said.includes("FAIL t5: one of 6 that failed; 5 may be asked again"));
    // and one that is broken has failed among them
    const one = await run([...many(4), broken("b")]);
    assert.deepEqual(one.results, { passed: 205, failed: 1 });
  });

  test("the first line of a failure tells what was waited for, where, how the page stood", async ({
    open,
    origin,
  }) => {
    const page = await open();
    await page.goto(origin);
    await page.waitForSelector(".game");
    const error = await page.waitForSelector(".no-such-thing", { timeout: 50 }).catch((e) => e);
    const [first, ...rest] = troubleOf(error, [await standOf(page)]).split("\n");
    assert.match(first, /Timeout 50ms exceeded; waiting for locator\('\.no-such-thing'\) to be/);
    assert.match(first, /; at test_rounds\.mjs:\d+; page: \/, no match/);
    assert.ok(rest.some((line) => line.includes("test_rounds.mjs")), "the stack follows");
    // what is asserted is told in full, too
    const other = troubleOf(new assert.AssertionError({ message: "3 of 4\n\n+ 3\n- 4" }));
    assert.match(other, /^AssertionError \[ERR_ASSERTION\]: 3 of 4; at test_rounds\.mjs:\d+\n/);
    assert.match(troubleOf("words"), /^words$/);
    // a page that does not answer is not waited for
    const mute = { evaluate: () => new Promise(() => undefined) };
    assert.equal(await standOf(mute, 20), "page: the page does not answer");
  });

  test("asked once: what fails has failed at once", async () => {
    const { results, said, asked } = await run([wobbly("a"), steady("b")], { once: true });
    assert.deepEqual(results, { passed: 1, failed: 1 });
    assert.deepEqual(asked, ["a among others", "b among others"]);
    assert.ok(said.includes("FAIL a: trouble 1\n     of a"));
    assert.ok(!said.some((line) => line.includes("asked again")));
  });

  test("the longest begin first, as an earlier run tells; a new one is thought long", async () => {
    const record = "ok   a (b) (70 ms)\nFAIL d: no (99 ms)\n     said (5 ms)\nok   c (20000 ms)\n";
    const times = timesIn(record);
    assert.deepEqual([...times], [["a (b)", 70], ["c", 20000]]);
    assert.deepEqual(timesIn(linesOf(times)), times);
    const order = longestFirst(["a (b)", "new", "c"].map(steady), times);
    assert.deepEqual(order.map(({ name }) => name), ["c", "new", "a (b)"]);
  });
}
