import { transact, type Db } from '#server/app/database/database.ts';
import { lockIndex } from './index.store.ts';
import { FIELD_NUMBERS, KINDS, tokenOf, type Kind } from './search.rules.ts';
import { forgetWords, nextWords, noteCounts, sampleTokens } from './upkeep.store.ts';

const BATCH = 2000;
const LOCK_MS = 5_000;

/** Notes how many things hold each word, where that changed by more than a quarter, and forgets words that nothing holds. */
export async function countWords(db: Db): Promise<void> {
  const { tokens, share } = await sampleTokens(db);
  const counts = new Map<number, number>();
  for (const each of tokens) for (const token of each) counts.set(token, (counts.get(token) ?? 0) + 1);
  for (let after: string | undefined = ''; after !== undefined;) {
    const words: Awaited<ReturnType<typeof nextWords>> = await nextWords(db, after, BATCH);
    const counted = words.map(({ word, hash, docs }) => ({
      word,
      hash,
      docs: Object.keys(KINDS).map((kind) =>
        Math.round(
          FIELD_NUMBERS.reduce((sum, at) => sum + (counts.get(tokenOf(hash, kind as Kind, at)) ?? 0), 0) /
            share,
        ),
      ),
      before: docs,
    }));
    const changed = counted.filter(({ docs, before }) =>
      docs.some((n, at) => Math.abs(n - (before[at] ?? 0)) * 4 > (before[at] ?? 0)),
    );
    if (changed.length) await noteCounts(db, changed);
    const unused = share < 1 ? [] : counted.filter(({ docs }) => docs.every((n) => n === 0));
    if (unused.length) await forget(db, unused);
    after = words.at(-1)?.word;
  }
}

/** With the index locked, so that a word that is learnt at this moment stays. */
async function forget(db: Db, words: { word: string; hash: number }[]): Promise<void> {
  const tokensOf = (hash: number) =>
    (Object.keys(KINDS) as Kind[]).flatMap((kind) => FIELD_NUMBERS.map((at) => tokenOf(hash, kind, at)));
  await transact(db, async (trx) => {
    await lockIndex(trx, LOCK_MS);
    await forgetWords(
      trx,
      words.map(({ word, hash }) => ({ word, tokens: tokensOf(hash) })),
    );
  });
}
