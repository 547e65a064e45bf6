import { mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { Listed } from '#server/adapters/storage/storage.ts';
import { applyEdit } from '#server/adapters/media/edit.ts';
import { MediaRejection } from '#server/adapters/media/rejection.ts';
import type { Context } from '#server/app/context.ts';
import { job } from '#server/app/jobs/jobs.ts';
import { inWorkFolder } from '#server/app/jobs/work-folder.ts';
import { readDisk } from '#server/app/observe/disk.ts';
import { describeLadder, folderOf } from '../files.jobs.ts';
import { findReady } from '../processing.store.ts';
import { publishSubmission } from '../submissions.events.ts';
import { takeRenditions } from './reencode.actions.ts';
import {
  findNext,
  mayGoOn,
  recordCancelled,
  recordReencode,
  Reencode,
  type Codec,
} from './reencode.store.ts';

/*
 * The first encode is fast; while the machine is idle, popular videos are encoded again, one at a time. Whatever else is to
 * be encoded ends that at once, and it begins again later (docs/decisions/131).
 */

/** Chooses the next one. */
export const planReencode = job({
  name: 'video-reencode-plan',
  schema: z.object({}),
  cron: '* * * * *',
  unique: true,
  async run(ctx) {
    await recordCancelled(ctx.db);
    const next = await findNext(ctx.db, wantedCodecs(ctx), ctx.settings.owner.videos.popularAfterViews);
    if (next && (await hasSpace(ctx, next.original_size)))
      await ctx.jobs.send(reencodeVideo, Reencode.parse(next), { priority: -20 });
  },
});

/** For a copy of the original, the files being made, and the former ones, which stay for a day. */
async function hasSpace(ctx: Context, originalSize: number): Promise<boolean> {
  const { DATA_DIR, LIMITS } = ctx.settings;
  const free = [await ctx.storage.freeBytes(), readDisk(DATA_DIR)?.freeBytes ?? null];
  return free.every((bytes) => bytes === null || bytes >= LIMITS.freeDisk + 3 * originalSize);
}

function wantedCodecs(ctx: Context): Codec[] {
  const { reencodeWhenIdle } = ctx.settings.owner.videos;
  return reencodeWhenIdle ? ['h264'] : [];
}

const LOOK_MS = 400;

export const reencodeVideo = job({
  name: 'video-reencode',
  schema: Reencode,
  seconds: 7 * 3600,
  concurrency: 1,
  retryLimit: 1,
  onFailed: (ctx, step) => recordReencode(ctx.db, step),
  async run(ctx, step, { id, signal }) {
    const stop = new AbortController();
    const done = new AbortController();
    const watching = watchQueue(ctx, id, step.codec, stop, done.signal);
    try {
      await encodeAgain(ctx, step, AbortSignal.any([signal, stop.signal]));
    } catch (error) {
      if (error instanceof MediaRejection) await recordReencode(ctx.db, step);
      else if (!stop.signal.aborted) throw error;
    } finally {
      done.abort();
      await watching;
    }
  },
});

/** Stops the work within a second of another encode's arrival, of its cancellation, or of the setting. */
async function watchQueue(
  ctx: Context,
  id: string,
  codec: Codec,
  stop: AbortController,
  done: AbortSignal,
): Promise<void> {
  while (!done.aborted && !stop.signal.aborted) {
    // without a database nothing can arrive
    const goesOn = wantedCodecs(ctx).includes(codec) && (await mayGoOn(ctx.db, id).catch(() => true));
    if (!goesOn) stop.abort();
    else await delay(LOOK_MS, null, { signal: done }).catch(() => {});
  }
}

/** Beside the files of the fast encode. */
const FOLDER = 'slow';

async function encodeAgain(ctx: Context, step: Reencode, signal: AbortSignal): Promise<void> {
  const video = await findReady(ctx.db, step.videoId, step.rev);
  const folder = `${folderOf(step)}/${FOLDER}`;
  if (video?.id !== step.videoId || !video.original_key || !video.hls_key) return;
  const [formerKey, formerFolder] = [video.hls_key, dirname(video.hls_key)];
  if (formerFolder === folder) return;
  const former = await listRenditions(ctx, formerFolder);
  await inWorkFolder(ctx, async (dir) => {
    const source = await ctx.storage.localCopy(video.original_key as string, dir);
    const info = applyEdit(await ctx.media.probe(source, { signal }), video.edit);
    const outDir = join(dir, 'out');
    await mkdir(outDir);
    const ladder = await ctx.media.ladder(source, outDir, info, { signal, isIdle: true });
    const { files, outcome } = describeLadder(folder, ladder, info.durationSec ?? 0);
    const made = await Promise.all(files.map(async (name) => (await stat(join(outDir, name))).size));
    const bytesSaved = sum(former.map(({ size }) => size)) - sum(made);
    if (bytesSaved <= 0) return recordReencode(ctx.db, step);
    for (const name of files) await ctx.storage.moveIn(`${folder}/${name}`, join(outDir, name));
    const keys = former.map(({ key }) => key);
    const isTaken = await takeRenditions(ctx, step, { formerKey, keys, outcome, bytesSaved });
    if (!isTaken) await ctx.storage.removePrefix(folder);
    publishSubmission(ctx, step.videoId);
  });
}

const RENDITION = /^(master\.m3u8|v\d+\.(m3u8|mp4)|\d+p\.mp4)$/;

/** The files of a ladder. */
async function listRenditions(ctx: Context, folder: string): Promise<Listed[]> {
  const files: Listed[] = [];
  for await (const file of ctx.storage.list(folder))
    if (RENDITION.test(file.key.slice(folder.length + 1))) files.push(file);
  return files;
}

const sum = (numbers: number[]): number => numbers.reduce((total, each) => total + each, 0);
