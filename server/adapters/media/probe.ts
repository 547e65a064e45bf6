import { z } from 'zod';
import { open } from 'node:fs/promises';
import { FORMATS, MAX_PIXELS, MAX_SECONDS, QUIET, openInput } from './arguments.ts';
import type { Binaries } from './binaries.ts';
import { ChildFailure, runChild } from './child.ts';
import { DECODERS, isAudioCodec, isVideoCodec } from './codecs.ts';
import type { MediaInfo } from './media-info.ts';
import { encodingRate, readRate } from './playlists.ts';
import { MediaRejection } from './rejection.ts';
import { SNIFF_BYTES, sniffVideo, type VideoContainer } from './sniff.ts';

/** What an upload may be at most (docs/product.md). */
export const LIMITS = { seconds: MAX_SECONDS, side: 4096, frameRate: 250, streams: 16 };

const Stream = z.object({
  codec_type: z.string().optional(),
  codec_name: z.string().optional(),
  pix_fmt: z.string().optional(),
  width: z.number().optional(),
  height: z.number().optional(),
  avg_frame_rate: z.string().optional(),
  r_frame_rate: z.string().optional(),
  field_order: z.string().optional(),
  sample_aspect_ratio: z.string().optional(),
  color_transfer: z.string().optional(),
  duration: z.string().optional(),
  profile: z.string().optional(),
  disposition: z.object({ attached_pic: z.number().optional() }).optional(),
  tags: z.object({ rotate: z.string().optional() }).optional(),
  side_data_list: z.array(z.object({ rotation: z.coerce.number().optional() })).optional(),
});
type Stream = z.infer<typeof Stream>;
const Probed = z.object({
  streams: z.array(Stream).default([]),
  format: z.object({ duration: z.string().optional() }).optional(),
});

/** Look at a file with ffprobe, in a process of its own; throws MediaRejection with the reason if it won't do. */
export async function probe(
  binaries: Binaries,
  path: string,
  { signal }: { signal?: AbortSignal | undefined },
): Promise<MediaInfo> {
  const sniffed = sniffVideo(await readHead(path));
  if ('rejection' in sniffed) throw new MediaRejection(sniffed.rejection);
  const { stdout } = await runChild(
    binaries,
    'ffprobe',
    [
      '-hide_banner',
      '-v',
      'error',
      '-protocol_whitelist',
      'file',
      '-format_whitelist',
      FORMATS,
      '-codec_whitelist',
      DECODERS,
      '-max_pixels',
      String(MAX_PIXELS),
      '-show_entries',
      'format=duration:stream=codec_type,codec_name,profile,pix_fmt,width,height,sample_aspect_ratio,avg_frame_rate,r_frame_rate,field_order,color_transfer,duration' +
        ':stream_disposition=attached_pic:stream_tags=rotate:stream_side_data=rotation',
      '-of',
      'json',
      `file:${path}`,
    ],
    { signal, files: { reads: [path] }, limits: { seconds: 30, memoryMiB: 2048, fileMiB: 1, nice: 0 } },
  ).catch(rejectUnreadable);
  const probed = Probed.parse(JSON.parse(stdout));
  // a browser's recording was written while it grew: only reading it through tells how long it is
  probed.format ??= {};
  if (probed.streams.some((one) => one.codec_type === 'video') && !hasDuration(probed)) {
    probed.format.duration = await measureDuration(binaries, path, signal);
  }
  return evaluate(probed, sniffed.container);
}

const hasDuration = ({ streams, format }: z.infer<typeof Probed>) =>
  [format?.duration, ...streams.map(({ duration }) => duration)].some((text) => Number(text) > 0);

/** Seconds, as text; reads the packets without decoding them. */
async function measureDuration(
  binaries: Binaries,
  path: string,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  const args = [
    ...QUIET,
    '-progress',
    'pipe:1',
    ...openInput(path),
    '-map',
    '0:V:0',
    '-c',
    'copy',
    '-f',
    'null',
    '-',
  ];
  const { stdout } = await runChild(binaries, 'ffmpeg', args, {
    signal,
    files: { reads: [path] },
    limits: { seconds: 60, memoryMiB: 2048, fileMiB: 1, nice: 0 },
  }).catch(rejectUnreadable);
  const microseconds = /out_time_us=(\d+)(?![^]*out_time_us=\d)/.exec(stdout)?.[1];
  return microseconds === undefined ? undefined : String(Number(microseconds) / 1e6);
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
  const [, decoder] = /Codec \((\w+)\) not on whitelist/.exec(error.stderr) ?? [];
  if (decoder) throw formatNotTaken(decoder);
  if (/moov atom not found|Truncat|End of file|EBML header/i.test(error.stderr)) {
    throw new MediaRejection("The file is incomplete, so it can't be played. Please upload it again.");
  }
  throw new MediaRejection(
    "This video can't be read; the file seems to be damaged. Please try saving or recording it again.",
  );
}

