import type { Context } from '#server/app/context.ts';
import { transact, type Db } from '#server/app/database/database.ts';
import {
  ALL_PARTS,
  COMMENTS_OF_A_VIDEO,
  PARTS,
  refreshCached,
  findUnknownPeople,
  isAnyPending,
  lockIndex,
  markCommentsStale,
  takePending,
  writeDocs,
  type Part,
} from './index.store.ts';

const BATCH = 200;
const LOCK_MS = 5_000;
const TICK_MS = 500;

/** Indexes a batch of changed rows in one transaction; returns how many. */
async function flushBatch(db: Db): Promise<number> {
  return transact(db, async (trx) => {
    await lockIndex(trx, LOCK_MS);
    const taken = await takePending(trx, BATCH);
    if (!taken.length) return 0;
    const published = taken.filter(({ part }) => part === COMMENTS_OF_A_VIDEO).map(({ id }) => id);
    if (published.length) {
      await markCommentsStale(trx, published);
      taken.push(...(await takePending(trx, BATCH)));
    }
    const idsOf = (part: Part) => [
      ...new Set(taken.filter((each) => each.part === PARTS[part]).map(({ id }) => id)),
    ];
    // a person becomes searchable with their first video or post
    const people = [
      ...(await findUnknownPeople(trx, 'videos', idsOf('videos'))),
      ...(await findUnknownPeople(trx, 'posts', idsOf('posts'))),
    ];
    for (const part of ALL_PARTS) {
      const ids = part === 'users' ? [...new Set([...idsOf(part), ...people])] : idsOf(part);
      if (ids.length) await writeDocs(trx, part, ids);
    }
    await refreshCached(trx);
    return taken.length;
  });
}

/** Writes the rows of everything that changed. */
export async function flushSearch(db: Db, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted && (await flushBatch(db)) > 0);
}

/** Has this process write what changed, twice a second, until it stops. */
export function startFlushing({ db, log, stopping }: Context): void {
  let isBusy = false;
  const timer = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    void tick().finally(() => (isBusy = false));
  }, TICK_MS);
  const tick = async () => {
    try {
      if (await isAnyPending(db)) await flushSearch(db, stopping);
    } catch (error) {
      if (!stopping.aborted)
        log.warn('What changed could not be written into the search index yet.', { error });
    }
  };
  timer.unref();
  stopping.addEventListener('abort', () => clearInterval(timer), { once: true });
}
