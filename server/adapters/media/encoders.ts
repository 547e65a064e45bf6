import { availableParallelism } from 'node:os';

export const AUDIO_KBIT = 128;
const THREADS = String(Math.min(8, Math.max(2, availableParallelism())));

interface LadderEncoder {
  /** An even quality of up to so many kilobits a second; `rate` in pictures a second. */
  video(kbit: number, rate: number): string[];
  /** For HLS. */
  bitstream: readonly string[];
  /** Begins the names of its files: H.264 and AV1 lie in one folder. */
  prefix: 'v' | 'a';
  master: string;
  /** Renditions made in one call, so that the source is decoded once. */
  atOnce: number;
  nice: number;
  seconds: number;
}

const X264 = {
  bitstream: ['-bsf:v', 'h264_mp4toannexb'],
  prefix: 'v',
  master: 'master.m3u8',
} as const;
/** No one waits for these; a rendition takes half a gigabyte. */
const IDLE = { atOnce: 1, nice: 19, seconds: 6 * 3600 };

/** All with about the same VMAF (`npm run bench -- reencode`). */
export const ENCODERS = {
  fast: { ...X264, video: (kbit) => h264(kbit), atOnce: Infinity, nice: 15, seconds: 3600 },
  slow: { ...X264, video: (kbit) => h264(kbit, { preset: 'slow', crf: 26 }), ...IDLE },
  av1: { video: (_, rate) => av1(rate), bitstream: [], prefix: 'a', master: 'av1.m3u8', ...IDLE },
} satisfies Record<string, LadderEncoder>;

const FAST = { preset: 'veryfast', crf: 23 };

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

const av1 = (rate: number): string[] => [
  ...'-c:v libsvtav1 -preset 6 -crf 37 -svtav1-params lp=2 -pix_fmt yuv420p -fps_mode vfr -g'.split(' '),
  String(Math.round(4 * rate)),
];

export function aac(): string[] {
  return ['-c:a', 'aac', '-b:a', `${AUDIO_KBIT}k`, '-ac', '2', '-ar', '48000'];
}
