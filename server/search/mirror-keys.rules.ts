import { KEY_LETTERS, MAX_MISSING } from './search.rules.ts';

const SHARDS = 256;
/** Of a number of 53 bits those for the word; the others are for what its shard doesn't say of the key. */
const WORDS = 1 << 20;
/** As many that came last are looked through as they are. */
const MAX_UNSORTED = 64;

const isSurrogate = (code: number): boolean => (code & 0xf8_00) === 0xd8_00;
const isDigit = /\d/;

/** Numbers of the keys that `deletionsOf` gives: words that share a key share its number. */
export function keyNumbers(word: string, missing: number): number[] {
  const codes: number[] = [];
  let length = 0;
  for (let at = 0; at < word.length; at++) {
    const code = word.codePointAt(at) ?? 0;
    if (code > 0xff_ff || isSurrogate(code)) at++;
    if (length++ < KEY_LETTERS) codes.push(code);
  }
  if (length < 3 || isDigit.test(word)) return [];
  const numbers = [numberOf(codes, -1, -1)];
  if (length > 3) for (const first of codes.keys()) numbers.push(numberOf(codes, first, -1));
  if (length > 7 && missing > 1)
    for (const first of codes.keys())
      for (let second = first + 1; second < codes.length; second++)
        numbers.push(numberOf(codes, first, second));
  return numbers;
}

function numberOf(codes: number[], first: number, second: number): number {
  let number = 2_166_136_261;
  for (let at = 0; at < codes.length; at++)
    if (at !== first && at !== second) number = Math.imul(number ^ (codes[at] ?? 0), 16_777_619);
  return (number ^ (number >>> 15)) >>> 0;
}

/** Some of the numbers of words, the first `sorted` of them in order. */
interface Shard {
  all: Float64Array;
  size: number;
  sorted: number;
}

/** Which words have a key, as numbers in rows: 8 bytes for each key of a word. A row is sorted when it is first read. */
export class MirroredKeys {
  private readonly shards = Array.from({ length: SHARDS }, (): Shard => ({
    all: new Float64Array(16),
    size: 0,
    sorted: 0,
  }));

  /** `at`: the word's number, below 2^20. */
  put(word: string, at: number): void {
    for (const number of keyNumbers(word, MAX_MISSING)) {
      const shard = this.shardOf(number);
      if (shard.size === shard.all.length) {
        const wider = new Float64Array(Math.ceil(shard.size * 1.25) + 16);
        wider.set(shard.all);
        shard.all = wider;
      }
      shard.all[shard.size++] = Math.floor(number / SHARDS) * WORDS + at;
    }
  }

  /** The numbers of the words that have one of the keys of this one, and of others that are gone or only seem to. */
  near(word: string, missing: number): Set<number> {
    const found = new Set<number>();
    for (const number of keyNumbers(word, missing)) {
      const shard = this.shardOf(number);
      if (shard.size - shard.sorted > MAX_UNSORTED) {
        shard.all.subarray(0, shard.size).sort();
        shard.sorted = shard.size;
      }
      const { all, size, sorted } = shard;
      const from = Math.floor(number / SHARDS) * WORDS;
      for (let at = firstFrom(all, sorted, from); at < sorted && (all[at] ?? 0) < from + WORDS; at++)
        found.add((all[at] ?? 0) - from);
      for (let at = sorted; at < size; at++) {
        const each = (all[at] ?? 0) - from;
        if (each >= 0 && each < WORDS) found.add(each);
      }
    }
    return found;
  }

  private shardOf(number: number): Shard {
    return this.shards[number % SHARDS] as Shard;
  }
}

/** The first place of a sorted row that isn't below `least`. */
function firstFrom(row: Float64Array, size: number, least: number): number {
  let from = 0;
  let to = size;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((row[middle] ?? 0) < least) from = middle + 1;
    else to = middle;
  }
  return from;
}
