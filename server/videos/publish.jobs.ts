import { MessageError, storedMessages } from '#contract/text/message.ts';
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { StorageMissing } from '#server/adapters/storage/storage.ts';
import type { Context } from '#server/app/context.ts';
import { MEDIA_CACHE, MEDIA_TYPES } from '#server/app/http/files/send-file.ts';
import { job } from '#server/app/jobs/jobs.ts';
import { runEach } from '#server/app/jobs/run-each.ts';
import {
  claimCopies,
  findPublishable,
  forgetCopies,
  forgetForeignCopies,
  listOutOfSync,
  listPublicOf,
  markPublished,
  type Publishable,
} from './publish.store.ts';

const FAULTS = storedMessages('publish', { NO_MEDIA_URL: 'MEDIA_URL is no longer set.' });

/* With MEDIA_URL, public videos are copied to a publicly readable bucket, and removed once they aren't public any more. Each publication uses a new folder, so that a copy job overtaken by hiding the video can't bring anything back (docs/decisions/067). */

/** Creates or removes the copies of these videos, according to their state when it runs. */
export const publishVideos = job({
  name: 'videos-publish',
  schema: z.object({ ids: z.array(z.number().int()) }),
  retryLimit: 20,
  async run(ctx, { ids }, { signal }) {
    await runEach(ids, signal, (id) => syncPublicMedia(ctx, id));
  },
});

/**
 * Syncs everything out of step: all videos at a start with another MEDIA_URL, afterwards what no transaction reported.
 */
export const publishAll = job({
  name: 'videos-publish-all',
  schema: z.object({}),
  cron: '*/5 * * * *',
  unique: true,
  seconds: 6 * 3600,
  retryLimit: 1,
  async run(ctx, _data, { signal }) {
    if (!ctx.publicMedia) return;
    for (let after = 0; ;) {
      const ids = await listOutOfSync(ctx.db, after);
      const last = ids.at(-1);
      if (last === undefined) return;
      for (const id of ids) {
        signal.throwIfAborted();
        await syncPublicMedia(ctx, id).catch((error: unknown) =>
          ctx.log.warn('The public copies of a video could not be brought into step.', { id, error }),
        );
      }
      after = last;
    }
  },
});

/** Takes away what a job that died left of videos that are not public. */
export const sweepPublished = job({
  name: 'videos-publish-sweep',
  schema: z.object({}),
  cron: '10 4 * * *',
  unique: true,
  seconds: 6 * 3600,
  retryLimit: 1,
  async run(ctx, _data, { signal }) {
    if (!ctx.publicMedia) return;
    const found = new Set<number>();
    for await (const { key } of ctx.publicMedia.storage.list('videos')) found.add(Number(key.split('/')[1]));
    const ids = [...found].filter(Number.isSafeInteger);
    for (let at = 0; at < ids.length; at += 500) {
      signal.throwIfAborted();
      const some = ids.slice(at, at + 500);
      const shown = new Set(await listPublicOf(ctx.db, some));
      for (const id of some)
        if (!shown.has(id))
          await syncPublicMedia(ctx, id).catch((error: unknown) =>
            ctx.log.warn('The public copies of a video could not be swept.', { id, error }),
          );
    }
  },
});

/** On start: pages name no copies at another address, or none at all, from now on. */
export async function startPublishing(ctx: Context): Promise<void> {
  const { publicMedia, settings } = ctx;
  const begin = publicMedia ? `${publicMedia.url}/videos/` : 'none';
  if (await forgetForeignCopies(ctx.db, begin, markOf(settings.MEDIA_STORAGE_URL))) ctx.cache.drop('videos');
  if (publicMedia) await ctx.jobs.send(publishAll, {}, { singletonKey: 'start' });
}

/** Identifies the bucket in each folder's name: another bucket behind the same URL starts empty. */
const markOf = (storageUrl = '') => `-${createHash('sha256').update(storageUrl).digest('hex').slice(0, 6)}`;

async function syncPublicMedia(ctx: Context, id: number): Promise<void> {
  const video = await findPublishable(ctx.db, id);
  if (video) await publish(ctx, id, video);
  else await forgetCopies(ctx.db, id);
  await removeFormer(ctx, id);
}

async function publish(ctx: Context, id: number, video: Publishable): Promise<void> {
  const { storage, url } = mediaOf(ctx);
  const begin = `${url}/${video.folder}${markOf(ctx.settings.MEDIA_STORAGE_URL)}`;
  let at = video.publishedUrl;
  if (!at?.startsWith(begin)) {
    await claimCopies(ctx.db, id, at, `${begin}${ctx.random.bytes(8).toString('hex')}`);
    at = (await findPublishable(ctx.db, id))?.publishedUrl ?? null;
    // hidden, or given other files, since: that has a job of its own
    if (!at?.startsWith(begin)) return;
  }
  const copies = at.slice(url.length + 1);
  const former = await keysBelow(storage, copies);
  const copied = new Set<string>();
  for await (const { key } of ctx.storage.list(video.folder)) {
    const copy = copies + key.slice(video.folder.length);
    if (former.delete(copy) || (await copyFile(ctx, key, copy))) copied.add(key);
  }
  for (const key of former) await storage.remove(key);
  const keys = video.keys.filter((key) => copied.has(key));
  if (await markPublished(ctx.db, id, at, keys)) ctx.cache.drop('videos');
}

/** False: the file is gone or isn't public. */
async function copyFile(ctx: Context, from: string, to: string): Promise<boolean> {
  const type = MEDIA_TYPES[from.slice(from.lastIndexOf('.') + 1)];
  if (!type) return false;
  try {
    await mediaOf(ctx).storage.copyFrom(ctx.storage, from, to, { type, cache: MEDIA_CACHE.public });
    return true;
  } catch (error) {
    if (error instanceof StorageMissing) return false;
    throw error;
  }
}

/** Copies in folders that the row doesn't name. What is there is looked at first: what comes later may be named later. */
async function removeFormer(ctx: Context, id: number): Promise<void> {
  const { storage, url } = mediaOf(ctx);
  const folders = new Set<string>();
  for (const key of await keysBelow(storage, `videos/${id}`))
    folders.add(key.split('/').slice(0, 3).join('/'));
  const named = (await findPublishable(ctx.db, id))?.publishedUrl;
  for (const folder of folders) if (`${url}/${folder}` !== named) await storage.removePrefix(folder);
}

async function keysBelow(storage: Context['storage'], folder: string): Promise<Set<string>> {
  const keys = new Set<string>();
  for await (const { key } of storage.list(folder)) keys.add(key);
  return keys;
}

function mediaOf({ publicMedia }: Context): NonNullable<Context['publicMedia']> {
  if (!publicMedia) throw new MessageError(FAULTS.NO_MEDIA_URL());
  return publicMedia;
}
