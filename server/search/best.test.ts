import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { SearchAnswer } from '#contract/search.ts';
import { startTestSite, type TestSite } from '#server/testing/site.ts';
import { addVideo } from '#server/testing/videos.ts';
import { refreshBest } from './best.actions.ts';
import { countWords } from './count.actions.ts';
import { flushSearch } from './flush.actions.ts';
import { findThings } from './search.actions.ts';
import { refreshRanks } from './upkeep.store.ts';

/** The small table of the best things, and the kept beginnings, give what all of the index would give. */
let site: TestSite;
let ids: number[];
const THAT_DAY = new Date('2026-01-01');
const FEW = [{ of: 20, best: 5 }];

beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT: 'off', ROLES: 'web' });
});

beforeEach(async () => {
  await sql`delete from videos`.execute(site.ctx.db);
  ids = [];
  for (let views = 0; views < 30; views++)
    ids.unshift(
      await addVideo(site.ctx, {
        title: `Tessera ${views}`,
        view_count: views * views * 10,
        approved_at: THAT_DAY,
      }),
    );
  await flushSearch(site.ctx.db);
  // words that so many things hold are looked for among the best first
  await sql`update search_words set docs = '{9000,0,0,0}' where word = 'tessera'`.execute(site.ctx.db);
  await refreshBest(site.ctx.db, FEW);
});

/** By the database, never by a copy of the index in memory. */
async function find(limit: number): Promise<number[]> {
  const { kinds } = await findThings(site.ctx.db, { q: 'tessera', kinds: ['videos'], limit });
  return kinds.videos?.ids ?? [];
}

async function best(): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from search_best where kind = 1 order by rank desc, id desc`.execute(site.ctx.db);
  return rows.map(({ id }) => id);
}

test('a page of the best is the beginning of all there is', async () => {
  expect(await best()).toEqual(ids.slice(0, 6));
  expect(await find(4)).toEqual(ids.slice(0, 4));
  expect(await find(30)).toEqual(ids);
});

test('what is hidden leaves the best at once, what comes or rises joins them', async () => {
  const [first = 0, ...others] = ids;
  await sql`update videos set status = 'PENDING' where id = ${first}`.execute(site.ctx.db);
  expect(await best()).not.toContain(first);
  expect(await find(4)).toEqual(others.slice(0, 4));

  const fresh = await addVideo(site.ctx, { title: 'Tessera', view_count: 1e9, approved_at: THAT_DAY });
  await flushSearch(site.ctx.db);
  expect(await find(3)).toEqual([fresh, ...others.slice(0, 2)]);

  const last = others.at(-1) ?? 0;
  await sql`update videos set view_count = 5e9, title = 'Tessera last' where id = ${last}`.execute(
    site.ctx.db,
  );
  await flushSearch(site.ctx.db);
  expect((await find(3))[0]).toBe(last);

  const [riser = 0] = others.slice(-4);
  await sql`update videos set view_count = 5e12 where id = ${riser}`.execute(site.ctx.db);
  await sql`insert into video_days (video_id, day) values (${riser}, current_date)`.execute(site.ctx.db);
  await refreshRanks(site.ctx.db);
  expect(await best()).toContain(riser);
  expect((await find(3))[0]).toBe(riser);

  // as if it had changed while it was copied
  await sql`update search_best set tokens = '{}' where id = ${riser}`.execute(site.ctx.db);
  await refreshBest(site.ctx.db, [{ of: 20, best: 2 }]);
  expect(await best()).toHaveLength(3);
  expect((await find(2))[0]).toBe(riser);

  await refreshBest(site.ctx.db, [{ of: 1000, best: 5 }]);
  expect(await best()).toEqual([]);
  expect((await find(3))[0]).toBe(riser);
});

test('comments are found again with the video they stand under', async () => {
  const [video = 0] = ids;
  await sql`insert into comments (video_id, guest_name, person, text)
    select ${video}, 'guest', 'v' || i, 'Quadrille ' || i from generate_series(1, 300) i`.execute(
    site.ctx.db,
  );
  const posts = async () => {
    await flushSearch(site.ctx.db);
    site.ctx.cache.clear();
    const answer = await site.fetch('/api/search?type=posts&q=quadrille');
    return ((await answer.json()) as SearchAnswer).posts.length;
  };
  expect(await posts()).toBe(24);
  await sql`update videos set status = 'PENDING' where id = ${video}`.execute(site.ctx.db);
  expect(await posts()).toBe(0);
  await sql`update videos set status = 'APPROVED' where id = ${video}`.execute(site.ctx.db);
  expect(await posts()).toBe(24);
});

test('a beginning that many words have leads to the commonest of them', async () => {
  for (let at = 0; at < 40; at++)
    await addVideo(site.ctx, {
      title: `Zyg${String.fromCodePoint(97 + (at % 26))}${at < 26 ? 'a' : 'b'} plenty`,
    });
  await addVideo(site.ctx, { title: 'Zygote one' });
  const second = await addVideo(site.ctx, { title: 'Zygote two' });
  await flushSearch(site.ctx.db);
  await countWords(site.ctx.db);
  const { rows } = await sql<{ beginning: string; word: string }>`
    select beginning, word from search_beginnings order by beginning, place`.execute(site.ctx.db);
  expect(rows.filter(({ beginning }) => beginning === 'zyg')).toHaveLength(31);
  expect(rows.filter(({ beginning }) => beginning === 'zy')[0]?.word).toBe('zygote');
  const { kinds } = await findThings(site.ctx.db, {
    q: 'zyg',
    kinds: ['videos'],
    limit: 8,
    titlesOnly: true,
  });
  expect(kinds.videos?.ids).toContain(second);
});
