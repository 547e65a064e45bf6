import { z } from 'zod';
import { open } from 'node:fs/promises';
import { MAX_SECONDS } from './arguments.ts';
import type { Binaries } from './binaries.ts';
import { ChildFailure, runChild } from './child.ts';
import { DECODERS, isAudioCodec, isVideoCodec } from './codecs.ts';
import { isHdr, settleColours } from './colours.ts';
import { endsWithinFragment } from './cut-off.ts';
import type { MediaInfo } from './media-info.ts';
import { encodingRate, readRate } from './playlists.ts';
import { MEDIA, MediaRejection } from './rejection.ts';
import { SNIFF_BYTES, sniffVideo, type VideoContainer } from './sniff.ts';
import { measureSizes, measureSpans, openByProbe, type Reading, type Span } from './timing.ts';

/** What an upload may be at most (docs/product.md). */
export const LIMITS = { seconds: MAX_SECONDS, side: 4096, frameRate: 250, streams: 16 };

const Stream = z.object({
  index: z.number(),
  codec_type: z.string().optional(),
  codec_name: z.string().optional(),
  pix_fmt: z.string().optional(),
  width: z.number().optional(),
  height: z.number().optional(),
  avg_frame_rate: z.string().optional(),
  r_frame_rate: z.string().optional(),
  field_order: z.string().optional(),
  sample_aspect_ratio: z.string().optional(),
  color_range: z.string().optional(),
  color_space: z.string().optional(),
  color_transfer: z.string().optional(),
  color_primaries: z.string().optional(),
  start_time: z.string().optional(),
  duration: z.string().optional(),
  profile: z.string().optional(),
  disposition: z.object({ attached_pic: z.number().optional(), default: z.number().optional() }).optional(),
  tags: z.object({ rotate: z.string().optional() }).optional(),
  side_data_list: z.array(z.object({ rotation: z.coerce.number().optional() })).optional(),
});
type Stream = z.infer<typeof Stream>;
const Probed = z.object({
  streams: z.array(Stream).default([]),
  format: z.object({ start_time: z.string().optional() }).optional(),
});
const PROBE_ENTRIES =
  'format=start_time:stream=index,codec_type,codec_name,profile,pix_fmt,width,height,sample_aspect_ratio,' +
  'avg_frame_rate,r_frame_rate,field_order,color_range,color_space,color_transfer,color_primaries,start_time,duration' +
  ':stream_disposition=attached_pic,default:stream_tags=rotate:stream_side_data=rotation';

/** Look at a file with ffprobe, in a process of its own; throws MediaRejection with the reason if it won't do. */
export async function probe(
  binaries: Binaries,
  path: string,
  { signal }: { signal?: AbortSignal | undefined },
): Promise<MediaInfo> {
  const sniffed = sniffVideo(await readHead(path));
  if ('rejection' in sniffed) throw new MediaRejection(sniffed.rejection);
  const { probed, reading } = await readStreams(binaries, path, signal);
  const { streams, format } = probed;
  const { picture, sound } = chooseStreams(streams);
  const cutOff = sniffed.container === 'mp4' && (await endsWithinFragment(path));
  const read = { binaries, reading, picture, sound, cutOff };
  const largest = sniffed.container === 'matroska' ? await findLargest(read) : null;
  const spans = await findSpans(read);
  return evaluate({
    container: sniffed.container,
    picture: largest ? { ...picture, width: largest.width, height: largest.height } : picture,
    sound,
    changesSize: largest?.changes ?? false,
    cutOff,
    ...streamTimes(spans, picture.index, Number(format?.start_time ?? 0)),
  });
}

