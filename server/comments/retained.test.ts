import { beforeAll, expect, test, vi } from 'vitest';
import {
  startTestSite,
  fetchFrom,
  type Fetch,
  type TestPerson,
  type TestSite,
} from '#server/testing/site.ts';
import { addVideo } from '#server/testing/videos.ts';
import { bodyOf, WithId } from '#server/testing/client.ts';

let site: TestSite;
let admin: TestPerson;
let member: TestPerson;
/** A guest's view of another process. */
let elsewhere: Fetch;
let asMember: { here: Fetch; elsewhere: Fetch };
/** Time for another process to receive PostgreSQL's notification. */
const PATIENCE = { timeout: 20_000, interval: 20 };
// the clock is frozen: no cache entry expires
const now = Date.now();

beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT: 'off' }, { clock: { now: () => now } });
  const another = await site.startAnother();
  elsewhere = fetchFrom(another.url);
  admin = await site.signUp('GLOBAL_ADMIN');
  member = await site.signUp();
  asMember = {
    here: member.fetch,
    elsewhere: fetchFrom(another.url, { authorization: `Bearer ${member.token}` }),
  };
  for (const { ctx } of [site, another]) await vi.waitUntil(() => ctx.pubsub.isLive(), { interval: 5 });
  await admin.fetch('/api/admin/watched-words', { json: { word: 'casino' } });
});

interface Kind {
  list: string;
  /** Writes and gives the id. */
  write(fetch: Fetch, text: string): Promise<number>;
  remove(fetch: Fetch, id: number): Promise<Response>;
  subjectType: string;
}

const idOf = async (answer: Response) => (await bodyOf(answer, WithId)).id;

async function kinds(): Promise<Kind[]> {
  const list = `/api/videos/${await addVideo(site.ctx)}/comments`;
  return [
    {
      list,
      write: async (fetch, text) => idOf(await fetch(list, { json: { text } })),
      remove: (fetch, id) => fetch(`${list}/${id}`, { method: 'DELETE' }),
      subjectType: 'COMMENT',
    },
    {
      list: '/api/community/posts',
      write: async (fetch, content) => idOf(await fetch('/api/community/posts', { json: { content } })),
      remove: (fetch, id) => fetch(`/api/community/posts/${id}`, { method: 'DELETE' }),
      subjectType: 'POST',
    },
  ];
}

const idsOf = async (fetch: Fetch, list: string) =>
  (await bodyOf(fetch(list), WithId.array())).map(({ id }) => id);

test('lists are cached as bytes, and changes are visible at once to everyone in every process', async () => {
  for (const { list, write, remove, subjectType } of await kinds()) {
    const before = await idsOf(site.fetch, list);
    // here with the response, elsewhere as soon as PostgreSQL notifies
    const expectVisible = async (commentIds: number[]) => {
      const ids = [...commentIds, ...before];
      for (const fetch of [site.fetch, asMember.here]) expect(await idsOf(fetch, list), list).toEqual(ids);
      for (const fetch of [elsewhere, asMember.elsewhere])
        await vi.waitFor(async () => expect(await idsOf(fetch, list), list).toEqual(ids), PATIENCE);
    };
    const first = await write(member.fetch, 'Hello');
    await expectVisible([first]);
    // cached: a change made behind the site's back isn't visible, with or without a session
    const table = subjectType === 'POST' ? 'posts' : 'comments';
    const hide = (at: Date | null) =>
      site.ctx.db.updateTable(table).set({ hidden_at: at }).where('id', '=', first).execute();
    await hide(new Date());
    await expectVisible([first]);
    await hide(null);

    const second = await write(member.fetch, 'Hello again');
    await expectVisible([second, first]);
    const decide = { action: 'HIDE', subjects: [{ subjectType, subjectId: first }] };
    expect((await admin.fetch('/api/admin/reports/act', { json: decide })).status).toBe(200);
    await expectVisible([second]);
    const third = await write(member.fetch, 'Once more');
    await expectVisible([third, second]);
    expect((await remove(member.fetch, second)).status).toBe(204);
    await expectVisible([third]);
    expect((await remove(admin.fetch, third)).status).toBe(204);
    await expectVisible([]);
  }
});

test('only the author sees an item pending review in the list cached for everyone', async () => {
  for (const { list, write, subjectType } of await kinds()) {
    const visitor = subjectType === 'POST' ? member.fetch : site.visitor().fetch;
    const other = site.visitor();
    const stranger = await site.signUp();
    const open = await write(member.fetch, 'Hello everybody');
    // a cookie of their own
    await other.fetch(
      list.replace('/comments', '/view').replace('/api/community/posts', '/api/videos/1/view'),
      {
        method: 'POST',
      },
    );
    for (const fetch of [visitor, other.fetch, stranger.fetch, site.fetch]) await idsOf(fetch, list);
    const pendingComment = await write(visitor, 'Visit my casino');
    for (let round = 0; round < 2; round += 1) {
      expect(await idsOf(visitor, list), list).toEqual([pendingComment, open]);
      for (const fetch of [other.fetch, stranger.fetch, site.fetch])
        expect(await idsOf(fetch, list), list).toEqual([open]);
      await vi.waitFor(async () => expect(await idsOf(elsewhere, list), list).toEqual([open]), PATIENCE);
    }
    const decide = { action: 'DISMISS', subjects: [{ subjectType, subjectId: pendingComment }] };
    await admin.fetch('/api/admin/reports/act', { json: decide });
    for (const fetch of [visitor, other.fetch, stranger.fetch, site.fetch, elsewhere])
      await vi.waitFor(
        async () => expect(await idsOf(fetch, list), list).toEqual([pendingComment, open]),
        PATIENCE,
      );
  }
});

test('comments of an archived video are gone at once', async () => {
  const id = await addVideo(site.ctx);
  const list = `/api/videos/${id}/comments`;
  const statuses = async () =>
    (await Promise.all([site.fetch(list), member.fetch(list), elsewhere(list)])).map(({ status }) => status);
  expect(await statuses()).toEqual([200, 200, 200]);
  const decide = { action: 'HIDE', subjects: [{ subjectType: 'VIDEO', subjectId: id }] };
  await admin.fetch('/api/admin/reports/act', { json: decide });
  expect((await statuses()).slice(0, 2)).toEqual([404, 404]);
  await vi.waitFor(async () => expect(await statuses()).toEqual([404, 404, 404]), PATIENCE);
});
