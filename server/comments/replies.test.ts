import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { sql } from 'kysely';
import { settings } from '#contract/settings/settings.ts';
import { Comment, CommentReply } from '#contract/comments/comments.ts';
import { videos } from '#contract/videos/videos.ts';
import { startTestSite, type Fetch, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { addVideo } from '#server/testing/videos.ts';
import { bodyOf } from '#server/testing/client.ts';

let site: TestSite;
let admin: TestPerson;
let video: number;
let list: string;

beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT: 'off' });
  admin = await site.signUp('GLOBAL_ADMIN');
  await admin.fetch('/api/admin/watched-words', { json: { word: 'casino' } });
});

beforeEach(async () => {
  video = await addVideo(site.ctx);
  list = `/api/videos/${video}/comments`;
});

let texts = 0;

/** A comment, by default by a new member. */
async function comment(replyTo: number | null = null, by?: Fetch): Promise<Comment> {
  const fetch = by ?? (await site.signUp()).fetch;
  const answer = await fetch(list, { json: { text: `words ${++texts}`, replyTo } });
  expect(answer.status).toBe(201);
  return await bodyOf(answer, Comment);
}

const readList = async (fetch: Fetch = site.fetch) => await bodyOf(fetch(list), Comment.array());
const readReplies = async (id: number, query = '') =>
  await bodyOf(site.fetch(`${list}/${id}/replies${query}`), CommentReply.array());
const countOf = async () => (await site.call(videos.get, { params: { id: video } })).lllComments;
const decide = (action: 'HIDE' | 'DISMISS', id: number) =>
  admin.fetch('/api/admin/reports/act', {
    json: { action, subjects: [{ subjectType: 'COMMENT', subjectId: id }] },
  });
const undoLast = async () => {
  const { id } = await site.ctx.db
    .selectFrom('moderation_acts')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return admin.fetch(`/api/admin/moderation-acts/${id}/undo`, { method: 'POST' });
};

test('a reply to a reply stays in the thread and names whom it answers; lists include three replies', async () => {
  const author = await site.signUp();
  const first = await comment(null, author.fetch);
  const replier = await site.signUp();
  const reply = await comment(first.id, replier.fetch);
  expect(reply).toMatchObject({ threadId: first.id, replyTo: { id: first.id, username: author.username } });
  const deeper = await comment(reply.id);
  expect(deeper).toMatchObject({ threadId: first.id, replyTo: { id: reply.id, username: replier.username } });
  const more = [await comment(deeper.id), await comment(first.id)];
  const other = await comment();

  expect((await readList()).map(({ id }) => id)).toEqual([other.id, first.id]);
  const [, thread] = await readList();
  const all = [reply, deeper, ...more].map(({ id }) => id);
  expect(thread).toMatchObject({ replyCount: 4, deleted: false, pinned: false });
  expect(thread?.replies.map(({ id }) => id)).toEqual(all.slice(0, 3));
  expect((await readReplies(first.id)).map(({ id }) => id)).toEqual(all);
  expect(await countOf()).toBe(6);

  const page = await site.fetch(`${list}/${first.id}/replies?limit=3`);
  const cursor = page.headers.get('x-next-cursor');
  expect((await readReplies(first.id, `?limit=3&cursor=${cursor}`)).map(({ id }) => id)).toEqual(
    all.slice(3),
  );
  const found = await bodyOf(site.fetch(`${list}/${deeper.id}`), Comment);
  expect(found).toMatchObject({ id: first.id, replyCount: 4 });
});

test('guests can reply, but not to a missing, hidden or pending comment or one on another video (404)', async () => {
  const first = await comment(null, site.visitor().fetch);
  expect(await comment(first.id, site.visitor().fetch)).toMatchObject({
    authorUsername: 'guest',
    isGuest: true,
  });
  const elsewhere = await addVideo(site.ctx);
  const reply = (to: unknown, at = list) =>
    site.visitor().fetch(at, { json: { text: `to ${++texts}`, replyTo: to } });
  expect((await reply(first.id, `/api/videos/${elsewhere}/comments`)).status).toBe(404);
  expect((await reply(999_999_999)).status).toBe(404);
  expect((await reply(-1)).status).toBe(400);
  expect((await reply('x')).status).toBe(400);
  const member = await site.signUp();
  const pendingReply = await bodyOf(member.fetch(list, { json: { text: 'a casino' } }), Comment);
  expect(pendingReply.held).toBe(true);
  expect((await reply(pendingReply.id)).status).toBe(404);
  expect((await site.fetch(`${list}/${pendingReply.id}/replies`)).status).toBe(404);
  await decide('HIDE', first.id);
  expect((await reply(first.id)).status).toBe(404);
});