/** What ffprobe reports. It opens every track and decodes none: unused ones may have any format. */
async function readStreams(binaries: Binaries, path: string, signal: AbortSignal | undefined) {
  const others = new Set<string>();
  for (;;) {
    const reading = { path, signal, opened: [DECODERS, ...others].join(',') };
    try {
      const { stdout } = await runChild(
        binaries,
        'ffprobe',
        [...openByProbe(reading), '-show_entries', PROBE_ENTRIES, '-of', 'json'],
        { signal, files: { reads: [path] }, limits: { seconds: 30, memoryMiB: 2048, fileMiB: 1, nice: 0 } },
      );
      return { probed: Probed.parse(JSON.parse(stdout)), reading };
    } catch (error) {
      const refused = refusedDecoders(error).filter((decoder) => !others.has(decoder));
      if (refused.length === 0 || others.size > LIMITS.streams) rejectUnreadable(error);
      for (const decoder of refused) others.add(decoder);
    }
  }
}

const refusedDecoders = (error: unknown): string[] =>
  error instanceof ChildFailure
    ? [...error.stderr.matchAll(/Codec \((\w+)\) not on whitelist/g)].map(([, decoder = '']) => decoder)
    : [];

/** The one that the file marks as its default; else the first. */
const preferred = (taken: Stream[]) => taken.find((one) => one.disposition?.default === 1) ?? taken[0];

/** The picture and the sound that are taken, of those that can be. */
function chooseStreams(streams: Stream[]): { picture: Stream; sound: Stream | null } {
  if (streams.length > LIMITS.streams) throw new MediaRejection(MEDIA.TOO_MANY_TRACKS());
  if (streams.length === 0) throw new MediaRejection(MEDIA.DAMAGED_FILE());
  const pictures = streams.filter((one) => one.codec_type === 'video' && !one.disposition?.attached_pic);
  const picture =
    preferred(pictures.filter(({ codec_name = '' }) => isVideoCodec(codec_name))) ?? pictures[0];
  if (!picture) throw new MediaRejection(MEDIA.NO_VIDEO_TRACK());
  if (!picture.codec_name || picture.codec_name === 'unknown' || !picture.width || !picture.height)
    throw new MediaRejection(MEDIA.UNKNOWN_FORMAT());
  if (!isVideoCodec(picture.codec_name)) throw formatNotTaken(picture.codec_name);
  const sounds = streams.filter(
    (one) => one.codec_type === 'audio' && one.codec_name && one.codec_name !== 'unknown',
  );
  const sound = preferred(sounds.filter(({ codec_name = '' }) => isAudioCodec(codec_name))) ?? null;
  if (!sound && sounds[0]?.codec_name) throw formatNotTaken(sounds[0].codec_name);
  return { picture, sound };
}

interface Read {
  binaries: Binaries;
  reading: Reading;
  picture: Stream;
  sound: Stream | null;
  cutOff: boolean;
}

/** Recorders may change the size within a track; the file's header has only the first one. */
const MAY_CHANGE = ['vp8', 'vp9', 'av1', 'h264', 'hevc'];

async function findLargest({ binaries, reading, picture }: Read) {
  if (!MAY_CHANGE.includes(picture.codec_name ?? '')) return null;
  return await measureSizes(binaries, reading, picture.index).catch((error: unknown) => {
    // no phone records hours of nothing but key frames
    if (error instanceof ChildFailure) return null;
    throw error;
  });
}

/** Taken from the stream metadata. A file written while recording has none, or a wrong one, and is read through. */
async function findSpans({ binaries, reading, picture, sound, cutOff }: Read): Promise<Map<number, Span>> {
  const streams = sound ? [picture, sound] : [picture];
  const declared = streams.map((one) => ({
    start: Number(one.start_time ?? 0),
    seconds: Number(one.duration),
  }));
  if (cutOff || declared.some(({ start, seconds }) => !(seconds > 0) || Number.isNaN(start))) {
    const indexes = streams.map(({ index }) => index);
    return await measureSpans(binaries, reading, indexes).catch(rejectUnreadable);
  }
  return new Map(
    streams.map(({ index }, at) => {
      const { start = 0, seconds = 0 } = declared[at] ?? {};
      return [index, { start, end: start + seconds }];
    }),
  );
}

type Times = Pick<MediaInfo, 'durationSec' | 'pictures' | 'lateSec'>;

