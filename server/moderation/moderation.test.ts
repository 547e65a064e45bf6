import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { videos } from '#contract/videos/videos.ts';
import { comments } from '#contract/comments/comments.ts';
import { community } from '#contract/community/community.ts';
import {
  moderation,
  ReportedThing,
  type ModerationAction,
  type SubjectType,
} from '#contract/moderation/moderation.ts';
import { callerBy, bodyOf, WithId } from '#server/testing/client.ts';
import { startTestSite, type Fetch, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { startSmtp, waitForReceived, type TestSmtp } from '#server/testing/smtp.ts';
import { addVideo } from '#server/testing/videos.ts';

let site: TestSite;
let admin: TestPerson;
let video: number;
let smtp: TestSmtp;
beforeAll(async () => {
  smtp = await startSmtp();
  site = await startTestSite({ RATE_LIMIT: 'off', SMTP_URL: smtp.url });
  admin = await site.signUp('GLOBAL_ADMIN');
  video = await addVideo(site.ctx);
});
afterAll(() => smtp.stop());

const comment = (text: string, fetch: Fetch) =>
  callerBy(fetch).call(comments.create, { params: { id: video }, body: { text } });
const visible = async (fetch: Fetch = site.fetch) =>
  (await callerBy(fetch).call(comments.list, { params: { id: video } })).map(({ id }) => id);
const counted = async () => (await site.call(videos.get, { params: { id: video } })).lllComments;
const report = (subjectType: string, subjectId: number, reason = 'Rude', fetch = site.visitor().fetch) =>
  fetch('/api/reports', { json: { subjectType, subjectId, reason } });
const reported = () => admin.call(moderation.list);
const act = (action: ModerationAction, ...subjects: [SubjectType, number][]) =>
  admin.call(moderation.act, {
    body: { action, subjects: subjects.map(([subjectType, subjectId]) => ({ subjectType, subjectId })) },
  });
const acts = () => admin.call(moderation.acts);
const undo = (id: number) => admin.fetch(`/api/admin/moderation-acts/${id}/undo`, { method: 'POST' });

describe('reports', () => {
  test('page by cursor, earliest reports first', async () => {
    const at = new Date(Date.now() - 3600_000);
    for (const text of ['one', 'two', 'three', 'four', 'five']) {
      const { id } = await comment(`Page of reports ${text}`, site.visitor().fetch);
      await report('COMMENT', id, 'Rude');
      // at one moment, as what the site holds back in one go
      await site.ctx.db
        .updateTable('reports')
        .set({ created_at: at })
        .where('subject_id', '=', id)
        .where('subject_type', '=', 'COMMENT')
        .execute();
    }
    const all = await reported();
    const paged: ReportedThing[] = [];
    let cursor: string | null = '';
    while (cursor !== null && paged.length <= all.length) {
      const answer: Response = await admin.fetch(
        `/api/admin/reports?limit=2${cursor && `&cursor=${cursor}`}`,
      );
      paged.push(...(await bodyOf(answer, ReportedThing.array())));
      cursor = answer.headers.get('x-next-cursor');
    }
    expect(paged.length).toBeGreaterThanOrEqual(5);
    expect(paged).toEqual(all);
    await act(
      'DISMISS',
      ...all.map(({ subjectType, subjectId }): [SubjectType, number] => [subjectType, subjectId]),
    );
  });

  test('are grouped by item, once per user; hiding removes the item, and undoing restores everything', async () => {
    const { id } = await comment('rude words', site.visitor().fetch);
    const before = await counted();
    const person = site.visitor();
    expect((await report('COMMENT', id, 'Rude', person.fetch)).status).toBe(201);
    await report('COMMENT', id, 'Rude again', person.fetch);
    await report('COMMENT', id, 'Spam');
    const [found] = (await reported()).filter(({ subjectId }) => subjectId === id);
    expect(found).toMatchObject({
      subjectType: 'COMMENT',
      excerpt: 'rude words',
      videoId: video,
      isGuest: true,
      authorUsername: 'guest',
      held: false,
      count: 2,
    });
    expect(found?.reasons.toSorted()).toEqual(['Rude', 'Spam']);
    expect(await act('HIDE', ['COMMENT', id])).toEqual({ done: 1, acts: [expect.any(Number)], skipped: [] });
    expect(await visible()).not.toContain(id);
    expect(await counted()).toBe(before - 1);
    expect((await reported()).some(({ subjectId }) => subjectId === id)).toBe(false);
    const [last] = await acts();
    expect(last).toMatchObject({ action: 'HIDE', subjectId: id, undoable: true, actor: admin.username });
    expect((await undo(last?.id ?? 0)).status).toBe(200);
    expect((await undo(last?.id ?? 0)).status).toBe(409);
    expect(await visible()).toContain(id);
    expect(await counted()).toBe(before);
    expect((await reported()).find(({ subjectId }) => subjectId === id)?.count).toBe(2);
    const log = await site.ctx.db
      .selectFrom('audit_log')
      .where('subject_type', '=', 'comment')
      .where('subject_id', '=', String(id))
      .select('action')
      .orderBy('id')
      .execute();
    expect(log.map(({ action }) => action)).toEqual(['moderation.hide', 'moderation.undo']);
  });

  test('of a post and a video can be resolved by hiding in bulk, skipping missing items', async () => {
    const author = await site.signUp();
    const { id } = await author.call(community.create, { body: { content: 'a bad post' } });
    const videoId = await addVideo(site.ctx, { title: 'A bad clip', poster_key: 'videos/bad/poster.webp' });
    await report('POST', id);
    await report('VIDEO', videoId);
    expect((await report('VIDEO', 999_999)).status).toBe(404);
    expect((await report('SHOE', 1)).status).toBe(400);
    expect(
      (await reported()).find(
        ({ subjectId, subjectType }) => subjectType === 'VIDEO' && subjectId === videoId,
      ),
    ).toMatchObject({ excerpt: 'A bad clip', videoId, picture: expect.stringMatching(/^\/media\//) });
    expect(await act('HIDE', ['POST', id], ['VIDEO', videoId], ['POST', 999_999])).toMatchObject({
      done: 2,
      skipped: [{ subjectId: 999_999 }],
    });
    expect((await site.call(community.list)).some((post) => post.id === id)).toBe(false);
    expect((await site.fetch(`/api/videos/${videoId}`)).status).toBe(404);
    for (const { id: actId, undoneAt } of await acts()) if (!undoneAt) await undo(actId);
    expect((await site.fetch(`/api/videos/${videoId}`)).status).toBe(200);
    expect((await site.call(community.list)).some((post) => post.id === id)).toBe(true);
  });

  test("can end in a suspension, which can be undone; guests and admins can't be suspended", async () => {
    const author = await site.signUp();
    const { id } = await comment('worst words', author.fetch);
    expect(await act('SUSPEND', ['COMMENT', id])).toMatchObject({ done: 1 });
    expect((await author.fetch('/api/me')).status).toBe(401);
    expect(await visible()).not.toContain(id);
    const [last] = await acts();
    expect(last).toMatchObject({ action: 'SUSPEND', authorUsername: author.username });
    await undo(last?.id ?? 0);
    const user = await site.ctx.db
      .selectFrom('users')
      .where('id', '=', author.id)
      .select('suspended_at')
      .executeTakeFirst();
    expect(user?.suspended_at).toBeNull();
    expect(await visible()).toContain(id);
    const guest = await comment('guest words', site.visitor().fetch);
    const own = await comment('own words', admin.fetch);
    expect(await act('SUSPEND', ['COMMENT', guest.id], ['COMMENT', own.id])).toMatchObject({
      done: 0,
      skipped: [
        { why: expect.stringContaining("doesn't have an account") },
        { why: expect.stringContaining('yourself') },
      ],
    });
  });

  test('suspend once, with one email stating the reason, for any number of items, and email when undone', async () => {
    const author = await site.signUp();
    const [one, two] = [await comment('bad', author.fetch), await comment('worse', author.fetch)];
    expect(
      await admin.call(moderation.act, {
        body: {
          action: 'SUSPEND',
          reason: 'Threats & insults',
          subjects: [one, two].map(({ id }) => ({ subjectType: 'COMMENT' as const, subjectId: id })),
        },
      }),
    ).toEqual({
      done: 2,
      acts: [expect.any(Number), expect.any(Number)],
      skipped: [],
    });
    const to = `${author.username}@example.org`;
    const [email] = await waitForReceived(smtp, to);
    expect(email).toMatchObject({
      subject: 'Your LLL account is suspended',
      text: expect.stringContaining('Threats & insults'),
      html: expect.stringContaining('Threats &amp; insults'),
    });
    const [second, first] = await acts();
    const isSuspended = async () =>
      (
        await site.ctx.db
          .selectFrom('users')
          .where('id', '=', author.id)
          .select('suspended_at')
          .executeTakeFirstOrThrow()
      ).suspended_at !== null;
    // the second act found them suspended: it brings back its comment only
    await undo(second?.id ?? 0);
    expect(await visible()).toContain(two.id);
    expect(await isSuspended()).toBe(true);
    await undo(first?.id ?? 0);
    expect(await isSuspended()).toBe(false);
    const emails = await waitForReceived(smtp, to, 2);
    expect(emails.map(({ subject }) => subject)).toEqual([
      'Your LLL account is suspended',
      'Your LLL account has been reinstated',
    ]);
  });

  test("an admin's deletion of others' content is a moderation action, too: logged and reversible", async () => {
    const author = await site.signUp();
    const { id } = await comment('deleted by an admin', author.fetch);
    const { id: postId } = await author.call(community.create, { body: { content: 'deleted by an admin' } });
    const other = await addVideo(site.ctx);
    const remove = async (path: string) => (await admin.fetch(path, { method: 'DELETE' })).status;
    expect(await remove(`/api/videos/${other}/comments/${id}`)).toBe(404);
    expect(await remove(`/api/videos/${video}/comments/${id}`)).toBe(204);
    expect(await remove(`/api/community/posts/${postId}`)).toBe(204);
    expect(await remove(`/api/community/posts/${postId}`)).toBe(404);
    const [ofPost, ofComment] = await acts();
    expect([ofPost, ofComment]).toMatchObject([
      { action: 'HIDE', subjectType: 'POST', subjectId: postId, videoId: null, undoable: true },
      { action: 'HIDE', subjectType: 'COMMENT', subjectId: id, videoId: video, undoable: true },
    ]);
    await undo(ofPost?.id ?? 0);
    await undo(ofComment?.id ?? 0);
    expect(await visible()).toContain(id);
    expect((await site.call(community.list)).map((post) => post.id)).toContain(postId);
  });

  test("actions older than 30 days can't be undone", async () => {
    const { id } = await comment('long ago', site.visitor().fetch);
    await act('HIDE', ['COMMENT', id]);
    const [last] = await acts();
    await site.ctx.db
      .updateTable('moderation_acts')
      .set({ created_at: new Date(Date.now() - 31 * 24 * 3600_000) })
      .where('id', '=', last?.id ?? 0)
      .execute();
    expect((await undo(last?.id ?? 0)).status).toBe(409);
  });
});

test('what a viewer cannot see cannot be reported', async () => {
  const videoId = await addVideo(site.ctx);
  const { id } = await site
    .visitor()
    .call(comments.create, { params: { id: videoId }, body: { text: 'Soon out of sight' } });
  const post = await (await site.signUp()).call(community.create, { body: { content: 'Hi' } });
  await site.ctx.db.updateTable('posts').set({ held_at: new Date() }).where('id', '=', post.id).execute();
  expect((await report('POST', post.id)).status).toBe(404);
  await site.ctx.db.updateTable('videos').set({ status: 'PENDING' }).where('id', '=', videoId).execute();
  expect((await report('COMMENT', id)).status).toBe(404);
  expect((await report('VIDEO', videoId)).status).toBe(404);
  await site.ctx.db.updateTable('videos').set({ status: 'APPROVED' }).where('id', '=', videoId).execute();
  expect((await report('COMMENT', id)).status).toBe(201);
  await site.ctx.db.updateTable('comments').set({ held_at: new Date() }).where('id', '=', id).execute();
  expect((await report('COMMENT', id, 'Again')).status).toBe(404);
});

describe('content pending review', () => {
  test("a newcomer's comment with a link is visible only to its author until approved", async () => {
    const author = site.visitor();
    const before = await counted();
    const created = await comment('look at https://elsewhere.example/x', author.fetch);
    expect(created.held).toBe(true);
    expect(await visible()).not.toContain(created.id);
    expect(await visible(author.fetch)).toContain(created.id);
    expect(await counted()).toBe(before);
    expect((await reported()).find(({ subjectId }) => subjectId === created.id)).toMatchObject({
      held: true,
      reasons: [expect.stringContaining('link')],
    });
    await act('DISMISS', ['COMMENT', created.id]);
    expect(await visible()).toContain(created.id);
    expect(await counted()).toBe(before + 1);
  });

  test('comments and posts with a watched word are pending, whoever wrote them', async () => {
    const word = await admin.fetch('/api/admin/watched-words', { json: { word: 'Casino' } });
    expect(word.status).toBe(201);
    expect((await admin.fetch('/api/admin/watched-words', { json: { word: 'casino' } })).status).toBe(409);
    const old = await site.signUp();
    await site.ctx.db
      .updateTable('users')
      .set({ created_at: new Date(0) })
      .where('id', '=', old.id)
      .execute();
    expect((await comment('my CASINO', old.fetch)).held).toBe(true);
    const post = await old.call(community.create, { body: { content: 'the casino again' } });
    expect(post.held).toBe(true);
    expect((await site.call(community.list)).some(({ id }) => id === post.id)).toBe(false);
    expect((await old.call(community.list)).some(({ id }) => id === post.id)).toBe(true);
    const { id } = await bodyOf(word, WithId);
    expect((await admin.fetch(`/api/admin/watched-words/${id}`, { method: 'DELETE' })).status).toBe(204);
    expect((await comment('another casino', old.fetch)).held).toBe(false);
  });
});

test('authors can delete their own comments, admins any, others none; the count follows', async () => {
  const author = site.visitor();
  const [mine, other] = [await comment('mine', author.fetch), await comment('other', site.visitor().fetch)];
  const before = await counted();
  const remove = (id: number, fetch: Fetch) =>
    fetch(`/api/videos/${video}/comments/${id}`, { method: 'DELETE' });
  expect((await remove(mine.id, site.visitor().fetch)).status).toBe(404);
  expect((await remove(mine.id, site.fetch)).status).toBe(404);
  expect((await remove(mine.id, author.fetch)).status).toBe(204);
  expect((await remove(mine.id, author.fetch)).status).toBe(404);
  expect((await remove(other.id, admin.fetch)).status).toBe(204);
  expect(await counted()).toBe(before - 2);
});

test('throttles repeated text and bursts', async () => {
  const strict = await startTestSite();
  const id = await addVideo(strict.ctx);
  const comment = async (fetch: Fetch, text: string) =>
    (await fetch(`/api/videos/${id}/comments`, { json: { text } })).status;
  const repeater = strict.visitor();
  const same: number[] = [];
  for (let i = 0; i < 4; i += 1) same.push(await comment(repeater.fetch, 'buy  THIS'));
  expect(same).toEqual([201, 201, 201, 429]);
  const burster = strict.visitor();
  const burst: number[] = [];
  for (let i = 0; i < 12; i += 1) burst.push(await comment(burster.fetch, `words ${i}`));
  expect(burst.slice(0, 10).every((status) => status === 201)).toBe(true);
  expect(burst.at(-1)).toBe(429);
});
