import { expect, test } from 'vitest';
import { findForbiddenWords } from './words.ts';

const WORDS = {
  forbidden: { 'clips?': 'video', 'second step': 'two-factor', words: 'text' },
  except: { words: '^web/search/' },
  allowed: { wire: ['hasSecondStep'], others: ['clipPath'] },
  fields: ['words'],
};
const find = (text: string, path = 'web/a/A.tsx') =>
  findForbiddenWords(path, text, WORDS).map(({ location: position, what }) => `${position} ${what}`);

test('forbidden words are found in paths, identifiers and comments', () => {
  expect(find('', 'web/clips/A.tsx')).toEqual(['web/clips/A.tsx “clips” in web/clips/A: video']);
  expect(find('\nconst openClip = 1;')).toEqual(['web/a/A.tsx:2 “clip” in openClip: video']);
  expect(find('const SECOND_STEP = 1;')).toHaveLength(1);
  expect(find('/**\n * One.\n * A second step, of clips.\n */\nconst a = 1;')).toEqual([
    expect.stringContaining('A.tsx:3 “clips”'),
    expect.stringContaining('A.tsx:3 “second step”'),
  ]);
  expect(find('const a = () => {\n  // clip\n};')).toEqual([expect.stringContaining('A.tsx:2')]);
});

test('strings, page text, other words and allowed names are ignored', () => {
  expect(find("const a = 'clip', clipboard = `clips`;")).toEqual([]);
  expect(find('const a = <p>One clip // of clips</p>;')).toEqual([]);
  expect(find('const hasSecondStep = style.clipPath; // hasSecondStep, on the wire')).toEqual([]);
});

test('a word may be written where it is the right one, and a field as it is on the wire', () => {
  expect(find('const words = 1; // words')).toHaveLength(2);
  expect(find('const words = 1; // words', 'web/search/A.tsx')).toEqual([]);
  expect(find('interface A { words: string }\nconst { words } = a.words, b = { words: 1 };')).toEqual([]);
  expect(find('const { text: words } = words.a;')).toHaveLength(2);
});
