// SPDX-License-Identifier: Apache-2.0
// All tests once, and those that failed once more, alone, after all the others: on a machine that
// others use as well a page can come too late for a test without being wrong. That is said aloud
// each time, and more than one in forty are no bad luck (decisions 0043, 0081).

// Two of a few, five of two hundred: a machine that stands still for a while is late for all that
// run then, and the more tests there are the more often one of them runs at such a moment.
export const mostAgain = (tests) => Math.max(2, Math.floor(tests / 40));

// `ask(list, told, { alone })` runs the tests of a list, calling told(test, result) after each with
// what it said, how long it took and, if it failed, the trouble. Gives how many passed and failed.
export async function rounds(tests, ask, say, { once = false } = {}) {
  const results = { passed: 0, failed: 0 },
    most = mostAgain(tests.length),
    again = [];
  const telling = (test, { said, ms, trouble }, isLast) => {
    for (const words of said) say(...words);
    if (!trouble) say(`ok   ${test.name} (${ms} ms)`);
    else say(`${isLast ? "FAIL" : "AGAIN"} ${test.name}: ${trouble}`);
    if (trouble && !isLast) again.push(test);
    else results[trouble ? "failed" : "passed"]++;
  };
  await ask(tests, (test, result) => telling(test, result, once), { alone: false });
  if (once) return results;
  if (again.length > most)
    for (const { name } of again) {
      say(`FAIL ${name}: one of ${again.length} that failed; ${most} may be asked again`);
      results.failed++;
    }
  else if (again.length)
    await ask([...again], (test, result) => telling(test, result, true), { alone: true });
  const asked = again.length > most ? [] : again;
  say([`${asked.length} asked again`, ...asked.map(({ name }) => name)].join("; "));
  return results;
}
