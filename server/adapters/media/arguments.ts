import { DECODERS } from './codecs.ts';
import type { MediaInfo } from './media-info.ts';
import { MAX_RATE } from './playlists.ts';

/** Demuxers that may touch an upload. Without this list a playlist named `.mp4` makes ffmpeg open other files. */
export const FORMATS = 'mov,mp4,matroska,webm';
export const MAX_SECONDS = 600;
export const MAX_PIXELS = 36_000_000;

/** Opening an upload: local file only, known demuxers and decoders only, no bombs, stop at the first error. */
export function openInput(path: string, { seek }: { seek?: number } = {}): string[] {
  return [
    '-protocol_whitelist',
    'file',
    '-format_whitelist',
    FORMATS,
    '-codec_whitelist',
    DECODERS,
    '-max_pixels',
    String(MAX_PIXELS),
    ...(seek ? ['-ss', seek.toFixed(3)] : []),
    '-i',
    `file:${path}`,
  ];
}

export const QUIET = ['-hide_banner', '-nostdin', '-v', 'error', '-y'];
/** Leaves place, device and every other tag behind, the chapters too. */
export const NO_METADATA = [
  '-map_metadata',
  '-1',
  '-map_metadata:s',
  '-1',
  '-map_chapters',
  '-1',
  '-fflags',
  '+bitexact',
  '-flags:v',
  '+bitexact',
  '-flags:a',
  '+bitexact',
];

/** Even numbers (4:2:0 needs them), never larger than the source; `lines` is the shorter side. */
export function scaledSize(info: MediaInfo, lines: number): { width: number; height: number } {
  const factor = Math.min(1, lines / Math.min(info.width, info.height));
  const even = (n: number) => Math.max(2, 2 * Math.floor((n * factor) / 2 + 0.25));
  return { width: even(info.width), height: even(info.height) };
}

/** Filters that bring any source to ordinary pictures of that size; the first ones work on what is least. */
export function pictureFilters(
  info: MediaInfo,
  size: { width: number; height: number },
  toneMaps: boolean,
): string {
  const scale = `scale=${size.width}:${size.height}:flags=bicubic,setsar=1`;
  // An ffmpeg without libzimg keeps the HDR colours and their names: browsers map them themselves then.
  if (!info.hdr || !toneMaps) return `${scale},format=yuv420p`;
  // Ordinary white (203 nits, ITU-R BT.2408) and all below it stay as they were; only what is brighter is pressed together.
  return (
    `${scale},zscale=t=linear:npl=203,format=gbrpf32le,zscale=p=bt709,` +
    'tonemap=mobius:param=0.5:peak=5:desat=0,zscale=t=bt709:m=bt709:r=tv,format=yuv420p'
  );
}

/** What has to be done before pictures are scaled: fields become whole pictures, and those beyond 60 a second go. */
export function sourceFilters(info: MediaInfo): string {
  const whole = info.interlaced ? 'bwdif=mode=send_frame:deint=interlaced,' : '';
  return whole + (info.frameRate > MAX_RATE + 1 ? `fps=${MAX_RATE},` : '');
}

/** Comes last: a picture shown for longer is repeated as it is, which costs next to nothing. */
export function evenlySpaced(info: MediaInfo): string {
  return `,fps=${info.encodingRate}`;
}
