import { beforeAll, describe, expect, test } from 'vitest';
import { videos, Video } from '#contract/videos/videos.ts';
import { startTestSite, type TestSite } from '#server/testing/site.ts';
import { flushIndex } from '#server/testing/search.ts';
import { addVideo } from '#server/testing/videos.ts';
import { bodyOf } from '#server/testing/client.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite();
});

const list = async (query = '') => await bodyOf(site.fetch(`/api/videos${query}`), Video.array());

describe('the list', () => {
  test('contains only public videos, newest approved first', async () => {
    const first = await addVideo(site.ctx, { category: 'Beauty' });
    const second = await addVideo(site.ctx, { category: 'Beauty' });
    await addVideo(site.ctx, { category: 'Beauty', status: 'PENDING' });
    await addVideo(site.ctx, { category: 'Beauty', processing: 'PROCESSING' });
    await addVideo(site.ctx, { category: 'Beauty', archived_at: new Date() });
    expect((await list('?category=Beauty')).map(({ id }) => id)).toEqual([second, first]);
  });

  test('is paginated with a cursor to the end, without gaps or repeats', async () => {
    const ids = [];
    for (let i = 0; i < 5; i++)
      ids.unshift(await addVideo(site.ctx, { category: 'Innovation', approved_at: new Date(0) }));
    for (const sort of ['new', 'top', 'trending']) {
      const seen: number[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const answer: Response = await site.fetch(
          `/api/videos?category=Innovation&limit=2&sort=${sort}${cursor && `&cursor=${cursor}`}`,
        );
        seen.push(...(await bodyOf(answer, Video.array())).map(({ id }) => id));
        cursor = answer.headers.get('x-next-cursor');
      }
      expect(seen, sort).toEqual(ids);
    }
  });

  test('finds words in title, description and creator, also in scripts without spaces', async () => {
    const jogger = await addVideo(site.ctx, {
      title: 'Morning jog by the river',
      description: 'slow and sunny',
    });
    const sakura = await addVideo(site.ctx, { title: '桜の季節の散歩' });
    await flushIndex(site.ctx);
    expect((await list('?q=river+jog')).map(({ id }) => id)).toEqual([jogger]);
    expect((await list('?q=sunny')).map(({ id }) => id)).toEqual([jogger]);
    expect((await list(`?q=${encodeURIComponent('季節')}`)).map(({ id }) => id)).toEqual([sakura]);
    expect(await list('?q=%27%22%3B+drop+%26+%7C+%21+%3A%2A+%28')).toEqual([]);
  });

  test('returns 304 to clients that have it, and a new list after a like', async () => {
    const id = await addVideo(site.ctx, { category: 'Business' });
    const first = await site.fetch('/api/videos?category=Business');
    const etag = first.headers.get('etag') ?? '';
    expect(
      (await site.fetch('/api/videos?category=Business', { headers: { 'if-none-match': etag } })).status,
    ).toBe(304);
    await site.visitor().fetch(`/api/videos/${id}/like`, { method: 'POST' });
    expect(
      await site.call(videos.list, { query: { category: 'Business' }, headers: { 'if-none-match': etag } }),
    ).toMatchObject([{ id, likes: 1, lllLikes: 1 }]);
  });
});

