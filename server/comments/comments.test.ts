import { beforeAll, expect, test } from 'vitest';
import { comments, Comment } from '#contract/comments/comments.ts';
import { videos } from '#contract/videos/videos.ts';
import { bodyOf } from '#server/testing/client.ts';
import { startTestSite, type TestSite } from '#server/testing/site.ts';
import { addVideo } from '#server/testing/videos.ts';

let site: TestSite;
let video: number;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT: 'off' });
  video = await addVideo(site.ctx);
});

const comment = (json: unknown, fetch = site.visitor().fetch) =>
  fetch(`/api/videos/${video}/comments`, { json });

test('a guest comments under any name or as guest, a member always under their own name', async () => {
  const member = await site.signUp('LOGIN_USER', 'Mona');
  const count = async () => (await site.call(videos.get, { params: { id: video } })).lllComments;
  const before = await count();
  expect(await (await comment({ text: ' Hello \n you ', authorUsername: 'Ann' })).json()).toMatchObject({
    text: 'Hello \n you',
    authorUsername: 'Ann',
    isGuest: true,
    likes: 0,
  });
  expect(await (await comment({ text: 'Hi', authorUsername: '  ' })).json()).toMatchObject({
    authorUsername: 'guest',
  });
  expect(await (await comment({ text: 'Hi' })).json()).toMatchObject({ authorUsername: 'guest' });
  expect(await (await comment({ text: 'Mine', authorUsername: 'Ann' }, member.fetch)).json()).toMatchObject({
    authorUsername: 'Mona',
    isGuest: false,
  });
  expect(await count()).toBe(before + 4);
});

test('a guest cannot take the name of a member', async () => {
  await site.signUp('LOGIN_USER', 'Taken.Name');
  const answer = await comment({ text: 'Hi', authorUsername: 'taken.NAME' });
  expect(answer.status).toBe(409);
  expect(await answer.json()).toMatchObject({
    code: 'NAME_TAKEN',
    fields: { authorUsername: expect.any(String) },
  });
});

test.each([
  ['blank', { text: ' \n\t ' }],
  ['blank in other scripts', { text: '\u3164\u2800\u115F \u00AD\u200B\u{E0041}' }],
  ['none', {}],
  ['a number', { text: 5 }],
  ['2,001 characters', { text: 'a'.repeat(2001) }],
  ['a long name', { text: 'a', authorUsername: 'n'.repeat(51) }],
  ['an array', []],
  ['null', null],
])('%s as text is rejected', async (_name, body) => {
  const answer = await comment(body);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ error: expect.any(String), code: expect.any(String) });
});

test('malformed JSON returns 400, another media type 415', async () => {
  const post = (body: string, type: string) =>
    site.fetch(`/api/videos/${video}/comments`, { method: 'POST', body, headers: { 'content-type': type } });
  expect((await post('{"text":', 'application/json')).status).toBe(400);
  expect((await post('text=hi', 'application/x-www-form-urlencoded')).status).toBe(415);
});

test('strips direction overrides and floods of zero-width characters', async () => {
  const stored = await bodyOf(comment({ text: `safe\u202Egpj.exe${'\u200B'.repeat(500)}end 👩‍👩‍👧` }), Comment);
  expect(stored.text).toBe('safegpj.exe\u200Bend 👩‍👩‍👧');
});

test('trims floods of combining marks and of blank lines, and leaves emoji and scripts intact', async () => {
  const storedText = async (text: string) => (await bodyOf(comment({ text }), Comment)).text;
  expect(await storedText(`z${'\u0335'.repeat(300)}algo`)).toBe(`z${'\u0335'.repeat(8)}algo`);
  expect(await storedText(`top${'\n \n'.repeat(300)}bottom`)).toBe('top\n\n\nbottom');
  for (const text of ['👩‍👩‍👧', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', 'می‌خواهم', 'הֶעָ֕רִים', 'ก็ดี', '1️⃣ ❤️‍🔥'])
    expect(await storedText(text)).toBe(text.normalize('NFC'));
  // 8,000 characters that end as late as can be: no pattern may take quadratic time
  expect(await storedText(`a${' '.repeat(1998)}b`)).toHaveLength(2000);
});

test('the list is newest first and paged by cursor', async () => {
  const other = await addVideo(site.ctx);
  for (let i = 0; i < 5; i++)
    await site.fetch(`/api/videos/${other}/comments`, { json: { text: `no ${i}` } });
  const first = await site.fetch(`/api/videos/${other}/comments?limit=3`);
  const rest = await site.fetch(
    `/api/videos/${other}/comments?limit=3&cursor=${first.headers.get('x-next-cursor')}`,
  );
  const texts = [...(await bodyOf(first, Comment.array())), ...(await bodyOf(rest, Comment.array()))].map(
    ({ text }) => text,
  );
  expect(texts).toEqual(['no 4', 'no 3', 'no 2', 'no 1', 'no 0']);
  expect(rest.headers.get('x-next-cursor')).toBeNull();
});

test('the list can be sorted by most liked, with the newest first among ties, across pages', async () => {
  const liked = await addVideo(site.ctx);
  const ids: number[] = [];
  for (const text of ['first', 'second', 'third', 'fourth'])
    ids.push((await site.call(comments.create, { params: { id: liked }, body: { text } })).id);
  const [first = 0, second = 0, third = 0, fourth = 0] = ids;
  for (const id of [second, second, fourth, first])
    await site.visitor().fetch(`/api/videos/${liked}/comments/${id}/like`, { method: 'POST' });
  const page = async (cursor = '') => {
    const answer = await site.fetch(`/api/videos/${liked}/comments?sort=top&limit=2${cursor}`);
    const items = await bodyOf(answer, Comment.array());
    return { ids: items.map(({ id }) => id), next: answer.headers.get('x-next-cursor') };
  };
  const top = await page();
  expect(top.ids).toEqual([second, fourth]);
  expect(await page(`&cursor=${top.next}`)).toEqual({ ids: [first, third], next: null });
  expect((await site.fetch(`/api/videos/${liked}/comments?sort=worst`)).status).toBe(400);
});

test('comments of a video that is not public return 404', async () => {
  const hidden = await addVideo(site.ctx, { status: 'PENDING' });
  expect((await site.fetch(`/api/videos/${hidden}/comments`)).status).toBe(404);
  expect((await site.fetch(`/api/videos/${hidden}/comments`, { json: { text: 'x' } })).status).toBe(404);
});

test('comment likes toggle, and only under their own video', async () => {
  const { id } = await bodyOf(comment({ text: 'like me' }), Comment);
  const other = await addVideo(site.ctx);
  const visitor = site.visitor();
  const like = (videoId: number) =>
    visitor.fetch(`/api/videos/${videoId}/comments/${id}/like`, { method: 'POST' });
  expect(await (await like(video)).json()).toEqual({ likes: 1, liked: true });
  expect(await (await like(video)).json()).toEqual({ likes: 0, liked: false });
  expect((await like(other)).status).toBe(404);
});

test('an ended session does not turn a member into a guest', async () => {
  const answer = await site.fetch(`/api/videos/${video}/comments`, {
    json: { text: 'x' },
    headers: { authorization: `Bearer ${'x'.repeat(43)}` },
  });
  expect(answer.status).toBe(401);
});
