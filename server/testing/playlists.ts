import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findBinaries } from '#server/adapters/media/binaries.ts';

/** An HLS ladder's playlists compared with its segments; for tests. */

const run = promisify(execFile);
const binaries = findBinaries({});

export interface PlaylistFacts {
  targetSeconds: number;
  segments: { declaredSeconds: number; paddingSeconds: number }[];
  /** The declared total of all segments. */
  declaredSeconds: number;
}

/** Seconds between the first picture and the end of the last one. */
export async function durationOf(path: string): Promise<number> {
  const { ffprobe } = await binaries;
  const entries = 'packet=pts_time,duration_time';
  const args = ['-v', 'error', '-select_streams', 'V:0', '-show_entries', entries, '-of', 'csv=p=0', path];
  const { stdout } = await run(ffprobe, args, { maxBuffer: 1 << 26 });
  const times = stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split(',').map((text) => Number(text) || 0));
  const starts = times.map(([start = 0]) => start);
  const ends = times.map(([start = 0, seconds = 0]) => start + seconds);
  return ends.reduce((a, b) => Math.max(a, b), 0) - starts.reduce((a, b) => Math.min(a, b), Infinity);
}

/** Reads a media playlist with byte ranges in one file, and each segment separately. */
export async function readPlaylist(folder: string, name: string): Promise<PlaylistFacts> {
  const text = await readFile(join(folder, name), 'utf8');
  const file = await readFile(join(folder, name.replace('.m3u8', '.mp4')));
  const [, initLength = '0'] = /#EXT-X-MAP:.*BYTERANGE="(\d+)@0"/.exec(text) ?? [];
  const segments: PlaylistFacts['segments'] = [];
  for (const [, tag = '', length = '', at = ''] of text.matchAll(
    /#EXTINF:([\d.]+),\s+#EXT-X-BYTERANGE:(\d+)@(\d+)/g,
  )) {
    const path = join(folder, `segment-${segments.length}.mp4`);
    const content = file.subarray(Number(at), Number(at) + Number(length));
    await writeFile(path, Buffer.concat([file.subarray(0, Number(initLength)), content]));
    segments.push({ declaredSeconds: Number(tag), paddingSeconds: await durationOf(path) });
    await rm(path);
  }
  return {
    targetSeconds: Number(/#EXT-X-TARGETDURATION:(\d+)/.exec(text)?.[1]),
    segments,
    declaredSeconds: segments.reduce((sum, { declaredSeconds }) => sum + declaredSeconds, 0),
  };
}
