import { beforeAll, expect, test } from 'vitest';
import { comments } from '#contract/comments/comments.ts';
import { community } from '#contract/community/community.ts';
import { startTestSite, type TestSite } from '#server/testing/site.ts';
import { addVideo } from '#server/testing/videos.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite();
});

test('lists the current likes of a user, latest first for each kind', async () => {
  const author = await site.signUp();
  const [first, second] = [await addVideo(site.ctx), await addVideo(site.ctx)];
  const comment = await author.call(comments.create, { params: { id: first }, body: { text: 'Lovely' } });
  const post = await author.call(community.create, { body: { content: 'Hello' } });
  const visitor = site.visitor();
  const liked = async (fetch = visitor.fetch) => (await fetch('/api/likes')).json();
  expect(await liked()).toEqual({ videos: [], comments: [], posts: [] });
  for (const subject of [
    `videos/${first}`,
    `videos/${second}`,
    `videos/${first}/comments/${comment.id}`,
    `community/posts/${post.id}`,
  ])
    expect((await visitor.fetch(`/api/${subject}/like`, { method: 'POST' })).status, subject).toBe(200);
  expect(await liked()).toEqual({ videos: [second, first], comments: [comment.id], posts: [post.id] });
  await visitor.fetch(`/api/videos/${second}/like`, { method: 'POST' });
  expect(await liked()).toMatchObject({ videos: [first] });
  expect(await liked(author.fetch)).toEqual({ videos: [], comments: [], posts: [] });
});
