import { transact, type Db } from '#server/app/database/database.ts';
import { addBest, rankAt, readShelf, renewBest, setShelf, trimBest } from './best.store.ts';
import { lockIndex } from './index.store.ts';
import { KINDS, type Kind } from './search.rules.ts';

/** How many of so many things are the best: of few things none, all are looked up at once. */
const SIZES = [
  { of: 100_000, best: 10_000 },
  { of: 4000, best: 1000 },
];
/** Copied by one statement, which has to end in time. */
const BATCH = 1000;
const LOCK_MS = 5_000;

/** Keeps the best things of each kind about as many as they should be, as things come and ranks move. */
export async function refreshBest(db: Db, sizes = SIZES): Promise<void> {
  for (const kind of Object.keys(KINDS) as Kind[]) {
    const wanted = await bestOf(db, kind, sizes);
    const { rank, size } = await readShelf(db, kind);
    const isWellSized = wanted !== null && rank !== null && size < wanted.best * 2 && size * 2 > wanted.best;
    if (isWellSized || (wanted === null && rank === null)) continue;
    // most of them before the lock, which whoever writes the index waits for
    if (wanted) while ((await addBest(db, kind, wanted.rank, BATCH)) === BATCH);
    await transact(db, async (trx) => {
      await lockIndex(trx, LOCK_MS);
      if (wanted) await addBest(trx, kind, wanted.rank, wanted.best);
      await renewBest(trx, kind);
      await setShelf(trx, kind, wanted?.rank ?? null);
    });
    await trimBest(db, kind);
  }
}

async function bestOf(
  db: Db,
  kind: Kind,
  sizes: typeof SIZES,
): Promise<{ rank: number; best: number } | null> {
  for (const { of, best } of sizes) {
    if ((await rankAt(db, kind, of)) === null) continue;
    const rank = await rankAt(db, kind, best);
    return rank === null ? null : { rank, best };
  }
  return null;
}
