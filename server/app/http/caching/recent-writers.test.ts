import { beforeAll, describe, expect, test } from 'vitest';
import { comments as commentsApi } from '#contract/comments/comments.ts';
import { videos } from '#contract/videos/videos.ts';
import { callerBy } from '#server/testing/client.ts';
import { startTestSite, type TestSite } from '#server/testing/site.ts';
import { addVideo } from '#server/testing/videos.ts';

let site: TestSite;
let id: number;
// time passes with each call, however long it takes
let now = Date.now();
const clock = { now: () => now };
const DAY = 24 * 3600 * 1000;

beforeAll(async () => {
  // no entry is refreshed in the background
  site = await startTestSite({}, { refreshMs: DAY, clock });
  id = await addVideo(site.ctx);
  site.ctx.cache.refresh('counts', 'comments', 'videos', 'community', 'creators', 'playlists', 'search');
});

type Fetch = TestSite['fetch'];
const ticking =
  (fetch: Fetch): Fetch =>
  (...call) => {
    now += 1;
    return fetch(...call);
  };
const likes = async (fetch: Fetch) => (await callerBy(fetch).call(videos.get, { params: { id } })).lllLikes;
const comments = async (fetch: Fetch) =>
  (await callerBy(fetch).call(commentsApi.list, { params: { id } })).map(({ text }) => text);
const page = async (fetch: Fetch) => await (await fetch(`/video/${id}`)).text();

describe('read-your-own-writes', () => {
  test.each(['guest', 'member'])(
    'a %s sees their own like and comment in the next request, while others get stale responses',
    async (who) => {
      const writer = ticking(who === 'guest' ? site.visitor().fetch : (await site.signUp()).fetch);
      const other = ticking(site.visitor().fetch);
      const before = await likes(other);
      expect(await likes(writer)).toBe(before);
      const text = `Written by a ${who}`;
      expect(await comments(other)).not.toContain(text);
      await page(other);
      expect((await writer(`/api/videos/${id}/like`, { method: 'POST' })).status).toBe(200);
      // twice: the second answer doesn't pass through the framework
      for (let time = 0; time < 2; time += 1) expect(await likes(other)).toBe(before);
      expect(await likes(writer)).toBe(before + 1);
      expect((await writer(`/api/videos/${id}/comments`, { json: { text } })).status).toBe(201);
      for (let time = 0; time < 2; time += 1) {
        expect(await comments(other)).not.toContain(text);
        expect(await page(other)).not.toContain(text);
      }
      expect(await comments(writer)).toContain(text);
      site.ctx.cache.drop('counts', 'comments');
    },
  );

  test('a page reloaded in the browser that commented shows the comment, while others get a stale page', async () => {
    const writer = ticking(site.visitor().fetch);
    const text = 'Seen after a reload';
    await page(site.fetch);
    expect((await writer(`/api/videos/${id}/comments`, { json: { text } })).status).toBe(201);
    expect(await page(site.fetch)).not.toContain(text);
    expect(await page(writer)).toContain(text);
  });
});

test('ignores a "wrote" cookie whose time is not within the last few seconds', async () => {
  await likes(site.fetch);
  const before = await likes(site.fetch);
  await site.visitor().fetch(`/api/videos/${id}/like`, { method: 'POST' });
  for (const at of [now + 60_000, now - 60_000, 'x'])
    expect(await likes((path) => site.fetch(path, { headers: { cookie: `wrote=${at}` } }))).toBe(before);
});
