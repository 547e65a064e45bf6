import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { creators } from '#contract/creators/creators.ts';
import { build, isBuilt } from '#build/build.ts';
import { notifyPublishedVideos } from '#server/notifications/notify.jobs.ts';
import {
  findWrong,
  isOpenTo,
  isSeen,
  startWithVideos,
  VIEWERS,
  type TestVideo,
  type VisibleVideos,
} from '#server/testing/visible-videos.ts';
import type { Fetch, TestSite } from '#server/testing/site.ts';

/* The remaining surfaces where a video may appear (visibility.test.ts has the first ones; playlists, series and watch later are in lists/visibility.test.ts). */

let site: TestSite;
let people: VisibleVideos['people'];
let asViewer: VisibleVideos['asViewer'];
let videos: TestVideo[];
beforeAll(async () => {
  if (!isBuilt() && !build()) throw new Error('The web app could not be built.');
  ({ site, people, asViewer, videos } = await startWithVideos());
});

const isListed = ({ visibility, state }: TestVideo) => visibility === 'PUBLIC' && state === 'live';
const isSeenByGuests = (video: TestVideo) => isSeen(video, 'guest');
const status = async (fetch: Fetch, path: string, init?: Parameters<Fetch>[1]) =>
  (await fetch(path, init)).status;

describe('resources of a video', () => {
  test.each<[string, (video: TestVideo, fetch: Fetch) => Promise<number>, typeof isSeen]>([
    ['captions', ({ id }, fetch) => status(fetch, `/api/videos/${id}/captions`), isSeen],
    ['chapters', ({ id }, fetch) => status(fetch, `/api/videos/${id}/chapters`), isSeen],
    ['the transcript', ({ id }, fetch) => status(fetch, `/api/videos/${id}/transcript`), isSeen],
    [
      'how far it is watched',
      ({ id }, fetch) => status(fetch, `/api/videos/${id}/progress`, { json: { after: -1, reached: 1 } }),
      isOpenTo,
    ],
    [
      'embedded views',
      ({ id }, fetch) => status(fetch, `/api/videos/${id}/view`, { json: { source: 'EMBED' } }),
      isOpenTo,
    ],
    [
      'its own numbers',
      ({ id }, fetch) => status(fetch, `/api/me/statistics?videoId=${id}`),
      (_, viewer) => viewer === 'creator',
    ],
    [
      'what only its creator changes',
      ({ id }, fetch) => status(fetch, `/api/submissions/${id}`),
      (_, viewer) => viewer === 'creator' || viewer === 'admin',
    ],
  ])('%s', async (_, request, shouldBe) => {
    const wrong = await findWrong(
      videos,
      async (video, viewer) => {
        const answer = await request(video, asViewer[viewer]);
        expect([200, 204, 401, 403, 404], `${video.visibility} ${video.state} ${viewer}`).toContain(answer);
        return answer < 400;
      },
      shouldBe,
    );
    expect(wrong).toEqual([]);
  });

  test.each<[string, (video: TestVideo) => string]>([
    ['the embedded player', ({ id }) => `/embed/${id}`],
    ['oEmbed', ({ id }) => `/api/oembed?url=${encodeURIComponent(`${site.url}/video/${id}`)}`],
  ])('%s, the same for everyone', async (_, pathOf) => {
    const wrong = await findWrong(
      videos,
      async (video, viewer) => {
        const answer = await asViewer[viewer](pathOf(video));
        expect([200, 404]).toContain(answer.status);
        expect((await answer.text()).includes(video.word)).toBe(answer.status === 200);
        return answer.status === 200;
      },
      isSeenByGuests,
    );
    expect(wrong).toEqual([]);
  });

  test('the picture of a shared link exists only for what guests can see', async () => {
    for (const video of videos.filter((each) => !isSeenByGuests(each)))
      for (const viewer of VIEWERS)
        expect(await status(asViewer[viewer], `/api/videos/${video.id}/card.png`), video.word).toBe(404);
  });
});

/** Responses about a member's own data, and who gets them. */
const textOf = async (fetch: Fetch, path: string) => (await fetch(path)).text();
const videosIn = (text: string) => videos.filter(({ word }) => text.includes(word));

test('followers are notified only of videos they can find; those hidden since disappear from the list', async () => {
  const signal = new AbortController().signal;
  await notifyPublishedVideos.run(site.ctx, { ids: videos.map(({ id }) => id) }, { id: '', signal });
  const read = async () => videosIn(await textOf(people.member.fetch, '/api/me/notifications'));
  const listed = videos.filter(
    ({ state, visibility }) => state === 'live' && ['PUBLIC', 'MEMBERS'].includes(visibility),
  );
  await expect.poll(async () => (await read()).length).toBe(listed.length);
  expect(await read()).toEqual(listed);
  // whatever was written of the others: what is read is looked at again
  for (const { id } of videos)
    await sql`
      insert into notifications (user_id, key, kind, subject_type, subject_id, actor_id, event, in_site, email)
      values (${people.member.id}, ${`again ${id}`}, 'CLIP_PUBLISHED', 'VIDEO', ${id}, ${people.creator.id}, ${1000 + id}, true, 'NONE')`.execute(
      site.ctx.db,
    );
  expect(new Set(await read())).toEqual(new Set(listed));
});

test('a member’s own comments name the videos they still see, and replies only what everyone sees', async () => {
  for (const { id } of videos)
    await sql`
      with said as (insert into comments (video_id, author_id, person, text)
        values (${id}, ${people.member.id}, ${`u${people.member.id}`}, 'How calm.') returning id)
      insert into comments (video_id, author_id, person, text, reply_to, thread_id)
      select ${id}, ${people.creator.id}, ${`u${people.creator.id}`}, 'Is it?', id, id from said`.execute(
      site.ctx.db,
    );
  const own = videosIn(await textOf(people.member.fetch, '/api/me/comments'));
  expect(new Set(own)).toEqual(new Set(videos.filter((video) => isSeen(video, 'member'))));
  const replies = videosIn(await textOf(people.member.fetch, '/api/me/replies'));
  expect(replies).toEqual(videos.filter(isListed));
  // people a video connects are named wherever it is listed
  const wrong = await findWrong(
    videos,
    async ({ id }, viewer) =>
      (await textOf(asViewer[viewer], `/api/mentions?video=${id}`)).includes('marina'),
    (video, viewer) => viewer !== 'creator' && (isListed(video) || viewer === 'member'),
  );
  expect(wrong).toEqual([]);
});

test('creators are counted by their listed videos', async () => {
  const list = await site.call(creators.list);
  expect(list.find(({ username }) => username === 'marina')).toMatchObject({ videos: 1 });
});
