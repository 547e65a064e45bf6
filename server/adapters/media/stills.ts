import { rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  QUIET,
  evenlySpaced,
  mapPicture,
  openInput,
  pictureFilters,
  scaledSize,
  sourceFilters,
} from './arguments.ts';
import type { Binaries } from './binaries.ts';
import { runChild } from './child.ts';
import { JPEG_COLOURS } from './colours.ts';
import { rejectDamaged } from './damage.ts';
import type { ChildFiles } from './isolation.ts';
import type { MediaInfo, WorkOptions } from './media-info.ts';
import { MEDIA, MediaRejection } from './rejection.ts';

const UNREADABLE = MEDIA.UNREADABLE_IMAGES();

export interface Storyboard {
  sheet: string;
  vtt: string;
}

/** Where the poster is taken: min(2 s, 10 %) of the pictures, as the upload dialog does. */
export function posterTime({ pictures: { start, end } }: Pick<MediaInfo, 'pictures'>): number {
  return start + Math.min(2, (end - start) * 0.1);
}

/** Where the pictures are taken that its creator chooses from; the first is where the poster is. */
export function candidateTimes(info: Pick<MediaInfo, 'pictures'>): number[] {
  const { start, end } = info.pictures;
  return [posterTime(info), ...[0.3, 0.5, 0.7, 0.9].map((share) => start + (end - start) * share)];
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
  const filters = sourceFilters(info) + pictureFilters(info, scaledSize(info, lines), binaries.toneMaps);
  const take = (at: number) =>
    still(
      binaries,
      [
        ...openInput(path, info, at),
        ...mapPicture(info),
        '-frames:v',
        '1',
        '-vf',
        // of a cut one, what is shown then: the next picture may have been cut away
        `${filters}${info.cut ? evenlySpaced(info, at) : ''},${JPEG_COLOURS}`,
        '-q:v',
        '2',
        '-f',
        'mjpeg',
        `file:${out}`,
      ],
      { ...options, files: { reads: [path], writes: dirname(out) } },
      60,
    );
  await rm(out, { force: true });
  await take(atSeconds).catch((error: unknown) => {
    if (!(error instanceof MediaRejection)) throw error;
  });
  // no frame is shown at that time, whatever the duration is
  if (!(await isThere(out))) await take(0);
  if (!(await isThere(out))) throw new MediaRejection(UNREADABLE);
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    ({ size }) => size > 0,
    () => false,
  );

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
  const small = pictureFilters(info, { width, height }, binaries.toneMaps);
  // where the audio is longer, the last frame fills the rest
  const whole = `tpad=stop_mode=clone:stop=${count},tile=${columns}x${Math.ceil(count / columns)}`;
  await still(
    binaries,
    [
      ...openInput(path, info),
      ...mapPicture(info),
      '-vf',
      `${sourceFilters(info)}fps=1/${step}:start_time=0:round=up,${small},${JPEG_COLOURS},${whole}`,
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

/** WebVTT with media fragments, the format players read for thumbnails (`sheet.jpg#xywh=x,y,w,h`). */
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
  }).catch(rejectDamaged(UNREADABLE));
}
