import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { playlistSeconds } from '#server/adapters/media/playlists.ts';
import { MediaRejection } from '#server/adapters/media/rejection.ts';
import { StorageMissing } from '#server/adapters/storage/storage.ts';
import type { Context } from '#server/app/context.ts';
import { job } from '#server/app/jobs/jobs.ts';
import { inWorkFolder } from '#server/app/jobs/work-folder.ts';
import { describeMp4s, mp4Name, nameFiles, packRungs, rungsToPack } from './files.jobs.ts';
import { LADDER_VERSION, listFormerLadders, type FormerLadder, type Outcome } from './processing.store.ts';
import { encodeLadder } from './submissions.jobs.ts';

/** The end of the last picture is anybody's guess; the faults looked for are larger. */
const TOLERATED_SECONDS = 0.2;

/**
 * What a former release ended with is brought to the present form. Ladders whose playlists tell wrong times are made
 * again; of the others the MP4s are packed, which encodes nothing, and what has no ladder gets its sound right.
 */
export const checkLadders = job({
  name: 'video-ladders-check',
  schema: z.object({}),
  unique: true,
  seconds: 6 * 3600,
  async run(ctx, _data, { signal }) {
    let failure: unknown;
    for (let after = 0; ;) {
      const former = await listFormerLadders(ctx.db, after);
      const last = former.at(-1);
      if (!last) break;
      for (const video of former) {
        signal.throwIfAborted();
        try {
          await bringUp(ctx, video, signal);
        } catch (error) {
          // the others don't wait for it; the queue tries it again
          failure = error;
        }
      }
      // the former files are there for a day: lists that name them do no harm meanwhile
      ctx.cache.drop('videos');
      after = last.id;
    }
    if (failure) throw failure;
  },
});

/** On start: true for most sites for good, so that nothing is added to the queue. */
export async function startCheckingLadders(ctx: Context): Promise<void> {
  const [first] = await listFormerLadders(ctx.db, 0, 1);
  if (first) await ctx.jobs.send(checkLadders, {}, { singletonKey: 'start' });
}

async function bringUp(ctx: Context, video: FormerLadder, signal: AbortSignal): Promise<void> {
  const step = { videoId: video.id, rev: video.media_rev };
  const files = await inWorkFolder(ctx, (dir) => makeFiles(ctx, video, dir, signal)).catch(
    (error: unknown) => {
      if (error instanceof StorageMissing || error instanceof MediaRejection) return null;
      throw error;
    },
  );
  if (files) await nameFiles(ctx, step, { ...files, ladder_version: LADDER_VERSION }, video.mp4_key);
  else await ctx.jobs.send(encodeLadder, step, { priority: -20 });
}

/** Into the store, beside those they take the place of, under names that were never there. Null: its ladder is wrong. */
async function makeFiles(
  ctx: Context,
  video: FormerLadder,
  dir: string,
  signal: AbortSignal,
): Promise<Outcome | null> {
  const at = folderOfKey(video.hls_key ?? video.mp4_key);
  // apart from what is written: these may be the stored files themselves, under a second name
  const inDir = join(dir, 'in');
  await mkdir(inDir);
  if (video.hls_key === null) {
    const path = await ctx.storage.localCopy(video.mp4_key, inDir);
    const info = await ctx.media.probe(path, { signal });
    const gain = await ctx.media.gain(path, info, { signal });
    if (gain === 0) return {};
    const name = mp4Name(info);
    await ctx.media.remux(path, join(dir, name), info, { signal, gain });
    await ctx.storage.moveIn(`${at}/${name}`, join(dir, name));
    return describeMp4s(at, [name]);
  }
  if (!(await tellsItsLength(ctx, `${at}/v0.m3u8`, video.duration_ms))) return null;
  const playlists = (await readText(ctx, video.hls_key)).match(/^v\d\.m3u8$/gm) ?? [];
  const rungs = await Promise.all(
    rungsToPack(playlists, video.duration_ms / 1000).map(async (playlist) => {
      const path = await ctx.storage.localCopy(`${at}/${playlist.replace('m3u8', 'mp4')}`, inDir);
      return { path, ...(await ctx.media.probe(path, { signal })) };
    }),
  );
  const [info] = rungs;
  if (!info) return null;
  const names = await packRungs(ctx, dir, rungs, info, signal);
  for (const name of names) await ctx.storage.moveIn(`${at}/${name}`, join(dir, name));
  return describeMp4s(at, names);
}

const folderOfKey = (key: string) => key.slice(0, key.lastIndexOf('/'));

async function tellsItsLength(ctx: Context, playlist: string, durationMs: number): Promise<boolean> {
  const said = playlistSeconds(await readText(ctx, playlist));
  return Math.abs(said - durationMs / 1000) <= TOLERATED_SECONDS;
}

async function readText(ctx: Context, key: string): Promise<string> {
  const content = await ctx.storage.read(key);
  if (Buffer.isBuffer(content)) return content.toString('utf8');
  const pieces: Buffer[] = [];
  for await (const piece of content) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString('utf8');
}
