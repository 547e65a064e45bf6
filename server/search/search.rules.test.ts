import { expect, test } from 'vitest';
import { parseSearch } from './query.rules.ts';
import { distanceOf, fold, typosAllowed, splitText } from './search.rules.ts';

test.each([
  ['Léon', 'leon'],
  ['Straße', 'strasse'],
  ['Ёлка', 'елка'],
  ['ﬁne', 'fine'],
  ['ＡＢＣ ｶﾞ', 'abc ガ'],
  ['Ἀθήνα ΣΟΦΟΣ', 'αθηνα σοφοσ'],
  ['שָׁלוֹם', 'שלומ'],
  ['مُحَمَّد', 'محمد'],
  ['İstanbul', 'istanbul'],
  ['서울', '서울'],
])('%s is folded to %s', (text, folded) => {
  expect(fold(text)).toBe(folded);
});

test('splits words at spaces and punctuation, and scripts without spaces into letters and pairs', () => {
  expect(splitText("Don't stop-me now! 2024")).toEqual(['don', 't', 'stop', 'me', 'now', '2024']);
  expect(splitText('東京タワー').toSorted()).toEqual(
    ['東', '京', 'タ', 'ワ', 'ー', '東京', '京タ', 'タワ', 'ワー'].toSorted(),
  );
  expect(splitText('😎🤙 … — ¿?')).toEqual([]);
});

test('parses a search into words, quoted phrases and exclusions', () => {
  const parsed = parseSearch('sunny "red shoes" -cats café-bar -"old hat"');
  expect(parsed.terms.map(({ word }) => word)).toEqual(['sunny', 'red', 'shoes', 'cafe', 'bar']);
  expect(parsed.conditions).toEqual([`('red' <-> 'shoes')`, `!('cats')`, `!('old' <-> 'hat')`]);
  expect(parsed.terms.at(-1)?.alternatives.map(({ word }) => word)).toEqual(['bar', 'cafebar']);
  expect(parseSearch('東京タワー').terms[0]?.pairs).toEqual(['東京', '京タ', 'タワ', 'ワー']);
  expect(parseSearch('%&|!:*()').terms).toEqual([]);
});

test('allows one typo from four letters on, two from eight, and none in numbers', () => {
  expect(['sun', 'suns', 'sunglas', 'sunglass', 'x2024'].map(typosAllowed)).toEqual([0, 1, 1, 2, 0]);
});

test.each([
  ['sunglasses', 'sunglases', 1],
  ['sunglasses', 'snuglasses', 1],
  ['sunglasses', 'sanglassos', 2],
  ['привет', 'превет', 1],
  ['kitten', 'sitting', 3],
])('the distance from %s to %s is %i', (first, second, letters) => {
  expect(distanceOf(first, second, 2)).toBe(letters);
});
