import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { settings } from '#contract/settings/settings.ts';
import { captions as captionsApi } from '#contract/captions/captions.ts';
import { admin as adminApi } from '#contract/admin/admin.ts';
import { notifications } from '#contract/notifications/notifications.ts';
import { captionReview } from '#contract/captions/review.ts';
import { videos } from '#contract/videos/videos.ts';
import { callerBy, bodyOf } from '#server/testing/client.ts';
import { importCaptions } from '#server/testing/captions.ts';
import {
  fetchFrom,
  startTestSite,
  type Fetch,
  type TestPerson,
  type TestSite,
} from '#server/testing/site.ts';
import { addVideo } from '#server/testing/videos.ts';

let site: TestSite;
let creator: TestPerson;
let admin: TestPerson;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT: 'off' });
  creator = await site.signUp('CONTENT_CREATOR');
  admin = await site.signUp('GLOBAL_ADMIN');
});

const addOwnVideo = (more: Parameters<typeof addVideo>[1] = {}) =>
  addVideo(site.ctx, { uploader_id: creator.id, duration_ms: 10_000, ...more });

const videoOf = (id: number, fetch = site.fetch) => callerBy(fetch).call(videos.get, { params: { id } });

describe('chapters', () => {
  test.each<[string, string, string[]]>([
    [
      'from the lines of a description',
      'Hello\n0:00 Intro\n0:03 - Middle\n(0:07) End\nBye',
      ['Intro', 'Middle', 'End'],
    ],
    [
      'from adjacent lines, whatever times stand alone further down',
      '0:00 Intro\n0:03 Middle\n0:07 End\n\n0:08 is when we open\n10:30 is when we close',
      ['Intro', 'Middle', 'End'],
    ],
    [
      'from lines apart as well',
      '0:00 Intro\nOn a boat\n\n0:03 Middle\n0:01 is too late\n\n0:07 End',
      ['Intro', 'Middle', 'End'],
    ],
    [
      'from ranges of times',
      '0:00 - 0:03 Intro\n[0:03–0:07]: Middle\n0:07 → 0:10 - End',
      ['Intro', 'Middle', 'End'],
    ],
    ['from 0:00 on alone', '0:01 Intro\n0:03 Middle', []],
    ['two or more', '0:00 Intro', []],
    ['rising', '0:00 Intro\n0:05 a\n0:03 b', []],
    ['within the video', '0:00 Intro\n0:30 Later', []],
  ])('come %s', async (_, description, titles) => {
    const id = await addOwnVideo({ description });
    const found = await site.call(captionsApi.chapters, { params: { id } });
    expect(found.map(({ title }) => title)).toEqual(titles);
    if (titles.length > 0)
      expect(found.map(({ start, end }) => [start, end])).toEqual([
        [0, 3],
        [3, 7],
        [7, 10],
      ]);
  });
});

test('the creator and admins can read the captions of a non-public video, through a signed URL', async () => {
  const id = await addOwnVideo({ status: 'PENDING' });
  await importCaptions(creator.fetch, id);
  const { captions } = await videoOf(id, creator.fetch);
  const url = captions[0]?.url ?? '';
  expect(url).toContain('token=');
  // a player sends no token of a session
  expect((await site.fetch(url)).status).toBe(200);
  for (const path of ['captions', 'captions/en', 'transcript', 'chapters'])
    expect((await site.fetch(`/api/videos/${id}/${path}`)).status, path).toBe(404);
  expect(
    (await site.fetch(url.replace(`/${id}/`, `/${await addOwnVideo({ status: 'PENDING' })}/`))).status,
  ).toBe(404);
  expect((await admin.fetch(`/api/videos/${id}/captions/en`)).status).toBe(200);
});

