import { availableParallelism } from 'node:os';

export const AUDIO_KBIT = 128;
const THREADS = String(Math.min(8, Math.max(2, availableParallelism())));

/** At an even quality, up to so many kilobits a second. */
export function h264(kbit: number): string[] {
  return [
    '-c:v',
    'libx264',
    '-crf',
    '23',
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
    'veryfast',
    '-threads',
    THREADS,
  ];
}

export function aac(): string[] {
  return ['-c:a', 'aac', '-b:a', `${AUDIO_KBIT}k`, '-ac', '2', '-ar', '48000'];
}
