import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { startTestSite, type TestSite } from '#server/testing/site.ts';
import { deletionsOf, fold, splitText, tokenOf, toPlain } from './search.rules.ts';

/** What is searched is folded and cut by SQL, what is looked for by search.rules.ts: both must come to the same. */
let site: TestSite;
beforeAll(async () => {
  site = await startTestSite();
});

/** Assigned letters, marks, digits and signs of the scripts people write in. */
const LETTERS = Array.from({ length: 0x1_0000 }, (_, code) => String.fromCodePoint(code)).filter(
  (letter) => /[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Z}]/u.test(letter) && !/\p{Script=Cherokee}/u.test(letter),
);

test('every letter is folded and told from a separator alike', async () => {
  const { rows } = await sql<{ letter: string; folded: string; plain: string }>`
    select letter, search_fold('x' || letter) as folded, search_plain('x' || letter || 'x') as plain
    from unnest(${LETTERS}::text[]) letter`.execute(site.ctx.db);
  const apart = rows.filter(
    ({ letter, folded, plain }) => folded !== fold(`x${letter}`) || plain !== toPlain(`x${letter}x`),
  );
  // a younger Unicode on one side knows a few more letters
  expect(apart.map(({ letter }) => letter).slice(5)).toEqual([]);
});

const TEXTS = [
  "Léon l'été, the quick 東京タワー brown-fox 2024! สวัสดี",
  'Straße Ёлка Ἀθήνα שָׁלוֹם مُحَمَّد 서울에서 ｶﾞ İstanbul ﬁne',
  `${'long'.repeat(30)} ${'長'.repeat(30)}`,
  '😎🤙 — … ',
];

test.each(TEXTS)('%s is cut alike', async (text) => {
  const { rows } = await sql<{ words: string[] }>`select search_split(${text}) as words`.execute(site.ctx.db);
  expect(rows[0]?.words.toSorted()).toEqual(splitText(text).toSorted());
});

test.each(['sun', 'suns', 'sunglasses', 'привет', 'набережной', 'x2024', 'ab'])(
  '%s with letters missing',
  async (word) => {
    const { rows } = await sql<{ left: string[] }>`select search_deletions(${word}) as left`.execute(
      site.ctx.db,
    );
    expect(rows[0]?.left.toSorted()).toEqual(deletionsOf(word).toSorted());
  },
);

test('tokens come out alike', async () => {
  const { rows } = await sql<{ hash: number; token: number }>`
    select search_hash(w) as hash, search_token(search_hash(w), 13) as token from unnest(array['sun', 'moon', '東京']) w`.execute(
    site.ctx.db,
  );
  for (const { hash, token } of rows) expect(tokenOf(hash, 'videos', 3)).toBe(token);
});
