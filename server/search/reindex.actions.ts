import type { Db } from '#server/app/database/database.ts';
import { retryDeadlock } from '#server/app/database/database.ts';
import {
  BATCH,
  PARTS,
  countWords,
  dropOrphans,
  noteFilled,
  refill,
  refreshRanks,
  sizeOf,
  type Part,
} from './index.store.ts';

/** Writes the whole index anew, while the site runs. `tell` hears of each part's progress. */
export async function reindex(
  db: Db,
  {
    tell = () => {},
    signal,
  }: { tell?: (part: Part, done: number, of: number) => void; signal?: AbortSignal } = {},
): Promise<void> {
  for (const part of PARTS) {
    const size = await sizeOf(db, part);
    let done = 0;
    for (let last: number | null = 0; last !== null;) {
      signal?.throwIfAborted();
      const after: number = last;
      last = await retryDeadlock(() => refill(db, part, after));
      if (last !== null) tell(part, (done += BATCH), Math.max(size, done));
    }
  }
  await dropOrphans(db);
  await countWords(db);
  await refreshRanks(db);
  await noteFilled(db);
}
