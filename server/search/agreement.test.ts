import { z } from 'zod';
import { beforeAll, expect, test } from 'vitest';
import { startTestSite, type TestSite } from '#server/testing/site.ts';
import { fold, splitText, toPlain } from './search.rules.ts';
import { sqlRows, sqlTexts } from '#server/app/database/read-rows.ts';

/** SQL and search.rules.ts both normalise text: the results must agree. */
let site: TestSite;
beforeAll(async () => {
  site = await startTestSite();
});

/** Assigned letters, marks, digits and signs of the scripts people write in. */
const LETTERS = Array.from({ length: 0x1_0000 }, (_, code) => String.fromCodePoint(code)).filter(
  (letter) => /[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Z}]/u.test(letter) && !/\p{Script=Cherokee}/u.test(letter),
);

test('TypeScript and SQL fold every letter and detect separators alike', async () => {
  const rows = await sqlRows(z.object({ letter: z.string(), folded: z.string(), plain: z.string() }))`
    select letter, search_fold('x' || letter) as folded, search_plain('x' || letter || 'x') as plain
    from unnest(${LETTERS}::text[]) letter`.execute(site.ctx.db);
  const apart = rows.filter(
    ({ letter, folded, plain }) => folded !== fold(`x${letter}`) || plain !== toPlain(`x${letter}x`),
  );
  // a newer Unicode version on one side has a few more letters
  expect(apart.map(({ letter }) => letter).slice(5)).toEqual([]);
});

test.each([
  'Two words, again two words',
  'Das Straßenfest am Fluß: 2024!',
  'كتاب الكتاب المدينة',
  '東京タワーの夜景 is lit at 9',
  'ตลาดน้ำ 서울숲 산책',
  'ａｂｃ ﬁne Ёлка Ἀθήνα',
])('%s is split into the same words in SQL', async (text) => {
  const lexemes = await sqlTexts`
    select lexeme from unnest(search_vector(${text}, 'A', 0))`.execute(site.ctx.db);
  expect(lexemes.toSorted()).toEqual(splitText(text).toSorted());
});
