import { readFileSync } from 'node:fs';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { formatter } from '@lingui/format-po';
import { expect, test } from 'vitest';
import { compileMessage } from './compile-message.ts';

test('every text of the pages is compiled as the whole parser of the format compiles it', async () => {
  const po = formatter();
  const context = { locale: 'de', sourceLocale: 'en', filename: '' };
  const texts = ['web', 'admin'].flatMap((kind) =>
    Object.values(po.parse(readFileSync(`locales/de/${kind}.po`, 'utf8'), context) as object).map(
      ({ message }: { message: string }) => message,
    ),
  );
  expect(texts.length).toBeGreaterThan(50);
  const more = [
    'plain',
    '{count, plural, =0 {none} one {# clip of {name}} other {# clips of {name}}} today',
    '{count, plural, offset:1 one {you and # more} other {you}}',
    '{kind, select, video {a clip, {n, plural, one {#} other {# #}}} other {a # post}}',
    "it's <0>bold</0> and '{'quoted'}'",
    '{n, selectordinal, one {#st} other {#th}}',
    '',
  ];
  for (const text of [...texts, ...more])
    expect(compileMessage(text), text).toEqual(compileMessageOrThrow(text));
});
