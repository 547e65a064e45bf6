import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { Listed } from '#server/adapters/storage/storage.ts';
import { applyEdit } from '#server/adapters/media/edit.ts';
import { withVariants } from '#server/adapters/media/playlists.ts';
import { MediaRejection } from '#server/adapters/media/rejection.ts';
import type { Context } from '#server/app/context.ts';
import { job } from '#server/app/jobs/jobs.ts';
import { inWorkFolder } from '#server/app/jobs/work-folder.ts';
import { readDisk } from '#server/app/observe/disk.ts';
import { describeLadder, folderOf } from '../files.jobs.ts';
import { findReady } from '../processing.store.ts';
import { removeQuietly } from '../receive.actions.ts';
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
  const { reencodeWhenIdle, av1 } = ctx.settings.owner.videos;
  return [
    ...(reencodeWhenIdle ? (['h264'] as const) : []),
    ...(av1 && ctx.media.encodesAv1 ? (['av1'] as const) : []),
  ];
}

const LOOK_MS = 400;

export const reencodeVideo = job({
  name: 'video-reencode',
  schema: Reencode,
  // of ffmpeg's own limit for each of three renditions
  seconds: 20 * 3600,
  concurrency: 1,
  retryLimit: 2,
  onFailed: (ctx, step) => recordReencode(ctx.db, step),
  async run(ctx, step, { id, signal }) {
    const stop = new AbortController();
    const done = new AbortController();
    const watching = watchQueue(ctx, id, step.codec, stop, done.signal);
    try {
      await encodeAgain(ctx, step, AbortSignal.any([signal, stop.signal]));
    } catch (error) {
      if (error instanceof MediaRejection) await recordReencode(ctx.db, step);
      // also at the end of the process: it is chosen again
      else if (!stop.signal.aborted && !signal.aborted) throw error;
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

/** H.264 lies beside the fast encode, AV1 in the folder of the H.264 that plays. */
const FOLDER = 'slow';

async function encodeAgain(ctx: Context, step: Reencode, signal: AbortSignal): Promise<void> {
  const video = await findReady(ctx.db, step.videoId, step.rev);
  if (video?.id !== step.videoId || !video.original_key || !video.hls_key) return;
  const formerKey = video.hls_key;
  const isAv1 = step.codec === 'av1';
  const folder = isAv1 ? dirname(formerKey) : `${folderOf(step)}/${FOLDER}`;
  // an admin tries it again
  if (formerKey.startsWith(isAv1 ? `${folder}/av1` : `${folder}/`)) return;
  const former = await listRenditions(ctx, dirname(formerKey));
  await inWorkFolder(ctx, async (dir) => {
    const source = await ctx.storage.localCopy(video.original_key as string, dir);
    const info = applyEdit(await ctx.media.probe(source, { signal }), video.edit);
    const outDir = join(dir, 'out');
    await mkdir(outDir);
    const encoder = isAv1 ? 'av1' : 'slow';
    const ladder = await ctx.media.ladder(source, outDir, info, { signal, encoder });
    const described = describeLadder(folder, ladder, info.durationSec ?? 0);
    const files = isAv1 ? described.files.filter((name) => !name.endsWith('p.mp4')) : described.files;
    const compared = former.filter(({ key }) => (isAv1 ? /\/v\d+\.mp4$/ : H264).test(key));
    const made = await Promise.all(files.map(async (name) => (await stat(join(outDir, name))).size));
    const bytesSaved = sum(compared.map(({ size }) => size)) - sum(made);
    if (bytesSaved <= 0) return recordReencode(ctx.db, step);
    if (isAv1) await addToMain(ctx, join(outDir, ladder.master), formerKey);
    for (const name of files) await ctx.storage.moveIn(`${folder}/${name}`, join(outDir, name));
    const isTaken = await takeRenditions(ctx, step, {
      formerKey,
      ...(isAv1
        ? { keys: [], outcome: { hls_key: described.outcome.hls_key }, bytesSaved: 0 }
        : { keys: former.map(({ key }) => key), outcome: described.outcome, bytesSaved }),
    });
    if (!isTaken)
      await removeQuietly(
        ctx,
        files.map((name) => `${folder}/${name}`),
      );
    publishSubmission(ctx, step.videoId);
  });
}

/** AV1's variants come after those of the main playlist that plays, which every player takes. */
async function addToMain(ctx: Context, path: string, formerKey: string): Promise<void> {
  const content = await ctx.storage.read(formerKey);
  const main = Buffer.isBuffer(content) ? content : await buffer(content);
  await writeFile(path, withVariants(main.toString(), await readFile(path, 'utf8')));
}

const RENDITION = /^((master|av1)\.m3u8|[av]\d+\.(m3u8|mp4)|\d+p\.mp4)$/;

const H264 = /\/(master\.m3u8|v\d+\.(m3u8|mp4)|\d+p\.mp4)$/;

/** The files of a ladder. */
async function listRenditions(ctx: Context, folder: string): Promise<Listed[]> {
  const files: Listed[] = [];
  for await (const file of ctx.storage.list(folder))
    if (RENDITION.test(file.key.slice(folder.length + 1))) files.push(file);
  return files;
}

const sum = (numbers: number[]): number => numbers.reduce((total, each) => total + each, 0);