function streamTimes(spans: Map<number, Span>, picture: number, fileStart: number): Times {
  const start = Math.min(...[...spans.values()].map((span) => span.start));
  const end = Math.max(...[...spans.values()].map((span) => span.end));
  const shown = spans.get(picture);
  if (!shown || !(end > start)) return { durationSec: null, pictures: { start: 0, end: 0 }, lateSec: 0 };
  return {
    durationSec: end - start,
    pictures: { start: shown.start - start, end: shown.end - start },
    lateSec: Math.max(0, start - (fileStart || 0)),
  };
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SNIFF_BYTES), 0, SNIFF_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function rejectUnreadable(error: unknown): never {
  if (!(error instanceof ChildFailure)) throw error;
  if (/moov atom not found|Truncat|End of file|EBML header/i.test(error.stderr)) {
    throw new MediaRejection(MEDIA.INCOMPLETE());
  }
  throw new MediaRejection(MEDIA.DAMAGED_FILE());
}

interface Facts extends Times {
  container: VideoContainer;
  picture: Stream;
  sound: Stream | null;
  changesSize: boolean;
  cutOff: boolean;
}

function evaluate({ picture, sound, ...facts }: Facts): MediaInfo {
  const { width, height } = checkedSize(picture);
  const { durationSec } = facts;
  if (durationSec !== null && durationSec > LIMITS.seconds + 1) throw new MediaRejection(MEDIA.TOO_LONG());
  const frameRate = readRate(picture.avg_frame_rate);
  if (frameRate > LIMITS.frameRate && durationSec !== null) throw new MediaRejection(MEDIA.TOO_MANY_FRAMES());
  const rotation = readRotation(picture);
  // ffmpeg's names: top first, bottom first, and how they are stored
  const interlaced = ['tt', 'bb', 'tb', 'bt'].includes(picture.field_order ?? '');
  const turned = rotation === 90 || rotation === 270;
  const hdr = isHdr(picture);
  return {
    ...facts,
    pictureIndex: picture.index,
    soundIndex: sound?.index ?? null,
    frameRate,
    encodingRate: encodingRate(picture.avg_frame_rate, picture.r_frame_rate),
    interlaced,
    cut: null,
    rotation,
    width: turned ? height : width,
    height: turned ? width : height,
    videoCodec: picture.codec_name ?? '',
    audioCodec: sound?.codec_name ?? null,
    hdr,
    colours: settleColours(picture),
    reservedMatrix: picture.color_space === 'reserved',
    copyable:
      picture.codec_name === 'h264' &&
      !interlaced &&
      !facts.changesSize &&
      !hdr &&
      (picture.pix_fmt === 'yuv420p' || picture.pix_fmt === 'yuvj420p'),
    audioCopyable: !sound || (sound.codec_name === 'aac' && sound.profile !== 'HE-AACv2'),
  };
}

const formatNotTaken = (codec: string): MediaRejection => new MediaRejection(MEDIA.FORMAT_NOT_TAKEN(codec));

/** The size in square pixels: some cameras store narrower ones. */
function checkedSize({ width = 0, height = 0, sample_aspect_ratio: aspect = '1:1' }: Stream) {
  if (width > LIMITS.side || height > LIMITS.side) throw new MediaRejection(MEDIA.TOO_LARGE_FRAME());
  if (Math.min(width, height) < 16) throw new MediaRejection(MEDIA.TOO_SMALL_FRAME());
  const [over = 1, under = 1] = aspect.split(':').map(Number);
  const stretch = over > 0 && under > 0 ? over / under : 1;
  return { width: stretch > 0.1 && stretch < 10 ? Math.round(width * stretch) : width, height };
}

function readRotation(picture: Stream): MediaInfo['rotation'] {
  const rotation =
    picture.side_data_list?.find((one) => one.rotation !== undefined)?.rotation ??
    Number(picture.tags?.rotate ?? 0);
  const turned = (((Math.round(rotation / 90) * 90) % 360) + 360) % 360;
  return turned === 90 || turned === 180 || turned === 270 ? turned : 0;
}
