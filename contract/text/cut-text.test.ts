import { expect, test } from 'vitest';
import { cutText } from './cut-text.ts';

test('cuts a text before a character that would be split', () => {
  expect(cutText('abc', 3)).toBe('abc');
  expect(cutText('abcd', 3)).toBe('abc');
  expect(cutText(`ab\u{1F600}`, 3)).toBe('ab');
  expect(cutText(`a\u{1F469}\u200D\u{1F680}b`, 4)).toBe('a');
  expect(cutText('ae\u0301', 2)).toBe('a');
  expect(cutText('', 2)).toBe('');
});