function evaluate({ streams, format }: z.infer<typeof Probed>, container: VideoContainer): MediaInfo {
  if (streams.length > LIMITS.streams)
    throw new MediaRejection(
      'This file has too many tracks. Please save it with one video and one audio track.',
    );
  if (streams.length === 0)
    throw new MediaRejection(
      "This video can't be read; the file seems to be damaged. Please try saving or recording it again.",
    );
  const picture = streams.find((one) => one.codec_type === 'video' && !one.disposition?.attached_pic);
  if (!picture) throw new MediaRejection('This file has no video track, only sound. Please choose a video.');
  if (!picture.codec_name || picture.codec_name === 'unknown' || !picture.width || !picture.height) {
    throw new MediaRejection("This video's format can't be read. Please save it as MP4 and try again.");
  }
  if (!isVideoCodec(picture.codec_name)) throw formatNotTaken(picture.codec_name);
  const { width, height } = checkedSize(picture.width, picture.height, picture.sample_aspect_ratio);
  const durationSec = readDuration(picture, format?.duration);
  if (durationSec !== null && durationSec > LIMITS.seconds + 1)
    throw new MediaRejection('This video is longer than 10 minutes. Please shorten it and try again.');
  const frameRate = readRate(picture.avg_frame_rate);
  if (frameRate > LIMITS.frameRate && durationSec !== null)
    throw new MediaRejection(
      'This video has more than 250 frames per second. Please save it at 60 or fewer.',
    );
  const rotation = readRotation(picture);
  const sound = streams.find(
    (one) => one.codec_type === 'audio' && one.codec_name && one.codec_name !== 'unknown',
  );
  if (sound?.codec_name && !isAudioCodec(sound.codec_name)) throw formatNotTaken(sound.codec_name);
  // ffmpeg's names: top first, bottom first, and how they are stored
  const interlaced = ['tt', 'bb', 'tb', 'bt'].includes(picture.field_order ?? '');
  const turned = rotation === 90 || rotation === 270;
  return {
    container,
    durationSec,
    frameRate,
    encodingRate: encodingRate(picture.avg_frame_rate, picture.r_frame_rate),
    interlaced,
    rotation,
    width: turned ? height : width,
    height: turned ? width : height,
    videoCodec: picture.codec_name,
    audioCodec: sound?.codec_name ?? null,
    hdr: picture.color_transfer === 'smpte2084' || picture.color_transfer === 'arib-std-b67',
    copyable:
      picture.codec_name === 'h264' &&
      !interlaced &&
      (picture.pix_fmt === 'yuv420p' || picture.pix_fmt === 'yuvj420p'),
    audioCopyable: !sound || (sound.codec_name === 'aac' && sound.profile !== 'HE-AACv2'),
  };
}

function formatNotTaken(codec: string): MediaRejection {
  return new MediaRejection(
    `This video is in a format that isn't supported here (${codec}). Please save it as MP4 and try again.`,
  );
}

/** The size in square pixels: some cameras store narrower ones. */
function checkedSize(width: number, height: number, aspect = '1:1') {
  if (width > LIMITS.side || height > LIMITS.side)
    throw new MediaRejection(
      'This video is larger than 4096 × 4096 pixels. Please save it at 1080p and try again.',
    );
  if (Math.min(width, height) < 16)
    throw new MediaRejection('The frame of this video is too small to show. Please choose another one.');
  const [over = 1, under = 1] = aspect.split(':').map(Number);
  const stretch = over > 0 && under > 0 ? over / under : 1;
  return { width: stretch > 0.1 && stretch < 10 ? Math.round(width * stretch) : width, height };
}

function readDuration(picture: Stream, whole: string | undefined): number | null {
  const seconds = Number(whole ?? picture.duration);
  return Number.isFinite(seconds) && seconds > 0 ? seconds : null;
}

function readRotation(picture: Stream): MediaInfo['rotation'] {
  const told =
    picture.side_data_list?.find((one) => one.rotation !== undefined)?.rotation ??
    Number(picture.tags?.rotate ?? 0);
  const turned = (((Math.round(told / 90) * 90) % 360) + 360) % 360;
  return turned === 90 || turned === 180 || turned === 270 ? turned : 0;
}
