import { transact, type Db } from '#server/app/database/database.ts';
import { flushSearch, writeRows } from './flush.actions.ts';
import { PARTS, dropOrphans, lockIndex, nextIds, sizeOf, type Part } from './index.store.ts';
import { KINDS, type Kind } from './search.rules.ts';
import { countWords } from './count.actions.ts';
import { noteFilled, refreshRanks } from './upkeep.store.ts';

/** Things whose rows are written together: who searches meanwhile may have to wait for so many. */
const BATCH = 200;
const LOCK_MS = 30_000;
const ORPHANS = 20_000;
/** Comments have negative ids. */
const FIRST = Number.MIN_SAFE_INTEGER;

/** Writes the whole index anew, while the site runs. `tell` hears of each part's progress. */
export async function reindex(
  db: Db,
  {
    tell = () => {},
    signal,
  }: { tell?: (part: Part, done: number, of: number) => void; signal?: AbortSignal } = {},
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
        if (next.length) await writeRows(trx, part, next);
        return next;
      });
      last = ids.at(-1);
      if (last !== undefined) tell(part, (done += ids.length), Math.max(size, done));
    }
  }
  await flushSearch(db, signal);
  for (const kind of Object.keys(KINDS) as Kind[])
    for (let last: number | null = FIRST; last !== null;) last = await dropOrphans(db, kind, last, ORPHANS);
  await countWords(db);
  await refreshRanks(db);
  await noteFilled(db);
}
