import { QUIET, cutSound, lengthOf, mapSound, openInput } from './arguments.ts';
import type { Binaries } from './binaries.ts';
import { runChild } from './child.ts';
import { rejectDamaged } from './damage.ts';
import { MEDIA } from './rejection.ts';
import type { MediaInfo, WorkOptions } from './media-info.ts';

/** Where videos are brought to, in LUFS (EBU R 128 measure), and how far at most. */
const TARGET = -16;
const MAX_GAIN = 15;

/** Decibels to add so that a video is as loud as the others; 0 for silence. Reads the sound only. */
export async function measureLoudness(
  binaries: Binaries,
  path: string,
  info: MediaInfo,
  options: WorkOptions,
): Promise<number> {
  const { stderr } = await runChild(
    binaries,
    'ffmpeg',
    [
      ...QUIET.map((part) => (part === 'error' ? 'info' : part)),
      '-nostats',
      ...openInput(path, info),
      ...lengthOf(info),
      ...mapSound(info),
      '-af',
      [...cutSound(info), 'ebur128=framelog=verbose'].join(','),
      '-f',
      'null',
      '-',
    ],
    {
      signal: options.signal,
      files: { reads: [path] },
      limits: { seconds: 300, memoryMiB: 4096, fileMiB: 1, nice: 15 },
    },
  ).catch(rejectDamaged(MEDIA.DAMAGED_SOUND()));
  const loudness = Number(/I:\s+(-?[\d.]+) LUFS(?![^]*I:\s)/.exec(stderr)?.[1] ?? Number.NaN);
  if (!Number.isFinite(loudness) || loudness <= -60 || info.audioCodec === null) return 0;
  const gain = Math.max(-MAX_GAIN, Math.min(MAX_GAIN, TARGET - loudness));
  return Math.abs(gain) < 0.5 ? 0 : gain;
}
