import { afterAll, beforeAll, expect, test } from 'vitest';
import { curation } from '#contract/curation/curation.ts';
import { MAX_TITLE } from '#contract/submissions/submissions.ts';
import { startTestSite, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { makeVideos, startYoutube, type YoutubeStandIn } from '#standins/youtube.ts';

let youtube: YoutubeStandIn;
let site: TestSite;
let admin: TestPerson;
beforeAll(async () => {
  youtube = await startYoutube({ videos: makeVideos(10), pageSize: 7 });
  site = await startTestSite({ YOUTUBE_API_KEY: 'test-key', YOUTUBE_API_URL: youtube.url });
  admin = await site.signUp('GLOBAL_ADMIN');
});
afterAll(() => youtube.close());

test('an import sanitizes text from the platform as if it had been typed here', async () => {
  const odd = [
    { title: 'Sun\u0001\u202Egnp.exe\uFFFE', channel: 'Chan\u0000nel\nOne\u202E' },
    { title: ' \u200B\u2800 ', channel: '\u200B' },
    { title: `${'👍'.repeat(300)}`, channel: '\uD800Two' },
  ];
  for (const [at, text] of odd.entries()) Object.assign(youtube.videos[at] ?? {}, text);
  expect(await admin.call(curation.importYoutube, { body: { category: 'Beauty', limit: 5 } })).toEqual({
    imported: 5,
    skipped: 0,
  });
  const rows = await site.ctx.db.selectFrom('videos').selectAll().orderBy('id').execute();
  expect(rows.slice(0, 3).map((row) => [row.title, row.external_creator])).toEqual([
    ['Sungnp.exe', 'Channel One'],
    ['YouTube video clip-000001', null],
    ['👍'.repeat(MAX_TITLE), 'Two'],
  ]);
  expect(rows[0]?.description).toBe('About Sungnp.exe');
});
