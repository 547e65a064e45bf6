import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { comments } from '#contract/comments/comments.ts';
import { likes as likesApi } from '#contract/likes/likes.ts';
import { community, Post } from '#contract/community/community.ts';
import { creators, type Creator } from '#contract/creators/creators.ts';
import { bodyOf } from '#server/testing/client.ts';
import { startTestSite, type Fetch, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { addVideo } from '#server/testing/videos.ts';

let site: TestSite;
let member: TestPerson;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT: 'off' });
  member = await site.signUp('LOGIN_USER', 'Paula');
});

const posts = '/api/community/posts';

const post = (content: unknown, fetch: Fetch = member.fetch) => fetch(posts, { json: { content } });

describe('posts', () => {
  test('can be created by members but not by guests, and are listed newest first, paged by cursor', async () => {
    expect((await post('from a guest', site.fetch)).status).toBe(401);
    const posted = await post('  Hello https://example.org/x  ');
    expect(posted.status).toBe(201);
    expect(await posted.json()).toMatchObject({
      content: 'Hello https://example.org/x',
      likes: 0,
      authorUsername: 'Paula',
      editedAt: null,
      held: false,
    });
    for (const text of ['two', 'three']) await post(text);
    const first = await site.page(community.list, { query: { limit: 2 } });
    expect(first.items.map(({ content }) => content)).toEqual(['three', 'two']);
    const next = await site.call(community.list, {
      query: { limit: 2, cursor: first.next ?? '' },
    });
    expect(next[0]?.content).toContain('Hello');
    expect((await member.call(community.mine)).length).toBeGreaterThanOrEqual(3);
  });

  test.each([
    ['blank', ' \n '],
    ['none', undefined],
    ['a number', 7],
    ['too long', 'x'.repeat(5001)],
  ])('%s is rejected', async (_name, content) => {
    const answer = await post(content);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      code: 'INVALID_INPUT',
      fields: { content: expect.any(String) },
    });
  });

  test('can have 5,000 characters, counting an emoji as one', async () => {
    expect((await post('😀'.repeat(5000))).status).toBe(201);
  });

  test('can be liked if they exist, and appear among the user’s own likes', async () => {
    const { id } = await bodyOf(post('like me'), Post);
    expect(await member.call(community.like, { params: { id } })).toEqual({ likes: 1, liked: true });
    expect(await member.call(likesApi.mine)).toMatchObject({ posts: [id] });
    expect((await site.fetch(`${posts}/999999/like`, { method: 'POST' })).status).toBe(404);
  });

  test('each have a URL, which returns 404 to the public once pending, hidden or deleted', async () => {
    const posted = await bodyOf(post('Look at\nthis'), Post);
    const one = `${posts}/${posted.id}`;
    expect(await bodyOf(site.fetch(one), z.unknown())).toEqual(posted);
    for (const id of ['999999', '0', 'x'])
      expect((await site.fetch(`${posts}/${id}`)).status).toBe(id === '999999' ? 404 : 400);
    const admin = await site.signUp('GLOBAL_ADMIN');
    const stranger = await site.signUp();
    const set = async (values: { held_at?: Date | null; hidden_at?: Date | null; deleted_at?: Date }) => {
      await site.ctx.db.updateTable('posts').set(values).where('id', '=', posted.id).execute();
      site.ctx.cache.drop('community');
    };
    const statuses = () =>
      Promise.all(
        [site.fetch, stranger.fetch, member.fetch, admin.fetch].map(
          async (fetch) => (await fetch(one)).status,
        ),
      );
    const page = async () => {
      const answer = await site.fetch(`/community/${posted.id}`);
      return [answer.status, (await answer.text()).includes('Look at')];
    };
    const isListed = async () =>
      (await (await site.fetch('/sitemap.xml')).text()).includes(`/community/${posted.id}<`);
    expect([await statuses(), await page(), await isListed()]).toEqual([
      [200, 200, 200, 200],
      [200, true],
      true,
    ]);
    await set({ held_at: new Date() });
    expect([await statuses(), await page(), await isListed()]).toEqual([
      [404, 404, 200, 200],
      [404, false],
      false,
    ]);
    for (const gone of [
      { hidden_at: new Date() },
      { hidden_at: null, held_at: null, deleted_at: new Date() },
    ]) {
      await set(gone);
      expect([await statuses(), await page(), await isListed()]).toEqual([
        [404, 404, 404, 404],
        [404, false],
        false,
      ]);
    }
  });

  test('can be edited for 15 minutes, and deleted, by their author only', async () => {
    const { id } = await bodyOf(post('first words'), Post);
    const stranger = await site.signUp();
    const edit = (fetch: Fetch) =>
      fetch(`${posts}/${id}`, { method: 'PUT', json: { content: 'better words' } });
    expect((await edit(stranger.fetch)).status).toBe(404);
    expect(await bodyOf(edit(member.fetch), Post)).toMatchObject({
      content: 'better words',
      editedAt: expect.any(String),
    });
    await site.ctx.db
      .updateTable('posts')
      .set({ created_at: new Date(Date.now() - 16 * 60_000) })
      .where('id', '=', id)
      .execute();
    expect((await edit(member.fetch)).status).toBe(409);
    expect((await stranger.fetch(`${posts}/${id}`, { method: 'DELETE' })).status).toBe(404);
    expect((await member.fetch(`${posts}/${id}`, { method: 'DELETE' })).status).toBe(204);
    expect((await site.call(community.list)).some((other) => other.id === id)).toBe(false);
    expect((await site.fetch(`${posts}/${id}/like`, { method: 'POST' })).status).toBe(404);
  });
});

