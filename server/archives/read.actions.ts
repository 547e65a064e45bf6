import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { MAX_UPLOAD } from '#contract/submissions/submissions.ts';
import { MediaRejection } from '#server/adapters/media/rejection.ts';
import { BrokenFile, type LeftOut } from '#server/adapters/untrusted/faults.ts';
import { parseUntrusted } from '#server/adapters/untrusted/parse-untrusted.ts';
import type { ResultOf } from '#server/adapters/untrusted/parsers.ts';
import { withArchive, type OpenEntry } from '#server/adapters/zip/open-entry.ts';
import { ARCHIVES } from '#server/submissions/archives.actions.ts';
import type { Context } from '#server/app/context.ts';
import { hasFile, insertArchiveVideo, listVideoPaths, type FoundVideo } from './archives.store.ts';

interface Reading {
  id: number;
  userId: number;
  /** The archive on this machine, and a folder to unpack one video at a time in. */
  path: string;
  dir: string;
  signal: AbortSignal;
}

/** Reads each video of an archive. Throws BrokenFile. Skips those that a killed process already read. */
export async function readArchive(ctx: Context, reading: Reading): Promise<LeftOut[]> {
  const { id, path, signal } = reading;
  const { videos, leftOut } = await listVideos(reading);
  const known = new Set(await listVideoPaths(ctx.db, id));
  const hashes = new Set<string>();
  await withArchive(path, async (open) => {
    for (const [at, video] of videos.entries()) {
      signal.throwIfAborted();
      if (known.has(video.path)) continue;
      await insertArchiveVideo(ctx.db, id, await lookAt(ctx, reading, { open, video, at, hashes }));
    }
  });
  return leftOut;
}

/** The contents of an archive on this machine. Rejects with BrokenFile. */
export const listVideos = ({ path, userId, signal }: Pick<Reading, 'path' | 'userId' | 'signal'>) =>
  parseUntrusted('videoArchive', { path }, { member: userId, waits: true, signal });

interface ArchiveVideo {
  open: OpenEntry;
  video: ResultOf<'videoArchive'>['videos'][number];
  at: number;
  /** Of the videos before it. */
  hashes: Set<string>;
}

async function lookAt(
  ctx: Context,
  { userId, dir, signal }: Reading,
  { open, video, at, hashes }: ArchiveVideo,
): Promise<FoundVideo> {
  const { entry, date, ...details } = video;
  const item = { ...details, date: date === null ? null : new Date(date), size: entry.size };
  const nothing = { durationMs: null, isDuplicate: false };
  if (entry.size > MAX_UPLOAD) return { ...item, ...nothing, problem: ARCHIVES.TOO_LARGE() };
  const file = join(dir, `film-${at}`);
  try {
    const hash = createHash('sha256');
    await pipeline(
      Readable.from(await open(entry)),
      async function* (source: AsyncIterable<Buffer>) {
        for await (const chunk of source) {
          hash.update(chunk);
          yield chunk;
        }
      },
      createWriteStream(file),
      { signal },
    );
    const sha256 = hash.digest('hex');
    const isDuplicate = hashes.has(sha256) || (await hasFile(ctx.db, userId, sha256));
    hashes.add(sha256);
    const { durationSec } = await ctx.media.probe(file, { signal });
    const durationMs = durationSec === null ? null : Math.round(durationSec * 1000);
    return { ...item, durationMs, isDuplicate, problem: null };
  } catch (error) {
    if (!(error instanceof BrokenFile || error instanceof MediaRejection)) throw error;
    return { ...item, ...nothing, problem: error.text };
  } finally {
    await rm(file, { force: true });
  }
}
