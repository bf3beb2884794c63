// SPDX-License-Identifier: Apache-2.0
// Paints the ground of a hex map as one picture: heights shaded from the north-west, fields, trees,
// ponds, the banks of waters. What rules read stays out of it, and is drawn crisp above by the page
// with the same outlines. Runs in a browser, whose canvas is the encoder; web/relief.mjs calls it.
// Nothing is left to chance: the same map gives the same paint.
import type { Cells, Game, Look } from "../types";
import { type Frame, type Place, blob, frames } from "../board/geometry";
import { type Ground, border, edgeKinds, tagKinds, tagsOf, waters } from "../board/lines";
import { terrainKind } from "../board/terrain";

export interface Request {
  game: Game;
  cells: Cells;
  look: Look;
  day: number; // at most so many bytes
  night: number;
}
export interface Painted {
  day: string; // WebP, in base 64
  night: string;
  crowns: number;
}

type Rgb = [number, number, number];
const rgb = (hex: string): Rgb => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16)) as Rgb;
const mixed = (a: Rgb, b: Rgb, t: number): Rgb => [
  a[0] + (b[0] - a[0]) * t,
  a[1] + (b[1] - a[1]) * t,
  a[2] + (b[2] - a[2]) * t,
];
const between = (v: number, low: number, high: number): number => Math.max(low, Math.min(high, v));

// ------------------------------------------------------------------------------------------ noise
function grain(x: number, y: number, seed: number): number {
  let n =
    Math.imul(x, 374761393) ^ Math.imul(y, 668265263) ^ Math.imul(seed, 1442695041);
  n = Math.imul(n ^ (n >>> 13), 1274126177);
  return ((n ^ (n >>> 16)) >>> 0) / 4294967296;
}
function smooth(x: number, y: number, seed: number): number {
  const xi = Math.floor(x),
    yi = Math.floor(y);
  let fx = x - xi,
    fy = y - yi;
  fx = fx * fx * (3 - 2 * fx);
  fy = fy * fy * (3 - 2 * fy);
  const a = grain(xi, yi, seed),
    b = grain(xi + 1, yi, seed),
    c = grain(xi, yi + 1, seed),
    d = grain(xi + 1, yi + 1, seed);
  return a + (b - a) * fx + (c - a) * fy + (a - b - c + d) * fx * fy;
}
function cloud(x: number, y: number, seed: number, octaves = 4): number {
  let v = 0,
    share = 0.5;
  for (let i = 0; i < octaves; i++) {
    v += share * smooth(x, y, seed + i);
    x *= 2.03;
    y *= 2.03;
    share *= 0.5;
  }
  return v;
}

// ------------------------------------------------------------------------------------------ plate
type Pen = OffscreenCanvasRenderingContext2D;
const penOf = (canvas: OffscreenCanvas): Pen =>
  canvas.getContext("2d", { willReadFrequently: true }) as Pen;

// Everything soft is worked out at half size.
class Plate {
  readonly w: number;
  readonly h: number;
  constructor(
    readonly width: number,
    readonly height: number,
  ) {
    this.w = Math.floor(width / 2);
    this.h = Math.ceil(height / 2);
  }
  // How much of an outline (or of a line so wide) covers each point, its edge made soft.
  mask(path: string, blur: number, stroke = 0): Float32Array {
    const canvas = new OffscreenCanvas(this.w, this.h),
      pen = penOf(canvas);
    pen.scale(0.5, 0.5);
    if (blur) pen.filter = `blur(${blur / 2}px)`;
    pen.fillStyle = pen.strokeStyle = "#fff";
    if (stroke) {
      pen.lineWidth = stroke;
      pen.lineJoin = pen.lineCap = "round";
      pen.stroke(new Path2D(path));
    } else pen.fill(new Path2D(path), "evenodd");
    const pixels = pen.getImageData(0, 0, this.w, this.h).data;
    return Float32Array.from({ length: this.w * this.h }, (_, i) => (pixels[i * 4 + 3] ?? 0) / 255);
  }
  at(layer: Float32Array, x: number, y: number): number {
    const px = Math.round(x / 2),
      py = Math.round(y / 2);
    return px < 0 || py < 0 || px >= this.w || py >= this.h ? 0 : (layer[py * this.w + px] ?? 0);
  }
  each(what: (i: number, x: number, y: number) => void): void {
    for (let y = 0; y < this.h; y++)
      for (let x = 0; x < this.w; x++) what(y * this.w + x, x * 2, y * 2);
  }
}