describe('trending', () => {
  test('comments are the most liked of the last 30 days on public videos, with the video title', async () => {
    const video = await addVideo(site.ctx, { title: 'Seen by all' });
    const secret = await addVideo(site.ctx, { title: 'Seen by none' });
    const add = async (id: number, text: string, likes: number) => {
      const { id: commentId } = await site
        .visitor()
        .call(comments.create, { params: { id }, body: { text } });
      await site.ctx.db
        .updateTable('comments')
        .set({ like_count: likes })
        .where('id', '=', commentId)
        .execute();
      return commentId;
    };
    for (let likes = 1; likes <= 12; likes += 1) await add(video, `c${likes}`, likes);
    const old = await add(video, 'old', 500);
    await add(secret, 'secret', 400);
    await site.ctx.db.updateTable('videos').set({ status: 'PENDING' }).where('id', '=', secret).execute();
    await site.ctx.db
      .updateTable('comments')
      .set({ created_at: new Date(Date.now() - 31 * 24 * 3600_000) })
      .where('id', '=', old)
      .execute();
    site.ctx.cache.clear();
    const list = await site.call(community.trendingComments);
    expect(list.map(({ text }) => text)).toEqual([
      'c12',
      'c11',
      'c10',
      'c9',
      'c8',
      'c7',
      'c6',
      'c5',
      'c4',
      'c3',
    ]);
    expect(list[0]).toMatchObject({ videoTitle: 'Seen by all', videoId: video, likes: 12 });
  });

  test('videos are limited to six', async () => {
    for (let i = 0; i < 8; i += 1) await addVideo(site.ctx);
    site.ctx.cache.clear();
    expect(await site.call(community.trendingVideos)).toHaveLength(6);
  });
});

describe('creators', () => {
  test('are ranked by score and have a public page', async () => {
    const anna = await site.signUp('CONTENT_CREATOR', 'Anna');
    const bert = await site.signUp('LOGIN_USER', 'Bert');
    await site.signUp('LOGIN_USER', 'Silent');
    const video = await addVideo(site.ctx, { uploader_id: anna.id, title: 'By Anna' });
    await addVideo(site.ctx, { uploader_id: anna.id, status: 'PENDING' });
    await post('one', bert.fetch);
    await bert.fetch(`/api/videos/${video}/comments`, { json: { text: 'nice' } });
    await bert.fetch(`/api/videos/${video}/like`, { method: 'POST' });
    site.ctx.cache.clear();
    const list = await site.call(creators.list);
    const find = (name: string) => list.find(({ username }) => username === name);
    expect(find('Anna')).toEqual({
      username: 'Anna',
      displayName: null,
      profileImageUrl: null,
      videos: 1,
      posts: 0,
      comments: 0,
      likes: 1,
      score: 11,
      followers: 0,
      latestThumbnails: [],
    });
    expect(find('Bert')).toMatchObject({ posts: 1, comments: 1, score: 3 });
    expect(find('Silent')).toBeUndefined();
    const rank = ({ videos, score }: Creator) => (videos > 0 ? 1_000_000 : 0) + score;
    expect(list.map(rank)).toEqual(list.map(rank).toSorted((a, b) => b - a));
    const page = await site.call(creators.get, { params: { username: 'aNNa' } });
    expect(page).toMatchObject({
      username: 'Anna',
      score: 11,
      latestVideos: [{ title: 'By Anna' }],
      latestPosts: [],
    });
    // users who are mentioned or only follow have a page, too
    expect(await site.call(creators.get, { params: { username: 'Silent' } })).toMatchObject({
      videos: 0,
      posts: 0,
      latestVideos: [],
      latestPosts: [],
    });
    expect((await site.fetch('/api/creators/Nobody')).status).toBe(404);
  });
});

test.each(['51', '9999', '10000', '1' + '0'.repeat(30)])(
  'a limit of %s is capped at the maximum',
  async (limit) => {
    const id = await addVideo(site.ctx);
    for (const path of ['/api/community/posts', `/api/videos/${id}/comments`, '/api/videos'])
      expect((await site.fetch(`${path}?limit=${limit}`)).status, path).toBe(200);
    for (const path of ['/api/community/posts', `/api/videos/${id}/comments`])
      expect((await site.fetch(`${path}?limit=0`)).status, path).toBe(400);
  },
);
