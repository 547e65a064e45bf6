import { dirname } from 'node:path';
import { MAX_SECONDS, QUIET, mapSound, openInput } from './arguments.ts';
import type { Binaries } from './binaries.ts';
import { runChild } from './child.ts';
import { rejectDamaged } from './damage.ts';
import { MEDIA } from './rejection.ts';
import type { MediaInfo, WorkOptions } from './media-info.ts';

/** Samples a second of what `writeSound` writes. */
export const SOUND_RATE = 16_000;

/** The sound alone, as speech is recognised: one channel, 16,000 samples a second, 16 bits (little endian), without a header. */
export async function writeSound(
  binaries: Binaries,
  path: string,
  out: string,
  info: MediaInfo,
  options: WorkOptions,
): Promise<void> {
  await runChild(
    binaries,
    'ffmpeg',
    [
      ...QUIET,
      ...openInput(path, info),
      '-t',
      String(MAX_SECONDS),
      ...mapSound(info),
      '-ac',
      '1',
      '-ar',
      String(SOUND_RATE),
      '-f',
      's16le',
      `file:${out}`,
    ],
    {
      signal: options.signal,
      files: { reads: [path], writes: dirname(out) },
      limits: { seconds: 300, memoryMiB: 4096, fileMiB: 32, nice: 15 },
    },
  ).catch(rejectDamaged(MEDIA.DAMAGED_SOUND()));
}
