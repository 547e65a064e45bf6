import { sql } from 'kysely';
import { afterEach, beforeAll, expect, test } from 'vitest';
import type { Context } from '#server/app/context.ts';
import { startTestSite, type TestSite } from '#server/testing/site.ts';
import { addVideo } from '#server/testing/videos.ts';
import { countWords } from './count.actions.ts';
import { flushSearch } from './flush.actions.ts';
import { LIMITS, SearchMirror } from './mirror.actions.ts';
import { forgetChanges } from './mirror.store.ts';
import { findThings } from './search.actions.ts';

/** What a process's copy of the index finds is what the database would find that very moment. */
let site: TestSite;
let elsewhere: Context;
const opened: AbortController[] = [];

beforeAll(async () => {
  // without a worker: who searches writes what changed
  site = await startTestSite({ RATE_LIMIT: 'off', ROLES: 'web' });
  elsewhere = (await site.startAnother()).ctx;
});
afterEach(() => {
  for (const each of opened.splice(0)) each.abort();
});

function openMirror(limits = LIMITS): SearchMirror {
  const { db, log } = site.ctx;
  const stopping = new AbortController();
  opened.push(stopping);
  return new SearchMirror({ db, log, stopping: stopping.signal, limits, patience: 60_000 });
}

async function loadMirror(limits = LIMITS): Promise<SearchMirror> {
  await flushSearch(site.ctx.db);
  const mirror = openMirror(limits);
  await mirror.load();
  return mirror;
}

/** The clips it finds by itself; null: the database was asked. */
async function find(mirror: SearchMirror, q: string): Promise<number[] | null> {
  let isMirrored = false;
  const watched = {
    use: async (...asked: Parameters<SearchMirror['use']>) => {
      const found = await mirror.use(...asked);
      isMirrored = found !== null;
      return found;
    },
  } as SearchMirror;
  const { kinds } = await findThings(site.ctx.db, { q, kinds: ['videos'], limit: 20 }, watched);
  return isMirrored ? (kinds.videos?.ids ?? []) : null;
}

const setStatus = (id: number, status: 'PENDING' | 'APPROVED') =>
  sql`update videos set status = ${status} where id = ${id}`.execute(elsewhere.db);

test('what another process publishes, renames and hides is found or gone with the next search', async () => {
  const mirror = await loadMirror();
  const id = await addVideo(elsewhere, { title: 'Quetzal at noon' });
  expect(await find(mirror, 'quetzal')).toEqual([id]);
  expect(await find(mirror, 'quetzel')).toEqual([id]);
  await setStatus(id, 'PENDING');
  expect(await find(mirror, 'quetzal')).toEqual([]);
  await setStatus(id, 'APPROVED');
  expect(await find(mirror, 'quetzal')).toEqual([id]);
  await sql`update videos set title = 'Axolotl at noon' where id = ${id}`.execute(elsewhere.db);
  expect(await find(mirror, 'quetzal')).toEqual([]);
  expect(await find(mirror, 'axolotl')).toEqual([id]);
  await sql`delete from videos where id = ${id}`.execute(elsewhere.db);
  expect(await find(mirror, 'axolotl')).toEqual([]);
});

test('a transaction that began before the last look and commits after it is not missed', async () => {
  const id = await addVideo(site.ctx, { title: 'Pangolin' });
  const mirror = await loadMirror();
  await elsewhere.db.transaction().execute(async (trx) => {
    await sql`update videos set status = 'PENDING' where id = ${id}`.execute(trx);
    const later = await addVideo(site.ctx, { title: 'Pangolin asleep' });
    expect(await find(mirror, 'pangolin')).toEqual([later, id]);
  });
  expect(await find(mirror, 'pangolin')).toHaveLength(1);
});

test('counted, forgotten and newly ranked words and things are taken over', async () => {
  const first = await addVideo(site.ctx, { title: 'Okapi', view_count: 10 });
  const second = await addVideo(site.ctx, { title: 'Okapi', view_count: 20 });
  const mirror = await loadMirror();
  await sql`insert into search_words (word) values ('okapiana')`.execute(site.ctx.db);
  expect(await find(mirror, 'okapi')).toEqual([second, first]);
  await sql`update search_docs set rank = rank + 1000 where kind = 1 and id = ${first}`.execute(site.ctx.db);
  expect(await find(mirror, 'okapi')).toEqual([first, second]);
  await countWords(site.ctx.db);
  const { words } = await findThings(site.ctx.db, { q: 'okapi', kinds: ['videos'], limit: 1 }, mirror);
  expect(words).toEqual(['okapi']);
});

