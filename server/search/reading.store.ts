import type { DbOrTrx } from '#server/app/database/database.ts';
import type { Kind } from './search.rules.ts';
import { areAlive, runSteps, tokensOf, type Find, type StepRow } from './search.store.ts';
import {
  findAlike,
  hashWords,
  lookUpWords,
  type AskedAlike,
  type FoundWords,
  type WordAlike,
} from './words.store.ts';

/** What a search reads of the index: the database's, or a process's copy of it in memory (mirror.actions.ts). */
export interface SearchIndex {
  lookUpWords(words: string[]): Promise<FoundWords>;
  findAlike(asked: AskedAlike[]): Promise<WordAlike[]>;
  hashWords(words: string[]): Promise<Map<string, number>>;
  runSteps(
    list: { steps: number[]; sets: number[] },
    asked: { find: Find; ids: number[] }[],
  ): Promise<StepRow[]>;
  tokensOf(kind: Kind, id: number): Promise<number[]>;
  areAlive(sets: number[][]): Promise<boolean[]>;
  /** For what is asked by statements of its own; throws where there are none. */
  statements(): DbOrTrx;
}

export const databaseIndex = (db: DbOrTrx): SearchIndex => ({
  lookUpWords: (words) => lookUpWords(db, words),
  findAlike: (asked) => findAlike(db, asked),
  hashWords: (words) => hashWords(db, words),
  runSteps: (list, asked) => runSteps(db, list, asked),
  tokensOf: (kind, id) => tokensOf(db, kind, id),
  areAlive: (sets) => areAlive(db, sets),
  statements: () => db,
});
