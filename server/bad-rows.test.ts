import { sql } from 'kysely';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { community } from '#contract/community/community.ts';
import { moderation } from '#contract/moderation/moderation.ts';
import { exports } from '#contract/exports/exports.ts';
import { comments } from '#contract/comments/comments.ts';
import { webhooks } from '#contract/webhooks/webhooks.ts';
import { sweepAccounts } from '#server/accounts/accounts.jobs.ts';
import { sendChosen } from '#server/archives/archives.jobs.ts';
import { removeFiles as removeCurated } from '#server/curation/removals.jobs.ts';
import { makeExport } from '#server/exports/exports.jobs.ts';
import { removeFiles } from '#server/submissions/files.jobs.ts';
import { sweepFiles } from '#server/submissions/submissions.sweep.ts';
import { spreadEvents } from '#server/webhooks/spread.jobs.ts';
import { startTestSite, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { addVideo } from '#server/testing/videos.ts';

/** One row or file that always fails must not block the others of its batch. */
let site: TestSite;
let admin: TestPerson;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT: 'off', ROLES: 'web' });
  admin = await site.signUp('GLOBAL_ADMIN');
});

const signal = AbortSignal.timeout(60_000);
const run = (job: { run(ctx: never, data: never, facts: never): Promise<unknown> }, data: object = {}) =>
  job.run(site.ctx as never, data as never, { id: '', signal } as never);
/** Statements of a kind fail for rows that hold this. */
const breakRows = (table: string, on: string, when: string) =>
  sql
    .raw(
      `create or replace function break_${table}() returns trigger language plpgsql as $$ begin raise exception 'broken row'; end $$;
      create trigger break_rows before ${on} on ${table} for each row when (${when}) execute function break_${table}()`,
    )
    .execute(site.ctx.db);

async function store(...keys: string[]) {
  for (const key of keys)
    await site.ctx.storage.write(
      key,
      (async function* () {
        yield Buffer.from('x');
      })(),
    );
}
async function withStuckFile(stuck: string, work: () => Promise<unknown>) {
  const { storage } = site.ctx;
  const { remove } = storage;
  storage.remove = (key) => (key === stuck ? Promise.reject(new Error('stuck')) : remove.call(storage, key));
  await expect(work().finally(() => (storage.remove = remove))).rejects.toThrow('stuck');
}
const exists = async (key: string) => (await site.ctx.storage.stat(key)) !== null;

test("a moderator's bulk action skips a broken comment and applies to the others", async () => {
  const video = await addVideo(site.ctx);
  const ids: number[] = [];
  for (const text of ['one', 'two', 'three'])
    ids.push((await site.visitor().call(comments.create, { params: { id: video }, body: { text } })).id);
  await breakRows('comments', 'update', `new.id = ${ids[1]}`);
  const subjects = ids.map((subjectId) => ({ subjectType: 'COMMENT' as const, subjectId }));
  expect(await admin.call(moderation.act, { body: { action: 'HIDE', subjects } })).toMatchObject({
    done: 2,
    skipped: [{ subjectId: ids[1], why: 'Something went wrong on the server. Please try again.' }],
  });
  expect(await site.call(comments.list, { params: { id: video } })).toMatchObject([{ id: ids[1] }]);
});

test('a webhook delivery that cannot be stored does not stop the others', async () => {
  const { id } = await admin.call(webhooks.create, {
    body: { url: 'https://example.org/hook', events: ['REPORT_NEW'] },
  });
  await breakRows('webhook_deliveries', 'insert', `new.body like '%broken%'`);
  const video = await addVideo(site.ctx);
  for (const reason of ['first', 'broken', 'last'])
    await site.visitor().fetch('/api/reports', { json: { subjectType: 'VIDEO', subjectId: video, reason } });
  await spreadEvents(site.ctx);
  expect(await admin.call(webhooks.deliveries, { params: { id } })).toHaveLength(2);
  expect(await site.ctx.db.selectFrom('webhook_events').selectAll().execute()).toEqual([]);
});

test.each([
  ['of videos', (keys: string[]) => run(removeFiles, { keys, prefixes: [] })],
  [
    'of what an admin deleted',
    async (keys: string[]) => {
      const { id } = await site.ctx.db
        .insertInto('file_removals')
        .values({ keys, prefixes: [] })
        .returning('id')
        .executeTakeFirstOrThrow();
      await run(removeCurated, { removal: id });
    },
  ],
  [
    'of uploads that were given up',
    async (keys: string[]) => {
      await site.ctx.db
        .insertInto('uploads')
        .values({ id: 'a'.repeat(24), user_id: admin.id, parts: keys, expires_at: new Date(0) })
        .execute();
      await run(sweepFiles);
    },
  ],
])('removes the other files %s when one is stuck', async (_, remove) => {
  const keys = ['originals/1/a', 'originals/1/b', 'originals/1/c'];
  await store(...keys);
  await withStuckFile('originals/1/b', () => remove(keys));
  expect(await Promise.all(keys.map(exists))).toEqual([false, true, false]);
});

test('the account sweep continues with security events when expired tokens cannot be deleted', async () => {
  const at = new Date(0);
  await site.ctx.db
    .insertInto('spent_tokens')
    .values({ token_hash: Buffer.alloc(32), expires_at: at })
    .execute();
  await breakRows('spent_tokens', 'delete', 'true');
  const event = { user_id: admin.id, kind: 'SIGNED_IN', created_at: at };
  await site.ctx.db.insertInto('security_events').values(event).execute();
  await expect(run(sweepAccounts)).rejects.toThrow('broken row');
  const left = site.ctx.db.selectFrom('security_events').where('created_at', '=', at).selectAll();
  expect(await left.execute()).toEqual([]);
});

test('an archive video that always fails is given up, and the next one gets its turn', async () => {
  const { db } = site.ctx;
  const { id } = await db
    .insertInto('archives')
    .values({ user_id: admin.id, status: 'READ', key: 'exports/1/gone' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const item = { archive_id: id, category: 'Lifestyle', size: 1, status: 'WAITING' };
  for (const path of ['a.mp4', 'b.mp4'])
    await db
      .insertInto('archive_items')
      .values({ ...item, path, title: path })
      .execute();
  await sendChosen.onFailed?.(site.ctx, { id });
  const items = db.selectFrom('archive_items').where('archive_id', '=', id).select('status').orderBy('id');
  expect(await items.execute()).toEqual([{ status: 'FAILED' }, { status: 'WAITING' }]);
  expect(await site.ctx.jobs.boss.fetch(sendChosen.name)).toHaveLength(1);
});

test('an export succeeds when the file of a picture is missing', async () => {
  const ann = await site.signUp('LOGIN_USER');
  const image = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const pictures: { id: number; alt: string }[] = [];
  for (const alt of ['there', 'gone']) {
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(image)]), 'red.png');
    const { id } = await ann.call(community.uploadPicture, { body });
    pictures.push({ id, alt });
  }
  await ann.fetch('/api/community/posts', { json: { content: 'Two', pictures } });
  const { folder } = await site.ctx.db
    .selectFrom('post_pictures')
    .select('folder')
    .where('id', '=', pictures[1]?.id ?? 0)
    .executeTakeFirstOrThrow();
  await site.ctx.storage.removePrefix(folder);
  const { id } = await ann.call(exports.start);
  await run(makeExport, { id });
  expect(await ann.call(exports.list)).toMatchObject([{ status: 'READY' }]);
});
