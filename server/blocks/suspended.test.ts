import { beforeAll, expect, test, vi } from 'vitest';
import type { z } from 'zod';
import { comments as commentsApi, Comment } from '#contract/comments/comments.ts';
import { community, PostThread } from '#contract/community/community.ts';
import { VideoDetails } from '#contract/videos/videos.ts';
import {
  fetchFrom,
  startTestSite,
  type Fetch,
  type TestPerson,
  type TestSite,
} from '#server/testing/site.ts';
import { addVideo } from '#server/testing/videos.ts';
import { bodyOf } from '#server/testing/client.ts';

let site: TestSite;
let admin: TestPerson;
let elsewhere: Fetch;
const now = Date.now();
beforeAll(async () => {
  // the clock is frozen: nothing stored expires by itself
  site = await startTestSite({ RATE_LIMIT: 'off' }, { clock: { now: () => now } });
  const another = await site.startAnother();
  elsewhere = fetchFrom(another.url);
  for (const { ctx } of [site, another]) await vi.waitUntil(() => ctx.pubsub.isLive(), { interval: 5 });
  admin = await site.signUp('GLOBAL_ADMIN');
});

const read = async <T>(schema: z.ZodType<T>, fetch: Fetch, path: string) => await bodyOf(fetch(path), schema);

test("a suspended member's comments and posts disappear with their replies, and return, as do the counts", async () => {
  const [rude, kind] = [await site.signUp(), await site.signUp()];
  const video = await addVideo(site.ctx);
  const list = `/api/videos/${video}/comments`;
  const comment = async (by: TestPerson, text: string, replyTo: number | null = null) =>
    (await by.call(commentsApi.create, { params: { id: video }, body: { text, replyTo } })).id;
  const post = async (by: TestPerson, content: string, replyTo: number | null = null) =>
    (await by.call(community.create, { body: { content, replyTo } })).id;
  const thread = await comment(kind, 'A thread');
  const reply = await comment(rude, 'Rude', thread);
  await comment(kind, 'Why?', reply);
  const own = await comment(rude, 'Rude again');
  await comment(kind, 'Stop it', own);
  const hidden = await comment(rude, 'Hidden before');
  await admin.fetch(`${list}/${hidden}`, { method: 'DELETE' });
  const board = await post(kind, 'A post');
  await post(rude, 'Rude here, too', board);
  const rudePost = await post(rude, 'A rude post');

  const seen = async (fetch: Fetch) => {
    const comments = await read(Comment.array(), fetch, list);
    const posts = await read(PostThread.array(), fetch, '/api/community/posts');
    return {
      comments: comments.map(({ id, replyCount }) => [id, replyCount]),
      posts: posts.map(({ id, replyCount }) => [id, replyCount]),
      count: (await read(VideoDetails, fetch, `/api/videos/${video}`)).lllComments,
    };
  };
  const all = {
    comments: [
      [own, 1],
      [thread, 2],
    ],
    posts: [
      [rudePost, 0],
      [board, 1],
    ],
    count: 5,
  };
  const without = { comments: [[thread, 0]], posts: [[board, 0]], count: 1 };
  const everywhere = async (expected: typeof all) => {
    for (const fetch of [site.fetch, kind.fetch]) expect(await seen(fetch)).toEqual(expected);
    await vi.waitFor(async () => expect(await seen(elsewhere)).toEqual(expected), { timeout: 20_000 });
  };
  await everywhere(all);
  const suspend = () =>
    admin.fetch(`/api/admin/people/${rude.id}/suspend`, { json: { reason: 'Rude words.' } });
  const unsuspend = () => admin.fetch(`/api/admin/people/${rude.id}/unsuspend`, { method: 'POST' });
  expect((await suspend()).status).toBe(200);
  await everywhere(without);
  // idempotent
  expect((await suspend()).status).toBe(200);
  await everywhere(without);
  expect((await unsuspend()).status).toBe(200);
  await everywhere(all);
  // what a moderator removes in the meantime also removes the suspended user's reply for good
  await suspend();
  await admin.fetch(`${list}/${thread}`, { method: 'DELETE' });
  await unsuspend();
  await everywhere({ ...all, comments: [[own, 1]], count: 2 });
});
