import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { comments } from '#contract/comments/comments.ts';
import { Activity, AuditEntry, AdminJob, Overview } from '#contract/admin/admin.ts';
import { orders as ordersApi, type OrderStatus } from '#contract/orders/orders.ts';
import { audit } from '#server/app/database/audit.ts';
import { rotation } from '#server/curation/curation.jobs.ts';
import { startTestSite, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { addVideo } from '#server/testing/videos.ts';
import { toCsvCell } from '#server/app/http/csv.ts';
import { bodyOf, WithId } from '#server/testing/client.ts';

let site: TestSite;
let admin: TestPerson;
beforeAll(async () => {
  // no worker: jobs stay as they were put
  site = await startTestSite({ ROLES: 'web' });
  admin = await site.signUp('GLOBAL_ADMIN');
});

const read = async <T>(schema: z.ZodType<T>, path: string): Promise<T> =>
  await bodyOf(admin.fetch(`/api/admin${path}`), schema);

test('the overview counts what is waiting for review', async () => {
  const before = await read(Overview, '/overview');
  await addVideo(site.ctx, { status: 'PENDING' });
  await addVideo(site.ctx, {
    status: 'PENDING',
    origin: 'IMPORT',
    source: 'YOUTUBE',
    source_id: 'overview-01',
  });
  await addVideo(site.ctx, { status: 'PENDING', archived_at: new Date() });
  await addVideo(site.ctx, { pending_change: JSON.stringify({ title: 'x' }), pending_thumbnail_key: 'x' });
  await addVideo(site.ctx, { pending_change: JSON.stringify({ title: 'x' }), visibility: 'PRIVATE' });
  const after = await read(Overview, '/overview');
  expect(after).toMatchObject({
    waitingReviews: before.waitingReviews + 3,
    waitingUploads: before.waitingUploads + 2,
    waitingImports: before.waitingImports + 1,
    archived: before.archived + 1,
  });
});

describe('the last days', () => {
  const DAY_MS = 24 * 3600 * 1000;
  const dayAgo = (days: number) => new Date(Date.now() - days * DAY_MS);
  const sell = async (status: OrderStatus, cents: number, currency: string, days: number) => {
    const key = randomUUID();
    const { id } = await site.ctx.db
      .insertInto('orders')
      .values({
        payment_id: key,
        capture_id: key,
        order_key: key,
        status,
        currency,
        total_cents: cents,
        shipping_name: 'Ann Buyer',
        shipping_address: '1 Sunny Street',
        shipping_city: 'Miami',
        shipping_state: 'FL',
        shipping_zip_code: '33101',
        shipping_country: 'US',
        items: '[]',
        created_at: dayAgo(days),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };

  test('report sales by day without mixing currencies, whatever happens to an order later', async () => {
    await site.ctx.db.deleteFrom('orders').execute();
    const sold = await sell('PAID', 1000, 'USD', 0);
    await sell('DELIVERED', 2550, 'USD', 6);
    await sell('SHIPPED', 400, 'EUR', 6);
    await sell('SHIPPED', 800, 'EUR', 40);
    await sell('PENDING', 99_900, 'USD', 0);
    const cancelled = await sell('PROCESSING', 5000, 'USD', 0);
    const sales = async (days: number) => (await read(Activity, `/activity?days=${days}`)).sales;
    expect((await sales(7))[0]).toMatchObject({ currency: 'USD', orders: 3, total: 85.5 });
    const { db } = site.ctx;
    await db.updateTable('orders').set({ status: 'CANCELLED' }).where('id', '=', cancelled).execute();
    await db.updateTable('orders').set({ refunded_cents: 250 }).where('id', '=', sold).execute();
    expect(await sales(7)).toEqual([
      { currency: 'USD', orders: 2, total: 33, byDay: [25.5, 0, 0, 0, 0, 0, 7.5] },
      { currency: 'EUR', orders: 1, total: 4, byDay: [4, 0, 0, 0, 0, 0, 0] },
    ]);
    expect((await sales(90)).map(({ orders, total, byDay }) => [orders, total, byDay.length])).toEqual([
      [2, 33, 90],
      [2, 12, 90],
    ]);
    const stats = await admin.call(ordersApi.adminStats);
    expect(stats).toMatchObject({ totalRevenue: 33, otherRevenue: [{ currency: 'EUR', amount: 12 }] });
    await db.deleteFrom('orders').where('id', '=', sold).execute();
    expect((await sales(7))[0]).toMatchObject({ orders: 1, total: 25.5 });
    expect((await admin.fetch('/api/admin/activity?days=8')).status).toBe(400);
  });

  test('report views by day, top videos, and the latest orders and comments', async () => {
    const { db } = site.ctx;
    const [often, once, before] = [
      await addVideo(site.ctx, { title: 'Watched often' }),
      await addVideo(site.ctx, { title: 'Watched once' }),
      await addVideo(site.ctx, { title: 'Watched before' }),
    ];
    await db
      .insertInto('video_days')
      .values(
        (
          [
            [often, 0, 5],
            [often, 3, 8],
            [once, 0, 1],
            [before, 20, 900],
          ] as const
        ).map(([id, days, views]) => ({ video_id: id, day: dayAgo(days).toISOString().slice(0, 10), views })),
      )
      .execute();
    await db.deleteFrom('site_days').execute();
    await db
      .insertInto('comments')
      .values(
        [null, dayAgo(0)].map((hidden, n) => ({
          video_id: often,
          guest_name: 'Gus',
          person: 'v1',
          text: `Comment ${n}`,
          hidden_at: hidden,
        })),
      )
      .execute();
    const last = await sell('PAID', 700, 'EUR', 0);
    const week = await read(Activity, '/activity?days=7');
    expect(week.days.map(({ views }) => views)).toEqual([0, 0, 0, 8, 0, 0, 6]);
    expect(week.days.at(-1)?.day).toBe(new Date().toISOString().slice(0, 10));
    expect(week.clips.map(({ title, views }) => [title, views])).toEqual([
      ['Watched often', 13],
      ['Watched once', 1],
    ]);
    expect(
      week.comments.map(({ text, author, state, videoTitle }) => [text, author, state, videoTitle]),
    ).toEqual([
      ['Comment 1', 'Gus', 'hidden', 'Watched often'],
      ['Comment 0', 'Gus', null, 'Watched often'],
    ]);
    expect(week.orders[0]).toMatchObject({ id: last, status: 'PAID', totalAmount: 7, currency: 'EUR' });
    const month = await read(Activity, '/activity');
    expect(month.days).toHaveLength(30);
    expect(month.clips[0]).toMatchObject({ id: before, views: 900 });
  });
});

describe('jobs', () => {
  test('can be cancelled only while queued and retried only after they ended', async () => {
    await sql`delete from pgboss.job`.execute(site.ctx.db);
    const { failedJobs: failedBefore } = await read(Overview, '/overview');
    const id = await site.ctx.jobs.send(rotation, {}, { singletonKey: 'admin' });
    const act = async (name: string) =>
      admin.fetch(`/api/admin/jobs/rotation/${id}/${name}`, { method: 'POST' });
    expect((await read(AdminJob.array(), '/jobs?state=queued')).map((job) => job.id)).toContain(id);
    expect((await act('retry')).status).toBe(409);
    expect(await (await act('cancel')).json()).toMatchObject({ id, queue: 'rotation', state: 'cancelled' });
    expect((await act('cancel')).status).toBe(409);
    expect(await (await act('retry')).json()).toMatchObject({ state: 'queued' });
    const taken = await site.ctx.jobs.boss.fetch('rotation', { batchSize: 10 });
    expect(taken.map((job) => job.id)).toContain(id);
    for (let tries = 0; tries < 3; tries++) {
      await site.ctx.jobs.boss.fail('rotation', id ?? '', new Error('The disk is full.'));
      const [waits] = (await read(AdminJob.array(), '/jobs?state=queued')).filter((job) => job.id === id);
      if (waits) expect(Date.parse(waits.runsAt ?? ''), 'its next try').toBeGreaterThan(Date.now());
      await sql`update pgboss.job set start_after = now() where state = 'retry'`.execute(site.ctx.db);
      await site.ctx.jobs.boss.fetch('rotation', { batchSize: 10 });
    }
    const [failed] = (await read(AdminJob.array(), '/jobs?state=failed')).filter((job) => job.id === id);
    expect(failed).toMatchObject({ state: 'failed', reason: 'The disk is full.' });
    expect((await read(Overview, '/overview')).failedJobs).toBe(failedBefore + 1);
    expect(await (await act('retry')).json()).toMatchObject({ state: 'queued' });
  });

  test('are listed page by page: failed, then running, then queued, each with the latest first', async () => {
    await sql`delete from pgboss.job`.execute(site.ctx.db);
    await sql`insert into pgboss.job (name, state, created_on) select 'rotation', state::pgboss.job_state, now() - (n / 2) * interval '1 second'
      from unnest(array['completed', 'failed', 'created', 'active', 'cancelled']) as state, generate_series(1, 60) n`.execute(
      site.ctx.db,
    );
    const jobs: AdminJob[] = [];
    for (let path: string | null = '/api/admin/jobs'; path;) {
      const answer = await admin.fetch(path);
      jobs.push(...(await bodyOf(answer, AdminJob.array())));
      const cursor = answer.headers.get('x-next-cursor');
      path = cursor && `/api/admin/jobs?cursor=${cursor}`;
    }
    expect(new Set(jobs.map(({ id }) => id)).size).toBe(300);
    const runs = jobs.map(({ state }) => state).filter((state, at, all) => state !== all[at - 1]);
    expect(runs).toEqual(['failed', 'running', 'queued', 'cancelled', 'done']);
    for (const [at, { createdAt, state }] of jobs.entries())
      if (state === jobs[at - 1]?.state) expect(createdAt <= (jobs[at - 1]?.createdAt ?? '')).toBe(true);
    expect(await read(AdminJob.array(), '/jobs?state=failed')).toHaveLength(60);
  });

  test('with an unknown kind or ID return 404 or 400', async () => {
    expect(
      (
        await admin.fetch('/api/admin/jobs/rotation/00000000-0000-4000-8000-000000000000/retry', {
          method: 'POST',
        })
      ).status,
    ).toBe(404);
    expect((await admin.fetch('/api/admin/jobs/rotation/1/retry', { method: 'POST' })).status).toBe(400);
    expect((await admin.fetch('/api/admin/jobs?state=odd')).status).toBe(400);
  });
});

describe('the audit log', () => {
  beforeAll(async () => {
    const person = await site.signUp('GLOBAL_ADMIN', 'auditor');
    for (let n = 0; n < 130; n++)
      await audit(site.ctx.db, person, {
        action: 'sample.act',
        subjectType: 'sample',
        subjectId: n % 2,
        after: { n },
      });
  });

  test('can be searched by user, subject and time, page by page', async () => {
    expect(await read(AuditEntry.array(), '/audit?person=AUDITOR&thing=sample%201')).toHaveLength(65);
    expect(await read(AuditEntry.array(), '/audit?thing=sample&to=2020-01-01')).toEqual([]);
    expect((await read(AuditEntry.array(), '/audit?thing=sample&from=2020-01-01'))[0]).toMatchObject({
      actor: 'auditor',
      action: 'sample.act',
      after: { n: 129 },
    });
    const id = await addVideo(site.ctx, { title: 'A video with a name' });
    const person = await site.signUp('GLOBAL_ADMIN', 'archivist');
    for (const subjectId of [id, 999_999])
      await audit(site.ctx.db, person, { action: 'video.archive', subjectType: 'video', subjectId });
    expect(
      (await read(AuditEntry.array(), '/audit?person=archivist&thing=video')).map(({ label }) => label),
    ).toEqual([null, 'A video with a name']);
    const first = await admin.fetch('/api/admin/audit?thing=sample');
    const rest = await read(
      AuditEntry.array(),
      `/audit?thing=sample&cursor=${first.headers.get('x-next-cursor')}`,
    );
    expect(await bodyOf(first, z.unknown().array())).toHaveLength(100);
    expect(rest).toHaveLength(30);
    expect((await admin.fetch('/api/admin/audit?from=yesterday')).status).toBe(400);
  });

  test("records what admins do to the site and to other members' videos", async () => {
    const creator = await site.signUp('CONTENT_CREATOR');
    const id = await addVideo(site.ctx, { uploader_id: creator.id });
    const person = await site.signUp('GLOBAL_ADMIN', 'overseer');
    const comment = (text: string) => creator.fetch(`/api/videos/${id}/comments`, { json: { text } });
    const { id: commentId } = await bodyOf(comment('Shown at once'), WithId);
    await site.ctx.db.updateTable('videos').set({ comments_held: true }).where('id', '=', id).execute();
    const { id: pendingId } = await site
      .visitor()
      .call(comments.create, { params: { id }, body: { text: 'Held first' } });
    const act = async (by: TestPerson) => {
      const done = async (method: string, path: string, json?: unknown) => {
        const answer = await by.fetch(path, { method, ...(json === undefined ? {} : { json }) });
        expect(answer.status, `${path} ${await answer.clone().text()}`).toBeLessThan(300);
      };
      await done('POST', `/api/videos/${id}/comments/${commentId}/pin`);
      await done('DELETE', `/api/videos/${id}/comments/${commentId}/pin`);
      if (by === person) await done('POST', `/api/videos/${id}/comments/${pendingId}/approve`);
      await done('PUT', `/api/videos/${id}/comments-off`, { commentsOff: true });
      await done('PUT', `/api/videos/${id}/comments-off`, { commentsOff: false });
    };
    await act(creator);
    await act(person);
    expect((await person.fetch('/api/admin/rotation/reload', { method: 'POST' })).status).toBe(200);
    const tried = await person.fetch('/api/admin/settings/connections/test', { json: { connection: 'map' } });
    expect(tried.status).toBe(200);
    const entries = await read(AuditEntry.array(), '/audit?person=overseer');
    expect(entries.map(({ action, subjectId }) => `${action} ${subjectId}`).toReversed()).toEqual([
      `comment.pin ${commentId}`,
      `comment.unpin ${commentId}`,
      `comment.approve ${pendingId}`,
      `video.comments-off ${id}`,
      `video.comments-on ${id}`,
      'rotation.reload null',
      'connection.test connections',
    ]);
    expect(await read(AuditEntry.array(), `/audit?person=${creator.username}`)).toEqual([]);
  });

  test('shows built-in reasons in the reader’s language, and an admin’s own reasons unchanged', async () => {
    const person = await site.signUp('GLOBAL_ADMIN', 'reasoner');
    const author = await site.signUp('CONTENT_CREATOR');
    const failure_reason = JSON.stringify({ code: 'submissions.OUR_FAULT', values: [] });
    const id = await addVideo(site.ctx, { processing: 'FAILED', failure_reason, media_rev: 'f'.repeat(16) });
    const own = 'Something you published here was reported, and breaks the rules. {0} "«»\\';
    const comment = await author.fetch(`/api/videos/${await addVideo(site.ctx)}/comments`, {
      json: { text: 'x' },
    });
    const subjects = [{ subjectType: 'COMMENT', subjectId: (await bodyOf(comment, WithId)).id }];
    for (const [path, json] of [
      [`submissions/${id}/retry`, undefined],
      ['admin/reports/act', { action: 'SUSPEND', subjects }],
      [`admin/videos/${id}/soft-delete`, { reason: own }],
    ] as const)
      expect((await person.fetch(`/api/${path}`, { method: 'POST', json })).status, path).toBeLessThan(300);
    const changes = (await read(AuditEntry.array(), '/audit?person=reasoner&lang=de'))
      .filter(({ action }) => !action.startsWith('moderation'))
      .map(({ before, after }) => ({ ...(before as object), ...(after as object) }));
    const ours = [
      'Etwas, das du hier veröffentlicht hast, wurde gemeldet und verstößt gegen die Regeln.',
      'Bei der Verarbeitung dieses Videos ist bei uns etwas schiefgegangen. Bitte reiche es noch einmal ein.',
    ];
    expect(changes).toMatchObject([{ reason: own }, { reason: ours[0] }, { failureReason: ours[1] }]);
    const table = await (await admin.fetch('/api/admin/audit/export?person=reasoner&lang=de')).text();
    for (const reason of [...ours, JSON.stringify(own).replaceAll('"', '""')])
      expect(table).toContain(reason);
  });

  test('is exported in full as CSV', async () => {
    const answer = await admin.fetch('/api/admin/audit/export?thing=sample');
    expect(answer.headers.get('content-type')).toContain('text/csv');
    const lines = (await answer.text()).trimEnd().split('\r\n');
    expect(lines).toHaveLength(131);
    expect(lines[1]).toMatch(/,auditor,sample\.act,sample,1,,"\{""n"":129\}"$/);
  });

  test.each([
    ['=1+1', "'=1+1"],
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    [null, ''],
    [-5, '-5'],
    ['two\nlines', '"two\nlines"'],
    ['-5.00', '-5.00'],
    ['-5+1', "'-5+1"],
    ['+1', "'+1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    [' =1+1', "' =1+1"],
    ['＝1+1', "'＝1+1"],
    ['\tx', "'\tx"],
    ['\n=1', `"'\n=1"`],
    ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
  ])('writes %o as %o', (value, cell) => {
    expect(toCsvCell(value)).toBe(cell);
  });
});
