// SPDX-License-Identifier: Apache-2.0
// The sounds of the table, made from oscillators and noise when they are first heard: no file is
// loaded. Each is a function of time; what comes out are samples between -1 and 1. Pure, so that it
// can be tested without a loudspeaker.
export const soundNames = [
  "card",
  "counter",
  "dice",
  "shot",
  "artillery",
  "aircraft",
  "alert",
] as const;
export type SoundName = (typeof soundNames)[number];

const turn = 2 * Math.PI;
const fade = (t: number, half: number): number => 2 ** (-t / half); // half as loud after `half`
const rise = (t: number, over: number): number => Math.min(1, t / over);

// The same noise every time.
function noise(seed: number): () => number {
  let s = seed >>> 0;
  return () => {
    s = (Math.imul(s, 1664525) + 1013904223) >>> 0;
    return s / 2147483648 - 1;
  };
}
// Lets through what is below so many hertz.
function below(rate: number): (sample: number, hertz: number) => number {
  let held = 0;
  return (sample, hertz) => (held += (1 - Math.exp((-turn * hertz) / rate)) * (sample - held));
}
// A struck thing: partials that ring out, the higher the sooner.
function struck(t: number, hertz: number[], half: number): number {
  const partial = (f: number, i: number): number =>
    (Math.sin(turn * f * t) * fade(t, half / (i + 1))) / (i + 1);
  return t < 0 ? 0 : hertz.reduce((sum, f, i) => sum + partial(f, i), 0);
}

type Maker = (rate: number) => (t: number) => number;
const makers: Record<SoundName, { seconds: number; make: Maker }> = {
  // Paper over paper.
  card: {
    seconds: 0.16,
    make: (rate) => {
      const hiss = noise(11),
        low = below(rate),
        soft = below(rate);
      return (t) => {
        const raw = soft(hiss(), 5200),
          swell = Math.sin(Math.PI * Math.min(1, t / 0.15)) ** 2;
        return 1.5 * (raw - low(raw, 900 + 9000 * t)) * swell;
      };
    },
  },
  // Cardboard put down on wood.
  counter: {
    seconds: 0.12,
    make: (rate) => {
      const hiss = noise(5),
        low = below(rate);
      return (t) =>
        0.5 * struck(t, [310, 870, 1630], 0.018) + 0.5 * low(hiss(), 2400) * fade(t, 0.008);
    },
  },
  // Three dice that tumble to rest.
  dice: {
    seconds: 0.62,
    make: (rate) => {
      const hits = [0, 0.07, 0.12, 0.19, 0.24, 0.33, 0.4, 0.5],
        hiss = noise(3),
        low = below(rate);
      return (t) =>
        hits.reduce(
          (sum, at, i) =>
            sum + 0.34 * struck(t - at, [1180 + 170 * (i % 3), 2350 + 90 * i], 0.012) * 0.9 ** i,
          0.25 * low(hiss(), 3000) * fade(t, 0.12),
        );
    },
  },
  // A rifle, not too near.
  shot: {
    seconds: 0.42,
    make: (rate) => {
      const hiss = noise(23),
        low = below(rate);
      return (t) =>
        1.3 * low(hiss(), 500 + 6500 * fade(t, 0.03)) * rise(t, 0.001) * fade(t, 0.045) +
        0.5 * Math.sin(turn * 130 * t) * fade(t, 0.03);
    },
  },
  // A shell that bursts beyond the hill.
  artillery: {
    seconds: 1.4,
    make: (rate) => {
      const hiss = noise(41),
        low = below(rate);
      return (t) =>
        0.75 * Math.sin(turn * (34 * t + 9 * (1 - fade(t, 0.12)))) * rise(t, 0.004) * fade(t, 0.2) +
        2.4 * low(hiss(), 90 + 1100 * fade(t, 0.06)) * rise(t, 0.003) * fade(t, 0.24);
    },
  },
  // One engine that passes over.
  aircraft: {
    seconds: 1.8,
    make: (rate) => {
      const low = below(rate);
      let phase = 0;
      return (t) => {
        phase += (96 - 26 * rise(Math.max(0, t - 0.5), 0.8)) / rate;
        const saw = 2 * (phase % 1) - 1,
          blades = 0.72 + 0.28 * Math.sin(turn * 23 * t);
        return 1.1 * low(saw * blades, 900) * Math.sin((Math.PI * t) / 1.8) ** 2;
      };
    },
  },
  // Two notes of a small bell.
  alert: {
    seconds: 0.9,
    make: () => (t) =>
      0.3 * (struck(t, [660, 1320, 1985], 0.16) + struck(t - 0.17, [880, 1760, 2650], 0.2)),
  },
};

export function rendered(name: SoundName, rate: number): Float32Array<ArrayBuffer> {
  const { seconds, make } = makers[name],
    count = Math.round(seconds * rate),
    out = new Float32Array(count),
    sample = make(rate),
    tail = Math.round(0.02 * rate); // no click at the end
  for (let i = 0; i < count; i++) {
    const value = sample(i / rate) * Math.min(1, (count - i) / tail);
    out[i] = Math.max(-1, Math.min(1, value));
  }
  return out;
}
