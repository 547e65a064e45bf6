import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { submissions } from '#contract/submissions/submissions.ts';
import { creators } from '#contract/creators/creators.ts';
import { SearchAnswer } from '#contract/search/search.ts';
import { Video, VideoDetails, type Visibility } from '#contract/videos/videos.ts';
import { build, isBuilt } from '#build/build.ts';
import { flushSearch } from '#server/search/flush.actions.ts';
import {
  addTestVideo,
  FILES,
  findWrong,
  isOpenTo,
  isSeen,
  startWithVideos,
  VIEWERS,
  type TestVideo,
  type VisibleVideos,
  type State,
} from '#server/testing/visible-videos.ts';
import { startBucket } from '#server/testing/s3.ts';
import type { Fetch, TestSite } from '#server/testing/site.ts';
import { bodyOf } from '#server/testing/client.ts';
import { publishAll } from './publish.jobs.ts';
import { sqlNumbers } from '#server/app/database/read-rows.ts';
import { soakTest } from '#server/testing/soak.ts';

/*
 * Who sees a video, where: every visibility in every state, for every kind of viewer, on every surface. What is to be is
 * written down here once more, apart from the rule in the database.
 */

const bucket = await startBucket();
afterAll(() => bucket.close());
const MEDIA_URL = bucket.publicUrl('shown');

let site: TestSite;
let people: VisibleVideos['people'];
let asViewer: VisibleVideos['asViewer'];
let videos: TestVideo[];

beforeAll(async () => {
  if (!isBuilt() && !build()) throw new Error('The web app could not be built.');
  ({ site, people, asViewer, videos } = await startWithVideos({
    STORAGE_URL: bucket.storageUrl('site'),
    MEDIA_STORAGE_URL: bucket.storageUrl('shown'),
    MEDIA_URL,
  }));
  await flushSearch(site.ctx.db);
  await publishAll.run(site.ctx, {}, { id: '', signal: new AbortController().signal });
});

const add = (visibility: Visibility, state: State, word: string) =>
  addTestVideo(site, people.creator.id, { visibility, state, word });

/** The video that appears in lists. */
const shown = () =>
  videos.find(({ state, visibility }) => state === 'live' && visibility === 'PUBLIC') as TestVideo;

const status = async (fetch: Fetch, path: string, init?: Parameters<Fetch>[1]) =>
  (await fetch(path, init)).status;

describe('a video requested by its id', () => {
  test.each<[string, (video: TestVideo, fetch: Fetch) => Promise<number>, typeof isSeen?]>([
    ['the API', ({ id }, fetch) => status(fetch, `/api/videos/${id}`), isSeen],
    ['views', ({ id }, fetch) => status(fetch, `/api/videos/${id}/view`, { method: 'POST' })],
    ['likes', ({ id }, fetch) => status(fetch, `/api/videos/${id}/like`, { method: 'POST' })],
    ['comments that are read', ({ id }, fetch) => status(fetch, `/api/videos/${id}/comments`)],
    [
      'comments that are written',
      ({ id }, fetch) => status(fetch, `/api/videos/${id}/comments`, { json: { text: 'How calm.' } }),
    ],
    [
      'reports',
      ({ id }, fetch) =>
        status(fetch, '/api/reports', { json: { subjectType: 'VIDEO', subjectId: id, reason: 'Mine' } }),
    ],
  ])('%s', async (_, request, shouldBe = isOpenTo) => {
    const wrong = await findWrong(
      videos,
      async (video, viewer) => {
        const answer = await request(video, asViewer[viewer]);
        expect([200, 201, 404]).toContain(answer);
        return answer < 400;
      },
      shouldBe,
    );
    expect(wrong).toEqual([]);
  });

  test('single comments and their likes', async () => {
    const wrong = await findWrong(
      videos,
      async ({ id }, viewer) => {
        const [comment] = await sqlNumbers`
        insert into comments (video_id, person, guest_name, text) values (${id}, 'vx', 'guest', 'Hm.') returning id`.execute(
          site.ctx.db,
        );
        const path = `/api/videos/${id}/comments/${comment}`;
        const answers = [
          await status(asViewer[viewer], path),
          await status(asViewer[viewer], `${path}/replies`),
          await status(asViewer[viewer], `${path}/like`, { method: 'POST' }),
        ];
        expect(new Set(answers).size, String(answers)).toBe(1);
        return answers[0] === 200;
      },
      isOpenTo,
    );
    expect(wrong).toEqual([]);
  });

  test('the page with its Open Graph tags, the same for everyone; an unlisted one is not indexed', async () => {
    const wrong = await findWrong(
      videos,
      async ({ id, word, visibility }) => {
        const page = await site.fetch(`/video/${id}`);
        const html = await page.text();
        expect([200, 404]).toContain(page.status);
        expect(html.includes(word)).toBe(page.status === 200);
        expect(html.includes(`property="og:title" content="${word} at sea"`)).toBe(page.status === 200);
        if (page.status === 200)
          expect(html.includes('name="robots" content="noindex"')).toBe(visibility !== 'PUBLIC');
        return page.status === 200;
      },
      isSeen,
      ['guest'],
    );
    expect(wrong).toEqual([]);
  });

  test('files: by plain addresses for what everyone sees, by signed ones for viewers with access', async () => {
    const wrong = await findWrong(
      videos,
      async ({ folder }) => {
        const answers = await Promise.all(
          FILES.map((name) => status(site.fetch, `/media/${folder}/${name}`)),
        );
        expect(new Set(answers).size, String(answers)).toBe(1);
        return answers[0] === 200;
      },
      isSeen,
      ['guest'],
    );
    expect(wrong).toEqual([]);
    for (const videoFile of videos)
      for (const viewer of VIEWERS.filter((each) => isSeen(videoFile, each))) {
        const video = await bodyOf(asViewer[viewer](`/api/videos/${videoFile.id}`), VideoDetails);
        for (const url of [video.sourceUrl, video.hlsUrl, video.thumbnail, video.storyboard]) {
          const answer = await fetch(new URL(url ?? '', site.url));
          expect([answer.status, await answer.text()], `${viewer} ${url}`).toEqual([200, videoFile.word]);
          const isSigned = url?.startsWith('/media/signed/');
          expect(isSigned, `${viewer} ${url}`).toBe(!isSeen(videoFile, 'guest'));
        }
      }
  });

  test('public copies exist only for listed videos', async () => {
    const copied = new Set<number>();
    for await (const { key } of site.ctx.publicMedia?.storage.list('videos') ?? [])
      copied.add(Number(key.split('/')[1]));
    expect([...copied]).toEqual(
      videos
        .filter(({ state, visibility }) => state === 'live' && visibility === 'PUBLIC')
        .map(({ id }) => id),
    );
  });
});

