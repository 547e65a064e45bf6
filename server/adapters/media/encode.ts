import { dirname, join } from 'node:path';
import {
  NO_METADATA,
  QUIET,
  evenSound,
  evenlySpaced,
  lengthOf,
  mapPicture,
  mapSound,
  openInput,
  openOwn,
  pictureFilters,
  scaledSize,
  sourceFilters,
} from './arguments.ts';
import type { Binaries } from './binaries.ts';
import { runChild } from './child.ts';
import { rejectDamaged } from './damage.ts';
import { MEDIA } from './rejection.ts';
import { AUDIO_KBIT, ENCODERS, aac, h264 } from './encoders.ts';
import type { ChildFiles } from './isolation.ts';
import type { MediaInfo, WorkOptions } from './media-info.ts';
import { completePlaylists, readAv1, readRate } from './playlists.ts';

export interface Rendition {
  /** The playlist's file name. */
  playlist: string;
  file: string;
  /** The same as one file that plays from its beginning while it is fetched. */
  mp4: string;
  width: number;
  height: number;
  /** Peak bitrate of the output in bits per second, audio included. */
  bandwidth: number;
}

export interface Ladder {
  master: string;
  /** Smallest first. */
  renditions: Rendition[];
}

const RUNGS = [
  { lines: 360, kbit: 900 },
  { lines: 720, kbit: 3000 },
  { lines: 1080, kbit: 5500 },
];

/** The renditions for this source: never enlarged; a source between two sizes also gets its own. */
export function rungsFor(info: MediaInfo): { lines: number; kbit: number }[] {
  const lines = Math.min(info.width, info.height);
  const fitting = RUNGS.filter((rung) => rung.lines <= lines);
  const top = fitting.at(-1)?.lines ?? 0;
  const next = RUNGS[fitting.length];
  if (next && lines > top * 1.2)
    fitting.push({ lines, kbit: Math.max(400, Math.round((next.kbit * lines) / next.lines)) });
  return fitting;
}

/** Whether a ladder gives a viewer anything that the playable file doesn't. */
export function ladderHelps(info: MediaInfo): boolean {
  return Math.min(info.width, info.height) > RUNGS[0]!.lines;
}

/** One file that plays from its beginning while it is fetched. */
const mp4Output = (out: string, info: MediaInfo): string[] => [
  ...lengthOf(info),
  ...NO_METADATA,
  '-movflags',
  '+faststart',
  '-f',
  'mp4',
  `file:${out}`,
];

/** H.264's notes beside the picture (SEI): cameras write there where they are. */
const WITHOUT_METADATA = ['-bsf:v', 'filter_units=remove_types=6'];

export async function remux(
  binaries: Binaries,
  path: string,
  out: string,
  info: MediaInfo,
  gainDb: number,
  options: WorkOptions,
): Promise<void> {
  const copied = info.audioCopyable && gainDb === 0;
  const sound = copied ? ['-c:a', 'copy'] : [...aac(), ...soundFilters(info, gainDb)];
  await encode(binaries, info, options, {
    seconds: gainDb === 0 ? 120 : 600,
    files: { reads: [path], writes: dirname(out) },
    nice: 0,
    args: [
      ...openInput(path, info),
      ...mapPicture(info),
      ...mapSound(info),
      '-c:v',
      'copy',
      ...WITHOUT_METADATA,
      ...sound,
      ...mp4Output(out, info),
    ],
  });
}

export async function encodePlayable(
  binaries: Binaries,
  path: string,
  out: string,
  info: MediaInfo,
  gainDb: number,
  options: WorkOptions,
): Promise<void> {
  const size = scaledSize(info, 360);
  await encode(binaries, info, options, {
    seconds: 900,
    files: { reads: [path], writes: dirname(out) },
    nice: 5,
    args: [
      ...openInput(path, info),
      ...mapPicture(info),
      ...mapSound(info),
      '-vf',
      sourceFilters(info) + pictureFilters(info, size, binaries.toneMaps) + evenlySpaced(info),
      ...h264(900),
      ...aac(),
      ...soundFilters(info, gainDb),
      ...mp4Output(out, info),
    ],
  });
}

/** A rendition to be made, the `index`th of its ladder. */
interface Rung {
  index: number;
  lines: number;
  kbit: number;
  width: number;
  height: number;
}

export interface LadderOptions extends WorkOptions {
  /** Default: `fast`. The others take several times as long, and fewer bytes. */
  encoder?: keyof typeof ENCODERS;
}

export const mp4Name = ({ width, height }: { width: number; height: number }): string =>
  `${Math.min(width, height)}p.mp4`;

/**
 * Key frames every 4 s at the same times let players
 * switch. Segments are made from the MP4s: those preserve the presentation time of each frame, however it is stored.
 */
export async function encodeLadder(
  binaries: Binaries,
  path: string,
  outDir: string,
  info: MediaInfo,
  gainDb: number,
  options: LadderOptions,
): Promise<Ladder> {
  const rungs = rungsFor(info).map((rung, index) => ({ ...rung, index, ...scaledSize(info, rung.lines) }));
  const sound = info.soundIndex !== null;
  const { video, prefix, master, atOnce, nice, seconds } = ENCODERS[options.encoder ?? 'fast'];
  for (let at = 0; at < rungs.length; at += atOnce) {
    const some = rungs.slice(at, at + atOnce);
    await encode(binaries, info, options, {
      seconds,
      files: { reads: [path], writes: outDir },
      nice,
      args: [
        ...openInput(path, info),
        '-filter_complex',
        ladderFilters(some, info, binaries.toneMaps),
        ...some.flatMap((rung) => [
          '-map',
          `[v${rung.index}]`,
          ...mapSound(info),
          ...video(rung.kbit, readRate(info.encodingRate)),
          ...(sound ? [...aac(), ...soundFilters(info, gainDb)] : []),
          ...mp4Output(join(outDir, mp4Name(rung)), info),
        ]),
      ],
    });
  }
  await cutSegments(binaries, outDir, rungs, info, options);
  const playlists = rungs.map(({ index }) => `${prefix}${index}.m3u8`);
  const codecs =
    options.encoder === 'av1'
      ? await Promise.all(rungs.map(({ index }) => readAv1(join(outDir, `${prefix}${index}.mp4`))))
      : [];
  const frameRate = info.encodingRate;
  const measured = await completePlaylists(outDir, { master, playlists, frameRate, codecs });
  return {
    master,
    renditions: rungs.map((rung) => toRendition(rung, prefix, measured[rung.index]?.peak ?? 0)),
  };
}