interface Land {
  plate: Plate;
  wood: Float32Array;
  hillWood: Float32Array;
  hill: Float32Array;
  pond: Float32Array;
  high: Float32Array; // widely softened
  steep: Float32Array;
  valley: Float32Array;
  trees: Float32Array;
  z: Float32Array;
}
interface Sites {
  ponds: Place[];
  peaks: Place[];
  towns: { place: Place; big: boolean }[];
  rivers: { d: string; width: number }[];
}

function landOf(ground: Ground, plate: Plate, sites: Sites): Land {
  const kind = ground.cells.map((c) =>
    terrainKind(ground.game.faces[c.face]?.token ?? "", ground.look),
  );
  const area = (...kinds: string[]): string =>
    blob(border(ground, (cell) => kinds.includes(kind[cell] ?? "")));
  const land: Land = {
    plate,
    wood: plate.mask(area("wood"), 7),
    hillWood: plate.mask(area("rough_wood"), 9),
    hill: plate.mask(area("rough"), 9),
    pond: plate.mask(area("pond"), 10),
    high: plate.mask(area("rough", "rough_wood"), 56),
    steep: plate.mask(area("rough", "rough_wood"), 12),
    valley: plate.mask(sites.rivers.map((r) => r.d).join(""), 22, 34),
    trees: plate.mask(area("wood", "rough_wood"), 6),
    z: new Float32Array(plate.w * plate.h),
  };
  raise(land, sites.peaks);
  return land;
}

// Hills where the rules have them, summits, a low swell elsewhere, valleys along waters.
function raise({ plate, high, steep, valley, z }: Land, peaks: Place[]): void {
  plate.each((i, x, y) => {
    const up = high[i] ?? 0,
      sharp = steep[i] ?? 0;
    const swell = cloud(x / 120, y / 120, 7, 5) - 0.47,
      ridge = 1 - Math.abs(2 * cloud(x / 150 + 9, y / 110, 31) - 0.94) * 2.2;
    z[i] =
      58 * up +
      (16 + 118 * sharp * up) * swell +
      34 * up * sharp * ridge +
      10 * (cloud(x / 300, y / 300, 3, 3) - 0.5) -
      9 * (valley[i] ?? 0) * (1 - up * 0.3);
  });
  for (const peak of peaks)
    for (let y = -70; y <= 70; y++)
      for (let x = -70; x <= 70; x++) {
        const px = Math.round(peak.x / 2) + x,
          py = Math.round(peak.y / 2) - 6 + y;
        if (px < 0 || py < 0 || px >= plate.w || py >= plate.h) continue;
        const a = Math.atan2(y, x),
          lobes = 1 + 0.16 * Math.sin(a * 3 + peak.cell) + 0.1 * Math.sin(a * 5 + peak.x);
        const r = Math.hypot(x, y) * 2 * lobes,
          i = py * plate.w + px;
        z[i] = (z[i] ?? 0) + 66 * Math.exp(-(r * r) / (2 * 34 * 34));
      }
}

// ----------------------------------------------------------------------------------------- colour
const soil = {
  clear: rgb("#ece0bd"),
  wood: rgb("#b9c48d"),
  hill: rgb("#dcc190"),
  hillWood: rgb("#b7b67c"),
  pond: rgb("#c2cda6"),
  meadow: rgb("#c3cf98"),
  top: rgb("#c39a66"),
};
const tints: Rgb[] = [
  [7, 3, -16],
  [-9, 2, -12],
  [9, 5, 4],
  [-3, -6, -20],
  [2, 6, -6],
  [13, 7, -3],
  [-13, -1, -17],
];

// Fields: uneven cells of nearly the same tone, with a hedge where two meet.
function fields(colour: Rgb, x: number, y: number, plain: number): Rgb {
  const gx = x / 38,
    gy = y / 27,
    cx = Math.floor(gx),
    cy = Math.floor(gy);
  let first = 9,
    second = 9,
    which = 0;
  for (let a = -1; a < 2; a++)
    for (let b = -1; b < 2; b++) {
      const dx = gx - (cx + a + 0.15 + 0.7 * grain(cx + a, cy + b, 1)),
        dy = gy - (cy + b + 0.15 + 0.7 * grain(cx + a, cy + b, 2));
      const far = Math.max(Math.abs(dx + dy * 0.35), Math.abs(dy - dx * 0.3));
      if (far < first)
        [second, first, which] = [first, far, Math.floor(grain(cx + a, cy + b, 5) * 7)];
      else if (far < second) second = far;
    }
  const tint = tints[which] ?? [0, 0, 0],
    k = plain * 0.85,
    hedge: Rgb = second - first < 0.07 ? [13, 10, 16] : [0, 0, 0];
  return [0, 1, 2].map(
    (c) => (colour[c] ?? 0) + ((tint[c] ?? 0) - (hedge[c] ?? 0)) * k,
  ) as Rgb;
}

