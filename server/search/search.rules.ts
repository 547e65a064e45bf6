/** Normalises text before a comparison. Migration 0015_search.sql does the same to the indexed text. */

const MARKS = new RegExp(
  String.raw`[\u00AD\u0300-\u036F\u0483-\u0489\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u0640\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E4\u06E7\u06E8\u06EA-\u06ED\u1AB0-\u1AFF\u1DC0-\u1DFF\u200C\u200D\u2060\u20D0-\u20FF\uFE00-\uFE0F\uFE20-\uFE2F\uFEFF]`,
  'g',
);
const FROM = [...'ςıøłđħŧىةیکךםןףץ٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹'];
const TO = [...'σioldhtيهيككמנפצ01234567890123456789'];
const PAIRS = new Map<string, string>([
  ...FROM.map((letter, at): [string, string] => [letter, TO[at] ?? '']),
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['þ', 'th'],
]);
const PAIRED = new RegExp(`[${[...PAIRS.keys()].join('')}]`, 'g');
const SEPARATORS = new RegExp(
  String.raw`[\u0001-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00A9\u00AB-\u00B4\u00B6-\u00B9\u00BB-\u00BF\u00D7\u00F7\u02B9-\u02DF\u055A-\u055F\u0589\u058A\u05BE\u05C0\u05C3\u05F3\u05F4\u060C\u061B\u061F\u066A-\u066D\u06D4\u0964\u0965\u0E2F\u0E3F\u0E46\u0E4F\u0E5A\u0E5B\u2000-\u206F\u20A0-\u20CF\u2100-\u2BFF\u2E00-\u2E7F\u3000-\u3004\u3008-\u3020\u302A-\u3030\u303D-\u303F\u30A0\u30FB\uFD3E\uFD3F\uFE10-\uFE6F\uFFFD\u{1F000}-\u{1FAFF}]+`,
  'gu',
);
/** Scripts written without spaces between words. */
const UNSPACED = String.raw`[\u0E01-\u0E5B\u0E81-\u0EDF\u1000-\u109F\u1780-\u17DD\u3005-\u3007\u3040-\u30FF\u31F0-\u31FF\u3400-\u4DBF\u4E00-\u9FFF\uAC00-\uD7AF\uF900-\uFAFF\u{20000}-\u{3FFFF}]`;
const UNSPACED_RUN = new RegExp(`${UNSPACED}+`, 'gu');
const IS_UNSPACED = new RegExp(`^${UNSPACED}`, 'u');
const MAX_WORD = 40;
/** The Arabic article: كتاب finds الكتاب. */
const ARTICLE = / ال(?=[^ ]{2})/gu;

/** Without case, accents, vowel marks, width and ligatures. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(MARKS, '')
    .toLowerCase()
    .replace(PAIRED, (letter) => PAIRS.get(letter) ?? letter)
    .normalize('NFC');
}

/** Folded, with one space between words and around them, without the Arabic article. */
export const toPlain = (text: string): string =>
  ` ${fold(text).replace(SEPARATORS, ' ').trim()} `.replace(ARTICLE, ' ');

/** The words of a text in order; a run of a script without spaces counts as one. */
export function wordsOf(text: string): string[] {
  const spaced = toPlain(text).replace(UNSPACED_RUN, ' $& ');
  return spaced
    .split(' ')
    .filter(Boolean)
    .map((word) => (isRun(word) ? word : [...word].slice(0, MAX_WORD).join('')));
}

export const isRun = (word: string): boolean => IS_UNSPACED.test(word);

/** The adjacent letter pairs of a run; a single letter alone. */
export function pairsOf(run: string): string[] {
  const letters = [...run];
  return letters.length === 1 ? letters : letters.slice(1).map((letter, at) => (letters[at] ?? '') + letter);
}

/** The indexed parts of a word: itself; for a run, every letter and every pair. */
export const partsOf = (word: string): string[] => (isRun(word) ? [...word, ...pairsOf(word)] : [word]);

/** The indexed parts of a text: its distinct words. */
export const splitText = (text: string): string[] => [...new Set(wordsOf(text).flatMap(partsOf))];

/** How many letters of a word may be wrong. Numbers are meant as they are. */
export function typosAllowed(word: string): number {
  const { length } = [...word];
  return /\d/.test(word) || length < 4 ? 0 : length < 8 ? 1 : 2;
}

const SURROGATE = /[\uD800-\uDFFF]/;
/** The last three rows of a comparison, again and again: words have at most so many letters. */
let rows = [0, 1, 2].map(() => new Int32Array(MAX_WORD + 2));

/**
 * The edit distance (change, add, drop or swap adjacent letters); more than `max` is returned as `max + 1`.
 */
export function distanceOf(first: string, second: string, max: number): number {
  if (!SURROGATE.test(first) && !SURROGATE.test(second)) return distanceOfCodes(first, second, max);
  // letters outside the BMP are mapped to characters that neither word contains
  const codes = new Map<string, string>();
  const inOne = (word: string) =>
    [...word]
      .map((letter) => {
        if (letter.length === 1) return letter;
        const code = codes.get(letter) ?? String.fromCodePoint(0xe0_00 + codes.size);
        codes.set(letter, code);
        return code;
      })
      .join('');
  return distanceOfCodes(inOne(first), inOne(second), max);
}

function distanceOfCodes(a: string, b: string, max: number): number {
  if (Math.abs(a.length - b.length) > max) return max + 1;
  if (b.length >= (rows[0]?.length ?? 0)) rows = rows.map(() => new Int32Array(b.length + 2));
  let [before, last, next] = rows as [Int32Array, Int32Array, Int32Array];
  for (let j = 0; j <= b.length; j++) last[j] = j;
  for (let i = 1; i <= a.length; i++) {
    const letter = a.charCodeAt(i - 1);
    let least = max + 1;
    // further away from the middle are more letters too many or missing than may be
    const [from, to] = [Math.max(1, i - max), Math.min(b.length, i + max)];
    next[from - 1] = from === 1 ? i : max + 1;
    for (let j = from; j <= to; j++) {
      const code = b.charCodeAt(j - 1);
      let each = (last[j - 1] ?? 0) + (letter === code ? 0 : 1);
      if (j < i + max) each = Math.min(each, (last[j] ?? 0) + 1);
      each = Math.min(each, (next[j - 1] ?? 0) + 1);
      if (i > 1 && j > 1 && letter === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === code)
        each = Math.min(each, (before[j - 2] ?? 0) + 1);
      next[j] = each;
      if (each < least) least = each;
    }
    if (least > max && (next[from - 1] ?? 0) > max) return max + 1;
    [before, last, next] = [last, next, before];
  }
  return Math.min(last[b.length] ?? 0, max + 1);
}
