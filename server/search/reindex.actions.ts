import { transact, type Db } from '#server/app/database/database.ts';
import { flushSearch } from './flush.actions.ts';
import {
  ALL_PARTS,
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

/** Parts indexed at the same time: a writer fully uses one core, and the site needs the others. */
const WRITERS = 2;

interface Progress {
  onProgress?: (part: Part, done: number, of: number) => void;
  signal?: AbortSignal | undefined;
}

/** Rebuilds the whole index while the site runs. `onProgress` is called with each part's progress. */
export async function reindex(db: Db, { onProgress, signal }: Progress = {}): Promise<void> {
  const parts = ALL_PARTS.values();
  await Promise.all(
    Array.from({ length: WRITERS }, async () => {
      for (const part of parts) await reindexPart(db, part, { onProgress, signal });
    }),
  );
  await flushSearch(db, signal);
  for (const kind of Object.keys(KINDS) as Kind[])
    for (let last: number | null = FIRST; last !== null;) last = await dropOrphans(db, kind, last, ORPHANS);
  await countSearchWords(db);
  await refreshRanks(db);
}

async function reindexPart(db: Db, part: Part, { onProgress, signal }: Progress): Promise<void> {
  const size = await sizeOf(db, part);
  let done = 0;
  for (let last: number | undefined = 0; last !== undefined;) {
    signal?.throwIfAborted();
    const after: number = last;
    const ids = await transact(db, async (trx) => {
      await lockIndex(trx, LOCK_MS, [part]);
      const next = await nextIds(trx, part, after, BATCH);
      if (next.length) await writeDocs(trx, part, next);
      return next;
    });
    last = ids.at(-1);
    if (last !== undefined) onProgress?.(part, (done += ids.length), Math.max(size, done));
  }
}

/** Counts the vocabulary with the index locked, so that a word learned at this moment stays. */
export const countSearchWords = (db: Db): Promise<void> =>
  transact(db, async (trx) => {
    await lockIndex(trx, LOCK_MS);
    await countWords(trx);
  });