// How light a slope is, from the north-west.
function shade({ plate: { w, h }, z }: Land, i: number): number {
  const x = i % w,
    y = Math.floor(i / w);
  const z0 = (px: number, py: number): number =>
    z[between(py, 0, h - 1) * w + between(px, 0, w - 1)] ?? 0;
  const nx = (-(z0(x + 1, y) - z0(x - 1, y)) / 4) * 0.36,
    ny = (-(z0(x, y + 1) - z0(x, y - 1)) / 4) * 0.36;
  const s = (-0.52 * nx - 0.62 * ny + 0.62) / Math.hypot(nx, ny, 1) / 0.62;
  return between(s < 1 ? 1 - (1 - s) * 0.66 : 1 + (s - 1) * 0.3, 0.62, 1.13);
}

function paintGround(land: Land): ImageData {
  const { plate } = land,
    image = new ImageData(plate.w, plate.h),
    out = image.data;
  plate.each((i, x, y) => {
    const wood = land.wood[i] ?? 0,
      hillWood = land.hillWood[i] ?? 0,
      hill = land.hill[i] ?? 0,
      pond = land.pond[i] ?? 0,
      valley = land.valley[i] ?? 0;
    const plain = Math.max(0, 1 - wood - hillWood - hill - pond);
    let c: Rgb = plain > 0.05 ? fields(soil.clear, x, y, plain) : [...soil.clear];
    c = mixed(c, soil.meadow, Math.min(1, valley * 1.5) * 0.8 * (1 - hill * 0.5));
    c = mixed(c, soil.wood, wood);
    c = mixed(c, soil.hill, hill);
    c = mixed(c, soil.hillWood, hillWood);
    c = mixed(c, soil.pond, pond);
    const rise = between(((land.z[i] ?? 0) - 48) / 120, 0, 1);
    c = mixed(c, soil.top, rise * 0.5 * (1 - 0.55 * (land.trees[i] ?? 0)));
    const light = shade(land, i),
      dusk = light < 1 ? 1 - light : 0, // shadows are a little violet
      paper = 1 + 0.035 * (cloud(x / 70, y / 70, 77) - 0.47);
    out[i * 4] = c[0] * light * paper + 10 * dusk;
    out[i * 4 + 1] = c[1] * light * paper;
    out[i * 4 + 2] = c[2] * light * paper + 16 * dusk;
    out[i * 4 + 3] = 255;
  });
  return image;
}

// ------------------------------------------------------------------------------------------ trees
interface Crown {
  x: number;
  y: number;
  r: number;
  tone: number;
  dry: boolean;
}
function crownsOf(land: Land, sites: Sites): Crown[] {
  const { plate } = land,
    step = 9.2,
    out: Crown[] = [];
  for (let gy = 0; gy * step * 0.86 < plate.height; gy++)
    for (let gx = -1; gx * step < plate.width; gx++) {
      const x = gx * step + (gy % 2 ? step / 2 : 0) + step * 0.75 * (grain(gx, gy, 11) - 0.5),
        y = gy * step * 0.86 + step * 0.75 * (grain(gx, gy, 12) - 0.5);
      // the edge of a wood wanders, so that it does not look ruled
      const wx = x + 18 * (cloud(x / 34, y / 34, 41, 2) - 0.5),
        wy = y + 18 * (cloud(x / 34, y / 34, 51, 2) - 0.5);
      if (plate.at(land.trees, wx, wy) < 0.5 || cloud(x / 64, y / 64, 19, 3) > 0.61) continue;
      const dry = plate.at(land.hillWood, x, y);
      if (dry < 0.4 && isRide(x, y)) continue;
      const built = sites.towns.some(
        ({ place, big }) => Math.hypot(place.x - x, (place.y - y) * 1.15) < (big ? 36 : 25),
      );
      if (built || plate.at(land.valley, x, y) > 0.86) continue;
      out.push({ x, y, r: 3.9 + 2.1 * grain(gx, gy, 13), tone: grain(gx, gy, 14), dry: dry > 0.5 });
    }
  return out;
}
// Straight lanes cut through planted woods.
function isRide(x: number, y: number): boolean {
  const u = x * 0.97 + y * 0.22,
    v = y * 0.97 - x * 0.22;
  const near = (((u % 74) + 74) % 74) < 5 || (((v % 92) + 92) % 92) < 5;
  return near && cloud(x / 90, y / 90, 63, 2) < 0.46;
}

