import { sql } from 'kysely';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { studio } from '#contract/submissions/studio.ts';
import { settings } from '#contract/settings/settings.ts';
import { notifications } from '#contract/notifications/notifications.ts';
import { submissions } from '#contract/submissions/submissions.ts';
import { transact } from '#server/app/database/database.ts';
import { importCaptions } from '#server/testing/captions.ts';
import { startTestSite, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { addVideo } from '#server/testing/videos.ts';
import { replaceWhenReady } from '../replacement.actions.ts';
import { encodeLadder } from '../submissions.jobs.ts';

/** An approved video edited while it is private is reviewed before anyone else sees it. */
let site: TestSite;
let creator: TestPerson;
let admin: TestPerson;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT: 'off' }, { without: [encodeLadder] });
  creator = await site.signUp('CONTENT_CREATOR');
  admin = await site.signUp('GLOBAL_ADMIN');
});

async function setEditReview(editReview: boolean) {
  const path = '/api/admin/settings/community';
  const { version } = await admin.call(settings.readCommunity);
  expect((await admin.fetch(path, { method: 'PUT', json: { version, editReview } })).status).toBe(200);
}
const patch = (id: number, json: object) => creator.call(studio.change, { params: { id }, body: json });
const add = (more: Parameters<typeof addVideo>[1] = {}) =>
  addVideo(site.ctx, {
    uploader_id: creator.id,
    title: 'Reviewed',
    approved_at: new Date(Date.now() - 60_000),
    ...more,
  });
const guestReads = async (id: number, path = '') => (await site.fetch(`/api/videos/${id}${path}`)).json();
const listNotifications = async () =>
  (await admin.call(notifications.list, { query: { group: 'site' } })).map(({ title }) => title);

describe.each([
  ['private', { visibility: 'PRIVATE' as const }, { visibility: 'PUBLIC' }],
  ['private, on its way to who has the link', { visibility: 'PRIVATE' as const }, { visibility: 'UNLISTED' }],
  ['scheduled', { publish_at: new Date(Date.now() + 3_600_000) }, { publishAt: null }],
])('a video that is %s', (_, hidden, out) => {
  beforeAll(() => setEditReview(true));

  test('waits for review of its text', async () => {
    const id = await add(hidden);
    expect(await patch(id, { title: 'Unseen', description: '0:00 Bad\n0:04 Worse' })).toMatchObject({
      title: 'Reviewed',
      pendingChange: { title: 'Unseen' },
    });
    await patch(id, out);
    expect(await guestReads(id)).toMatchObject({ title: 'Reviewed', description: null });
    expect(await guestReads(id, '/chapters')).toEqual([]);
  });

  test('waits for review of its text, sent in the call that publishes it', async () => {
    const id = await add(hidden);
    const title = `Let out ${id}`;
    expect(await patch(id, { ...out, title, category: 'Beauty' })).toMatchObject({ title: 'Reviewed' });
    expect(await guestReads(id)).toMatchObject({ title: 'Reviewed', category: 'Lifestyle' });
    await admin.fetch(`/api/submissions/${id}/approve`, { method: 'POST' });
    expect(await guestReads(id)).toMatchObject({ title, category: 'Beauty' });
  });

  test('waits for review of its captions and chapters', async () => {
    const id = await add({ ...hidden, duration_ms: 10_000 });
    expect(await (await importCaptions(creator.fetch, id)).json()).toMatchObject({ state: 'WAITING' });
    await patch(id, out);
    expect(await guestReads(id, '/captions')).toEqual([]);
  });

  test('waits for review of its thumbnail', async () => {
    const id = await add(hidden);
    const form = new FormData();
    const image = sharp({ create: { width: 32, height: 18, channels: 3, background: '#00f' } }).jpeg();
    form.append('thumbnail', new Blob([new Uint8Array(await image.toBuffer())]), 't.jpg');
    await creator.fetch(`/api/submissions/${id}/thumbnail`, { method: 'PUT', body: form });
    expect((await patch(id, out)).pendingChange?.thumbnail).toEqual(expect.any(String));
  });

  test('waits for review of its new file', async () => {
    const id = await add(hidden);
    await sql`
      insert into videos (origin, replaces, visibility, uploader_id, title, category, status, approved_at, processing)
      select 'REPLACEMENT', id, 'PRIVATE', uploader_id, title, category, 'APPROVED', now(), 'READY'
      from videos where id = ${id}`.execute(site.ctx.db);
    await patch(id, out);
    await admin.fetch(`/api/admin/featured-trending/featured/${id}`, { json: { featured: true } });
    await transact(site.ctx.db, (trx) => replaceWhenReady(site.ctx, trx, id));
    expect((await site.fetch(`/api/videos/${id}`)).status).toBe(404);
    expect(await creator.call(submissions.get, { params: { id } })).toMatchObject({ status: 'PENDING' });
  });
});

test.each([true, false])(
  'admins are notified of edits when the video is published (reviewed: %s)',
  async (isReviewed) => {
    await setEditReview(isReviewed);
    const title = `Came out ${isReviewed}`;
    const id = await add({ visibility: 'PRIVATE', title });
    await patch(id, { description: 'Other words' });
    await patch(id, { visibility: 'UNLISTED' });
    await expect
      .poll(listNotifications)
      .toContain(isReviewed ? `"${title}" is waiting for review` : `${creator.username} edited "${title}"`);
  },
);
