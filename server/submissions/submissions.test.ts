import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { videos } from '#contract/videos/videos.ts';
import { submissions, Submission } from '#contract/submissions/submissions.ts';
import { makeVideo, makeTruncated } from '#server/testing/video-files.ts';
import { waitForMail } from '#server/testing/mails.ts';
import { addVideo } from '#server/testing/videos.ts';
import { startTestSite, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { submitVideo, runJobStep, until, untilProcessed, upload } from '#server/testing/uploads.ts';
import { bodyOf } from '#server/testing/client.ts';
import { encodeLadder } from './submissions.jobs.ts';
import { soakTest } from '#server/testing/soak.ts';

let site: TestSite;
let creator: TestPerson;
let admin: TestPerson;
let dir: string;
let videoFile: string;
beforeAll(async () => {
  site = await startTestSite({}, { without: [encodeLadder] });
  creator = await site.signUp('CONTENT_CREATOR');
  admin = await site.signUp('GLOBAL_ADMIN');
  dir = await mkdtemp(join(tmpdir(), 'lll-clips-'));
  videoFile = await makeVideo(dir, 'clip.mp4', { width: 320, height: 180, seconds: 1 });
  return () => rm(dir, { recursive: true, force: true });
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const post = (person: TestPerson, path: string, json: unknown = {}) =>
  person.fetch(`/api/submissions/${path}`, { json });

async function submit(fields: Record<string, string | Blob> = {}): Promise<Submission> {
  const answer = await upload(creator.fetch, videoFile, fields);
  expect(answer.status, await answer.clone().text()).toBe(201);
  return untilProcessed(creator.fetch, (await bodyOf(answer, Submission)).id);
}

describe('a video', () => {
  test('goes from upload through review to the public', async () => {
    const submission = await submit({
      title: '  Pier\nat\u2028dawn ',
      category: 'Beauty',
      description: '',
      durationSec: '1',
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
      durationSec: 1,
      width: 320,
      height: 180,
      location: { name: 'Pier', latitude: 1.5, longitude: 2.5 },
      submissionStatus: {
        state: 'IN_REVIEW',
        text: expect.stringMatching(/^in review \(\d+\w\w in queue\)$/),
      },
      placeholder: expect.stringMatching(/^data:image/),
    });
    const preview = await site.fetch(submission.sourceUrl ?? '', { headers: { range: 'bytes=0-99' } });
    expect([preview.status, preview.headers.get('content-type')]).toEqual([206, 'video/mp4']);
    const publicUrl = (submission.sourceUrl ?? '').replace(/\/signed\/[^/]+/, '');
    expect((await site.fetch(publicUrl)).status).toBe(404);
    expect((await site.fetch(`/api/videos/${submission.id}`)).status).toBe(404);

    const approved = await post(admin, `${submission.id}/approve`);
    expect([approved.status, await approved.json()]).toMatchObject([
      200,
      { status: 'APPROVED', sourceUrl: publicUrl, submissionStatus: { text: 'live' } },
    ]);
    const watched = await site.fetch(publicUrl);
    expect([watched.status, watched.headers.get('cache-control')]).toEqual([
      200,
      'public, max-age=31536000, s-maxage=300, immutable',
    ]);
    expect(await site.call(videos.get, { params: { id: submission.id } })).toMatchObject({
      sourceUrl: publicUrl,
      location: { name: 'Pier', address: '1 Quay' },
    });
    await runJobStep(site.ctx, encodeLadder, submission.id);
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

describe('review', () => {
  const status = async (person: TestPerson, id: number, path: string, json?: unknown) =>
    (await post(person, `${id}/${path}`, json)).status;

  const addPending = (more: object = {}) =>
    addVideo(site.ctx, { status: 'PENDING', uploader_id: creator.id, ...more });

  test('makes its three transitions and no other', async () => {
    const id = await addPending();
    expect(await status(admin, id, 'unapprove')).toBe(409);
    expect(await status(admin, id, 'approve')).toBe(200);
    for (const wrong of ['approve', 'reject', 'resubmit'])
      expect(await status(admin, id, wrong), wrong).toBe(409);
    expect(await (await post(admin, `${id}/reject`)).json()).toEqual({
      error: 'This video is approved. Unapprove it first.',
      code: 'WRONG_STATE',
    });
    expect(await status(admin, id, 'unapprove')).toBe(200);
    expect(await status(admin, id, 'reject')).toBe(200);
    for (const wrong of ['approve', 'unapprove', 'reject', 'retry'])
      expect(await status(admin, id, wrong), wrong).toBe(409);
    for (const person of [creator, await site.signUp()])
      expect(await status(person, id, 'approve')).toBe(403);
    expect(await status(admin, 999_999, 'approve')).toBe(404);
    const log = await site.ctx.db
      .selectFrom('audit_log')
      .where('subject_id', '=', String(id))
      .orderBy('id')
      .select(['action', 'actor_name', 'before', 'after'])
      .execute();
    expect(log).toMatchObject([
      {
        action: 'submission.approve',
        actor_name: admin.username,
        before: { status: 'PENDING' },
        after: { status: 'APPROVED' },
      },
      { action: 'submission.unapprove' },
      { action: 'submission.reject' },
    ]);
  });

  test('accepts calls without a body, with and without a content type', async () => {
    const id = await addPending();
    const bare = (path: string, headers = {}) =>
      admin.fetch(`/api/submissions/${id}/${path}`, { method: 'POST', headers });
    expect((await bare('approve', { 'content-type': 'application/json' })).status).toBe(200);
    expect((await bare('unapprove')).status).toBe(200);
    expect((await bare('reject')).status).toBe(200);
  });

  test('lets only one of twenty concurrent approvals through', async () => {
    const id = await addPending();
    const answers = await Promise.all(Array.from({ length: 20 }, () => status(admin, id, 'approve')));
    expect(answers.filter((one) => one === 200)).toHaveLength(1);
    expect(answers.filter((one) => one === 409)).toHaveLength(19);
  });

  test('removes the flags of a video that loses its approval', async () => {
    const id = await addPending();
    await post(admin, `${id}/approve`);
    await site.ctx.db
      .updateTable('videos')
      .set({ is_featured: true, is_trending: true })
      .where('id', '=', id)
      .execute();
    expect(await (await post(admin, `${id}/unapprove`)).json()).toMatchObject({
      isFeatured: false,
      isTrending: false,
    });
  });

  test("shows a rejection's reason on the item and by email; a corrected item goes to the end of the queue", async () => {
    const first = await addPending({ title: 'Needs work', category: 'Beauty', description: 'At sea' });
    const second = await addPending();
    const rejected = await post(admin, `${first}/reject`, {
      reason: 'The sound is too poor.',
      atSec: 1.5,
    });
    expect(await rejected.json()).toMatchObject({
      status: 'REJECTED',
      rejectReason: 'The sound is too poor.',
      rejectAtSec: 1.5,
    });
    const seen = await creator.call(submissions.get, { params: { id: first } });
    expect(seen.submissionStatus).toMatchObject({
      state: 'REJECTED',
      text: 'rejected',
      reason: 'The sound is too poor.',
      advice: expect.stringContaining('resubmit'),
    });
    const mail = await waitForMail(site.ctx, `${creator.username}@example.org`, /Needs work/);
    expect(mail.text).toContain('At 0:01: The sound is too poor.');
    expect(await status(admin, first, 'resubmit')).toBe(409);
    const again = await bodyOf(post(creator, `${first}/resubmit`, { title: 'Works now' }), Submission);
    expect(again).toMatchObject({
      id: first,
      title: 'Works now',
      description: 'At sea',
      status: 'PENDING',
      rejectReason: null,
      category: 'Beauty',
    });
    const queuePositions = await Promise.all(
      [first, second].map(
        async (id) => (await creator.call(submissions.get, { params: { id } })).submissionStatus.place ?? 0,
      ),
    );
    expect(queuePositions[0]).toBeGreaterThan(queuePositions[1] ?? 0);
  });

  test('lets a rejected item get another file and stay the same item', async () => {
    const { id, sourceUrl } = await submit({ description: 'before' });
    expect((await upload(creator.fetch, videoFile, { submissionId: String(id) })).status).toBe(409);
    await post(admin, `${id}/reject`);
    const other = await makeVideo(dir, 'other.mp4', { seconds: 2, width: 320, height: 240 });
    const answer = await upload(creator.fetch, other, { submissionId: String(id), title: 'Another file' });
    expect(answer.status, await answer.clone().text()).toBe(201);
    const processed = await untilProcessed(creator.fetch, id);
    expect(processed).toMatchObject({
      id,
      title: 'Another file',
      status: 'PENDING',
      processing: 'READY',
      durationSec: 2,
      width: 320,
    });
    await expect.poll(async () => (await site.fetch(sourceUrl ?? '')).status, { timeout: 20_000 }).toBe(404);
  });

  soakTest('lets an admin try a failed one again', async () => {
    const failed = await untilProcessed(
      creator.fetch,
      (await submitVideo(creator, await makeTruncated(dir))).id,
    );
    expect(failed).toMatchObject({ processing: 'FAILED', submissionStatus: { state: 'REJECTED' } });
    expect(await status(creator, failed.id, 'retry')).toBe(403);
    expect(await status(admin, failed.id, 'retry')).toBe(200);
    await until(creator.fetch, failed.id, ({ processing }) => processing === 'FAILED', 'failed again');
  });
});

describe('lists', () => {
  test('show creators their own items, admins all of them, page by page, and others nothing', async () => {
    const other = await site.signUp('CONTENT_CREATOR');
    const { id } = await submitVideo(other, videoFile);
    expect((await other.call(submissions.mine)).map((one) => one.id)).toEqual([id]);
    expect(await (await site.signUp()).call(submissions.mine)).toEqual([]);
    expect((await creator.fetch(`/api/submissions/${id}`)).status).toBe(404);
    expect((await creator.fetch('/api/submissions')).status).toBe(403);
    const seen: number[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: Response = await admin.fetch(`/api/submissions?limit=3${cursor && `&cursor=${cursor}`}`);
      seen.push(...(await bodyOf(page, Submission.array())).map((one) => one.id));
      cursor = page.headers.get('x-next-cursor');
    }
    const all = await admin.call(submissions.list);
    expect(seen).toEqual(all.map((one) => one.id));
    expect(seen).toEqual(seen.toSorted((a, b) => b - a));
    expect(all[0]).toMatchObject({ id, uploaderHistory: { approved: 0, pending: 1, rejected: 0 } });
    expect(
      (await admin.call(submissions.list, { query: { status: 'REJECTED' } })).every(
        (one) => one.status === 'REJECTED',
      ),
    ).toBe(true);
  });

  test('are searched by title, place and creator, tolerating typos, page by page', async () => {
    const maker = await site.signUp('CONTENT_CREATOR', 'zephyrine');
    const add = (more: object) => addVideo(site.ctx, { status: 'PENDING', uploader_id: maker.id, ...more });
    const kayak = await add({ title: 'Kayak in the fjord' });
    const waits = await add({ title: 'Something else', location_name: 'Trondheim' });
    const live = await add({ title: 'Kayaking home', status: 'APPROVED' });
    await add({ title: 'Kayak put away', archived_at: new Date() });
    const find = async (query: string) => {
      const answer = await admin.fetch(`/api/submissions?${query}`);
      const found = await bodyOf(answer, Submission.array());
      return { ids: found.map(({ id }) => id), next: answer.headers.get('x-next-cursor') };
    };
    expect((await find('q=kayak')).ids).toEqual([live, kayak]);
    expect((await find('q=kayka+fjord')).ids).toEqual([kayak]);
    expect((await find('q=trondhiem')).ids).toEqual([waits]);
    expect((await find('q=zephyrine&status=PENDING')).ids).toEqual([waits, kayak]);
    expect((await find('q=zephyrine+-kayak')).ids).toEqual([live, waits]);
    expect((await find('q=nothing-of-this')).ids).toEqual([]);
    const first = await find('q=zephyrine&limit=2');
    expect(first.ids).toEqual([live, waits]);
    expect(await find(`q=zephyrine&limit=2&cursor=${first.next}`)).toEqual({ ids: [kayak], next: null });
  });
});

test('events report each change until it is live', async () => {
  const { id } = await submitVideo(creator, videoFile);
  expect((await (await site.signUp()).fetch(`/api/submissions/${id}/events`)).status).toBe(404);
  const stream = await creator.fetch(`/api/submissions/${id}/events`);
  expect(stream.headers.get('content-type')).toContain('text/event-stream');
  const statuses: string[] = [];
  let text = '';
  for await (const chunk of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    const events = [...text.matchAll(/event: submissionStatus\ndata: (.*)\n\n/g)].map(
      ([, data = '']) => (JSON.parse(data) as Submission['submissionStatus']).state,
    );
    if (events.includes('IN_REVIEW') && !statuses.includes('IN_REVIEW')) await post(admin, `${id}/approve`);
    statuses.splice(0, statuses.length, ...events);
  }
  expect(statuses.at(-1)).toBe('LIVE');
  expect(statuses).toContain('IN_REVIEW');
});