/** HLS of the rungs' MP4s in `outDir`, as they are. */
async function cutSegments(
  binaries: Binaries,
  outDir: string,
  rungs: Rung[],
  info: MediaInfo,
  { signal, encoder = 'fast' }: LadderOptions,
): Promise<void> {
  const sound = info.soundIndex !== null;
  const { bitstream, prefix, master } = ENCODERS[encoder];
  await encode(
    binaries,
    info,
    { signal },
    {
      seconds: 300,
      files: { writes: outDir },
      nice: 15,
      args: [
        // or the first input's beginning would be moved to 0: AAC begins before it
        '-copyts',
        ...rungs.flatMap((rung) => openOwn(join(outDir, mp4Name(rung)))),
        ...rungs.flatMap(({ index }) => ['-map', `${index}:v`, ...(sound ? ['-map', `${index}:a`] : [])]),
        '-c',
        'copy',
        ...bitstream,
        // without one ffmpeg leaves the variant out of the main playlist; the measured one takes its place
        ...rungs.flatMap(({ index, kbit }) => [
          `-b:v:${index}`,
          `${kbit}k`,
          `-b:a:${index}`,
          `${AUDIO_KBIT}k`,
        ]),
        ...NO_METADATA,
        ...hlsOutput(outDir, { prefix, master }, rungs, sound),
      ],
    },
  );
}

/** The source's pictures, split and scaled into one stream for each rung: [v0], [v1]… */
function ladderFilters(rungs: Rung[], info: MediaInfo, toneMaps: Binaries['toneMaps']): string {
  const splits = rungs.map(({ index }) => `[s${index}]`).join('');
  return [
    `[0:${info.pictureIndex}]${sourceFilters(info)}split=${rungs.length}${splits}`,
    ...rungs.map(
      (rung) =>
        `[s${rung.index}]${pictureFilters(info, rung, toneMaps)}${evenlySpaced(info)}[v${rung.index}]`,
    ),
  ].join(';');
}

const soundFilters = (info: MediaInfo, gainDb: number): string[] => [
  '-af',
  gainDb === 0
    ? evenSound(info)
    : `${evenSound(info)},volume=${gainDb.toFixed(1)}dB,alimiter=limit=0.84:level=false`,
];

/**
 * Segments of 4 s, one file and one playlist for each rung. Players don't look for times in the head of the file, so
 * that pictures stored before they are shown need times of their own (negative offsets), and nothing may be moved.
 */
function hlsOutput(
  outDir: string,
  { prefix, master }: { prefix: string; master: string },
  rungs: Rung[],
  sound: boolean,
): string[] {
  return [
    '-avoid_negative_ts',
    'disabled',
    '-f',
    'hls',
    '-hls_segment_options',
    'movflags=+negative_cts_offsets',
    '-hls_time',
    '4',
    '-hls_playlist_type',
    'vod',
    '-hls_segment_type',
    'fmp4',
    '-hls_flags',
    'single_file+independent_segments',
    '-master_pl_name',
    master,
    '-hls_segment_filename',
    join(outDir, `${prefix}%v.mp4`),
    '-var_stream_map',
    rungs.map(({ index }) => (sound ? `v:${index},a:${index}` : `v:${index}`)).join(' '),
    join(outDir, `${prefix}%v.m3u8`),
  ];
}

const toRendition = ({ index, width, height }: Rung, prefix: string, bandwidth: number): Rendition => ({
  playlist: `${prefix}${index}.m3u8`,
  file: `${prefix}${index}.mp4`,
  mp4: mp4Name({ width, height }),
  width,
  height,
  bandwidth,
});

/** Run ffmpeg; a source at fault becomes a MediaRejection. */
async function encode(
  binaries: Binaries,
  info: MediaInfo,
  options: WorkOptions,
  work: { args: string[]; seconds: number; nice: number; files: ChildFiles },
): Promise<void> {
  const done = progressReader(info.durationSec, options.onProgress);
  await runChild(
    binaries,
    'ffmpeg',
    [
      ...QUIET,
      ...(info.cutOff ? [] : ['-xerror']),
      '-progress',
      'pipe:1',
      '-stats_period',
      '0.5',
      ...work.args,
    ],
    {
      signal: options.signal,
      files: work.files,
      onLine: done,
      limits: { seconds: work.seconds, memoryMiB: 6144, fileMiB: 1024, nice: work.nice },
    },
  ).catch(rejectDamaged(MEDIA.STOPS_PARTWAY()));
}

function progressReader(durationSec: number | null, onProgress: WorkOptions['onProgress']) {
  return (line: string) => {
    const [key, value] = line.split('=');
    if (key === 'out_time_us' && onProgress && durationSec) {
      onProgress(Math.min(1, Math.max(0, Number(value) / 1e6 / durationSec) || 0));
    }
  };
}
