import { Message, msg } from '#contract/text/message.ts';
import type { Category } from '#contract/videos/videos.ts';
import {
  ImportError,
  type ExternalVideo,
  type VideoImport,
} from '#server/adapters/video-import/video-import.ts';
import { audit } from '#server/app/database/audit.ts';
import { transact, type Db } from '#server/app/database/database.ts';
import type { Jobs } from '#server/app/context.ts';
import type { User } from '#server/app/http/callers/sessions.ts';
import { tagVideo } from '#server/tags/tags.actions.ts';
import { ARCHIVED } from './archive.messages.ts';
import { archiveRemoved } from './archive.store.ts';
import { insertImported, listKnown, listStale, setCounters } from './imports.store.ts';
import { fetchPicture } from './pictures.jobs.ts';

/** What is searched for in the categories that a site begins with; in others it is their name. */
const QUERIES = new Map<Category, string>([
  ['Business', 'small business ideas entrepreneur tips'],
  ['Lifestyle', 'daily life travel cooking inspiration'],
  ['Beauty', 'makeup skincare hair tutorial'],
  ['Innovation', 'new technology invention science explained'],
]);
const MAX_PAGES = 5;

/**
 * Imports up to `limit` new videos. Existing ones are skipped and replaced by the next one found. Each page is looked
 * up first and then stored in one transaction, so an interruption leaves only whole videos.
 */
export async function importFromYoutube(
  tools: { db: Db; jobs: Jobs; source: VideoImport },
  admin: User | null,
  category: Category,
  limit: number,
): Promise<{ imported: number; skipped: number }> {
  const done = { imported: 0, skipped: 0 };
  try {
    await importVideos(tools, admin, category, limit, done);
  } catch (error) {
    if (!(error instanceof ImportError) || done.imported === 0) throw error;
    const why = typeof error.text === 'string' ? new Message(error.text) : error.text;
    throw new ImportError(
      error.fault,
      done.imported === 1
        ? msg`${why} 1 video had already been imported.`
        : msg`${why} ${done.imported} videos had already been imported.`,
    );
  }
  return done;
}

async function importVideos(
  { db, jobs, source }: { db: Db; jobs: Jobs; source: VideoImport },
  admin: User | null,
  category: Category,
  limit: number,
  done: { imported: number; skipped: number },
): Promise<void> {
  let page: string | null = null;
  for (let pages = 0; pages < MAX_PAGES && done.imported < limit; pages++) {
    const query = QUERIES.get(category) ?? category;
    const { ids, next }: { ids: string[]; next: string | null } = await source.search(query, page);
    const known = await listKnown(db, 'YOUTUBE', ids);
    done.skipped += known.size;
    const newIds = ids.filter((id) => !known.has(id));
    for (let at = 0; at < newIds.length && done.imported < limit;) {
      const wanted = newIds.slice(at, at + (limit - done.imported));
      at += wanted.length;
      const { videos } = await source.lookUp(wanted);
      done.imported += (await addImported({ db, jobs }, admin, category, videos)).length;
    }
    if (!next) break;
    page = next;
  }
}

/** Stores what isn't there yet, whole videos in one transaction; answers their ids. */
export async function addImported(
  { db, jobs }: { db: Db; jobs: Jobs },
  admin: User | null,
  category: Category,
  found: ExternalVideo[],
): Promise<number[]> {
  if (found.length === 0) return [];
  return transact(db, async (trx) => {
    const added = await insertImported(trx, category, found);
    for (const { id, source, sourceId, picture } of added) {
      await tagVideo(trx, id);
      if (picture !== null) await jobs.send(fetchPicture, { videoId: id }, { trx });
      await audit(trx, admin, {
        action: 'video.import',
        subjectType: 'video',
        subjectId: id,
        after: { source, sourceId, category },
      });
    }
    return added.map(({ id }) => id);
  });
}

const REFRESH_MS = 20 * 3_600_000;
const BATCH = 50;
/** Of the 10,000 units a day a refresh may take so many look-ups of one unit: 75,000 videos a day, the oldest first. */
const MAX_LOOK_UPS = 1500;

/** Refreshes the counters of imported videos, the longest waiting first; archives what YouTube removed. */
export async function refreshImports(
  { db, source, now }: { db: Db; source: VideoImport; now: number },
  signal: AbortSignal,
  maxLookUps = MAX_LOOK_UPS,
): Promise<{ refreshed: number; removed: number }> {
  const total = { refreshed: 0, removed: 0 };
  for (let lookUps = 0; lookUps < maxLookUps && !signal.aborted; lookUps++) {
    const stale = await listStale(db, new Date(now - REFRESH_MS), BATCH);
    if (stale.length === 0) break;
    const found = await source.lookUp(
      stale.map(({ sourceId }) => sourceId),
      signal,
    );
    const { refreshed, removed } = await refreshImported(db, stale, found);
    total.refreshed += refreshed;
    total.removed += removed;
  }
  return total;
}

/** Writes new counters; archives what the platform removed. */
async function refreshImported(
  db: Db,
  requested: { id: number; sourceId: string }[],
  found: { videos: ExternalVideo[]; ids: string[] },
): Promise<{ refreshed: number; removed: number }> {
  const facts = new Map(found.videos.map((video) => [video.id, video]));
  const known = new Set(found.ids);
  const counters = requested
    .filter(({ sourceId }) => known.has(sourceId))
    .map(({ id, sourceId }) => {
      const { views = null, likes = null } = facts.get(sourceId) ?? {};
      return { id, views, likes };
    });
  const deletedIds = requested.filter(({ sourceId }) => !known.has(sourceId)).map(({ id }) => id);
  await transact(db, async (trx) => {
    if (counters.length > 0) await setCounters(trx, counters);
    if (deletedIds.length === 0) return;
    await archiveRemoved(trx, deletedIds, ARCHIVED.REMOVED());
    for (const id of deletedIds)
      await audit(trx, null, {
        action: 'video.archive',
        subjectType: 'video',
        subjectId: id,
        after: { reason: ARCHIVED.REMOVED() },
      });
  });
  return { refreshed: counters.length, removed: deletedIds.length };
}
