import { beforeAll, expect, test } from 'vitest';
import { moderation } from '#contract/moderation/moderation.ts';
import { community, ListedPost, type PostThread } from '#contract/community/community.ts';
import { callerBy, bodyOf } from '#server/testing/client.ts';
import { startTestSite, type Fetch, type TestPerson, type TestSite } from '#server/testing/site.ts';

let site: TestSite;
let admin: TestPerson;
let author: TestPerson;

const list = '/api/community/posts';

beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT: 'off' });
  admin = await site.signUp('GLOBAL_ADMIN');
  author = await site.signUp();
  await admin.fetch('/api/admin/watched-words', { json: { word: 'casino' } });
});

let texts = 0;

async function addReply(replyTo: number | null = null, by: Fetch = author.fetch): Promise<PostThread> {
  return await callerBy(by).call(community.create, { body: { content: `words ${++texts}`, replyTo } });
}

const read = (id: number, by: Fetch = site.fetch) => callerBy(by).call(community.get, { params: { id } });
const readReplies = async (id: number, query = '') =>
  await bodyOf(site.fetch(`${list}/${id}/replies${query}`), ListedPost.array());
const readList = () => site.call(community.list);
const idsOf = (posts: { id: number }[]) => posts.map(({ id }) => id);
const decide = (action: 'HIDE' | 'DISMISS', id: number) =>
  admin.fetch('/api/admin/reports/act', {
    json: { action, subjects: [{ subjectType: 'POST', subjectId: id }] },
  });
async function undoLast() {
  const [act] = await admin.call(moderation.acts);
  return admin.fetch(`/api/admin/moderation-acts/${act?.id}/undo`, { method: 'POST' });
}

test('posts have replies two levels deep, and the board lists top-level posts, with three replies each', async () => {
  const first = await addReply();
  const other = await site.signUp();
  const reply = await addReply(first.id, other.fetch);
  const deeper = await addReply(reply.id);
  const rest = [await addReply(deeper.id, other.fetch), await addReply(first.id)];
  expect(reply).toMatchObject({ threadId: first.id, replyTo: { id: first.id, username: author.username } });
  expect(deeper).toMatchObject({ threadId: first.id, replyTo: { id: reply.id, username: other.username } });
  const all = idsOf([reply, deeper, ...rest]);
  expect(await readList()).toMatchObject([{ id: first.id, replyCount: 4 }]);
  expect(idsOf((await read(first.id)).replies)).toEqual(all.slice(0, 3));
  expect(idsOf(await readReplies(first.id))).toEqual(all);
  const page = await site.fetch(`${list}/${first.id}/replies?limit=3`);
  expect(idsOf(await readReplies(first.id, `?cursor=${page.headers.get('x-next-cursor')}`))).toEqual(
    all.slice(3),
  );
  // its own address
  expect(await read(deeper.id)).toMatchObject({ id: deeper.id, threadId: first.id });
  expect((await site.fetch(list, { json: { content: 'x', replyTo: first.id } })).status).toBe(401);
  expect((await author.fetch(list, { json: { content: 'x', replyTo: 999_999 } })).status).toBe(404);
  expect((await author.fetch(list, { json: { content: 'x', replyTo: 0 } })).status).toBe(400);
});

test('a deleted post stays without text and name while it has replies', async () => {
  const first = await addReply();
  const replier = await site.signUp();
  const reply = await addReply(first.id, replier.fetch);
  expect((await author.fetch(`${list}/${first.id}`, { method: 'DELETE' })).status).toBe(204);
  const deletedReply = {
    id: first.id,
    deleted: true,
    content: null,
    authorUsername: null,
    replyCount: 1,
    pictures: [],
  };
  expect(await read(first.id)).toMatchObject({ ...deletedReply, replies: [{ replyTo: { username: null } }] });
  expect((await readList())[0]).toMatchObject(deletedReply);
  expect((await author.fetch(list, { json: { content: 'x', replyTo: first.id } })).status).toBe(404);
  await replier.fetch(`${list}/${reply.id}`, { method: 'DELETE' });
  expect((await site.fetch(`${list}/${first.id}`)).status).toBe(404);
  expect(idsOf(await readList())).not.toContain(first.id);
});

test('the replies of a hidden or pending post are hidden and restored with it', async () => {
  const first = await addReply();
  const reply = await addReply(first.id);
  const deeper = await addReply(reply.id);
  const aside = await addReply(first.id);
  await decide('HIDE', reply.id);
  expect(idsOf(await readReplies(first.id))).toEqual([aside.id]);
  expect((await site.fetch(`${list}/${deeper.id}`)).status).toBe(404);
  expect((await site.visitor().fetch(`${list}/${deeper.id}/like`, { method: 'POST' })).status).toBe(404);
  expect((await author.fetch(list, { json: { content: 'x', replyTo: deeper.id } })).status).toBe(404);
  expect((await read(first.id)).replyCount).toBe(1);
  await undoLast();
  expect((await read(first.id)).replyCount).toBe(3);

  await author.fetch(`${list}/${first.id}`, { method: 'PUT', json: { content: 'my casino' } });
  expect((await site.fetch(`${list}/${first.id}`)).status).toBe(404);
  expect((await site.fetch(`${list}/${reply.id}`)).status).toBe(404);
  expect((await site.fetch(`${list}/${first.id}/replies`)).status).toBe(404);
  expect((await read(first.id, author.fetch)).held).toBe(true);
  await decide('DISMISS', first.id);
  expect(idsOf(await readReplies(first.id))).toEqual(idsOf([reply, deeper, aside]));
});
