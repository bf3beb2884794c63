// SPDX-License-Identifier: Apache-2.0
// No recoloured copies: every symbol of an art file is drawn 64 pixels large in grey, and any two
// of them must differ in at least 8 % of the pixels that either covers. Symbols are drawn as large
// as they go, so that a small figure is not told from a large one by its size alone.
//   node silhouettes.mjs FILE ...   prints the pairs that are nearest to each other
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { openBrowser } from "./browser.mjs";

export const LEAST = 0.08;
const SIZE = 64;
const STEP = 24; // of 255: a grey that much darker or lighter is another one

// {file, match}: symbols whose id matches; a file without them is a picture by itself.
async function draw(page, { file, match = /./ }) {
  const text = readFileSync(file, "utf8");
  return page.evaluate(
    async ({ text, pattern, size }) => {
      const holder = document.createElement("div");
      holder.innerHTML = text.replace(/<\?xml[^>]*>/, "");
      document.body.append(holder);
      const sheet = holder.querySelector("svg");
      const symbols = [...sheet.querySelectorAll("symbol")].filter((s) =>
        new RegExp(pattern).test(s.id),
      );
      const rest = [...sheet.children].filter((n) => n.localName !== "symbol");
      const shared = rest.map((n) => n.outerHTML).join("");
      const out = [];
      for (const symbol of symbols.length ? symbols : [sheet]) {
        const [x, y, w, h] = symbol.getAttribute("viewBox").split(/[ ,]+/).map(Number);
        const inner = symbol.innerHTML;
        const probe = document.createElementNS("http://www.w3.org/2000/svg", "svg");
        probe.setAttribute("viewBox", `${x} ${y} ${w} ${h}`);
        probe.innerHTML = `<defs>${symbol === sheet ? "" : shared}</defs><g id="all">${inner}</g>`;
        document.body.append(probe);
        const box = probe.querySelector("#all").getBBox();
        const side = Math.max(box.width, box.height),
          left = box.x + box.width / 2 - side / 2,
          top = box.y + box.height / 2 - side / 2;
        probe.setAttribute("viewBox", `${left} ${top} ${side} ${side}`);
        probe.setAttribute("xmlns", "http://www.w3.org/2000/svg");
        probe.setAttribute("width", size);
        probe.setAttribute("height", size);
        probe.setAttribute("color", "#555");
        const image = new Image();
        image.src = `data:image/svg+xml,${encodeURIComponent(
          new XMLSerializer().serializeToString(probe),
        )}`;
        await image.decode();
        const canvas = document.createElement("canvas");
        canvas.width = canvas.height = size;
        const pen = canvas.getContext("2d");
        pen.drawImage(image, 0, 0);
        const { data } = pen.getImageData(0, 0, size, size);
        const grey = [];
        for (let i = 0; i < data.length; i += 4) {
          const cover = data[i + 3] / 255;
          const light = 0.299 * data[i] + 0.587 * data[i + 1] + 0.114 * data[i + 2];
          grey.push(cover < 0.1 ? -1 : Math.round(light * cover + 255 * (1 - cover)));
        }
        probe.remove();
        out.push({ name: symbol.id || "picture", grey });
      }
      holder.remove();
      return out;
    },
    { text, pattern: match.source, size: SIZE },
  );
}

function difference(a, b) {
  let other = 0,
    all = 0;
  a.forEach((grey, i) => {
    if (grey < 0 && b[i] < 0) return;
    all++;
    if (grey < 0 || b[i] < 0 || Math.abs(grey - b[i]) > STEP) other++;
  });
  return all ? other / all : 0;
}

// All pairs of all files, the nearest first.
export async function pairs(page, files) {
  const drawn = [];
  for (const file of files) drawn.push(...(await draw(page, file)));
  const out = [];
  drawn.forEach((a, i) =>
    drawn.slice(i + 1).forEach((b) => {
      out.push({ a: a.name, b: b.name, by: difference(a.grey, b.grey) });
    }),
  );
  return { count: drawn.length, pairs: out.sort((one, two) => one.by - two.by) };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const browser = await openBrowser();
  const page = await browser.newPage();
  const found = await pairs(
    page,
    process.argv.slice(2).map((file) => ({ file })),
  );
  console.log(`${found.count} symbols`);
  for (const { a, b, by } of found.pairs.slice(0, 20))
    console.log(`${(100 * by).toFixed(1)} %  ${a}  ${b}`);
  await browser.close();
  process.exit(found.pairs.some(({ by }) => by < LEAST) ? 1 : 0);
}