describe('one video', () => {
  test('adds external counts to its own, and does not expose coordinates', async () => {
    const id = await addVideo(site.ctx, {
      origin: 'IMPORT',
      source: 'YOUTUBE',
      source_id: 'abc',
      external_creator: 'Somebody',
      external_views: 1000,
      external_likes: 10,
      view_count: 2,
      like_count: 1,
      location_name: 'Pier',
      latitude: 1,
      longitude: 2,
    });
    const video = await site.call(videos.get, { params: { id } });
    expect(video).toMatchObject({
      isPublic: true,
      views: 1002,
      likes: 11,
      lllViews: 2,
      lllLikes: 1,
      externalViews: 1000,
      externalPlatformName: 'YouTube',
      creator: 'Somebody',
      location: { name: 'Pier', address: null },
    });
    expect(JSON.stringify(video)).not.toMatch(/latitude|longitude/);
  });

  test('is shown before it is public to its uploader and admins, and is 404 for all others', async () => {
    const uploader = await site.signUp('CONTENT_CREATOR');
    const id = await addVideo(site.ctx, { uploader_id: uploader.id, status: 'PENDING' });
    for (const person of [uploader, await site.signUp('GLOBAL_ADMIN')]) {
      expect(await person.call(videos.get, { params: { id } })).toMatchObject({ id, isPublic: false });
    }
    expect((await (await site.signUp('CONTENT_CREATOR')).fetch(`/api/videos/${id}`)).status).toBe(404);
    expect(await site.fails(videos.get, { params: { id } })).toEqual({
      status: 404,
      error: 'Video not found',
      code: 'NOT_FOUND',
    });
  });
});

describe('likes', () => {
  test('by one person toggle; a hundred at once agree with what is stored', async () => {
    const id = await addVideo(site.ctx);
    const person = await site.signUp();
    const like = () => person.call(videos.like, { params: { id } });
    expect(await like()).toEqual({ likes: 1, liked: true });
    expect(await like()).toEqual({ likes: 0, liked: false });
    const answers = await Promise.all(Array.from({ length: 100 }, like));
    expect(answers.filter(({ liked }) => liked)).toHaveLength(50);
    for (const { likes, liked } of answers) expect(likes).toBe(liked ? 1 : 0);
    expect(await site.call(videos.get, { params: { id } })).toMatchObject({ lllLikes: 0 });
  });

  test('by a hundred people count as a hundred', async () => {
    const id = await addVideo(site.ctx);
    await Promise.all(
      Array.from({ length: 100 }, () => site.visitor().fetch(`/api/videos/${id}/like`, { method: 'POST' })),
    );
    expect(await site.call(videos.get, { params: { id } })).toMatchObject({ lllLikes: 100 });
  });

  test('by made-up visitors are not trusted: the cookie is signed', async () => {
    const id = await addVideo(site.ctx);
    const forged = await site.fetch(`/api/videos/${id}/like`, {
      method: 'POST',
      headers: { cookie: 'visitor=11111111-1111-4111-8111-111111111111.AAAAAAAAAAAAAAAAAAAAAA' },
    });
    const cookies = forged.headers.getSetCookie();
    expect(cookies.filter((cookie) => cookie.startsWith('visitor='))).toHaveLength(1);
    expect((await site.fetch('/api/videos/999999/like', { method: 'POST' })).status).toBe(404);
  });
});

describe('views', () => {
  test('by one person count once in half an hour, whatever is sent', async () => {
    const id = await addVideo(site.ctx);
    const person = await site.signUp();
    const views = await Promise.all(
      Array.from({ length: 100 }, async () =>
        (await person.fetch(`/api/videos/${id}/view`, { method: 'POST' })).json(),
      ),
    );
    expect(views.at(-1)).toEqual({ views: 1 });
    await site.ctx.db
      .updateTable('video_views')
      .set({ counted_at: new Date(Date.now() - 31 * 60_000) })
      .where('video_id', '=', id)
      .execute();
    expect(await person.call(videos.view, { params: { id } })).toEqual({
      views: 2,
    });
  });

  test('by a hundred people count as a hundred', async () => {
    const own = await startTestSite({ RATE_LIMIT: 'off' });
    const id = await addVideo(own.ctx);
    await Promise.all(
      Array.from({ length: 100 }, () => own.visitor().fetch(`/api/videos/${id}/view`, { method: 'POST' })),
    );
    expect(await own.call(videos.get, { params: { id } })).toMatchObject({ lllViews: 100 });
  });

  test('by the uploader never count', async () => {
    const uploader = await site.signUp('CONTENT_CREATOR');
    const id = await addVideo(site.ctx, { uploader_id: uploader.id });
    expect(await uploader.call(videos.view, { params: { id } })).toEqual({
      views: 0,
    });
  });
});
