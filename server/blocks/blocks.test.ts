import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { studio } from '#contract/submissions/studio.ts';
import { creators } from '#contract/creators/creators.ts';
import { Comment } from '#contract/comments/comments.ts';
import { blocks, ListedPerson } from '#contract/blocks/blocks.ts';
import { startTestSite, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { addVideo } from '#server/testing/videos.ts';
import { bodyOf, WithId } from '#server/testing/client.ts';
import { soakTest } from '#server/testing/soak.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT: 'off' });
});

const put = (by: TestPerson, list: 'blocks' | 'mutes', { username }: TestPerson) =>
  by.fetch(`/api/me/${list}/${username}`, { method: 'PUT' });
const remove = (by: TestPerson, list: 'blocks' | 'mutes', { username }: TestPerson) =>
  by.fetch(`/api/me/${list}/${username}`, { method: 'DELETE' });
const read = async <T>(schema: z.ZodType<T>, by: Pick<TestPerson, 'fetch'>, path: string) =>
  await bodyOf(by.fetch(path), schema);
const namesIn = async (by: TestPerson, list: 'blocks' | 'mutes') =>
  (await read(ListedPerson.array(), by, `/api/me/${list}`)).map(({ username }) => username);

test('lists of blocked and muted users contain each user once, the latest first', async () => {
  const [me, ann, bob] = await Promise.all([site.signUp(), site.signUp(), site.signUp()]);
  for (const list of ['blocks', 'mutes'] as const) {
    expect(await namesIn(me, list)).toEqual([]);
    for (const other of [ann, bob, ann]) expect((await put(me, list, other)).status).toBe(204);
    expect(await namesIn(me, list)).toEqual([bob.username, ann.username]);
    for (let round = 0; round < 2; round += 1) expect((await remove(me, list, bob)).status).toBe(204);
    expect(await namesIn(me, list)).toEqual([ann.username]);
    // no other user can see it
    expect(await namesIn(ann, list)).toEqual([]);
    expect((await put(me, list, me)).status).toBe(400);
    expect((await put(me, list, { ...me, username: 'nobody-of-this-name' })).status).toBe(404);
  }
});

soakTest(
  'muted words are unique in any spelling, sorted alphabetically and limited to a hundred',
  async () => {
    const me = await site.signUp();
    const terms = async () => (await me.call(blocks.listWords)).map(({ word }) => word);
    const add = (word: string) => me.fetch('/api/me/muted-words', { json: { word } });
    for (const word of ['Spoiler', 'café', 'SPOILER', 'cafe', '( ͡° ͜ʖ ͡°)'])
      expect((await add(word)).status).toBe(201);
    expect(await terms()).toEqual(['( ͡° ͜ʖ ͡°)', 'café', 'Spoiler']);
    for (const word of ['', '\u00AD', '\u0301', ' ', 'x'.repeat(61)])
      expect((await add(word)).status, word).toBe(400);
    const unmute = (word: string) => me.fetch('/api/me/muted-words', { method: 'DELETE', json: { word } });
    expect((await unmute('spoiler')).status).toBe(204);
    expect((await unmute('spoiler')).status).toBe(404);
    expect((await me.fetch('/api/me/muted-words', { method: 'DELETE' })).status).toBe(400);
    expect(await terms()).toHaveLength(2);
    for (let at = 0; at < 98; at += 1) await add(`word${at}`);
    expect((await add('one more')).status).toBe(409);
    expect((await add('word7')).status).toBe(201);
  },
);

test("a muted word hides whole words, ignoring accents and case; a member's own comments stay visible", async () => {
  const [me, other] = await Promise.all([site.signUp(), site.signUp()]);
  const list = `/api/videos/${await addVideo(site.ctx)}/comments`;
  const comment = (by: TestPerson, text: string) => by.fetch(list, { json: { text } });
  await me.fetch('/api/me/muted-words', { json: { word: 'cafe' } });
  await me.fetch('/api/me/muted-words', { json: { word: '东京' } });
  await me.fetch('/api/me/muted-words', { json: { word: 'c++' } });
  for (const text of ['At the CAFÉ!', 'cafeteria', '我在东京吃饭', 'I write c++ now', 'decaf ceca'])
    await comment(other, text);
  await comment(me, 'My own café');
  const texts = (await read(Comment.array(), me, list)).map(({ text }) => text);
  expect(texts).toEqual(['My own café', 'decaf ceca', 'cafeteria']);
});

