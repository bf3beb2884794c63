// SPDX-License-Identifier: Apache-2.0
// What went wrong with a test, so that it is understood from a log alone: on one line, which is all
// that ./check shows of it, what was said, what was waited for, the lines of the tests that it came
// from and how the pages stood; the whole stack below.

const MOST_LINES = 24;

// Colours that a terminal would show.
const plain = (text) => text.replace(/\u001b\[[\d;]*m/g, "");

// What the browser's hand was about: the last things that it noted before it gave up.
function waitedFor(lines) {
  const from = lines.findIndex((line) => /^Call log:/.test(line));
  if (from < 0) return [];
  const noted = lines.slice(from + 1).filter((line) => /^\s*-/.test(line));
  const words = noted.map((line) => line.replace(/^[\s-]+/, "").trim());
  return [...new Set([words[0], words.at(-1)])].filter(Boolean);
}

// Lines of our own files, the innermost first: test_coach.mjs:51.
function placesIn(lines) {
  const found = lines.flatMap((line) => /([\w-]+\.mjs:\d+):\d+\)?$/.exec(line)?.[1] ?? []);
  const ours = found.filter((place) => !/^(suite|rounds)\.mjs/.test(place));
  return ours.length ? [`at ${[...new Set(ours)].slice(0, 4).join(" < ")}`] : [];
}

// `stands`: how each page of the test stood.
export function troubleOf(error, stands = []) {
  const lines = plain(String(error?.stack ?? error)).split("\n"),
    own = lines.filter((line) => !/node_modules/.test(line));
  const said = lines[0].replace(/[.:]$/, "");
  const first = [said, ...waitedFor(lines), ...placesIn(own), ...stands].join("; ");
  return [first, ...own.slice(1, MOST_LINES)].join("\n     ");
}

// How a page stands: where it is, what it asks, what is open, where the keys go.
const look = () => {
  const text = (node) => (node?.textContent ?? "").replace(/\s+/g, " ").trim().slice(0, 60);
  const match = document.querySelector(".match"),
    node = document.activeElement;
  const name = (node) =>
    [node.tagName.toLowerCase(), node.id && `#${node.id}`, ...node.classList]
      .filter(Boolean)
      .join(".")
      .replace(".#", "#");
  const open = [...document.querySelectorAll(".bubble, dialog[open], [role=dialog], aside, .roll")];
  return [
    location.pathname.replace(/\w{10,}/, "ID") + location.hash,
    match ? `.${[...match.classList].join(".")} seq ${match.dataset.seq}` : "no match",
    document.querySelector("#board[data-played]") ? "played back" : "",
    `"${text(document.querySelector("#prompt"))}"`,
    open.length ? `open ${[...new Set(open.map(name))].join(" ")}` : "",
    node && node !== document.body ? `focus ${name(node)}` : "",
  ]
    .filter(Boolean)
    .join(", ");
};

// A page that does not answer is told, too: it is no help to wait for it.
export function standOf(page, ms = 3000) {
  const late = new Promise((done) => setTimeout(() => done("the page does not answer"), ms));
  const told = page.evaluate(look).catch((error) => `the page is gone: ${error.message}`);
  return Promise.race([told, late]).then((words) => `page: ${plain(words).split("\n")[0]}`);
}
