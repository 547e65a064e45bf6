import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { submissions } from '#contract/submissions/submissions.ts';
import { tags } from '#contract/tags/tags.ts';
import { checkVideo } from '#server/submissions/submissions.jobs.ts';
import { startTestSite, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { submitVideo, upload } from '#server/testing/uploads.ts';
import { makeVideo } from '#server/testing/video-files.ts';

let site: TestSite;
let creator: TestPerson;
let dir: string;
let file: string;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT: 'off' }, { without: [checkVideo] });
  creator = await site.signUp('CONTENT_CREATOR');
  dir = await mkdtemp(join(tmpdir(), 'lll-tags-'));
  file = await makeVideo(dir, 'short.mp4', { seconds: 1 });
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const begin = (fields: Record<string, string>) =>
  creator.fetch('/api/submissions/resumable', {
    method: 'POST',
    headers: {
      'tus-resumable': '1.0.0',
      'upload-length': '1000',
      'upload-metadata': Object.entries({ title: 'A clip', category: 'Lifestyle', ...fields })
        .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
        .join(','),
    },
  });

test('an upload accepts tags, and a new file without any preserves them', async () => {
  const fields = { tags: '["#Sun", "SEA"]', description: '#moon' };
  const sent = await submitVideo(creator, file, fields);
  expect(sent.tags).toEqual(['sun', 'sea']);
  const { db } = site.ctx;
  await db.updateTable('videos').set({ status: 'REJECTED' }).where('id', '=', sent.id).execute();
  const again = await submitVideo(creator, file, { submissionId: String(sent.id), description: '#stars' });
  expect(again.tags).toEqual(['sun', 'sea']);
  const rows = await db
    .selectFrom('video_tags')
    .where('video_id', '=', sent.id)
    .select('tag')
    .orderBy('position')
    .execute();
  expect(rows.map(({ tag }) => tag)).toEqual(['sun', 'sea', 'stars']);
  expect((await begin({ tags: '["Sun"]' })).status).toBe(201);
});

test.each([
  ['no JSON', '{'],
  ['no list', '"sun"'],
  ['no tag', '["two words"]'],
  ['blanks', '["  "]'],
  ['too many', JSON.stringify(Array.from({ length: 11 }, (_, at) => `t${at}`))],
  ['a blocked one', '["Blocked"]'],
])('tags that are %s are refused in plain text', async (_, list) => {
  const admin = await site.signUp('GLOBAL_ADMIN');
  await submitVideo(creator, file, { description: '#blocked' });
  await admin.call(tags.change, { params: { tag: 'blocked' }, body: { blocked: true } });
  const before = await creator.call(submissions.mine);
  for (const answer of [await upload(creator.fetch, file, { tags: list }), await begin({ tags: list })])
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      400,
      expect.stringContaining('text/plain') as string,
    ]);
  expect(await creator.call(submissions.mine)).toHaveLength(before.length);
});
