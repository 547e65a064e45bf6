import { SOUND_RATE } from '#server/adapters/media/sound.ts';

export const LEVELS_PER_SECOND = 20;
const SAMPLES = SOUND_RATE / LEVELS_PER_SECOND;
const LOUDEST = 32_768;

/** The loudest sample of each twentieth of a second, from 0 to 255, of sound as `writeSound` writes it. */
export function levelsOf(sound: Buffer): Buffer {
  const samples = Math.floor(sound.length / 2);
  const levels = Buffer.alloc(Math.ceil(samples / SAMPLES));
  for (let at = 0; at < samples; at += 1) {
    const level = Math.min(255, Math.floor((Math.abs(sound.readInt16LE(at * 2)) * 256) / LOUDEST));
    const index = Math.floor(at / SAMPLES);
    if (level > (levels[index] ?? 0)) levels[index] = level;
  }
  return levels;
}