test('a deleted comment with replies stays without text and name until its last reply is gone', async () => {
  const author = await site.signUp();
  const first = await comment(null, author.fetch);
  const replier = await site.signUp();
  const reply = await comment(first.id, replier.fetch);
  expect((await author.fetch(`${list}/${first.id}`, { method: 'DELETE' })).status).toBe(204);
  const [thread] = await readList();
  expect(thread).toMatchObject({
    id: first.id,
    deleted: true,
    text: null,
    authorUsername: null,
    authorDisplayName: null,
    replyCount: 1,
    replies: [{ id: reply.id, replyTo: { id: first.id, username: null } }],
  });
  expect(await countOf()).toBe(1);
  const deep = await comment(reply.id);
  expect(deep.threadId).toBe(first.id);
  await replier.fetch(`${list}/${reply.id}`, { method: 'DELETE' });
  expect(await readReplies(first.id)).toMatchObject([{ id: reply.id, deleted: true }, { id: deep.id }]);
  await decide('HIDE', deep.id);
  expect(await readList()).toEqual([]);
  expect(await countOf()).toBe(0);
});

test('a moderator who hides a comment hides its replies, in every count, and undoing restores them', async () => {
  const first = await comment();
  const reply = await comment(first.id);
  const deeper = await comment(reply.id);
  const deepest = await comment(deeper.id);
  const aside = await comment(first.id);
  await decide('HIDE', reply.id);
  expect((await readReplies(first.id)).map(({ id }) => id)).toEqual([aside.id]);
  expect((await readList())[0]).toMatchObject({ replyCount: 1, replies: [{ id: aside.id }] });
  expect(await countOf()).toBe(2);
  for (const { id } of [reply, deeper, deepest])
    expect((await site.visitor().fetch(`${list}/${id}/like`, { method: 'POST' })).status).toBe(404);
  await undoLast();
  expect((await readReplies(first.id)).map(({ id }) => id)).toEqual(
    [reply, deeper, deepest, aside].map(({ id }) => id),
  );
  expect(await countOf()).toBe(5);

  // one after the other, from below
  await decide('HIDE', deeper.id);
  await decide('HIDE', first.id);
  expect(await readList()).toEqual([]);
  expect((await site.fetch(`${list}/${first.id}/replies`)).status).toBe(404);
  expect(await countOf()).toBe(0);
  await undoLast();
  expect((await readReplies(first.id)).map(({ id }) => id)).toEqual([reply.id, aside.id]);
  expect(await countOf()).toBe(3);
});

test('the replies of a comment that is pending after an edit are hidden until it is approved', async () => {
  const author = await site.signUp();
  const first = await comment(null, author.fetch);
  const reply = await comment(first.id);
  const edit = await author.fetch(`${list}/${first.id}`, { method: 'PUT', json: { text: 'my casino' } });
  expect(await edit.json()).toMatchObject({ held: true, text: 'my casino', editedAt: expect.any(String) });
  expect(await readList()).toEqual([]);
  expect(await countOf()).toBe(0);
  expect((await site.visitor().fetch(list, { json: { text: 'to it', replyTo: reply.id } })).status).toBe(404);
  await decide('DISMISS', first.id);
  expect(await readList()).toMatchObject([{ id: first.id, replies: [{ id: reply.id }] }]);
  expect(await countOf()).toBe(2);
});

test('a comment can be edited for 15 minutes, only by its author', async () => {
  const guest = site.visitor();
  const { id } = await comment(null, guest.fetch);
  const edit = (fetch: Fetch, text: unknown, at = list) =>
    fetch(`${at}/${id}`, { method: 'PUT', json: { text } });
  const changed = await edit(guest.fetch, 'other words');
  expect(changed.status).toBe(200);
  expect(await readList()).toMatchObject([{ id, text: 'other words', editedAt: expect.any(String) }]);
  expect((await edit(site.visitor().fetch, 'x')).status).toBe(404);
  expect((await edit(admin.fetch, 'x')).status).toBe(404);
  expect((await edit(guest.fetch, '  ')).status).toBe(400);
  expect((await edit(guest.fetch, 'x', `/api/videos/${await addVideo(site.ctx)}/comments`)).status).toBe(404);
  await sql`update comments set created_at = now() - interval '16 minutes' where id = ${id}`.execute(
    site.ctx.db,
  );
  const late = await edit(guest.fetch, 'too late');
  expect([late.status, await late.json()]).toMatchObject([409, { code: 'TOO_LATE' }]);
});

