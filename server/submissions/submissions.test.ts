import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Submission } from '#contract/submissions.ts';
import { makeClip } from '#server/testing/clips.ts';
import { startTestSite, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { until, untilProcessed, upload } from '#server/testing/uploads.ts';

let site: TestSite;
let creator: TestPerson;
let admin: TestPerson;
let dir: string;
let clip: string;
beforeAll(async () => {
  site = await startTestSite();
  creator = await site.signUp('CONTENT_CREATOR');
  admin = await site.signUp('GLOBAL_ADMIN');
  dir = await mkdtemp(join(tmpdir(), 'lll-clips-'));
  clip = await makeClip(dir, 'clip.mp4', { width: 640, height: 360, seconds: 3 });
  return () => rm(dir, { recursive: true, force: true });
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const post = (person: TestPerson, path: string, json: unknown = {}) =>
  person.fetch(`/api/submissions/${path}`, { json });

async function submit(fields: Record<string, string | Blob> = {}): Promise<Submission> {
  const answer = await upload(creator.fetch, clip, fields);
  expect(answer.status, await answer.clone().text()).toBe(201);
  return untilProcessed(creator.fetch, ((await answer.json()) as Submission).id);
}

describe('a clip', () => {
  test('goes from upload through review to everybody', async () => {
    const submission = await submit({
      title: '  Pier at dawn ',
      category: 'Beauty',
      description: '',
      durationSec: '3',
      location: JSON.stringify({
        latitude: 1.5,
        longitude: 2.5,
        accuracy: 4,
        name: 'Pier',
        address: '1 Quay',
        city: 'Port',
        state: null,
        country: 'XX',
      }),
    });
    expect(submission).toMatchObject({
      title: 'Pier at dawn',
      category: 'Beauty',
      description: null,
      status: 'PENDING',
      processing: 'READY',
      durationSec: 3,
      width: 640,
      height: 360,
      location: { name: 'Pier', latitude: 1.5, longitude: 2.5 },
      passport: { state: 'IN_REVIEW', text: 'in review (1st in queue)' },
      placeholder: expect.stringMatching(/^data:image/),
    });
    const preview = await site.fetch(submission.sourceUrl ?? '', { headers: { range: 'bytes=0-99' } });
    expect([preview.status, preview.headers.get('content-type')]).toEqual([206, 'video/mp4']);
    const publicUrl = (submission.sourceUrl ?? '').replace(/\/preview\/[^/]+/, '');
    expect((await site.fetch(publicUrl)).status).toBe(404);
    expect((await site.fetch(`/api/videos/${submission.id}`)).status).toBe(404);

    const approved = await post(admin, `${submission.id}/approve`);
    expect([approved.status, await approved.json()]).toMatchObject([
      200,
      { status: 'APPROVED', sourceUrl: publicUrl, passport: { text: 'live' } },
    ]);
    const watched = await site.fetch(publicUrl);
    expect([watched.status, watched.headers.get('cache-control')]).toEqual([
      200,
      'public, max-age=31536000, immutable',
    ]);
    expect(await (await site.fetch(`/api/videos/${submission.id}`)).json()).toMatchObject({
      sourceUrl: publicUrl,
      location: { name: 'Pier', address: '1 Quay' },
    });
    const done = await until(
      creator.fetch,
      submission.id,
      ({ storyboard }) => storyboard !== null,
      'a storyboard',
    );
    expect((await site.fetch(done.storyboard ?? '')).headers.get('content-type')).toContain('text/vtt');

    expect((await post(admin, `${submission.id}/unapprove`)).status).toBe(200);
    for (const url of [
      publicUrl,
      publicUrl.replace('video.mp4', 'thumb-640.jpg'),
      publicUrl.replace('video.mp4', 'storyboard.jpg'),
    ]) {
      expect((await site.fetch(url)).status, url).toBe(404);
    }
  });
});