const greens = ["#9fae76", "#a7b57e", "#aebb86", "#b6c18e", "#94a46b"];
const dryGreens = ["#a4a872", "#abad77", "#9a9f69", "#b2b27e", "#8f9560"];

function paintTrees(pen: Pen, land: Land, crowns: Crown[]): void {
  pen.fillStyle = "rgba(60,68,34,.30)";
  pen.beginPath();
  for (const { x, y, r } of crowns) {
    pen.moveTo(x + 2.6 + r, y + 3.4);
    pen.arc(x + 2.6, y + 3.4, r + 0.4, 0, 7);
  }
  pen.fill();
  for (const { x, y, r, tone, dry } of crowns) {
    const { w, h } = land.plate,
      px = between(Math.round(x / 2), 0, w - 1),
      py = between(Math.round(y / 2), 0, h - 1);
    const lit = shade(land, py * w + px);
    const group = Math.floor(tone * 1.6 + 3.4 * (cloud(x / 95, y / 95, 88, 3) - 0.2));
    const index = lit < 0.9 ? 4 : between(group + (lit > 1.04 ? 1 : 0), 0, 4);
    pen.fillStyle = (dry ? dryGreens : greens)[index] ?? "#9fae76";
    pen.beginPath();
    pen.arc(x, y, r, 0, 7);
    pen.fill();
    pen.strokeStyle = "rgba(64,78,36,.30)";
    pen.lineWidth = 1.1;
    pen.beginPath();
    pen.arc(x, y, r - 0.4, -0.5, 2.4);
    pen.stroke();
  }
  pen.fillStyle = "rgba(236,238,188,.34)";
  pen.beginPath();
  for (const { x, y, r } of crowns) {
    pen.moveTo(x - 1.3 + r * 0.5, y - 1.6);
    pen.arc(x - 1.3, y - 1.6, r * 0.52, 0, 7);
  }
  pen.fill();
}

// ------------------------------------------------------------------------------------------ water
function paintBanks(pen: Pen, sites: Sites): void {
  pen.lineCap = pen.lineJoin = "round";
  for (const { d, width } of sites.rivers)
    for (const [more, colour] of [
      [9, "rgba(88,96,52,.22)"],
      [5, "rgba(80,86,46,.30)"],
    ] as const) {
      pen.strokeStyle = colour;
      pen.lineWidth = width + more;
      pen.stroke(new Path2D(d));
    }
}

// A dammed sheet of water: an uneven ring of points, rounded.
function sheet(x: number, y: number, w: number, h: number, tilt: number, seed: number): Path2D {
  const k = 8,
    points = Array.from({ length: k }, (_, j) => {
      const t = (j / k) * 6.283,
        q = 0.82 + 0.36 * grain(seed + j * 7, seed * 3 + j, 6),
        ux = w * q * Math.cos(t),
        uy = h * q * Math.sin(t);
      return {
        x: x + ux * Math.cos(tilt) - uy * Math.sin(tilt),
        y: y + ux * Math.sin(tilt) + uy * Math.cos(tilt),
      };
    });
  const path = new Path2D();
  points.forEach((p, j) => {
    const before = points[(j + k - 1) % k] ?? p,
      next = points[(j + 1) % k] ?? p;
    if (!j) path.moveTo((before.x + p.x) / 2, (before.y + p.y) / 2);
    path.quadraticCurveTo(p.x, p.y, (p.x + next.x) / 2, (p.y + next.y) / 2);
  });
  path.closePath();
  return path;
}
function paintPonds(pen: Pen, ponds: Place[]): void {
  for (const place of ponds) {
    const s = Math.trunc(place.x),
      t = Math.trunc(place.y);
    for (let i = 0; i < 5; i++) {
      const a = i * 1.571 + grain(s, t, 9) * 6,
        far = i ? 31 : 2;
      const path = sheet(
        place.x + far * Math.cos(a),
        place.y + far * 0.84 * Math.sin(a),
        (i ? 17 : 15) + 7 * grain(s, i, 3),
        9.5 + 6 * grain(t, i, 4),
        (grain(s, i, 8) - 0.5) * 1.1,
        s + 31 * i,
      );
      pen.strokeStyle = "rgba(112,124,80,.42)";
      pen.lineWidth = 5;
      pen.stroke(path);
      pen.fillStyle = "#7398a2"; // the shaded bank, then the open water beside it
      pen.fill(path);
      pen.save();
      pen.clip(path);
      pen.translate(2.2, 2.6);
      pen.fillStyle = "#94b6bd";
      pen.fill(path);
      pen.restore();
    }
    pen.strokeStyle = "rgba(88,106,62,.75)";
    pen.lineWidth = 1.2;
    for (let i = 0; i < 12; i++) {
      const a = i * 2.4 + 1,
        far = 12 + 36 * grain(s, i, 21),
        x = place.x + far * Math.cos(a),
        y = place.y + far * 0.86 * Math.sin(a);
      pen.beginPath();
      for (const d of [-2.4, 0, 2.4]) {
        pen.moveTo(x + d, y);
        pen.lineTo(x + d * 1.4, y - 4.6 + Math.abs(d) * 0.5);
      }
      pen.stroke();
    }
  }
}

