import { z } from 'zod';
import { playlistSeconds } from '#server/adapters/media/playlists.ts';
import { StorageMissing } from '#server/adapters/storage/storage.ts';
import type { Context } from '#server/app/context.ts';
import { job } from '#server/app/jobs/jobs.ts';
import { LADDER_VERSION, listFormerLadders, noteOutcome, type FormerLadder } from './processing.store.ts';
import { encodeLadder } from './submissions.jobs.ts';

/** The end of the last picture is anybody's guess; the faults looked for are larger. */
const TOLERATED_SECONDS = 0.2;

/** Ladders of a former release whose playlists tell wrong times are made again; the others are marked as looked at. */
export const checkLadders = job({
  name: 'video-ladders-check',
  schema: z.object({}),
  unique: true,
  seconds: 3600,
  async run(ctx, _data, { signal }) {
    for (let after = 0; ;) {
      const former = await listFormerLadders(ctx.db, after);
      const last = former.at(-1);
      if (!last) return;
      for (const video of former) {
        signal.throwIfAborted();
        const step = { videoId: video.id, rev: video.media_rev };
        if (await tellsItsLength(ctx, video))
          await noteOutcome(ctx.db, step.videoId, step.rev, { ladder_version: LADDER_VERSION });
        else await ctx.jobs.send(encodeLadder, step, { priority: -20 });
      }
      after = last.id;
    }
  },
});

/** On start: true for most sites for good, so that nothing is added to the queue. */
export async function startCheckingLadders(ctx: Context): Promise<void> {
  const [first] = await listFormerLadders(ctx.db, 0, 1);
  if (first) await ctx.jobs.send(checkLadders, {}, { singletonKey: 'start' });
}

async function tellsItsLength(ctx: Context, video: FormerLadder): Promise<boolean> {
  const playlist = video.hls_key.replace(/[^/]+$/, 'v0.m3u8');
  try {
    const said = playlistSeconds(await readText(ctx, playlist));
    return Math.abs(said - video.duration_ms / 1000) <= TOLERATED_SECONDS;
  } catch (error) {
    if (error instanceof StorageMissing) return false;
    throw error;
  }
}

async function readText(ctx: Context, key: string): Promise<string> {
  const content = await ctx.storage.read(key);
  if (Buffer.isBuffer(content)) return content.toString('utf8');
  const pieces: Buffer[] = [];
  for await (const piece of content) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString('utf8');
}