test('a block in either direction prevents replies, comments below the video, mentions and follows, and ends follows', async () => {
  const [ada, ben, carl] = await Promise.all([
    site.signUp('CONTENT_CREATOR'),
    site.signUp('CONTENT_CREATOR'),
    site.signUp(),
  ]);
  const ofAda = `/api/videos/${await addVideo(site.ctx, { uploader_id: ada.id })}/comments`;
  const commentsPath = `/api/videos/${await addVideo(site.ctx)}/comments`;
  await addVideo(site.ctx, { uploader_id: ben.id });
  const send = (by: TestPerson, text: string, replyTo: number | null = null, at = commentsPath) =>
    by.fetch(at, { json: { text, replyTo } });
  const comment = (...of: Parameters<typeof send>) => bodyOf(send(...of), Comment);
  const post = (by: TestPerson, content: string, replyTo: number | null = null) =>
    by.fetch('/api/community/posts', { json: { content, replyTo } });
  const follow = (by: TestPerson, { username }: TestPerson) =>
    by.fetch(`/api/creators/${username}/follow`, { method: 'POST' });
  for (const [by, other] of [
    [ada, ben],
    [ben, ada],
  ] as const)
    expect(await (await follow(by, other)).json()).toEqual({ following: true, followers: 1 });
  const ofAdas = (await comment(ada, 'Here I am')).id;
  const ofCarls = (await comment(carl, 'A reply', ofAdas)).id;
  const board = (await bodyOf(post(ada, 'On the board'), WithId)).id;

  await put(ada, 'blocks', ben);
  for (const each of [ada, ben])
    expect(await each.call(creators.followed)).toEqual({ creators: [], categories: [], tags: [] });
  for (const [by, other] of [
    [ada, ben],
    [ben, ada],
  ] as const) {
    expect((await follow(by, other)).status).toBe(403);
    expect((await site.call(creators.get, { params: { username: other.username } })).followers).toBe(0);
  }
  // neither to what she wrote nor in the thread that she began, nor below her video
  expect((await send(ben, 'Reply', ofAdas)).status).toBe(403);
  expect((await send(ben, 'Reply', ofCarls)).status).toBe(403);
  expect((await send(ben, 'Comment', null, ofAda)).status).toBe(403);
  expect((await post(ben, 'Reply', board)).status).toBe(403);
  const mention = await comment(ben, `Look, @${ada.username}`);
  expect(mention).toMatchObject({ mentions: [], text: `Look, @${ada.username}` });
  expect((await send(carl, 'Resume', ofAdas)).status).toBe(201);

  // a thread shows only that it is blocked
  const blocked = { blocked: true, deleted: false, text: null, authorUsername: null, authorAvatar: null };
  const seen = await read(Comment.array(), ben, commentsPath);
  expect(seen.find(({ id }) => id === ofAdas)).toMatchObject({ ...blocked, replies: [], replyCount: 0 });
  expect(await read(z.unknown(), ben, `${commentsPath}/${ofAdas}/replies`)).toEqual([]);
  const inThread = await comment(carl, 'Another thread');
  await comment(ben, 'In it', inThread.id);
  await comment(carl, 'And I', inThread.id);
  const thread = (await read(Comment.array(), ada, commentsPath)).find(({ id }) => id === inThread.id);
  expect(thread).toMatchObject({ replyCount: 1, replies: [blocked, { text: 'And I', blocked: false }] });
  expect(thread?.replies).toHaveLength(2);

  await remove(ada, 'blocks', ben);
  expect((await send(ben, 'Answer again', ofAdas)).status).toBe(201);
  expect((await follow(ben, ada)).status).toBe(200);
});