// -------------------------------------------------------------------------------------- encoding
// The best quality that stays below so many bytes.
async function webp(canvas: OffscreenCanvas, most: number): Promise<string> {
  for (let quality = 0.8; ; quality -= 0.05) {
    const file = await canvas.convertToBlob({ type: "image/webp", quality });
    if (file.size > most && quality > 0.12) continue;
    const bytes = new Uint8Array(await file.arrayBuffer());
    let text = "";
    for (let i = 0; i < bytes.length; i += 8192)
      text += String.fromCharCode(...bytes.subarray(i, i + 8192));
    return btoa(text);
  }
}

// The same paint by lamp: darker, its colours kept, a little cooler in the shadows.
function dim(pen: Pen, width: number, height: number): void {
  const image = pen.getImageData(0, 0, width, height),
    data = image.data;
  for (let i = 0; i < data.length; i += 4) {
    const r = (data[i] ?? 0) / 255,
      g = (data[i + 1] ?? 0) / 255,
      b = (data[i + 2] ?? 0) / 255;
    const light = 0.3 * r + 0.59 * g + 0.11 * b || 0.01,
      t = light ** 1.35;
    data[i] = 255 * (0.045 + 0.6 * t * ((0.8 * r) / light + 0.2));
    data[i + 1] = 255 * (0.05 + 0.56 * t * ((0.8 * g) / light + 0.2));
    data[i + 2] = 255 * (0.06 + 0.47 * t * ((0.7 * b) / light + 0.3));
  }
  pen.putImageData(image, 0, 0);
}

function sitesOf(ground: Ground): Sites {
  const kinds = tagKinds(ground.game, ground.look),
    tags = (place: Place): string[] => tagsOf(kinds, ground.cells[place.cell]);
  const all = ground.frame.places,
    wet = edgeKinds(ground.game, ground.look).flatMap((kind, bit) =>
      kind === "river" || kind === "stream" ? [bit] : [],
    );
  return {
    ponds: all.filter(
      (p) =>
        terrainKind(
          ground.game.faces[ground.cells[p.cell]?.face ?? 0]?.token ?? "",
          ground.look,
        ) === "pond",
    ),
    peaks: all.filter((p) => tags(p).some((t) => /^(height|hill|dominant)$/.test(t))),
    towns: all
      .filter((p) => tags(p).some((t) => /^(town|city|village)$/.test(t)))
      .map((place) => ({ place, big: !tags(place).includes("village") })),
    rivers: wet.flatMap((bit) =>
      waters(ground, bit).map(({ width, strands }) => ({
        width,
        d: strands.map((s) => s.d).join(""),
      })),
    ),
  };
}

async function paint({ game, cells, look, day, night }: Request): Promise<Painted> {
  const frame = frames(game, cells).find(
    (f) => game.surfaces[f.surface]?.shape === "hexes",
  ) as Frame;
  const surface = game.surfaces[frame.surface] as Ground["surface"];
  const list = cells.surfaces[frame.surface]?.cells ?? [];
  const ground: Ground = { game, surface, frame, cells: list, look };
  const width = Math.round(frame.width),
    height = Math.round(frame.height);
  const plate = new Plate(width, height),
    sites = sitesOf(ground),
    land = landOf(ground, plate, sites);
  const canvas = new OffscreenCanvas(width, height),
    pen = penOf(canvas);
  const half = new OffscreenCanvas(plate.w, plate.h);
  half.getContext("2d")?.putImageData(paintGround(land), 0, 0);
  pen.imageSmoothingQuality = "high";
  pen.drawImage(half, 0, 0, width, height);
  const crowns = crownsOf(land, sites);
  paintBanks(pen, sites);
  paintTrees(pen, land, crowns);
  paintPonds(pen, sites.ponds);
  const bright = await webp(canvas, day);
  dim(pen, width, height);
  return { day: bright, night: await webp(canvas, night), crowns: crowns.length };
}

(globalThis as unknown as { paint: typeof paint }).paint = paint;
