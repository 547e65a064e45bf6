import type { Scene } from './draw.ts';
import { TAU, clamp, random } from './draw.ts';

const RATE = 44_100;

interface Tracks {
  left: Float32Array;
  right: Float32Array;
}

/** A quiet two-layer piece for a clip: a warm pad under plucked notes, as a stereo 16-bit WAV file. */
export function compose(scene: Pick<Scene, 'seconds' | 'music'>, seed: number): Buffer {
  const length = Math.round(scene.seconds * RATE);
  const left = new Float32Array(length);
  const right = new Float32Array(length);
  const { root, chords, tempo, air, pluck = 'soft' } = scene.music;
  const beat = 60 / tempo;
  const next = random(seed);
  const hertz = (semitone: number) => 110 * 2 ** ((root + semitone) / 12);
  const bar = beat * 4;
  for (let at = 0, index = 0; at < scene.seconds; at += bar, index++) {
    const chord = chords[index % chords.length] ?? [0];
    for (const [voice, note] of chord.entries()) pad({ left, right }, at, bar * 1.3, hertz(note + 12), voice);
    pad({ left, right }, at, bar * 1.2, hertz(chord[0] ?? 0), 1.5, 1.6);
    for (let step = 0; step < 8; step++) {
      if (step % 2 === 1 && next() < 0.45) continue;
      const note =
        (chord[(step * 2 + Math.floor(next() * 2)) % chord.length] ?? 0) + (next() < 0.35 ? 36 : 24);
      strike(left, right, at + (step * beat) / 2, hertz(note), pluck, next() * 0.7 - 0.35);
    }
  }
  if (air) breathe(left, right, air, next);
  return wav(echo(left), echo(right));
}

function pad(
  { left, right }: Tracks,
  at: number,
  length: number,
  hertz: number,
  voice: number,
  gain = 1,
): void {
  const from = Math.round(at * RATE);
  const count = Math.min(left.length - from, Math.round(length * RATE));
  for (let i = 0; i < count; i++) {
    const t = i / RATE;
    const swell = Math.min(1, t / (length * 0.35)) * Math.min(1, (length - t) / (length * 0.35));
    const level = 0.03 * gain * swell * swell * (3 - 2 * swell);
    const tone = (detune: number) =>
      Math.sin(TAU * hertz * detune * t) + 0.25 * Math.sin(TAU * 2 * hertz * detune * t + voice);
    left[from + i]! += level * tone(1.0015);
    right[from + i]! += level * tone(0.9985);
  }
}

function strike(
  left: Float32Array,
  right: Float32Array,
  at: number,
  hertz: number,
  kind: 'soft' | 'bell',
  side: number,
): void {
  const from = Math.round(at * RATE);
  const count = Math.min(left.length - from, Math.round(1.4 * RATE));
  for (let i = 0; i < count; i++) {
    const t = i / RATE;
    const attack = Math.min(1, t / 0.008);
    const body = Math.sin(TAU * hertz * t) * Math.exp(-4.2 * t);
    const edge =
      kind === 'bell'
        ? 0.35 * Math.sin(TAU * hertz * 2.76 * t) * Math.exp(-7 * t)
        : 0.3 * Math.sin(TAU * hertz * 2 * t) * Math.exp(-9 * t);
    const value = 0.085 * attack * (body + edge);
    left[from + i]! += value * (1 - side);
    right[from + i]! += value * (1 + side);
  }
}

/** Filtered noise that comes and goes like surf or a breeze. */
function breathe(left: Float32Array, right: Float32Array, kind: 'sea' | 'wind', next: () => number): void {
  let low = 0;
  let lower = 0;
  for (let i = 0; i < left.length; i++) {
    low += (next() * 2 - 1 - low) * (kind === 'sea' ? 0.12 : 0.05);
    lower += (low - lower) * 0.3;
    const swell = 0.5 + 0.5 * Math.sin((TAU * i) / RATE / (kind === 'sea' ? 3.6 : 5.2));
    left[i]! += lower * 0.22 * swell;
    right[i]! += lower * 0.22 * (1.1 - swell);
  }
}

function echo(track: Float32Array): Float32Array {
  for (const [delay, gain] of [
    [0.29, 0.32],
    [0.43, 0.2],
  ] as const) {
    const lag = Math.round(delay * RATE);
    for (let i = lag; i < track.length; i++) track[i]! += track[i - lag]! * gain;
  }
  return track;
}

function wav(left: Float32Array, right: Float32Array): Buffer {
  const body = Buffer.alloc(44 + left.length * 4);
  body.write('RIFF', 0);
  body.writeUInt32LE(36 + left.length * 4, 4);
  body.write('WAVEfmt ', 8);
  body.writeUInt32LE(16, 16);
  body.writeUInt16LE(1, 20);
  body.writeUInt16LE(2, 22);
  body.writeUInt32LE(RATE, 24);
  body.writeUInt32LE(RATE * 4, 28);
  body.writeUInt16LE(4, 32);
  body.writeUInt16LE(16, 34);
  body.write('data', 36);
  body.writeUInt32LE(left.length * 4, 40);
  for (let i = 0; i < left.length; i++) {
    const shape = Math.min(1, i / (0.25 * RATE), (left.length - i) / (0.8 * RATE));
    body.writeInt16LE(Math.round(clamp(Math.tanh(left[i]! * 1.5) * shape, -1, 1) * 32_000), 44 + i * 4);
    body.writeInt16LE(Math.round(clamp(Math.tanh(right[i]! * 1.5) * shape, -1, 1) * 32_000), 46 + i * 4);
  }
  return body;
}
