// SPDX-License-Identifier: Apache-2.0
// Paints the grounds of a game's tables: node grounds.mjs GAME. For every ground of its style.json
// that names a picture, one is drawn from the ground's own colours (patches, ripples of wind,
// tracks of wheels, plates of a yard, relief by noise) and written into its art folder. The relief
// is too dear to be drawn while somebody plays, hence a picture; equal colours give an equal one.
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { openBrowser } from "./browser.mjs";

const W = 1500,
  H = 1000;
const art = (game) =>
  join(dirname(fileURLToPath(import.meta.url)), "..", "..", "games", game, "art");

// A small generator of numbers: the same picture at every visit.
function dice(seed) {
  let a = seed;
  return (from = 0, to = 1) => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return from + (((t ^ (t >>> 14)) >>> 0) / 4294967296) * (to - from);
  };
}
const f = (v) => v.toFixed(1);
const times = (n, make) => Array.from({ length: n }, (_, i) => make(i)).join("");
// An element from its attributes.
const el = (name, attributes, inside = "") =>
  `<${name} ${Object.entries(attributes)
    .map(([key, value]) => `${key}="${typeof value === "number" ? f(value) : value}"`)
    .join(" ")}>${inside}</${name}>`;
const path = (d, stroke, opacity, width, more = {}) =>
  el("path", {
    ...{ d, fill: "none", stroke, "stroke-opacity": opacity, "stroke-width": width },
    ...more,
  });
const oval = (d, rx, ry, fill, opacity = "1") => {
  const cx = d(0, W),
    cy = d(0, H);
  const transform = `rotate(${f(d(-60, 60))} ${f(cx)} ${f(cy)})`;
  return el("ellipse", { cx, cy, rx, ry, fill, opacity, transform });
};
const blotches = (d, n, fill) =>
  times(n, () => {
    const rx = d(160, 420);
    return oval(d, rx, rx * d(0.5, 0.8), `url(#${fill})`);
  });

function wind(d, g) {
  const ripples = times(150, () => {
    const l = d(26, 90),
      b = d(3, 9);
    return `M${f(d(0, W))} ${f(d(0, H))}q${f(l / 2)}-${f(b)} ${f(l)} ${f(b * 0.3)}`;
  });
  const tracks = [
    "M-20 905C300 860 420 900 640 940S1100 900 1520 960",
    "M640 -20C600 90 700 240 905 300S1120 470 1060 640 1180 900 1150 1020",
  ];
  const round = { "stroke-linecap": "round" };
  return (
    path(ripples, g.dark, ".5", 1.6, round) +
    path(ripples, g.light, ".6", 1.5, { ...round, transform: "translate(0 2.2)" }) +
    tracks
      .map(
        (p) =>
          path(p, g.dark, ".3", 34) +
          path(p, g.soil, ".8", 16) +
          path(p, g.dark, ".42", 31, { "stroke-dasharray": "3 6" }) +
          path(p, g.soil, ".95", 15),
      )
      .join("")
  );
}

// A yard of steel plates with seams, rivets, painted lines and rust.
function yard(d) {
  const seam = (o) =>
    times(7, (i) => `M${150 + i * 200 + o} 0V${H}`) +
    times(4, (i) => `M0 ${200 + i * 200 + o}H${W}`);
  const plates = times(9, () => {
    const x = 150 + 200 * Math.floor(d(-1, 7)),
      y = 200 * Math.floor(d(0, 5)),
      at = { x: x + 4, y: y + 4, width: 192, height: 192 };
    const rivets = [16, 184].flatMap((a) =>
      [16, 184].map((b) =>
        el("circle", { cx: x + a, cy: y + b, r: 3.4, fill: "#14110f", opacity: ".6" }),
      ),
    );
    return (
      el("rect", { ...at, fill: "#5a5450", opacity: ".4" }) +
      el("rect", { ...at, fill: "url(#plate)" }) +
      rivets.join("")
    );
  });
  const paint = `M350 0V${H}M1150 0V${H}`;
  return (
    path(seam(0), "#0f0b09", ".45", 3) +
    path(seam(2.5), "#fff", ".09", 1.5) +
    path(paint, "#d9a12c", ".34", 7, { "stroke-dasharray": "60 26" }) +
    plates +
    times(34, () => {
      const r = d(30, 120);
      return oval(d, r, r * 0.62, "url(#rs)");
    }) +
    times(9, () => oval(d, d(14, 40), d(10, 26), "#0c0a09", ".26"))
  );
}

