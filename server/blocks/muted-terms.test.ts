import { beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { search } from '#contract/search/search.ts';
import { submissions } from '#contract/submissions/submissions.ts';
import { Comment } from '#contract/comments/comments.ts';
import { moderation } from '#contract/moderation/moderation.ts';
import { notifications } from '#contract/notifications/notifications.ts';
import { startTestSite, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { addVideo } from '#server/testing/videos.ts';
import { bodyOf } from '#server/testing/client.ts';

let site: TestSite;
let reader: TestPerson;
let writer: TestPerson;
let admin: TestPerson;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT: 'off' });
  [reader, writer, admin] = await Promise.all([site.signUp(), site.signUp(), site.signUp('GLOBAL_ADMIN')]);
});

const read = async <T>(schema: z.ZodType<T>, by: Pick<TestPerson, 'fetch'>, path: string) =>
  await bodyOf(by.fetch(path), schema);

/** What muted and watched terms match, and what they don't. */
test.each<[word: string, found: string, other: string]>([
  ["don't", 'I don’t know', 'I donut know'],
  ['l’été', "L'ETE arrive", 'L ETE'],
  ['don´t', 'don＇t', 'dont'],
  ['Straße', 'in der STRASSE 5', 'Strasbourg'],
  ['MASSE', 'eine maße hier', 'eine Maske'],
  ['two words', 'just two\nwords', 'twowords'],
  ['two\u00A0 words', 'two\r\n\r\nwords', 'two, words'],
  ['casino', 'Cheap C\u00C1SI\u200BNO!', 'occasinoal'],
  ['ｗｉｄｅ', 'so wide', 'wider'],
  ['c++', 'I write c++ now', 'I write c now'],
  ['$$$', 'buy $$$now', 'buy $$ now'],
  ['%_\\', 'odd %_\\ signs', 'odd %a\\ signs'],
  ['(((', 'so ((( loud', 'so (( loud'],
  ['a*c.', 'a*c. it is', 'abc. it is'],
  ['👍🏽', 'well done 👍🏽', 'well done 👍'],
  ['东京', '我在东京吃饭', '我在京东吃饭'],
  ['카지노', '카지노는 싫다', '카지는'],
  ['слон', 'Слон!', 'слоны'],
])('the word %j is found in %j and not in %j', async (word, found, other) => {
  const list = `/api/videos/${await addVideo(site.ctx)}/comments`;
  const comment = async (text: string) => await bodyOf(writer.fetch(list, { json: { text } }), Comment);
  await comment(found);
  const { text: left } = await comment(other);
  expect((await reader.fetch('/api/me/muted-words', { json: { word } })).status).toBe(201);
  expect((await read(Comment.array(), reader, list)).map(({ text }) => text)).toEqual([left]);
  const unmuted = await reader.fetch('/api/me/muted-words', { method: 'DELETE', json: { word } });
  expect(unmuted.status).toBe(204);
  expect(await read(Comment.array(), reader, list)).toHaveLength(2);

  const { id } = await admin.call(moderation.addWord, { body: { word } });
  expect([(await comment(`${found} `)).held, (await comment(`${other} `)).held]).toEqual([true, false]);
  await admin.fetch(`/api/admin/watched-words/${id}`, { method: 'DELETE' });
});

test('own videos are found regardless of how apostrophes and letters are written', async () => {
  const creator = await site.signUp('CONTENT_CREATOR');
  await addVideo(site.ctx, { uploader_id: creator.id, title: 'Don’t cross the Straße' });
  for (const q of ["don't", 'STRASSE', 'cros', 'dont', 'strase'])
    expect(await creator.call(submissions.mine, { query: { q } }), q).toHaveLength(
      q === 'dont' || q === 'strase' ? 0 : 1,
    );
});

test('the search finds words regardless of how apostrophes, letters and line breaks are written', async () => {
  await addVideo(site.ctx, { title: 'Rock’n’roll', description: 'an der Maßstraße\nganz unten' });
  for (const q of ["rock'n'roll", 'rock´n´roll', 'MASSSTRASSE', '"maßstrasse ganz"'])
    await expect
      .poll(() => site.call(search.find, { query: { q } }))
      .toMatchObject({ videos: [{ title: 'Rock’n’roll' }] });
});

test("one member's muted words never stop others from being notified, however long they grow", async () => {
  const [ann, bob, creator] = await Promise.all([
    site.signUp(),
    site.signUp(),
    site.signUp('CONTENT_CREATOR'),
  ]);
  const grows = Array.from({ length: 100 }, (_, at) => '\uFDFA'.repeat(56) + at);
  const longest = Array.from({ length: 100 }, (_, at) => `${'\uFDFA'.repeat(3)} ${at}`);
  const add = async (word: string) => (await ann.fetch('/api/me/muted-words', { json: { word } })).status;
  const refused = await Promise.all(grows.map(add));
  const taken = await Promise.all(longest.map(add));
  const content = `@${ann.username} and @${bob.username} ${'\uFDFA'.repeat(60)}`;
  expect((await creator.fetch('/api/community/posts', { json: { content } })).status).toBe(201);
  for (const each of [bob, ann])
    await expect
      .poll(async () => (await each.call(notifications.list)).map(({ kind }) => kind))
      .toEqual(['MENTION']);
  expect((await ann.fetch('/api/community/posts')).status).toBe(200);
  expect([new Set(refused), new Set(taken)]).toEqual([new Set([400]), new Set([201])]);
  expect(
    (await admin.fetch('/api/admin/watched-words', { json: { word: '\uFDFA'.repeat(56) } })).status,
  ).toBe(400);
});
