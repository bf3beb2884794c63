// SPDX-License-Identifier: Apache-2.0
// SHA-256, HMAC and SHA-512 in a page's own code: over plain HTTP browsers withhold crypto.subtle.
// The constants are what the standard says they are, first bits of roots of primes, and are made
// from that.

const primes: bigint[] = [];
for (let n = 2n; primes.length < 80; n++) if (primes.every((p) => n % p)) primes.push(n);

// The whole part of the k-th root.
function root(value: bigint, k: bigint): bigint {
  let high = 1n;
  while (high ** k <= value) high *= 2n;
  for (let low = high / 2n; ; ) {
    const middle = (low + high) / 2n;
    if (middle === low) return low;
    if (middle ** k <= value) low = middle;
    else high = middle;
  }
}
const mask = (1n << 64n) - 1n;
const cubes = primes.map((p) => root(p << 192n, 3n) & mask);
const squares = primes.slice(0, 8).map((p) => root(p << 128n, 2n) & mask);
const highs = (list: bigint[]) => Int32Array.from(list, (n) => Number(n >> 32n) | 0);
const lows = (list: bigint[]) => Int32Array.from(list, (n) => Number(n & 0xffffffffn) | 0);
const cubeHigh = highs(cubes),
  cubeLow = lows(cubes),
  squareHigh = highs(squares),
  squareLow = lows(squares);

// The message with its end: a bit, zeros, its length in bits.
function padded(message: Uint8Array, block: number): DataView {
  const room = block / 8,
    length = Math.ceil((message.length + 1 + room) / block) * block;
  const out = new Uint8Array(length);
  out.set(message);
  out[message.length] = 0x80;
  const view = new DataView(out.buffer);
  view.setUint32(length - 8, Math.floor(message.length / 0x20000000));
  view.setUint32(length - 4, (message.length << 3) >>> 0);
  return view;
}

const turned = (x: number, by: number) => (x >>> by) | (x << (32 - by));

export function sha256(message: Uint8Array): Uint8Array {
  const data = padded(message, 64),
    hash = squareHigh.slice(),
    w = new Int32Array(64);
  for (let at = 0; at < data.byteLength; at += 64) {
    for (let i = 0; i < 16; i++) w[i] = data.getInt32(at + 4 * i);
    for (let i = 16; i < 64; i++) {
      const x = w[i - 15]!,
        y = w[i - 2]!;
      const s0 = turned(x, 7) ^ turned(x, 18) ^ (x >>> 3),
        s1 = turned(y, 17) ^ turned(y, 19) ^ (y >>> 10);
      w[i] = w[i - 16]! + s0 + w[i - 7]! + s1;
    }
    let [a, b, c, d, e, f, g, h] = hash as unknown as number[] as [
      number, number, number, number, number, number, number, number,
    ];
    for (let i = 0; i < 64; i++) {
      const s1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
      const one = (h + s1 + ((e & f) ^ (~e & g)) + cubeHigh[i]! + w[i]!) | 0;
      const s0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
      const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + one) | 0;
      d = c;
      c = b;
      b = a;
      a = (one + two) | 0;
    }
    [a, b, c, d, e, f, g, h].forEach((x, i) => (hash[i] = hash[i]! + x));
  }
  const out = new DataView(new ArrayBuffer(32));
  hash.forEach((x, i) => out.setInt32(4 * i, x));
  return new Uint8Array(out.buffer);
}

export const joined = (...parts: Uint8Array[]): Uint8Array => {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
};

// The key is at most a block long.
export function hmac256(key: Uint8Array, message: Uint8Array): Uint8Array {
  const inner = new Uint8Array(64).fill(0x36),
    outer = new Uint8Array(64).fill(0x5c);
  key.forEach((byte, i) => {
    inner[i]! ^= byte;
    outer[i]! ^= byte;
  });
  return sha256(joined(outer, sha256(joined(inner, message))));
}

