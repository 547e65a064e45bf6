import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { startTestSite, type TestSite } from '#server/testing/site.ts';
import { fold, tokenOf, toPlain } from './search.rules.ts';

/** Phrases are folded by SQL, and by search.rules.ts: both must come to the same. */
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

test('tokens come out alike', async () => {
  const { rows } = await sql<{ hash: number; token: number }>`
    select search_hash(w) as hash, search_token(search_hash(w), 13) as token from unnest(array['sun', 'moon', '東京']) w`.execute(
    site.ctx.db,
  );
  for (const { hash, token } of rows) expect(tokenOf(hash, 'videos', 3)).toBe(token);
});