/** Lists that may mention a video to anyone, as full response texts. */
const LISTS: [string, (fetch: Fetch) => Promise<string>][] = [
  ['/api/videos?limit=1200'],
  ['/api/videos?limit=1200&sort=top'],
  ['/api/videos?limit=1200&sort=trending'],
  ['/api/videos?limit=1200&category=Lifestyle'],
  ['/api/videos?limit=1200&q=sea'],
  ['/api/feed?limit=60'],
  ['/api/feed?limit=60&creator=marina'],
  ['/api/search?q=sea'],
  ['/api/creators/marina'],
  ['/api/creators/marina/videos'],
  ['/api/community/trending/videos'],
  ['/api/community/trending/comments'],
  ['/feed.xml'],
  ['/feed.xml?creator=marina'],
  ['/'],
  ['/videos'],
  ['/creators/marina'],
].map(([path = '']) => [path, async (fetch) => (await fetch(path)).text()]);

describe('videos not requested by id', () => {
  test.each(LISTS)('%s names only public ones, the same to everyone', async (_, read) => {
    for (const viewer of VIEWERS) {
      const text = await read(asViewer[viewer]);
      const named = videos.filter(({ word }) => text.includes(word));
      for (const { state, visibility } of named)
        expect([viewer, visibility, state]).toEqual([viewer, 'PUBLIC', 'live']);
      expect(text.length).toBeGreaterThan(1);
    }
    // something is there to be named
    if (!_.includes('comments')) expect(await read(site.fetch)).toContain(shown().word);
  });

  test('the lists of what a member follows', async () => {
    for (const path of ['/api/videos?following=true', '/api/feed?following=true']) {
      const found = await bodyOf(people.member.fetch(path), Video.array());
      expect(
        found.map(({ title }) => title),
        path,
      ).toEqual([`${shown().word} at sea`]);
    }
  });

  test('a feed that starts with one', async () => {
    const wrong = await findWrong(
      videos,
      async ({ id, word }, viewer) =>
        (await (await asViewer[viewer](`/api/feed?start=${id}`)).text()).includes(word),
      ({ state, visibility }) => state === 'live' && visibility === 'PUBLIC',
    );
    expect(wrong).toEqual([]);
  });

  test('search and suggestions, queried for each by its own word', async () => {
    const wrong = await findWrong(
      videos,
      async ({ id, word }, viewer) => {
        const found = await bodyOf(asViewer[viewer](`/api/search?q=${word}`), SearchAnswer);
        const { suggestions } = await bodyOf(
          asViewer[viewer](`/api/search/suggest?q=${word.slice(0, -1)}`),
          z.object({ suggestions: z.unknown().array() }),
        );
        const isFound = found.videos.some((video) => video.id === id);
        expect(suggestions.length > 0).toBe(isFound);
        return isFound;
      },
      ({ state, visibility }) => state === 'live' && visibility === 'PUBLIC',
    );
    expect(wrong).toEqual([]);
  });

  test('the sitemap, and the counts of a creator', async () => {
    const sitemap = await (await site.fetch('/sitemap.xml')).text();
    const listed = videos.filter(({ id }) => sitemap.includes(`/video/${id}<`));
    expect(listed.map(({ word }) => word)).toEqual([shown().word]);
    const creator = await site.call(creators.get, { params: { username: 'marina' } });
    expect(creator).toMatchObject({ videos: 1 });
  });
});

