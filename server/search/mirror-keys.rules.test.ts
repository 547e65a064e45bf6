import { expect, test } from 'vitest';
import { MirroredKeys } from './mirror-keys.rules.ts';
import { deletionsOf } from './search.rules.ts';

const SYLLABLES = ['ka', 'lo', 'mi', 'ré', 'ten', 'zoë', '𠀀', 'ж', 'un', '7'];
/** Words of one to five syllables, some with letters of two codes, some with a digit. */
const WORDS = Array.from({ length: 8000 }, (_, n) =>
  Array.from({ length: 1 + (n % 5) }, (_, at) => SYLLABLES[Math.floor(n / 10 ** at) % 10]).join(''),
);

test('the same words are near as by the keys of the database', () => {
  const keys = new MirroredKeys();
  const [read, later] = [WORDS.slice(0, 7500), WORDS.slice(7500)];
  for (const [at, word] of read.entries()) keys.put(word, at);
  // puts the rows in order; what comes then stands behind
  keys.near('kalomi', 2);
  for (const [at, word] of later.entries()) keys.put(word, read.length + at);
  const ofWords = WORDS.map((word) => new Set(deletionsOf(word)));
  for (const letters of [1, 2])
    for (let n = 0; n < WORDS.length; n += 97) {
      const typed = `${WORDS[n] ?? ''}k`;
      const own = deletionsOf(typed, letters);
      const wanted = WORDS.flatMap((_, at) => (own.some((key) => ofWords[at]?.has(key)) ? [at] : []));
      expect(
        [...keys.near(typed, letters)].toSorted((a, b) => a - b),
        typed,
      ).toEqual(wanted);
    }
});
