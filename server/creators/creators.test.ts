import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { creators, SCORE, Creator } from '#contract/creators/creators.ts';
import { Video } from '#contract/videos/videos.ts';
import { RECOUNTED_TOTALS } from '#server/testing/database/recounted-totals.ts';
import { startTestSite, type Fetch, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { addVideo } from '#server/testing/videos.ts';
import { bodyOf, WithId } from '#server/testing/client.ts';

let site: TestSite;
let admin: TestPerson;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT: 'off' });
  admin = await site.signUp('GLOBAL_ADMIN');
});

/** Where the counted totals differ from those of the rows themselves. */
async function differences() {
  const columns = sql.raw('user_id, videos, posts, comments, likes, approved, pending, rejected, is_listed');
  const { rows } = await sql`
    with recounted as (${sql.raw(RECOUNTED_TOTALS)})
    (select 'rows' as says, ${columns} from recounted
      except select 'rows', ${columns} from user_totals)
    union all
    (select 'totals', ${columns} from user_totals except select 'totals', ${columns} from recounted)`.execute(
    site.ctx.db,
  );
  return rows;
}

test('totals of users stay correct, whatever happens at once', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, () => site.signUp('CONTENT_CREATOR')));
  const post = (fetch: Fetch, path: string, json?: unknown) =>
    fetch(path, { method: 'POST', ...(json !== undefined && { json }) });
  const round = async (person: TestPerson, at: number) => {
    const other = people[(at + 1) % people.length] as TestPerson;
    const [video, waiting] = [
      await addVideo(site.ctx, { uploader_id: person.id }),
      await addVideo(site.ctx, { uploader_id: person.id, status: 'PENDING' }),
    ];
    const [{ id: written }, { id: comment }] = await Promise.all([
      bodyOf(post(person.fetch, '/api/community/posts', { content: `No ${at}` }), WithId.partial()),
      bodyOf(post(other.fetch, `/api/videos/${video}/comments`, { text: `No ${at}` }), WithId.partial()),
    ]);
    const likes = [
      `/api/videos/${video}`,
      `/api/community/posts/${written}`,
      `/api/videos/${video}/comments/${comment}`,
    ];
    await Promise.all(
      likes.flatMap((path) => [0, 1, 2].map(() => post(site.visitor().fetch, `${path}/like`))),
    );
    await Promise.all([
      ...likes.map((path) => post(site.visitor().fetch, `${path}/like`)),
      post(
        admin.fetch,
        `/api/submissions/${waiting}/${at % 2 === 0 ? 'approve' : 'reject'}`,
        at % 2 === 0 ? undefined : { reason: 'Too dark' },
      ),
      at % 3 === 0 && post(admin.fetch, `/api/submissions/${video}/unapprove`),
      at % 3 === 1 && other.fetch(`/api/videos/${video}/comments/${comment}`, { method: 'DELETE' }),
      at % 3 === 2 && person.fetch(`/api/community/posts/${written}`, { method: 'DELETE' }),
    ]);
  };
  await Promise.all(people.flatMap((person) => [0, 1, 2].map((at) => round(person, at))));
  expect(await differences()).toEqual([]);

  const [first, second] = people as [TestPerson, TestPerson];
  await post(admin.fetch, `/api/admin/people/${first.id}/suspend`, { reason: 'Rude' });
  await Promise.all([
    site.ctx.db.deleteFrom('users').where('id', '=', second.id).execute(),
    ...people.slice(2).map((person, at) => round(person, at)),
  ]);
  expect(await differences()).toEqual([]);
  const listed = (await site.call(creators.list)).map(({ username }) => username);
  expect(listed).not.toContain(first.username);
  expect(listed).toContain(people[2]?.username);
  for (const creator of await site.call(creators.list))
    expect(creator.score).toBe(
      SCORE.video * creator.videos +
        SCORE.post * creator.posts +
        SCORE.comment * creator.comments +
        SCORE.like * creator.likes,
    );
});

