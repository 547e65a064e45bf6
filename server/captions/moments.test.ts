import { beforeAll, expect, test } from 'vitest';
import { SearchAnswer } from '#contract/search/search.ts';
import { flushSearch } from '#server/search/flush.actions.ts';
import { startTestSite, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { addVideo } from '#server/testing/videos.ts';
import { bodyOf } from '#server/testing/client.ts';

let site: TestSite;
let creator: TestPerson;
let admin: TestPerson;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT: 'off' });
  creator = await site.signUp('CONTENT_CREATOR');
  admin = await site.signUp('GLOBAL_ADMIN');
});

/** A video with these captions, a line every two seconds. */
async function addCaptions(title: string, ...lines: string[]): Promise<number> {
  const id = await addVideo(site.ctx, { uploader_id: creator.id, title, duration_ms: 60_000 });
  await speak(id, lines);
  return id;
}

async function speak(id: number, lines: string[], language = 'en'): Promise<void> {
  const cues = lines.map((text, at) => ({ start: at * 2, end: at * 2 + 2, text }));
  const answer = await creator.fetch(`/api/submissions/${id}/captions/${language}`, {
    method: 'PUT',
    json: { cues },
  });
  expect(answer.status, await answer.text()).toBe(200);
  await flushSearch(site.ctx.db);
}

const find = async (q: string, more = ''): Promise<SearchAnswer> =>
  await bodyOf(site.fetch(`/api/search?${new URLSearchParams({ q })}${more}`), SearchAnswer);
const foundIn = async (q: string) =>
  (await find(q)).videos.map(({ id, moments }) => [id, moments.map(({ start, text }) => `${start} ${text}`)]);

test('finds spoken words along with the moments when they are spoken', async () => {
  const id = await addCaptions(
    'A walk',
    'Good morning',
    'we look for the <i>kingfisher</i>',
    'and there\nit is',
    'a kingfisher, at last',
  );
  expect(await foundIn('kingfisher')).toEqual([
    [id, ['2 we look for the kingfisher', '6 a kingfisher, at last']],
  ]);
  const [video] = (await find('kingfisher')).videos;
  expect(video?.moments[0]).toEqual({ start: 2, end: 4, text: 'we look for the kingfisher' });
  // a letter wrong, another form, its beginning, and words side by side
  expect(await foundIn('kingfihser')).toEqual([
    [id, ['2 we look for the kingfisher', '6 a kingfisher, at last']],
  ]);
  expect((await foundIn('kingfishers'))[0]?.[0]).toBe(id);
  expect((await foundIn('kingfi'))[0]?.[0]).toBe(id);
  expect((await foundIn('"the kingfisher"'))[0]?.[0]).toBe(id);
  expect(await foundIn('"kingfisher walk"')).toEqual([]);
  expect(await foundIn('kingfisher -morning')).toEqual([]);
});

test('ranks lines by the number of matching words, and titles above spoken words', async () => {
  const captions = await addCaptions('Untitled', 'a zither', 'an old zither in the attic', 'the attic');
  const titled = await addCaptions('The zither in the attic', 'nothing of it');
  expect(await foundIn('zither attic')).toEqual([
    [titled, []],
    [captions, ['2 an old zither in the attic', '0 a zither', '4 the attic']],
  ]);
});

test.each([
  ['夜景', '東京タワーの夜景です', 'ja'],
  ['прагулка', 'Прогулка по набережной', 'ru'],
  ['الصحراء', 'رحلة إلى الصحراء', 'ar'],
  ['grusse', 'Schöne Grüße aus Köln', 'de'],
])('%s is found in “%s”', async (q, text, language) => {
  const id = await addVideo(site.ctx, { uploader_id: creator.id, duration_ms: 60_000 });
  await speak(id, ['…', text], language);
  expect(await foundIn(q)).toEqual([[id, [`2 ${text}`]]]);
});

test('does not find words of drafts, chapters, unapproved videos or deleted captions', async () => {
  const id = await addCaptions('Words', 'xylophonia');
  const ids = async (q: string) => (await find(q)).videos.map((video) => video.id);
  const put = (body: object) =>
    creator.fetch(`/api/submissions/${id}/captions/en`, { method: 'PUT', json: body });
  await put({ draft: true, cues: [{ start: 0, end: 1, text: 'quodlibet' }] });
  await put({ kind: 'chapters', cues: [{ start: 0, end: 1, text: 'zarzuela' }] });
  await flushSearch(site.ctx.db);
  expect(await ids('quodlibet')).toEqual([]);
  expect(await ids('zarzuela')).toEqual([]);
  expect(await ids('xylophonia')).toEqual([id]);
  const expectNone = async () => {
    const { videos, words, nearest, more } = await find('xylophonia');
    return [videos.length, words, nearest, more.videos];
  };
  // by any route: the index is not flushed first
  await admin.fetch(`/api/submissions/${id}/unapprove`, { method: 'POST' });
  await expect.poll(expectNone).toEqual([0, ['xylophonia'], [], 0]);
  await admin.fetch(`/api/submissions/${id}/approve`, { method: 'POST' });
  await expect.poll(() => ids('xylophonia'), { timeout: 10_000 }).toEqual([id]);
  await creator.fetch(`/api/submissions/${id}/captions/en`, { method: 'DELETE' });
  await expect.poll(expectNone).toEqual([0, ['xylophonia'], [], 0]);
  await expect.poll(() => ids('Words'), { timeout: 10_000 }).toEqual([id]);
});