test.each(['PUBLIC', 'MEMBERS'] as const)(
  'serves captions of a %s video, cached for the first reader, to everyone who may see it',
  async (visibility) => {
    const member = await site.signUp();
    const id = await addOwnVideo({ visibility, description: '0:00 Intro\n0:03 End' });
    await importCaptions(creator.fetch, id);
    const cues = [{ start: 0, end: 1, text: 'Said' }];
    await creator.fetch(`/api/submissions/${id}/captions/en`, {
      method: 'PUT',
      json: { kind: 'chapters', cues },
    });
    const paths = ['transcript', 'chapters', 'captions/en', 'captions/en?format=txt'];
    const read = async (fetch: Fetch) =>
      Promise.all(
        paths.map(async (path) => {
          const answer = await fetch(`/api/videos/${id}/${path}`);
          return [answer.status, answer.headers.get('content-type'), await answer.text()];
        }),
      );
    const statuses = async (fetch: Fetch) => (await read(fetch)).map(([status]) => status);
    const isPublic = visibility === 'PUBLIC';
    expect(await statuses(site.fetch)).toEqual(paths.map(() => (isPublic ? 200 : 404)));
    const first = await read(creator.fetch);
    expect(first.map(([status]) => status)).toEqual([200, 200, 200, 200]);
    // as if the rebuild took long
    await site.ctx.db.updateTable('captions').set({ cues: '[]' }).where('video_id', '=', id).execute();
    expect(await read(member.fetch)).toEqual(first);
    // but not for long
    site.ctx.cache.drop('videos');
    expect((await read(member.fetch))[0]).not.toEqual(first[0]);
  },
);

test('captions of a hidden video are gone at once, in every process', async () => {
  const elsewhere = fetchFrom((await site.startAnother()).url);
  const id = await addOwnVideo();
  await importCaptions(creator.fetch, id);
  const paths = ['captions', 'captions/en', 'transcript', 'chapters'].map(
    (path) => `/api/videos/${id}/${path}`,
  );
  const statuses = async (fetch: Fetch) => Promise.all(paths.map(async (path) => (await fetch(path)).status));
  for (const fetch of [site.fetch, elsewhere]) expect(await statuses(fetch)).toEqual([200, 200, 200, 200]);
  await admin.fetch(`/api/submissions/${id}/unapprove`, { method: 'POST' });
  for (const fetch of [site.fetch, elsewhere])
    await expect.poll(() => statuses(fetch), { timeout: 10_000 }).toEqual([404, 404, 404, 404]);
});

test('if edits of live videos are reviewed, a creator’s captions are pending until an admin publishes them', async () => {
  const id = await addOwnVideo();
  const { version } = await admin.call(settings.readCommunity);
  const change = { method: 'PUT', json: { version, editReview: true } };
  expect((await admin.fetch('/api/admin/settings/community', change)).status).toBe(200);
  expect(await bodyOf(importCaptions(creator.fetch, id), z.unknown())).toMatchObject({
    state: 'WAITING',
    url: null,
  });
  expect((await site.fetch(`/api/videos/${id}/captions/en`)).status).toBe(404);
  expect(await creator.call(captionsApi.publish, { params: { id, language: 'en' } })).toMatchObject({
    state: 'WAITING',
  });
  const waiting = () => admin.call(captionReview.waiting);
  expect(await waiting()).toEqual([
    expect.objectContaining({
      videoId: id,
      language: 'en',
      kind: 'captions',
      author: creator.username,
      cues: 2,
      isPublished: false,
      beginning: expect.arrayContaining([expect.objectContaining({ start: 0.5, end: 2.001 })]),
    }),
  ]);
  // admins are notified, and see the number of pending tracks
  const overview = () => admin.call(adminApi.overview);
  const listNotifications = async () =>
    (await admin.call(notifications.list)).filter(({ kind }) => kind === 'REVIEW_WAITING');
  await expect.poll(listNotifications, { timeout: 10_000 }).toHaveLength(1);
  const { waitingUploads } = await overview();
  // a returned track is a draft, and can be submitted again
  const reject = `/api/submissions/${id}/captions/en/reject`;
  expect((await creator.fetch(reject, { method: 'POST' })).status).toBe(403);
  expect((await admin.fetch(reject, { method: 'POST' })).status).toBe(204);
  expect(await waiting()).toEqual([]);
  expect(await listNotifications()).toEqual([]);
  expect((await overview()).waitingUploads).toBe(waitingUploads - 1);
  expect((await admin.fetch(reject, { method: 'POST' })).status).toBe(404);
  expect(await creator.call(captionsApi.mine, { params: { id } })).toMatchObject([{ state: 'DRAFT' }]);
  expect(await creator.call(captionsApi.publish, { params: { id, language: 'en' } })).toMatchObject({
    state: 'WAITING',
  });
  expect(await admin.call(captionsApi.publish, { params: { id, language: 'en' } })).toMatchObject({
    state: 'PUBLISHED',
  });
  expect((await site.fetch(`/api/videos/${id}/captions/en`)).status).toBe(200);
});
