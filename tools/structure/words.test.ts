import { expect, test } from 'vitest';
import { findRetiredWords } from './words.ts';

test('retired words are found in names of files and in lines, with what to say instead', () => {
  expect(findRetiredWords('server/x/passport.ts', 'fine\nconst UPLOAD_MOST = 1;')).toEqual([
    { rule: 'retired-word', place: 'server/x/passport.ts', what: '“passport”: submission status' },
    { rule: 'retired-word', place: 'server/x/passport.ts:2', what: '“UPLOAD_MOST”: MAX_X, MIN_X' },
  ]);
  expect(findRetiredWords('a.ts', '/** As the page says (spec §4). */')).toHaveLength(1);
  expect(findRetiredWords('a.tsx', '<Button look="quiet">')).toHaveLength(1);
  for (const line of [
    'const RATE: Rate = { most: 10, seconds: 60 };',
    'export interface Desk {',
    'throw new MailRefused();',
    'await hearPaymentEvent(ctx, event);',
    'await useResetToken(token);',
    'const begun = performance.now();',
    'src={markPath(brand, size)}',
  ])
    expect(findRetiredWords('a.ts', line), line).toHaveLength(1);
});

test('plain English stays', () => {
  const text =
    'three letters, begun and moved, what is there, a desktop, at most five, have a look at it, in trouble, a placeholder, at once';
  expect(findRetiredWords('a.ts', text)).toEqual([]);
});
