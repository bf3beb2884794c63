// SPDX-License-Identifier: Apache-2.0
// A game's own symbols: the <symbol id="face-TOKEN"> elements of its sprite, and the parts they are
// put together from (id="part-..."), are moved into the page so that they take its colours.
// Anything that could run or load is left out.
const forbidden = new Set([
  "script",
  "foreignobject",
  "iframe",
  "image",
  "a",
  "style",
  "animate",
  "set",
]);

function clean(element: Element): void {
  for (const child of [...element.children])
    if (forbidden.has(child.localName.toLowerCase())) child.remove();
    else clean(child);
  for (const { name, value } of [...element.attributes])
    if (/^on/i.test(name) || name === "style" || (/href$/i.test(name) && !value.startsWith("#")))
      element.removeAttribute(name);
}

export function sprite(text: string | null): Set<string> {
  const found = new Set<string>();
  document.getElementById("game-symbols")?.remove();
  if (!text) return found;
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
  const holder = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  holder.id = "game-symbols";
  holder.setAttribute("width", "0");
  holder.setAttribute("height", "0");
  holder.setAttribute("aria-hidden", "true");
  for (const symbol of parsed.querySelectorAll("symbol[id^='face-'], [id^='part-']")) {
    clean(symbol);
    if (symbol.id.startsWith("face-")) found.add(symbol.id.slice("face-".length));
    holder.append(document.importNode(symbol, true));
  }
  document.body.append(holder);
  return found;
}
