import { availableParallelism } from 'node:os';

export const AUDIO_KBIT = 128;
const THREADS = String(Math.min(8, Math.max(2, availableParallelism())));

/** x264's presets, each with the CRF that gives the same VMAF (`npm run bench -- reencode`). */
const FAST = { preset: 'veryfast', crf: 23 };
export const SLOW = { preset: 'slow', crf: 26 };

/** At an even quality, up to so many kilobits a second. */
export function h264(kbit: number, { preset, crf } = FAST): string[] {
  return [
    '-c:v',
    'libx264',
    '-crf',
    String(crf),
    '-profile:v',
    'high',
    '-sc_threshold',
    '0',
    '-g',
    '300',
    '-force_key_frames',
    'expr:gte(t,n_forced*4)',
    '-maxrate',
    `${kbit}k`,
    '-bufsize',
    `${kbit * 2}k`,
    '-fps_mode',
    'vfr',
    '-preset',
    preset,
    '-threads',
    THREADS,
  ];
}

export function aac(): string[] {
  return ['-c:a', 'aac', '-b:a', `${AUDIO_KBIT}k`, '-ac', '2', '-ar', '48000'];
}