test('a change is told once, so that many one after the other are not too many', async () => {
  const id = await addVideo(site.ctx, { title: 'Echidna' });
  await sql`insert into search_docs (kind, id, tokens) select 3, 1000000 + i, array[i] from generate_series(1, 100) i`.execute(
    site.ctx.db,
  );
  const mirror = await loadMirror();
  for (let round = 0; round < 11; round++) {
    await sql`update search_docs set rank = rank + 1 where kind = 3 and id > 1000000`.execute(site.ctx.db);
    expect(await find(mirror, 'echidna')).toEqual([id]);
  }
  await sql`delete from search_docs where kind = 3 and id > 1000000`.execute(site.ctx.db);
});

test('what is deleted while its row is written leaves none behind', async () => {
  const { rows } = await sql<{ id: number }>`
    insert into posts (content) values ('Thylacine') returning id`.execute(site.ctx.db);
  const id = rows[0]?.id ?? 0;
  const mirror = await loadMirror();
  await sql`delete from posts where id = ${id}`.execute(elsewhere.db);
  // by somebody who had read the post before
  await sql`insert into search_docs (kind, id, tokens) values (3, ${id}, '{1}')`.execute(site.ctx.db);
  expect(await find(mirror, 'thylacine')).toEqual([]);
  const { rows: left } = await sql`select from search_docs where kind = 3 and id = ${id}`.execute(
    site.ctx.db,
  );
  expect(left).toEqual([]);
});

test('a page further on, a filter, quotes and other orders are asked of the database', async () => {
  for (let clips = 0; clips < 2; clips++) await addVideo(site.ctx, { title: 'Dugong' });
  const mirror = await loadMirror();
  const asked = { q: 'dugong', kinds: ['videos' as const], limit: 1 };
  const { kinds } = await findThings(site.ctx.db, asked, mirror);
  const cursor = kinds.videos?.nextCursor ?? '';
  mirror.use = async () => expect.unreachable();
  expect((await findThings(site.ctx.db, { ...asked, cursor }, mirror)).kinds.videos?.ids).toHaveLength(1);
  for (const other of [{ sort: 'new' }, { filters: { since: 'day' } }, { q: '"dugong dugong"' }] as const)
    await findThings(site.ctx.db, { ...asked, ...other }, mirror);
});

test('where changes were forgotten, or are too many, it is read anew', async () => {
  const mirror = await loadMirror();
  const id = await addVideo(site.ctx, { title: 'Numbat' });
  await flushSearch(site.ctx.db);
  // not before every transaction of the server has ended that was under way, those of other tests, too
  await expect
    .poll(async () => {
      await forgetChanges(site.ctx.db, 0);
      return site.ctx.db.selectFrom('search_changes').select('xid').execute();
    })
    .toEqual([]);
  expect(await find(mirror, 'numbat')).toBeNull();
  expect(mirror.isLoaded).toBe(false);
  await mirror.load();
  expect(await find(mirror, 'numbat')).toEqual([id]);
  await sql`insert into search_docs (kind, id, tokens) select 3, 1000000 + i, array[i] from generate_series(1, 101) i`.execute(
    site.ctx.db,
  );
  expect(await find(mirror, 'numbat')).toBeNull();
  await sql`delete from search_docs where kind = 3 and id > 1000000`.execute(site.ctx.db);
  await mirror.load();
  expect(await find(mirror, 'numbat')).toEqual([id]);
});

test('a site that is too big for it keeps none, nor one that becomes so', async () => {
  const id = await addVideo(site.ctx, { title: 'Kakapo' });
  await flushSearch(site.ctx.db);
  const things = Number(
    (await sql<{ n: number }>`select count(*) as n from search_docs`.execute(site.ctx.db)).rows[0]?.n,
  );
  expect((await loadMirror({ ...LIMITS, things: things - 1 })).isLoaded).toBe(false);
  expect((await loadMirror({ ...LIMITS, tokens: 3 })).isLoaded).toBe(false);
  const mirror = await loadMirror({ ...LIMITS, things });
  expect(await find(mirror, 'kakapo')).toEqual([id]);
  await addVideo(site.ctx, { title: 'One more' });
  expect(await find(mirror, 'kakapo')).toBeNull();
  expect(mirror.isLoaded).toBe(false);
});

test('the second search within a minute has it read', async () => {
  const id = await addVideo(site.ctx, { title: 'Tapir' });
  const mirror = openMirror();
  expect(await find(mirror, 'tapir')).toBeNull();
  expect(mirror.isLoaded).toBe(false);
  expect(await find(mirror, 'tapir')).toBeNull();
  await mirror.load();
  expect(await find(mirror, 'tapir')).toEqual([id]);
});
