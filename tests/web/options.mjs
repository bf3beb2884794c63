// SPDX-License-Identifier: Apache-2.0
// How the browser tests were called: which of them, how many at a time, on how slow a page.
const { argv } = process;
const number = (name, wanted, most, usual) => {
  const given = argv.find((word) => word.startsWith(`--${name}=`));
  if (given === undefined) return usual;
  const value = Number(given.split("=")[1]);
  if (Number.isInteger(value) && value >= wanted && value <= most) return value;
  console.error(`--${name}=N: a whole number from ${wanted} to ${most}`);
  process.exit(2);
};
export const jobs = number("jobs", 1, 8, 2);
// A page whose processor is so many times slower, and whose requests wait up to so many ms: what
// was not waited for shows.
export const slow = number("slow", 1, 20, 1);
export const late = number("late", 0, 2000, 0);
// Each of them so many times, with --once: what hangs on chance, or on who else runs, shows.
export const times = number("times", 1, 1000, 1);
export const isLong = argv.includes("--long"); // also those that take minutes
export const isList = argv.includes("--list");
export const isOnce = argv.includes("--once"); // what fails is not asked again

// The machine may be busy with other things too, and stand still while its disk or its memory is:
// for longer than ten seconds has been seen. Who waits for what comes anyway waits for nothing.
export const PATIENCE_MS = 60000 * Math.min(4, slow);

// Parts of names: those to run (all when there are none), and after --but those to leave out.
const isOption = (word) => /^--(list|long|once|(jobs|slow|late|times)=.*)$/.test(word);
const words = argv.slice(2).filter((word) => !isOption(word));
const but = words.indexOf("--but");
const wanted = but < 0 ? words : words.slice(0, but);
const unwanted = but < 0 ? [] : words.slice(but + 1);
export const chosen = ({ name }) =>
  (!wanted.length || wanted.some((word) => name.includes(word))) &&
  !unwanted.some((word) => name.includes(word));