// Numbers of 64 bits as two halves; what a sum of low halves carries goes to the high ones.
const carry = (...low: number[]): [number, number] => {
  const sum = low.reduce((all, x) => all + (x >>> 0), 0);
  return [Math.floor(sum / 0x100000000), sum | 0];
};
// Rotations of both halves: [high, low] of x >>> by, turned round.
const rotated = (h: number, l: number, by: number): [number, number] =>
  by < 32
    ? [(h >>> by) | (l << (32 - by)), (l >>> by) | (h << (32 - by))]
    : [(l >>> (by - 32)) | (h << (64 - by)), (h >>> (by - 32)) | (l << (64 - by))];
const shifted = (h: number, l: number, by: number): [number, number] => [
  h >>> by,
  (l >>> by) | (h << (32 - by)),
];
type Half = [number, number];
const mixed = (a: Half, b: Half, c: Half): Half => [a[0] ^ b[0] ^ c[0], a[1] ^ b[1] ^ c[1]];

export function sha512(message: Uint8Array): Uint8Array {
  const data = padded(message, 128),
    high = squareHigh.slice(),
    low = squareLow.slice(),
    wh = new Int32Array(80),
    wl = new Int32Array(80);
  for (let at = 0; at < data.byteLength; at += 128) {
    for (let i = 0; i < 16; i++) {
      wh[i] = data.getInt32(at + 8 * i);
      wl[i] = data.getInt32(at + 8 * i + 4);
    }
    for (let i = 16; i < 80; i++) {
      const [xh, xl, yh, yl] = [wh[i - 15]!, wl[i - 15]!, wh[i - 2]!, wl[i - 2]!];
      const s0 = mixed(rotated(xh, xl, 1), rotated(xh, xl, 8), shifted(xh, xl, 7));
      const s1 = mixed(rotated(yh, yl, 19), rotated(yh, yl, 61), shifted(yh, yl, 6));
      const [more, l] = carry(wl[i - 16]!, s0[1], wl[i - 7]!, s1[1]);
      wl[i] = l;
      wh[i] = wh[i - 16]! + s0[0] + wh[i - 7]! + s1[0] + more;
    }
    const s: Half[] = Array.from(high, (h, i) => [h, low[i]!]);
    for (let i = 0; i < 80; i++) {
      const [a, b, c, d, e, f, g, h] = s as [Half, Half, Half, Half, Half, Half, Half, Half];
      const s1 = mixed(rotated(...e, 14), rotated(...e, 18), rotated(...e, 41));
      const s0 = mixed(rotated(...a, 28), rotated(...a, 34), rotated(...a, 39));
      const chosen = [0, 1].map((k) => (e[k]! & f[k]!) ^ (~e[k]! & g[k]!));
      const most = [0, 1].map((k) => (a[k]! & b[k]!) ^ (a[k]! & c[k]!) ^ (b[k]! & c[k]!));
      const [m1, l1] = carry(h[1], s1[1], chosen[1]!, cubeLow[i]!, wl[i]!);
      const h1 = (h[0] + s1[0] + chosen[0]! + cubeHigh[i]! + wh[i]! + m1) | 0;
      const [m2, l2] = carry(l1, s0[1], most[1]!);
      const [m3, l3] = carry(d[1], l1);
      s.pop();
      s.unshift([(h1 + s0[0] + most[0]! + m2) | 0, l2]);
      s[4] = [(d[0] + h1 + m3) | 0, l3];
    }
    s.forEach((half, i) => {
      const [more, l] = carry(low[i]!, half[1]);
      low[i] = l;
      high[i] = high[i]! + half[0] + more;
    });
  }
  const out = new DataView(new ArrayBuffer(64));
  high.forEach((h, i) => {
    out.setInt32(8 * i, h);
    out.setInt32(8 * i + 4, low[i]!);
  });
  return new Uint8Array(out.buffer);
}
