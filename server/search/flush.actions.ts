import type { Context } from '#server/app/context.ts';
import { transact, type Db, type Trx } from '#server/app/database/database.ts';
import { fieldsOf, keysOf, languageOf, stemKeyOf, tokensOf, type WordFacts } from './index.rules.ts';
import {
  COMMENTS_OF_A_VIDEO,
  PARTS,
  dropDocs,
  findUnknownPeople,
  findUnknownWords,
  isAnyPending,
  learnWords,
  lockIndex,
  noteComments,
  putDocs,
  readTexts,
  readWordFacts,
  takePending,
  tellChanged,
  type Part,
} from './index.store.ts';

const BATCH = 200;
const LOCK_MS = 5_000;
const TICK_MS = 500;
/** Words whose stems are known here already. */
const MAX_FACTS = 50_000;

/** Writes the rows of a batch of things that changed, in one transaction; how many they were. */
async function flushBatch(db: Db): Promise<number> {
  return transact(db, async (trx) => {
    await lockIndex(trx, LOCK_MS);
    const taken = await takePending(trx, BATCH);
    if (!taken.length) return 0;
    const published = taken.filter(({ part }) => part === COMMENTS_OF_A_VIDEO).map(({ id }) => id);
    if (published.length) {
      await noteComments(trx, published);
      taken.push(...(await takePending(trx, BATCH)));
    }
    const idsOf = (part: Part) => [
      ...new Set(taken.filter((each) => each.part === PARTS[part]).map(({ id }) => id)),
    ];
    // whose first clip or post it is becomes findable by it
    const people = [
      ...(await findUnknownPeople(trx, 'videos', idsOf('videos'))),
      ...(await findUnknownPeople(trx, 'posts', idsOf('posts'))),
    ];
    for (const part of Object.keys(PARTS) as Part[]) {
      const ids = part === 'users' ? [...new Set([...idsOf(part), ...people])] : idsOf(part);
      if (ids.length) await writeRows(trx, part, ids);
    }
    await tellChanged(trx);
    return taken.length;
  });
}

/** Writes the rows of everything that changed. */
export async function flushSearch(db: Db, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted && (await flushBatch(db)) > 0);
}

/** Has this process write what changed, twice a second, until it stops. */
export function keepFlushing({ db, log, stopping }: Context): void {
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

/** Brings the rows of some things in step; of what can't be found there is none. */
export async function writeRows(trx: Trx, part: Part, ids: number[]): Promise<void> {
  const things = await readTexts(trx, part, ids);
  const found = new Set(things.map(({ id }) => Math.abs(id)));
  const gone = ids.filter((id) => !found.has(id));
  if (gone.length) await dropDocs(trx, part, gone);
  if (!things.length) return;
  const cut = things.map((thing) => ({ thing, fields: fieldsOf(thing) }));
  const facts = await knowWords(trx, new Set(cut.flatMap(({ fields }) => [...fields.words.keys()])));
  await putDocs(
    trx,
    cut.map(({ thing: { kind, id, rank }, fields }) => ({
      kind,
      id,
      rank,
      ...tokensOf(kind, fields, facts),
    })),
  );
  await learn(
    trx,
    cut.map(({ fields }) => [...fields.words.keys()]),
    facts,
  );
}

/** The same on every database: kept by the process. */
const knownFacts = new Map<string, WordFacts>();

async function knowWords(trx: Trx, words: Set<string>): Promise<Map<string, WordFacts>> {
  if (knownFacts.size > MAX_FACTS) knownFacts.clear();
  const missing = [...words].filter((word) => !knownFacts.has(word));
  if (missing.length)
    for (const facts of await readWordFacts(trx, missing)) knownFacts.set(facts.word, facts);
  return knownFacts;
}

/** Makes the words of these texts known, each by the stem of the language it was seen in. */
async function learn(trx: Trx, texts: string[][], facts: Map<string, WordFacts>): Promise<void> {
  const stems = new Map<string, Set<string>>();
  for (const words of texts) {
    const language = languageOf(words, facts);
    for (const word of words) {
      const seen = stems.get(word) ?? new Set();
      stems.set(word, seen);
      const known = facts.get(word);
      const key = known && stemKeyOf(known, language);
      if (key) seen.add(key);
    }
  }
  const sorted = [...stems].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const unknown = await findUnknownWords(trx, new Map(sorted.map(([word, keys]) => [word, [...keys]])));
  if (!unknown.length) return;
  await learnWords(trx, new Map(unknown.map((word) => [word, keysOf(word, stems.get(word) ?? [])])));
}
