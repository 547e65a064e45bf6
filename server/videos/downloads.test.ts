import { Readable } from 'node:stream';
import { beforeAll, expect, test } from 'vitest';
import { accounts } from '#contract/accounts/accounts.ts';
import { creators } from '#contract/creators/creators.ts';
import { studio } from '#contract/submissions/studio.ts';
import { videos } from '#contract/videos/videos.ts';
import { startTestSite, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { addVideo } from '#server/testing/videos.ts';

let site: TestSite;
let creator: TestPerson;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT: 'off' });
  creator = await site.signUp('CONTENT_CREATOR');
});

let count = 0;
async function add(more: Parameters<typeof addVideo>[1] = {}): Promise<number> {
  const rev = `${'a'.repeat(12)}${++count}`;
  const id = await addVideo(site.ctx, { uploader_id: creator.id, media_rev: rev, ...more });
  const key = `videos/${id}/${rev}/720p.mp4`;
  await site.ctx.storage.write(key, Readable.from([Buffer.from('the largest')]));
  await site.ctx.db.updateTable('videos').set({ mp4_key: key }).where('id', '=', id).execute();
  site.ctx.cache.drop('videos');
  return id;
}
const change = (id: number, body: { downloadable?: boolean | null; supportLink?: string | null }) =>
  creator.call(studio.change, { params: { id }, body });
const download = (id: number, by: Pick<TestPerson, 'fetch'> = site) =>
  by.fetch(`/api/videos/${id}/download`, { redirect: 'manual' });
const statusOf = async (id: number, by?: TestPerson) => (await download(id, by)).status;

test('a creator can allow downloads of the largest file, saved under its own file name', async () => {
  const id = await add();
  expect(await statusOf(id)).toBe(403);
  expect((await change(id, { downloadable: true })).downloadable).toBe(true);
  expect((await site.call(videos.get, { params: { id } })).downloadable).toBe(true);
  const answer = await download(id);
  const [disposition, location] = ['content-disposition', 'location'].map((name) => answer.headers.get(name));
  expect([answer.status, disposition]).toEqual([307, `attachment; filename="video-${id}.mp4"`]);
  const file = await site.fetch(location ?? '');
  expect([file.headers.get('content-disposition'), await file.text()]).toEqual([disposition, 'the largest']);
  expect(
    (await site.fetch((location ?? '').replace('?download', ''))).headers.get('content-disposition'),
  ).toBe(null);
});

test('the site has a default that a creator can override', async () => {
  const [plain, refused] = [await add(), await add({ downloadable: false })];
  const imported = await add({ origin: 'IMPORT', source_id: 'abc', downloadable: true });
  const setDefault = async (version: number, downloads: boolean) => {
    const value = JSON.stringify({ downloads });
    await site.ctx.db
      .insertInto('settings_versions')
      .values({ section: 'videos', version, value, author_name: 'Ann' })
      .execute();
    site.ctx.cache.drop('settings');
  };
  await setDefault(1, true);
  expect([await statusOf(plain), await statusOf(refused), await statusOf(imported)]).toEqual([307, 403, 403]);
  const listed = await site.call(videos.list, {});
  const outcome = (id: number) => listed.find((video) => video.id === id)?.downloadable;
  expect([outcome(plain), outcome(refused), outcome(imported)]).toEqual([true, false, false]);
  await setDefault(2, false);
  expect(await statusOf(plain)).toBe(403);
});

test('viewers who cannot see a video cannot download it', async () => {
  const member = await site.signUp();
  const [members, own] = [
    await add({ visibility: 'MEMBERS', downloadable: true }),
    await add({ visibility: 'PRIVATE', downloadable: true }),
  ];
  expect([await statusOf(members), await statusOf(own), await statusOf(own, member)]).toEqual([
    404, 404, 404,
  ]);
  const location = (await download(members, member)).headers.get('location') ?? '';
  expect(location).toMatch(/^\/media\/signed\//);
  expect(await (await site.fetch(location)).text()).toBe('the largest');
});

test('a support link is a plain https address, set on the video or else on the profile', async () => {
  const id = await add();
  const shown = async () => (await site.call(videos.get, { params: { id } })).supportLink;
  expect(await shown()).toBe(null);
  await creator.call(accounts.change, { body: { supportLink: 'https://example.org/me' } });
  expect(await shown()).toBe('https://example.org/me');
  const page = await site.call(creators.get, { params: { username: creator.username } });
  expect(page.supportLink).toBe('https://example.org/me');
  expect((await change(id, { supportLink: ' https://example.org/film ' })).supportLink).toBe(
    'https://example.org/film',
  );
  expect(await shown()).toBe('https://example.org/film');
  for (const supportLink of [
    'http://example.org',
    'javascript:alert(1)',
    'https://ann:secret@example.org',
    'https://ann@example.org',
    'example.org',
    'https://exa mple.org',
    `https://example.org/${'a'.repeat(500)}`,
  ]) {
    const { status, fields } = await creator.fails(studio.change, { params: { id }, body: { supportLink } });
    expect([supportLink, status, Object.keys(fields ?? {})]).toEqual([supportLink, 400, ['supportLink']]);
    expect((await creator.fails(accounts.change, { body: { supportLink } })).status).toBe(400);
  }
  expect((await change(id, { supportLink: '' })).supportLink).toBe(null);
});