describe('lists', () => {
  test('page by cursor, with creators by score, however large, and the oldest first among ties', async () => {
    const names = ['Rich', 'Even1', 'Even2', 'Even3'];
    for (const name of names) {
      const { id } = await site.signUp('CONTENT_CREATOR', name);
      for (const like_count of name === 'Rich' ? [3_000_000_000, 3_000_000_000] : [5_000_000])
        await addVideo(site.ctx, { uploader_id: id, like_count });
    }
    site.ctx.cache.clear();
    const seen: Creator[] = [];
    let cursor: string | null = '';
    while (cursor !== null && seen.length < 20) {
      const answer: Response = await site.fetch(`/api/creators?limit=2${cursor && `&cursor=${cursor}`}`);
      expect(answer.status).toBe(200);
      seen.push(...(await bodyOf(answer, Creator.array())));
      cursor = answer.headers.get('x-next-cursor');
    }
    expect(seen.slice(0, 4).map(({ username }) => username)).toEqual(names);
    expect(seen[0]?.score).toBe(6_000_000_020);
    expect(new Set(seen.map(({ username }) => username)).size).toBe(seen.length);
    expect(await site.call(creators.list)).toEqual(seen);
  });

  test('start with creators who have videos, each with the thumbnails of the newest three', async () => {
    const talker = await site.signUp('CONTENT_CREATOR', 'Talker');
    await talker.fetch('/api/community/posts', { json: { content: 'Only words' } });
    await site.ctx.db
      .updateTable('posts')
      .set({ like_count: 9_000_000_000 })
      .where('author_id', '=', talker.id)
      .execute();
    const maker = await site.signUp('CONTENT_CREATOR', 'Maker');
    for (const at of [1, 2, 3, 4])
      await addVideo(site.ctx, {
        uploader_id: maker.id,
        poster_key: `videos/${at}/rev/thumb-640.jpg`,
        approved_at: new Date(2026, 0, at),
      });
    await addVideo(site.ctx, { uploader_id: maker.id, status: 'PENDING', poster_key: 'videos/hidden.jpg' });
    site.ctx.cache.clear();
    const listed = await site.call(creators.list);
    const ranks = (isMaker: boolean) =>
      listed.flatMap(({ videos }, index) => (videos > 0 === isMaker ? [index] : []));
    expect(Math.max(...ranks(true))).toBeLessThan(Math.min(...ranks(false)));
    expect(listed[ranks(false)[0] ?? 0]).toMatchObject({ username: 'Talker', latestThumbnails: [] });
    expect(listed.find(({ username }) => username === 'Maker')?.latestThumbnails).toEqual(
      [4, 3, 2].map((at) => `/media/videos/${at}/rev/thumb-640.jpg`),
    );
    const whole: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null && whole.length < 50) {
      const answer: Response = await site.fetch(`/api/creators?limit=2${cursor && `&cursor=${cursor}`}`);
      whole.push(...(await bodyOf(answer, Creator.array())).map(({ username }) => username));
      cursor = answer.headers.get('x-next-cursor');
    }
    expect(whole).toEqual(listed.map(({ username }) => username));
  });

  test('continue the videos of a creator after the first 60 on their page', async () => {
    const { id } = await site.signUp('CONTENT_CREATOR', 'Busy');
    for (let at = 0; at < 63; at += 1) await addVideo(site.ctx, { uploader_id: id, title: `Busy ${at}` });
    await addVideo(site.ctx, { uploader_id: id, status: 'PENDING' });
    const page = await site.call(creators.get, { params: { username: 'busy' } });
    expect(page.latestVideos).toHaveLength(60);
    const rest = await site.fetch(`/api/creators/Busy/videos?cursor=${page.moreVideos}`);
    expect((await bodyOf(rest, Video.array())).map(({ title }) => title)).toEqual([
      'Busy 2',
      'Busy 1',
      'Busy 0',
    ]);
    expect(rest.headers.get('x-next-cursor')).toBeNull();
    const few = await site.signUp('CONTENT_CREATOR', 'Seldom');
    await addVideo(site.ctx, { uploader_id: few.id });
    expect((await site.call(creators.get, { params: { username: 'Seldom' } })).moreVideos).toBeNull();
    expect((await site.fetch('/api/creators/Nobody/videos')).status).toBe(404);
  });
});
