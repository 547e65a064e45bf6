import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { QUIET, openInput, pictureFilters, scaledSize, sourceFilters } from './arguments.ts';
import type { Binaries } from './binaries.ts';
import { runChild } from './child.ts';
import { rejectDamaged } from './damage.ts';
import type { ChildFiles } from './isolation.ts';
import type { MediaInfo, WorkOptions } from './media-info.ts';

/** What readers of a JPEG take for granted; video of these days is in the colours of BT.709. */
const JPEG_COLOURS = 'out_color_matrix=bt601:out_range=pc';
/** The same behind tone mapping, where newer ffmpeg's scale leaves the matrix as it was. */
const JPEG_COLOURS_OF_HDR = 'zscale=m=470bg:r=pc';

export interface Storyboard {
  sheet: string;
  vtt: string;
}

/** Where the poster is taken: min(2 s, 10 %) of the video, as the upload dialog does. */
export function posterTime(durationSec: number | null): number {
  return Math.min(2, (durationSec ?? 0) * 0.1);
}

export async function makePoster(
  binaries: Binaries,
  path: string,
  out: string,
  atSeconds: number,
  info: MediaInfo,
  options: WorkOptions,
): Promise<void> {
  const lines = Math.min(1, 1280 / Math.max(info.width, info.height)) * Math.min(info.width, info.height);
  await still(
    binaries,
    [
      ...openInput(path, { seek: atSeconds }),
      '-map',
      '0:V:0',
      '-frames:v',
      '1',
      '-vf',
      `${sourceFilters(info)}${pictureFilters(info, scaledSize(info, lines), binaries.toneMaps)},${info.hdr && binaries.toneMaps ? JPEG_COLOURS_OF_HDR : `scale=${JPEG_COLOURS}`},format=yuvj420p`,
      '-q:v',
      '2',
      '-f',
      'mjpeg',
      `file:${out}`,
    ],
    { ...options, files: { reads: [path], writes: dirname(out) } },
    60,
  );
}

/** At most 100 pictures of 160 px, one every second or more, ten in a row. */
export async function makeStoryboard(
  binaries: Binaries,
  path: string,
  outDir: string,
  info: MediaInfo,
  options: WorkOptions,
): Promise<Storyboard> {
  const duration = info.durationSec ?? 0;
  const step = Math.max(1, Math.ceil(duration / 100));
  const count = Math.max(1, Math.ceil(duration / step));
  const width = 160;
  const height = Math.max(2, 2 * Math.round((width * info.height) / info.width / 2));
  const columns = Math.min(10, count);
  await still(
    binaries,
    [
      ...openInput(path),
      '-map',
      '0:V:0',
      '-vf',
      `${info.interlaced ? 'bwdif=mode=send_frame:deint=interlaced,' : ''}fps=1/${step}:round=up,scale=${width}:${height}:${JPEG_COLOURS},format=yuvj420p,tile=${columns}x${Math.ceil(count / columns)}`,
      '-frames:v',
      '1',
      '-q:v',
      '5',
      '-f',
      'mjpeg',
      `file:${join(outDir, 'storyboard.jpg')}`,
    ],
    { ...options, files: { reads: [path], writes: outDir } },
    300,
  );
  await writeFile(
    join(outDir, 'storyboard.vtt'),
    storyboardCues({ duration, step, count, columns, width, height }),
  );
  return { sheet: 'storyboard.jpg', vtt: 'storyboard.vtt' };
}

/** WebVTT with media fragments, the way players read thumbnails (`sheet.jpg#xywh=x,y,w,h`). */
export function storyboardCues(board: {
  duration: number;
  step: number;
  count: number;
  columns: number;
  width: number;
  height: number;
}): string {
  const cues = Array.from({ length: board.count }, (_, index) => {
    const end = Math.min(board.duration, (index + 1) * board.step);
    const x = (index % board.columns) * board.width;
    const y = Math.floor(index / board.columns) * board.height;
    return `${clock(index * board.step)} --> ${clock(end)}\nstoryboard.jpg#xywh=${x},${y},${board.width},${board.height}`;
  });
  return `WEBVTT\n\n${cues.join('\n\n')}\n`;
}

function clock(seconds: number): string {
  return new Date(Math.round(seconds * 1000)).toISOString().slice(11, 23);
}

async function still(
  binaries: Binaries,
  args: string[],
  options: WorkOptions & { files: ChildFiles },
  seconds: number,
): Promise<void> {
  await runChild(binaries, 'ffmpeg', [...QUIET, '-threads', '2', ...args], {
    signal: options.signal,
    files: options.files,
    limits: { seconds, memoryMiB: 4096, fileMiB: 64, nice: 0 },
  }).catch(
    rejectDamaged(
      "The images of this video can't be read; the file seems to be damaged. Please save or record it again.",
    ),
  );
}
