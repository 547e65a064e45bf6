import { z } from 'zod';
import { UploadFields } from '#contract/submissions/submissions.ts';
import { BrokenFile, FILES } from '#server/adapters/untrusted/faults.ts';
import { withArchive } from '#server/adapters/zip/open-entry.ts';
import { ARCHIVES, receiveVideo, whyInvalid, whyRejected } from '#server/submissions/archives.actions.ts';
import type { Context } from '#server/app/context.ts';
import { transact } from '#server/app/database/database.ts';
import { HttpError } from '#server/app/http/errors.ts';
import { job } from '#server/app/jobs/jobs.ts';
import { inWorkFolder } from '#server/app/jobs/work-folder.ts';
import { removeLater } from '#server/submissions/receive.actions.ts';
import {
  dropOldArchives,
  findFile,
  findWaitingItem,
  finishReading,
  markFailed,
  markSent,
} from './archives.store.ts';
import { listVideos, readArchive } from './read.actions.ts';

const Which = z.object({ id: z.number().int() });

/** Reads the contents of an archive. Continues what a killed process started. */
export const readArchiveJob = job({
  name: 'archives.read',
  schema: Which,
  seconds: 3 * 3600,
  concurrency: 1,
  retryLimit: 3,
  async run(ctx, { id }, { signal }) {
    const found = await findFile(ctx.db, id, 'READING');
    if (!found) return;
    const outcome = await inWorkFolder(ctx, async (dir) => ({
      problem: null,
      leftOut: await readArchive(ctx, {
        id,
        userId: found.userId,
        path: await ctx.storage.localCopy(found.key, dir),
        dir,
        signal,
      }),
    })).catch((error: unknown) => {
      if (error instanceof BrokenFile) return { problem: error.text, leftOut: [] };
      throw error;
    });
    await endReading(ctx, id, found.key, outcome);
  },
  async onFailed(ctx, { id }) {
    const found = await findFile(ctx.db, id, 'READING');
    if (found) await endReading(ctx, id, found.key, { problem: ARCHIVES.FAILED(), leftOut: [] });
  },
});

const endReading = (ctx: Context, id: number, key: string, outcome: Parameters<typeof finishReading>[2]) =>
  transact(ctx.db, async (trx) => {
    await finishReading(trx, id, outcome);
    if (outcome.problem !== null) await removeLater(ctx, trx, { keys: [key] });
  });

/** At most so long until it is looked whether there is room for more. */
const MAX_WAIT_SEC = 600;

/** Submits the chosen items for review, one after another; waits while there is no space. */
export const sendChosen = job<z.infer<typeof Which>>({
  name: 'archives.send',
  schema: Which,
  seconds: 3 * 3600,
  concurrency: 1,
  unique: true,
  async run(ctx, { id }, { signal }) {
    const found = await findFile(ctx.db, id, 'READ');
    if (!found || !(await findWaitingItem(ctx.db, id))) return;
    const wait = await inWorkFolder(ctx, async (dir) => {
      const path = await ctx.storage.localCopy(found.key, dir);
      const { videos } = await listVideos({ path, userId: found.userId, signal });
      const entries = new Map(videos.map((video) => [video.path, video.entry]));
      return await withArchive(path, async (open) => {
        for (let item = await findWaitingItem(ctx.db, id); item; item = await findWaitingItem(ctx.db, id)) {
          signal.throwIfAborted();
          const entry = entries.get(item.path);
          const seconds = await sendItem(ctx, found.userId, item, async () => {
            if (!entry) throw new BrokenFile(FILES.MISSING());
            return await open(entry);
          });
          if (seconds > 0) return seconds;
        }
        return 0;
      });
    });
    if (wait > 0) await ctx.jobs.send(sendChosen, { id }, { singletonKey: String(id), after: wait });
  },
  /** Skips an item that always fails, and continues with the next. */
  async onFailed(ctx, { id }) {
    const item = await findWaitingItem(ctx.db, id);
    if (!item) return;
    await markFailed(ctx.db, item.id, ARCHIVES.FAILED());
    await ctx.jobs.send(sendChosen, { id }, { singletonKey: String(id) });
  },
});

type Item = NonNullable<Awaited<ReturnType<typeof findWaitingItem>>>;

/** Seconds to wait: there is no room for it just now. 0: it was sent, or why not is noted. */
async function sendItem(
  ctx: Context,
  userId: number,
  item: Item,
  open: () => Promise<AsyncIterable<Buffer>>,
): Promise<number> {
  const fields = UploadFields.safeParse({
    title: item.title,
    category: item.category,
    description: item.description,
    visibility: item.visibility,
    location: '',
  });
  if (!fields.success) {
    await markFailed(ctx.db, item.id, whyInvalid(fields.error));
    return 0;
  }
  try {
    const upload = {
      userId,
      size: item.size,
      idempotencyKey: `archive-item-${item.id}`,
      fields: fields.data,
    };
    const videoId = await receiveVideo(ctx, upload, open);
    await transact(ctx.db, (trx) => markSent(trx, item.id, videoId));
    ctx.cache.drop('videos');
    return 0;
  } catch (error) {
    if (error instanceof HttpError && (error.status === 429 || error.status === 507))
      return Math.min(MAX_WAIT_SEC, error.retryAfter ?? MAX_WAIT_SEC);
    if (!(error instanceof HttpError || error instanceof BrokenFile)) throw error;
    await markFailed(ctx.db, item.id, whyRejected(error, ARCHIVES.FAILED()));
    return 0;
  }
}

export const sweepArchives = job({
  name: 'archives.sweep',
  schema: z.object({}),
  cron: '47 * * * *',
  async run(ctx) {
    await transact(ctx.db, async (trx) => {
      await removeLater(ctx, trx, { keys: await dropOldArchives(trx, new Date(ctx.clock.now())) });
    });
  },
});
