import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MediaRejection } from '#server/adapters/media/rejection.ts';
import type { Media } from '#server/adapters/media/media.ts';
import { makeVideo } from './video-files.ts';

const SHAPE = { width: 160, height: 120, seconds: 0.4 };

/** Small videos in the most common formats. */
export function makeKinds(dir: string): Promise<string[]> {
  return Promise.all([
    makeVideo(dir, 'fast-start.mp4', SHAPE, ['-movflags', '+faststart']),
    makeVideo(dir, 'vp8.webm', SHAPE),
    makeVideo(dir, 'vp9-opus.mkv', SHAPE, ['-c:v', 'libvpx-vp9', '-cpu-used', '8', '-c:a', 'libopus']),
    makeVideo(dir, 'h264.mkv', SHAPE),
  ]);
}

/** A copy with some bytes changed, the same ones for the same seed. */
export async function damage(path: string, seed: number): Promise<string> {
  const bytes = await readFile(path);
  const changes = [1, 4, 20, 100][seed % 4] ?? 1;
  let state = seed * 2654435761 + 1;
  const next = () => (state = (state * 1103515245 + 12345) % 2147483648) / 2147483648;
  for (let count = 0; count < changes; count += 1)
    bytes[40 + Math.floor(next() * (bytes.length - 40))] = Math.floor(next() * 256);
  const damaged = path.replace(/(\.\w+)$/, `-${seed}$1`);
  await writeFile(damaged, bytes);
  return damaged;
}

/** All work on one file: null when it came through or was rejected, else the failure that we took for ours. */
export async function prepare(media: Media, path: string, dir: string): Promise<string | null> {
  try {
    const info = await media.probe(path);
    const out = `${path}.playable.mp4`;
    await (info.copyable ? media.remux(path, out, info) : media.encodePlayable(path, out, info));
    await media.poster(path, join(dir, 'poster.jpg'), 0.04, info);
    await media.ladder(path, dir, info);
    await media.storyboard(path, dir, info);
    return null;
  } catch (error) {
    return error instanceof MediaRejection ? null : `${path}: ${String(error)}`;
  }
}