function pebbles(d, g) {
  const stones = Array.from({ length: 230 }, () => [d(0, W), d(0, H), d(1, 3.2)]);
  const all = (dy, k, fill) =>
    stones
      .map(([cx, cy, r]) =>
        el("ellipse", { cx, cy: cy + dy, rx: r * k, ry: r * k * 0.75, fill, opacity: ".65" }),
      )
      .join("");
  return all(1, 1, g.dark) + all(0, 0.8, g.light);
}

const stop = (offset, colour, opacity) =>
  el("stop", { offset, "stop-color": colour, "stop-opacity": opacity });
const spot = (id, colour, o) =>
  el("radialGradient", { id }, stop("0", colour, o) + stop("1", colour, "0"));

function defs(g) {
  const vignette = { id: "vig", cx: ".5", cy: ".5", r: ".75" };
  const tread = path("M3 8l5-5M14 19l5-5M14 3l5 5M3 14l5 5", "#fff", ".12", 2.4);
  const noise = {
    ...{ type: "fractalNoise", baseFrequency: ".011 .017", numOctaves: "5" },
    ...{ seed: "7", result: "n" },
  };
  const light = { in: "n", surfaceScale: "13", diffuseConstant: "1.05", "lighting-color": "#fff" };
  const whole = { x: "0", y: "0", width: "100%", height: "100%" };
  const cell = { width: "22", height: "22", patternUnits: "userSpaceOnUse" };
  return el(
    "defs",
    {},
    spot("bl", g.light, ".75") +
      spot("bd", g.dark, ".7") +
      spot("rs", g.metal[0], ".55") +
      el("radialGradient", vignette, stop(".55", g.shadow, "0") + stop("1", g.shadow, ".42")) +
      el("pattern", { id: "plate", ...cell }, tread) +
      el(
        "filter",
        { id: "relief", ...whole, "color-interpolation-filters": "sRGB" },
        el("feTurbulence", noise) +
          el(
            "feDiffuseLighting",
            light,
            el("feDistantLight", { azimuth: "230", elevation: "52" }),
          ),
      ),
  );
}

function picture(g, scale) {
  const d = dice(11),
    all = { width: W, height: H };
  return el(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      ...{ width: W * scale, height: H * scale, viewBox: `0 0 ${W} ${H}` },
    },
    defs(g) +
      el("rect", { ...all, fill: g.soil }) +
      blotches(d, 5, "bl") +
      blotches(d, 4, "bd") +
      (g.paint === "plates" ? yard(d) : wind(d, g)) +
      pebbles(d, g) +
      el("rect", {
        ...{ ...all, filter: "url(#relief)", style: "mix-blend-mode:soft-light" },
        opacity: String(g.relief ?? 0.8),
      }) +
      el("rect", { ...all, fill: "url(#vig)" }),
  );
}

const [game] = process.argv.slice(2);
if (!game) {
  console.error("Usage: node grounds.mjs GAME");
  process.exit(2);
}
const { plane } = JSON.parse(readFileSync(join(art(game), "style.json"), "utf8"));
const browser = await openBrowser();
try {
  const page = await browser.newPage();
  for (const ground of Object.values(plane?.grounds ?? {})) {
    if (!ground.image) continue;
    const scale = 0.8;
    const data = await page.evaluate(
      async ({ svg, w, h }) => {
        const image = new Image();
        image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
        await image.decode();
        const canvas = document.createElement("canvas");
        canvas.width = w;
        canvas.height = h;
        canvas.getContext("2d").drawImage(image, 0, 0, w, h);
        return canvas.toDataURL("image/webp", 0.5);
      },
      { svg: picture(ground, scale), w: W * scale, h: H * scale },
    );
    const bytes = Buffer.from(data.split(",")[1], "base64");
    writeFileSync(join(art(game), ground.image), bytes);
    console.log(`${ground.image} ${bytes.length} bytes`);
  }
} finally {
  await browser.close();
}
