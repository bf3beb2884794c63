// SPDX-License-Identifier: Apache-2.0
// Does an Ed25519 signature hold? (RFC 8032.) Only checking, where nothing is secret, so that
// numbers of any size and branches on them do no harm.
import { joined, sha512 } from "./sha";

const p = 2n ** 255n - 19n,
  order = 2n ** 252n + 27742317777372353535851937790883648493n;
const mod = (a: bigint, m = p) => ((a % m) + m) % m;

function power(base: bigint, exponent: bigint): bigint {
  let out = 1n;
  for (let b = mod(base), e = exponent; e; e >>= 1n, b = mod(b * b)) if (e & 1n) out = mod(out * b);
  return out;
}
const inverse = (a: bigint) => power(a, p - 2n);
const d = mod(-121665n * inverse(121666n)),
  rootOfMinusOne = power(2n, (p - 1n) / 4n);

// x = X/Z, y = Y/Z, x y = T/Z
type Point = [bigint, bigint, bigint, bigint];
const nowhere: Point = [0n, 1n, 1n, 0n];

function sum([x1, y1, z1, t1]: Point, [x2, y2, z2, t2]: Point): Point {
  const a = mod((y1 - x1) * (y2 - x2)),
    b = mod((y1 + x1) * (y2 + x2)),
    c = mod(2n * t1 * d * t2),
    e = mod(2n * z1 * z2);
  const f = b - a,
    g = e - c,
    h = e + c,
    i = b + a;
  return [mod(f * g), mod(h * i), mod(g * h), mod(f * i)];
}
function times(point: Point, factor: bigint): Point {
  let out = nowhere;
  for (let q = point, n = factor; n; n >>= 1n, q = sum(q, q)) if (n & 1n) out = sum(out, q);
  return out;
}

const numberOf = (bytes: Uint8Array) =>
  bytes.reduceRight((all, byte) => (all << 8n) | BigInt(byte), 0n);

// The x of this sign that belongs to y; null: there is none.
function sideways(y: bigint, odd: bigint): bigint | null {
  const square = mod((y * y - 1n) * inverse(d * y * y + 1n));
  let x = power(square, (p + 3n) / 8n);
  if (mod(x * x - square)) x = mod(x * rootOfMinusOne);
  if (mod(x * x - square) || (!x && odd)) return null;
  return (x & 1n) === odd ? x : p - x;
}
function pointOf(bytes: Uint8Array): Point | null {
  const all = numberOf(bytes),
    y = all & ((1n << 255n) - 1n);
  const x = y < p ? sideways(y, all >> 255n) : null;
  return x === null ? null : [x, y, 1n, mod(x * y)];
}
const written = ([x, y, z]: Point): bigint => {
  const over = inverse(z);
  return mod(y * over) | ((mod(x * over) & 1n) << 255n);
};

const baseY = mod(4n * inverse(5n)),
  baseX = sideways(baseY, 0n) as bigint;
const base: Point = [baseX, baseY, 1n, mod(baseX * baseY)];

export function holds(key: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  const first = signature.subarray(0, 32),
    s = numberOf(signature.subarray(32));
  const point = key.length === 32 && signature.length === 64 ? pointOf(key) : null;
  if (!point || s >= order || written(times(point, 8n)) === written(nowhere)) return false;
  const h = mod(numberOf(sha512(joined(first, key, message))), order);
  const [x, y, z, t] = times(point, h);
  return written(sum(times(base, s), [mod(-x), y, z, mod(-t)])) === numberOf(first);
}
