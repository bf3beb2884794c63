// SPDX-License-Identifier: Apache-2.0
// Draws a cover from the page's own map: node cover.mjs ORIGIN GAME SCENARIO X Y WIDTH HEIGHT >
// cover.svg (X Y WIDTH HEIGHT in drawing units of the board). Run by hand when the map's art
// changes; the result is kept in games/GAME/art/cover.svg. Styles become attributes, so it needs
// no style sheet.
import { openBrowser } from "./browser.mjs";

const [origin, game, scenario, x, y, w, h] = process.argv.slice(2);
const browser = await openBrowser();
const page = await (
  await browser.newContext({ viewport: { width: 1600, height: 1000 }, locale: "en" })
).newPage();
await page.goto(origin);
const id = await page.evaluate(
  async ([game, scenario]) => {
    const post = (path, body) =>
      fetch(path, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
      }).then((r) => r.json());
    await post("/api/session", {});
    return (await post("/api/matches", { game, scenario, seats: ["human", "greedy"] })).id;
  },
  [game, scenario],
);
await page.goto(`${origin}/m/${id}`);
await page.waitForSelector(".board .ground, .board .areamap");
for (let i = 0; i < 6; i++) await page.keyboard.press("+");
await page.waitForTimeout(600);
const svg = await page.evaluate(([x, y, w, h]) => {
  const inside = (px, py, m = 40) => px > x - m && px < x + w + m && py > y - m && py < y + h + m;
  const names = [
    "fill",
    "fill-opacity",
    "stroke",
    "stroke-width",
    "stroke-dasharray",
    "stroke-linecap",
    "stroke-linejoin",
    "opacity",
    "paint-order",
    "font-family",
    "font-size",
    "font-style",
    "font-weight",
    "text-anchor",
  ];
  const plain = {
    "fill-opacity": "1",
    opacity: "1",
    "stroke-dasharray": "none",
    "stroke-linecap": "butt",
    "stroke-linejoin": "miter",
    "paint-order": "normal",
    "font-style": "normal",
    stroke: "none",
  };
  const round = (d) => d.replace(/-?\d+\.\d+/g, (n) => String(Math.round(Number(n) * 10) / 10));
  const copy = (node) => {
    if (node.nodeType === 3) return document.createTextNode(node.textContent);
    if (!(node instanceof Element)) return null;
    const style = getComputedStyle(node);
    if (
      style.display === "none" ||
      node.matches(
        ".hit, .ring, .pointer, .glow, .target, .recent, .names text, .map-edge, .map-shadow",
      )
    )
      return null;
    const out = document.createElementNS("http://www.w3.org/2000/svg", node.localName);
    for (const { name, value } of node.attributes)
      if (/^(d|transform|points|x|y|cx|cy|r|rx|width|height|textLength|lengthAdjust)$/.test(name))
        out.setAttribute(name, round(value));
    if (
      node.localName === "path" &&
      node.closest(".ground, .lines, .hexmap") &&
      !node.closest("[transform]:not(svg > g):not(svg > g > g)")
    ) {
      const d = out
        .getAttribute("d")
        .split(/(?=M)/)
        .filter((part) => {
          const all = [...part.matchAll(/(-?[\d.]+)[ ,](-?[\d.]+)/g)].map((m) => [
            Number(m[1]),
            Number(m[2]),
          ]);
          return all.some(([px, py]) => inside(px, py)) || all.length > 12;
        });
      if (!d.length) return null;
      out.setAttribute("d", d.join(""));
    }
    const at = /translate\((-?[\d.]+) (-?[\d.]+)\)/.exec(node.getAttribute("transform") ?? "");
    if (
      at &&
      (node.parentElement.classList.contains("names") || node.classList.contains("stack")) &&
      !inside(+at[1], +at[2], 60)
    )
      return null;
    if (!["g", "svg"].includes(node.localName))
      for (const name of names) {
        const value = style.getPropertyValue(name).replace(/px/g, "");
        if (/^(font|text)/.test(name) && node.localName !== "text") continue;
        if (name.startsWith("stroke-") && style.stroke === "none") continue;
        if (value && value !== plain[name])
          out.setAttribute(
            name,
            name === "font-family"
              ? /^.?Barlow/.test(value)
                ? "Barlow Condensed, Arial Narrow, Liberation Sans Narrow, sans-serif"
                : "Alegreya, Georgia, serif"
              : value,
          );
      }
    else if (style.opacity !== "1") out.setAttribute("opacity", style.opacity);
    for (const child of node.childNodes) {
      const made = copy(child);
      if (made) out.append(made);
    }
    if (out.localName === "g" && !out.childNodes.length) return null;
    return out;
  };
  const root = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  root.setAttribute("viewBox", `${x} ${y} ${w} ${h}`);
  const back = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  for (const [k, v] of Object.entries({ x, y, width: w, height: h, fill: "#ece2c8" }))
    back.setAttribute(k, v);
  root.append(back);
  for (const part of document.querySelectorAll(".board > g > g > .hexmap, .board .stacks")) {
    const made = copy(part);
    if (made) root.append(made);
  }
  return new XMLSerializer().serializeToString(root);
}, [x, y, w, h].map(Number));
process.stdout.write(`${svg}\n`);
await browser.close();
