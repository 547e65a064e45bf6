import type { MirroredThings } from './mirror-things.rules.ts';
import type { MirroredWords } from './mirror-words.rules.ts';
import type { AskedWord } from './mirror.store.ts';
import type { SearchIndex } from './reading.store.ts';
import { LANGUAGES } from './index.rules.ts';
import { KINDS } from './search.rules.ts';
import type { StepRow } from './search.store.ts';
import { MODES, StepList, readSteps } from './steps.rules.ts';
import type { Closeness, FoundWords } from './words.store.ts';

/** As in search_lookup() of the database. */
const MEANT = 30;
const MIN_BEGINNING = 2;

/** Asked for something that only statements can tell. */
export class NotMirrored extends Error {}

/** Reads a copy of the index: the same as the functions of 0098_search_cold.sql read the index itself. */
export class MirroredIndex implements SearchIndex {
  private readonly things: MirroredThings;
  private readonly words: MirroredWords;
  private readonly asked: ReadonlyMap<string, AskedWord>;

  /** `asked`: what the database's dictionaries know of the words that will be looked up. */
  constructor(things: MirroredThings, words: MirroredWords, asked: ReadonlyMap<string, AskedWord>) {
    this.things = things;
    this.words = words;
    this.asked = asked;
  }

  lookUpWords: SearchIndex['lookUpWords'] = async (words) => {
    const known: FoundWords['known'] = [];
    for (const typed of words) {
      const add = (closeness: Closeness) => (found: { word: string; hash: number; docs: number[] }) =>
        known.push({ typed, word: found.word, hash: found.hash, docs: found.docs, closeness });
      const exact = this.words.find(typed);
      if (exact) add(1)(exact);
      this.words.ofStems(this.stemsOf(typed), typed, MEANT).forEach(add(2));
      if ([...typed].length >= MIN_BEGINNING) this.words.begunBy(typed, MEANT).forEach(add(3));
    }
    return { known, pending: 0 };
  };

  findAlike: SearchIndex['findAlike'] = async (asked) =>
    asked.flatMap(({ typed, letters }) =>
      this.words.alike(typed, letters).map(({ word, hash, docs }) => ({ typed, word, hash, docs })),
    );

  hashWords: SearchIndex['hashWords'] = async (words) =>
    new Map(words.map((word) => [word, this.wordAsked(word)[1]]));

  runSteps: SearchIndex['runSteps'] = async (list, asked) => {
    const excluded = asked.flatMap(({ find }) => find.filters.excluded);
    const most = asked[0]?.find.most ?? 0;
    const rows: StepRow[] = [];
    const known = new Map(asked.map(({ find, ids }) => [KINDS[find.kind] as number, new Set(ids)]));
    const found = new Map<number, number>();
    for (const { kind, tier, mode, sets } of readSteps(list)) {
      const had = found.get(kind) ?? 0;
      const own = known.get(kind) ?? new Set();
      if (mode === MODES.count) {
        if (had >= most)
          rows.push({
            kind,
            tier: -1,
            key: 0,
            id: this.things.count(sets, excluded, StepList.COUNTED + 1),
          });
        continue;
      }
      // the best are among all, and come first there
      if (mode === MODES.best || had >= most) continue;
      const best = this.things.best(sets, { kind, known: own, excluded, most: most - had });
      for (const { id, rank } of best) {
        rows.push({ kind, tier, key: rank, id });
        own.add(id);
      }
      known.set(kind, own);
      found.set(kind, had + best.length);
    }
    return rows;
  };

  tokensOf: SearchIndex['tokensOf'] = async (kind, id) => this.things.tokensOf(KINDS[kind], id);

  areAlive: SearchIndex['areAlive'] = async (sets) =>
    sets.map((set) => set.some((token) => this.things.isHeld(token)));

  statements = (): never => {
    throw new NotMirrored();
  };

  private stemsOf(word: string): string[] {
    const [, , ...stems] = this.wordAsked(word);
    return stems.flatMap((stem, at) => (stem === null ? [] : [`${LANGUAGES[at]}:${stem}`]));
  }

  private wordAsked(word: string): AskedWord {
    const asked = this.asked.get(word);
    if (!asked) throw new NotMirrored();
    return asked;
  }
}
