import pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { Comment } from '#contract/comments/comments.ts';
import { Post } from '#contract/community/community.ts';
import { moderation, type ModerationAction } from '#contract/moderation/moderation.ts';
import { startTestSite, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { addVideo } from '#server/testing/videos.ts';
import { untilWaiting } from '#server/testing/waiting.ts';
import { bodyOf } from '#server/testing/client.ts';

let site: TestSite;
let admins: TestPerson[];
let author: TestPerson;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT: 'off' });
  admins = [await site.signUp('GLOBAL_ADMIN'), await site.signUp('GLOBAL_ADMIN')];
  author = await site.signUp();
});

const TABLES = { COMMENT: 'comments', POST: 'posts', VIDEO: 'videos' };
type Kind = keyof typeof TABLES;

async function publish(kind: Kind): Promise<number> {
  const video = await addVideo(site.ctx, { uploader_id: author.id });
  if (kind === 'VIDEO') return video;
  const created =
    kind === 'COMMENT'
      ? await author.fetch(`/api/videos/${video}/comments`, { json: { text: 'rude' } })
      : await author.fetch('/api/community/posts', { json: { content: 'rude' } });
  return (await bodyOf(created, z.union([Comment, Post]))).id;
}

/** Concurrent calls that have all read an item before any of them may change it. */
async function atOnce<T>(kind: Kind, id: number, calls: (() => Promise<T>)[]): Promise<T[]> {
  const client = new pg.Client(site.connection);
  await client.connect();
  try {
    await client.query(`begin; select from ${TABLES[kind]} where id = ${id} for update;
      select from reports where subject_type = '${kind}' and subject_id = ${id} for update`);
    const answers = calls.map((call) => call());
    await untilWaiting(client, calls.length);
    await client.query('commit');
    return await Promise.all(answers);
  } finally {
    await client.end();
  }
}

const act = (admin: TestPerson, action: ModerationAction, kind: Kind, id: number) => () =>
  admin.call(moderation.act, { body: { action, subjects: [{ subjectType: kind, subjectId: id }] } });
const actsOn = async (kind: Kind, id: number) =>
  ((await admins[0]?.call(moderation.acts)) ?? []).filter(
    ({ subjectType, subjectId }) => subjectType === kind && subjectId === id,
  );
const undo = (id: number) =>
  admins[0]?.fetch(`/api/admin/moderation-acts/${id}/undo`, { method: 'POST' }) as Promise<Response>;
const report = (kind: Kind, id: number) =>
  site.visitor().fetch('/api/reports', { json: { subjectType: kind, subjectId: id, reason: 'Rude' } });
const isReportable = async (kind: Kind, id: number) => (await report(kind, id)).status === 201;

test.each(['COMMENT', 'POST', 'VIDEO'] as const)(
  'only one of two admins hiding the same %s at once succeeds, and undoing restores it',
  async (kind) => {
    const id = await publish(kind);
    const answers = await atOnce(
      kind,
      id,
      admins.map((admin) => act(admin, 'HIDE', kind, id)),
    );
    expect(answers.map(({ done }) => done).toSorted()).toEqual([0, 1]);
    expect(answers.flatMap(({ skipped }) => skipped)).toHaveLength(1);
    const acts = await actsOn(kind, id);
    expect(acts).toHaveLength(1);
    expect(await isReportable(kind, id)).toBe(false);
    expect((await undo(acts[0]?.id ?? 0)).status).toBe(200);
    expect(await isReportable(kind, id)).toBe(true);
  },
);

test('only one of two admins dismissing a report at once succeeds, and nothing unreported can be dismissed', async () => {
  const id = await publish('POST');
  await report('POST', id);
  const dismiss = admins.map((admin) => act(admin, 'DISMISS', 'POST', id));
  const answers = await atOnce('POST', id, dismiss);
  expect(answers.map(({ done }) => done).toSorted()).toEqual([0, 1]);
  expect(await actsOn('POST', id)).toHaveLength(1);
  expect(await dismiss[0]?.()).toMatchObject({
    done: 0,
    skipped: [{ why: expect.stringContaining('already') }],
  });
});

test('undoing reports if an item cannot be restored', async () => {
  const [deleted, doubled] = [await publish('POST'), await publish('POST')];
  for (const id of [deleted, doubled]) await act(admins[0] as TestPerson, 'HIDE', 'POST', id)();
  await site.ctx.db.updateTable('posts').set({ deleted_at: new Date() }).where('id', '=', deleted).execute();
  const removed = await undo((await actsOn('POST', deleted))[0]?.id ?? 0);
  expect([removed.status, await removed.json()]).toMatchObject([409, { code: 'NOT_UNDOABLE' }]);
  // as earlier releases left them: a second act without effect
  const { id: second } = await site.ctx.db
    .insertInto('moderation_acts')
    .values({ action: 'HIDE', subject_type: 'POST', subject_id: doubled, hid: false })
    .returning('id')
    .executeTakeFirstOrThrow();
  expect((await undo(second)).status).toBe(409);
  const [first] = (await actsOn('POST', doubled)).filter(({ id }) => id !== second);
  expect((await undo(first?.id ?? 0)).status).toBe(200);
  expect(await isReportable('POST', doubled)).toBe(true);
});