describe('a video whose visibility changes', () => {
  const see = (id: number, change: object) =>
    people.creator.fetch(`/api/submissions/${id}`, { method: 'PATCH', json: change });

  test('disappears at once from cached responses, pages and files, and comes back', async () => {
    const { id, folder } = await add('PUBLIC', 'live', 'vexlumin');
    const seen = () =>
      Promise.all(
        [`/api/videos/${id}`, `/video/${id}`, `/api/videos/${id}/comments`, `/media/${folder}/video.mp4`].map(
          (path) => status(site.fetch, path),
        ),
      );
    const listed = async () => (await (await site.fetch('/api/videos')).text()).includes('vexlumin');
    for (const [visibility, answer, isListed] of [
      ['PUBLIC', 200, true],
      ['MEMBERS', 404, false],
      ['UNLISTED', 200, false],
      ['PRIVATE', 404, false],
      ['PUBLIC', 200, true],
    ] as const) {
      expect(await (await see(id, { visibility })).json()).toMatchObject({ visibility });
      // twice: computed, then cached
      for (const _ of [1, 2])
        expect([...(await seen()), await listed()]).toEqual([...Array(4).fill(answer), isListed]);
    }
  });

  soakTest('comes out by itself on every process; a time that is past means now', async () => {
    const another = await site.startAnother();
    const { id } = await add('PUBLIC', 'live', 'grovlumin');
    const seen = async () => [
      await status(site.fetch, `/api/videos/${id}`),
      (await fetch(`${another.url}/api/videos/${id}`)).status,
    ];
    expect(await seen()).toEqual([200, 200]);
    // in another zone than the server's
    const soon = new Date(Date.now() + 3000);
    const local = `${new Date(soon.getTime() + 2 * 3_600_000).toISOString().slice(0, -1)}+02:00`;
    const planned = await (await see(id, { publishAt: local })).json();
    expect(planned).toMatchObject({
      publishAt: soon.toISOString(),
      submissionStatus: { state: 'SCHEDULED' },
    });
    await expect.poll(seen).toEqual([404, 404]);
    await expect.poll(seen, { timeout: 20_000 }).toEqual([200, 200]);
    expect(await people.creator.call(submissions.get, { params: { id } })).toMatchObject({
      publishAt: null,
      submissionStatus: { state: 'LIVE' },
    });
    const past = await (await see(id, { publishAt: '2020-01-01T00:00:00+14:00' })).json();
    expect(past).toMatchObject({ publishAt: null, submissionStatus: { state: 'LIVE' } });
    expect((await see(id, { publishAt: '2030-01-01T00:00' })).status).toBe(400);
    expect((await see(id, { publishAt: new Date(Date.now() + 800 * 86_400_000).toISOString() })).status).toBe(
      400,
    );
  });

  test('is not reviewed while private, and goes to the end of the queue when it no longer is', async () => {
    const { id } = await add('PRIVATE', 'in review', 'brimlumin');
    const queue = async () =>
      (await people.admin.call(submissions.list, { query: { status: 'PENDING' } })).map((each) => each.id);
    const state = async () =>
      (await people.creator.call(submissions.get, { params: { id } })).submissionStatus;
    expect(await queue()).not.toContain(id);
    expect(await state()).toMatchObject({ state: 'PRIVATE', place: null });
    await see(id, { visibility: 'MEMBERS' });
    expect(await queue()).toContain(id);
    // behind the three that waited
    expect(await state()).toMatchObject({ state: 'IN_REVIEW', place: 4 });
  });

  test('can be changed only by its creator and admins, and not while archived', async () => {
    const video = videos.find(({ state }) => state === 'live') as TestVideo;
    const change = { method: 'PATCH', json: { visibility: 'PRIVATE' } };
    for (const [viewer, answer] of [
      ['guest', 401],
      ['member', 404],
      ['other creator', 404],
    ] as const)
      expect(await status(asViewer[viewer], `/api/submissions/${video.id}`, change)).toBe(answer);
    const archived = videos.find(({ state }) => state === 'archived') as TestVideo;
    expect((await see(archived.id, { visibility: 'PUBLIC' })).status).toBe(409);
  });
});
