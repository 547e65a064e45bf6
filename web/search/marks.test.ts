import { expect, test } from 'vitest';
import { findMarks } from './marks.ts';

const marked = (text: string, ...words: string[]) =>
  findMarks(text, words).map(([start, end]) => text.slice(start, end));

test('marks words at their beginning, whatever their accents and case', () => {
  expect(marked('Crème BRÛLÉE, creme', 'creme', 'brulee')).toEqual(['Crème', 'BRÛLÉE', 'creme']);
  expect(marked('Sunglasses and glasses', 'glass')).toEqual(['glass']);
  expect(marked('東京タワーの夜景', '夜景')).toEqual(['夜景']);
  expect(marked('Ёжик', 'ежик')).toEqual(['Ёжик']);
  expect(marked('👨‍👩‍👧 family', 'family')).toEqual(['family']);
});
