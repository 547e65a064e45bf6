import { transact, type Db } from '#server/app/database/database.ts';
import { flushSearch } from './flush.actions.ts';
import {
  PARTS,
  dropOrphans,
  lockIndex,
  nextIds,
  refreshRanks,
  sizeOf,
  writeDocs,
  type Part,
} from './index.store.ts';
import { KINDS, type Kind } from './query.rules.ts';
import { countWords } from './vocabulary.store.ts';

const BATCH = 1000;
const LOCK_MS = 30_000;
const ORPHANS = 20_000;
/** Comments have negative ids. */
const FIRST = Number.MIN_SAFE_INTEGER;

/** Rebuilds the whole index while the site runs. `tell` is called with each part's progress. */
export async function reindex(
  db: Db,
  {
    onProgress = () => {},
    signal,
  }: { onProgress?: (part: Part, done: number, of: number) => void; signal?: AbortSignal } = {},
): Promise<void> {
  for (const part of Object.keys(PARTS) as Part[]) {
    const size = await sizeOf(db, part);
    let done = 0;
    for (let last: number | undefined = 0; last !== undefined;) {
      signal?.throwIfAborted();
      const after: number = last;
      const ids = await transact(db, async (trx) => {
        await lockIndex(trx, LOCK_MS);
        const next = await nextIds(trx, part, after, BATCH);
        if (next.length) await writeDocs(trx, part, next);
        return next;
      });
      last = ids.at(-1);
      if (last !== undefined) onProgress(part, (done += ids.length), Math.max(size, done));
    }
  }
  await flushSearch(db, signal);
  for (const kind of Object.keys(KINDS) as Kind[])
    for (let last: number | null = FIRST; last !== null;) last = await dropOrphans(db, kind, last, ORPHANS);
  await countSearchWords(db);
  await refreshRanks(db);
}

/** Counts the vocabulary with the index locked, so that a word learned at this moment stays. */
export const countSearchWords = (db: Db): Promise<void> =>
  transact(db, async (trx) => {
    await lockIndex(trx, LOCK_MS);
    await countWords(trx);
  });
