// SPDX-License-Identifier: Apache-2.0
// Sounds, off until the player wishes them. Which event makes which one stands in the game's
// style.json (`sounds`, by event); dice that are thrown and a turn that begins are known here.
import { sound } from "../prefs";
import type { LogEntry, Look } from "../types";
import { type SoundName, rendered, soundNames } from "./synth";

const atOnce = 3; // different ones
const loudness = { off: 0, soft: 0.22, full: 0.6 } as const;

let context: AudioContext | null = null;
const made = new Map<SoundName, AudioBuffer>();

function bufferOf(audio: AudioContext, name: SoundName): AudioBuffer {
  const known = made.get(name);
  if (known) return known;
  const samples = rendered(name, audio.sampleRate),
    buffer = audio.createBuffer(1, samples.length, audio.sampleRate);
  buffer.copyToChannel(samples, 0);
  made.set(name, buffer);
  return buffer;
}

// Nothing of the browser's sound is touched before somebody wants to hear something.
export function play(...names: SoundName[]): void {
  const volume = loudness[sound.value];
  if (!volume || document.hidden || typeof AudioContext !== "function") return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume().catch(() => undefined);
  const gain = new GainNode(context, { gain: volume });
  gain.connect(context.destination);
  for (const [i, name] of names.slice(0, atOnce).entries()) {
    const source = new AudioBufferSourceNode(context, { buffer: bufferOf(context, name) });
    source.connect(gain);
    source.start(context.currentTime + 0.09 * i);
  }
}

const isSound = (word: string | undefined): word is SoundName =>
  soundNames.includes(word as SoundName);

// What entries sound like, each sound once.
export function soundsIn(look: Look, entries: LogEntry[]): SoundName[] {
  const out = new Set<SoundName>();
  for (const entry of entries) {
    if (entry.dice?.length) out.add("dice");
    for (const line of entry.lines) {
      const word = look.sounds?.[line.kind];
      if (isSound(word)) out.add(word);
    }
  }
  return [...out];
}
export const soundsOf = (look: Look, entries: LogEntry[]): void => play(...soundsIn(look, entries));
