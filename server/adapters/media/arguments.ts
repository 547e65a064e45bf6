import { DECODERS } from './codecs.ts';
import { nameColours, ordinaryColours, scaledColours } from './colours.ts';
import type { MediaInfo } from './media-info.ts';
import { MAX_RATE } from './playlists.ts';

/** Demuxers that may touch an upload. Without this list a playlist named `.mp4` makes ffmpeg open other files. */
export const FORMATS = 'mov,mp4,matroska,webm';
export const MAX_SECONDS = 600;
export const MAX_PIXELS = 36_000_000;

/** Opening an upload: local file only, known demuxers and decoders only, no bombs, stop at the first error. */
function openFile(path: string, extra: string[]): string[] {
  return [
    '-protocol_whitelist',
    'file',
    '-format_whitelist',
    FORMATS,
    '-codec_whitelist',
    DECODERS,
    '-max_pixels',
    String(MAX_PIXELS),
    ...extra,
    '-i',
    `file:${path}`,
  ];
}

/** A file of our own, as it is. */
export const openOwn = (path: string): string[] => openFile(path, []);

/** Read before a cut: the frame shown at its start may have begun earlier. */
const LEAD_SECONDS = 20;
const leadOf = ({ cut }: MediaInfo, seek = 0): number => (cut ? Math.min(LEAD_SECONDS, cut.start + seek) : 0);

/** An upload whose video begins at 0, or at `seek` seconds of it; a cut one begins after its lead. */
export function openInput(path: string, info: MediaInfo, seek = 0): string[] {
  const skipped = info.cut ? info.cut.start + seek - leadOf(info, seek) : seek;
  const from = info.lateSec + skipped;
  return openFile(path, [
    // one set of filters takes pictures of any size: a second one would begin at 0 again
    ...(info.changesSize ? ['-reinit_filter:v', '0'] : []),
    ...(info.cutOff ? ['-fflags', '+discardcorrupt'] : []),
    ...(skipped > 0
      ? ['-ss', from.toFixed(info.cut ? 6 : 3)]
      : from > 0
        ? ['-itsoffset', `-${from.toFixed(6)}`]
        : []),
  ]);
}

export const mapPicture = (info: MediaInfo): string[] => ['-map', `0:${info.pictureIndex}`];
export const mapSound = (info: MediaInfo): string[] =>
  info.soundIndex === null ? [] : ['-map', `0:${info.soundIndex}`];

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
  const { width, height } = size;
  const fit = info.changesSize ? ':force_original_aspect_ratio=decrease' : '';
  const pad = info.changesSize ? `pad=${width}:${height}:-1:-1:eval=frame,` : '';
  return (
    `scale=${width}:${height}:flags=bicubic${fit}${scaledColours(info, toneMaps)},${pad}setsar=1,` +
    ordinaryColours(info, toneMaps)
  );
}

/** Filters before scaling: deinterlaces, limits the frame rate to 60, and applies rotation and crop. */
export function sourceFilters(info: MediaInfo): string {
  const whole = info.interlaced ? 'bwdif=mode=send_frame:deint=interlaced,' : '';
  const fewer = info.frameRate > MAX_RATE + 1 ? `fps=${MAX_RATE},` : '';
  const edited = (info.cut?.filters ?? []).map((filter) => `${filter},`).join('');
  return `${nameColours(info)},${whole}${fewer}${edited}`;
}

/** Less is what a sound's last packet is longer than the picture. */
const MAX_PADDING_SECONDS = 0.2;

/**
 * Comes last: pictures from the video's beginning to its end, since players don't know of what begins later or ends
 * sooner. One shown for longer is repeated as it is, which costs next to nothing.
 */
export function evenlySpaced(info: MediaInfo, seek = 0): string {
  const missing = (info.durationSec ?? 0) - info.pictures.end;
  const padding =
    missing > MAX_PADDING_SECONDS ? `,tpad=stop_mode=clone:stop_duration=${missing.toFixed(3)}` : '';
  const lead = info.cut ? `,setpts=PTS-${leadOf(info, seek).toFixed(6)}/TB` : '';
  return `${lead},fps=${info.encodingRate}:start_time=0${padding}`;
}

/** Audio from the start of the cut. */
export function cutSound(info: MediaInfo): string[] {
  const lead = leadOf(info).toFixed(6);
  return info.cut ? [`atrim=start=${lead}`, `asetpts=PTS-${lead}/TB`] : [];
}

/** Audio from the start of the video, padded with silence. */
export const evenSound = (info: MediaInfo): string =>
  [...cutSound(info), 'aresample=async=1:first_pts=0'].join(',');

/** The length to encode: that of the cut, or the longest allowed. */
export const lengthOf = ({ cut, durationSec }: MediaInfo): string[] => [
  '-t',
  cut && durationSec !== null ? durationSec.toFixed(6) : String(MAX_SECONDS),
];