test('a follow at the moment of a block has no effect', async () => {
  const [ada, ben] = await Promise.all([site.signUp(), site.signUp()]);
  const follow = () => ben.fetch(`/api/creators/${ada.username}/follow`, { method: 'POST' });
  for (let round = 0; round < 4; round += 1) {
    await Promise.all([follow(), put(ada, 'blocks', ben)]);
    expect(await ben.call(creators.followed)).toEqual({ creators: [], categories: [], tags: [] });
    expect(await site.call(creators.get, { params: { username: ada.username } })).toMatchObject({
      followers: 0,
    });
    await remove(ada, 'blocks', ben);
  }
});

test('lists fill up to their limit, even with concurrent additions', async () => {
  const me = await site.signUp();
  await sql`insert into muted_words (user_id, word) select ${me.id}, 'word' || n from generate_series(1, 98) n`.execute(
    site.ctx.db,
  );
  const added = await Promise.all(
    Array.from({ length: 10 }, (_, at) => me.fetch('/api/me/muted-words', { json: { word: `late${at}` } })),
  );
  expect(added.filter(({ status }) => status === 201)).toHaveLength(2);
  expect(await me.call(blocks.listWords)).toHaveLength(100);
});

test('a creator’s inbox hides blocked and muted users and muted words', async () => {
  const [ada, ben, carl] = await Promise.all([site.signUp('CONTENT_CREATOR'), site.signUp(), site.signUp()]);
  const commentsPath = `/api/videos/${await addVideo(site.ctx, { uploader_id: ada.id })}/comments`;
  for (const [by, text] of [
    [ben, 'By Ben'],
    [carl, 'By Carl'],
    [carl, 'A spoiler'],
    [site, 'By a guest'],
  ] as const)
    await by.fetch(commentsPath, { json: { text, authorUsername: 'Guest' } });
  const inbox = async () => (await ada.call(studio.inbox)).map(({ text }) => text);
  const all = ['By a guest', 'A spoiler', 'By Carl', 'By Ben'];
  expect(await inbox()).toEqual(all);
  await ben.fetch(`/api/me/blocks/${ada.username}`, { method: 'PUT' });
  await ada.fetch('/api/me/muted-words', { json: { word: 'spoiler' } });
  expect(await inbox()).toEqual(['By a guest', 'By Carl']);
  await put(ada, 'mutes', carl);
  expect(await inbox()).toEqual(['By a guest']);
  await remove(ben, 'blocks', ada);
  await remove(ada, 'mutes', carl);
  await ada.fetch('/api/me/muted-words?word=spoiler', { method: 'DELETE' });
  expect(await inbox()).toEqual(all);
});

test('a muted user can still reply and follow, and counts include only what is visible', async () => {
  const [ada, ben, carl] = await Promise.all([site.signUp(), site.signUp(), site.signUp()]);
  const commentsPath = `/api/videos/${await addVideo(site.ctx)}/comments`;
  const comment = async (by: TestPerson, text: string, replyTo: number | null = null) =>
    await bodyOf(by.fetch(commentsPath, { json: { text, replyTo } }), Comment);
  const first = await comment(ada, 'Mine');
  await put(ada, 'mutes', ben);
  await comment(ben, 'A reply', first.id);
  await comment(carl, 'Another', first.id);
  const own = await comment(ben, 'Own thread');
  await comment(carl, 'Below it', own.id);
  const [seen, ...others] = await read(Comment.array(), ada, commentsPath);
  expect(others).toEqual([]);
  expect(seen).toMatchObject({ id: first.id, replyCount: 1, replies: [{ text: 'Another' }] });
  expect((await ada.fetch(`${commentsPath}/${own.id}`)).status).toBe(404);
  expect(await read(Comment.array(), ben, commentsPath)).toMatchObject([{ id: own.id }, { replyCount: 2 }]);
});