test("the video's creator and admins can pin one comment, which comes first on the first page only", async () => {
  const creator = await site.signUp('CONTENT_CREATOR');
  video = await addVideo(site.ctx, { uploader_id: creator.id });
  list = `/api/videos/${video}/comments`;
  const [old, mid, young] = [await comment(), await comment(), await comment()];
  const reply = await comment(old.id);
  const pin = (fetch: Fetch, id: number, method = 'POST') => fetch(`${list}/${id}/pin`, { method });
  expect((await pin(site.fetch, old.id)).status).toBe(401);
  expect((await pin((await site.signUp('CONTENT_CREATOR')).fetch, old.id)).status).toBe(403);
  expect((await pin(creator.fetch, reply.id)).status).toBe(404);
  expect((await pin(creator.fetch, old.id)).status).toBe(204);
  expect(await readList()).toMatchObject([
    { id: old.id, pinned: true, replyCount: 1 },
    { id: young.id, pinned: false },
    { id: mid.id },
  ]);
  const page = await site.fetch(`${list}?limit=1`);
  expect((await bodyOf(page, Comment.array())).map(({ id }) => id)).toEqual([old.id, young.id]);
  const rest = await site.fetch(`${list}?cursor=${page.headers.get('x-next-cursor')}`);
  expect((await bodyOf(rest, Comment.array())).map(({ id }) => id)).toEqual([mid.id]);
  expect((await pin(admin.fetch, mid.id)).status).toBe(204);
  expect((await readList())[0]).toMatchObject({ id: mid.id, pinned: true });
  expect((await pin(creator.fetch, mid.id, 'DELETE')).status).toBe(204);
  expect((await readList()).map(({ id }) => id)).toEqual([young.id, mid.id, old.id]);
  await pin(creator.fetch, young.id);
  await decide('HIDE', young.id);
  expect((await readList()).map(({ id }) => id)).toEqual([mid.id, old.id]);
});

test('comments can be turned off by the creator or for the whole site, and old ones stay', async () => {
  const creator = await site.signUp('CONTENT_CREATOR');
  video = await addVideo(site.ctx, { uploader_id: creator.id });
  list = `/api/videos/${video}/comments`;
  const first = await comment();
  const off = (fetch: Fetch, commentsOff: unknown) =>
    fetch(`/api/videos/${video}/comments-off`, { method: 'PUT', json: { commentsOff } });
  const isOff = async () => (await site.call(videos.get, { params: { id: video } })).commentsOff;
  expect((await off((await site.signUp()).fetch, true)).status).toBe(403);
  expect((await off(creator.fetch, 'yes')).status).toBe(400);
  expect(await (await off(creator.fetch, true)).json()).toEqual({ commentsOff: true });
  const refused = await site.visitor().fetch(list, { json: { text: 'hello' } });
  expect([refused.status, await refused.json()]).toMatchObject([403, { code: 'COMMENTS_OFF' }]);
  expect((await site.visitor().fetch(list, { json: { text: 'hi', replyTo: first.id } })).status).toBe(403);
  expect(await isOff()).toBe(true);
  expect(await readList()).toMatchObject([{ id: first.id }]);
  await off(admin.fetch, false);
  await comment(first.id);

  const setting = async (commentsOff: boolean) => {
    const path = '/api/admin/settings/community';
    const { version } = await admin.call(settings.readCommunity);
    return admin.fetch(path, { method: 'PUT', json: { version, commentsOff } });
  };
  expect((await setting(true)).status).toBe(200);
  // its creator turned comments back on
  expect(await isOff()).toBe(false);
  video = await addVideo(site.ctx);
  list = `/api/videos/${video}/comments`;
  expect(await isOff()).toBe(true);
  expect((await site.visitor().fetch(list, { json: { text: 'hello' } })).status).toBe(403);
  await setting(false);
  await vi.waitFor(async () => expect(await isOff()).toBe(false));
});

test('counts a hundred concurrent replies, even while their thread is hidden and restored', async () => {
  const first = await comment();
  const visitors = Array.from({ length: 100 }, () => site.visitor().fetch);
  const sent = Promise.all(
    visitors.map((fetch) => fetch(list, { json: { text: `at once ${++texts}`, replyTo: first.id } })),
  );
  await decide('HIDE', first.id);
  await undoLast();
  const written = (await sent).filter(({ status }) => status === 201).length;
  const [thread] = await readList();
  expect(thread?.replyCount).toBe(written);
  expect(await countOf()).toBe(written + 1);
  expect(await readReplies(first.id, '?limit=200')).toHaveLength(written);
});
