// SPDX-License-Identifier: Apache-2.0
// All tests once, and those that failed once more, alone, after all the others: on a machine that
// others use as well a page can come too late for a test without being wrong. That is said aloud
// each time, and more than two of them are no bad luck (decision 0043).

export const MOST_AGAIN = 2;

// `ask(list, told, { alone })` runs the tests of a list, calling told(test, result) after each with
// what it said, how long it took and, if it failed, the trouble. Gives how many passed and failed.
export async function rounds(tests, ask, say, { once = false } = {}) {
  const results = { passed: 0, failed: 0 },
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
  if (again.length > MOST_AGAIN)
    for (const { name } of again) {
      say(`FAIL ${name}: one of ${again.length} that failed; ${MOST_AGAIN} may be asked again`);
      results.failed++;
    }
  else if (again.length)
    await ask([...again], (test, result) => telling(test, result, true), { alone: true });
  const asked = again.length > MOST_AGAIN ? [] : again;
  say([`${asked.length} asked again`, ...asked.map(({ name }) => name)].join("; "));
  return results;
}
