import { expect, test } from 'vitest';
import { partsOf } from '../text/rich-text.ts';
import { readTag } from './tag.ts';
import { NO_TAG, readTags, tagsIn, TOO_MANY_TAGS } from './tags.rules.ts';

test.each([
  ['Travel', 'travel'],
  ['#Travel', 'travel'],
  ['  travel ', 'travel'],
  ['＃ＴＯＫＹＯ２０２６', 'tokyo2026'],
  ['ﬁlm', 'film'],
  ['Straße', 'straße'],
  ['ΟΔΟΣ', 'οδος'],
  ['ISPARTA', 'isparta'],
  ['ısparta', 'ısparta'],
  ['İZMİR', 'izmir'],
  ['cafe\u0301', 'café'],
  ['CAFÉ', 'café'],
  ['رِحْلَة', 'رِحْلَة'],
  ['نهاية_العالم', 'نهاية_العالم'],
  ['٢٠٢٦', '٢٠٢٦'],
  ['می\u200Cخواهم', 'میخواهم'],
  ['हिन्दी', 'हिन्दी'],
  ['東京タワー', '東京タワー'],
  ['ｶﾞｰﾄﾞ', 'ガード'],
  ['x'.repeat(40), 'x'.repeat(40)],
  ['𝒳'.repeat(40), 'x'.repeat(40)],
  ['_', '_'],
  ['7', '7'],
])('%s is read as the tag %s', (typed, tag) => {
  expect(readTag(typed)).toBe(tag);
  expect(readTag(tag)).toBe(tag);
});

test.each([
  '',
  ' ',
  '#',
  '##a',
  'two words',
  'a-b',
  'a.b',
  'a\u0000b',
  'a\nb',
  '\u0301abc',
  '\u3164',
  '\u200B',
  '½',
  '🌴',
  '#️⃣',
  'x'.repeat(41),
  'x'.repeat(64),
  'ﷺ',
])('%j is not a tag', (typed) => expect(readTag(typed)).toBeNull());

test('a field holds each tag once and at most ten tags', () => {
  expect(readTags(['Sun', '#sun', 'SEA'])).toEqual({ tags: ['sun', 'sea'] });
  expect(readTags(['sun', 'two words'])).toEqual({ problem: NO_TAG });
  const ten = Array.from({ length: 10 }, (_, at) => `tag${at}`);
  expect(readTags([...ten, 'TAG0'])).toEqual({ tags: ten });
  expect(readTags([...ten, 'eleventh'])).toEqual({ problem: TOO_MANY_TAGS });
});

test('finds tags in a text where # begins a word', () => {
  const text =
    'First (#Sun), #sea! ＃東京 a#no x/#no &#39; https://example.org/#no @ann#no ##no #️⃣ #a-b 東京#タワー\n#SUN #رحلة.';
  expect(tagsIn(text)).toEqual(['sun', 'sea', '東京', 'a', 'タワー', 'رحلة']);
  expect(tagsIn(`#${'x'.repeat(41)} #${'x'.repeat(400)} #`)).toEqual([]);
});

test('links only the given tags, as they were typed', () => {
  const parts = partsOf('#Sun and #sea', undefined, (tag) => (tag === 'sun' ? tag : null));
  expect(parts).toEqual([
    { kind: 'tag', text: '#Sun', tag: 'sun' },
    { kind: 'text', text: ' and #sea' },
  ]);
});
