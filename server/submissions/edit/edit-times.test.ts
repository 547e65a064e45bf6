import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { captions } from '#contract/captions/captions.ts';
import { productTags } from '#contract/product-tags/product-tags.ts';
import { SearchAnswer } from '#contract/search/search.ts';
import { shop } from '#contract/shop/shop.ts';
import type { Edit } from '#contract/submissions/edit.ts';
import { studio } from '#contract/submissions/studio.ts';
import { submissions } from '#contract/submissions/submissions.ts';
import { flushSearch } from '#server/search/flush.actions.ts';
import { bodyOf } from '#server/testing/client.ts';
import { startTestSite, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { submitVideo, until, untilProcessed } from '#server/testing/uploads.ts';
import { makeVideo } from '#server/testing/video-files.ts';
import { encodeLadder } from '../submissions.jobs.ts';

let site: TestSite;
let creator: TestPerson;
let admin: TestPerson;
let dir: string;
let id: number;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT: 'off' }, { without: [encodeLadder] });
  creator = await site.signUp('CONTENT_CREATOR');
  admin = await site.signUp('GLOBAL_ADMIN');
  dir = await mkdtemp(join(tmpdir(), 'lll-edit-times-'));
  const file = await makeVideo(dir, 'video.mp4', { width: 320, height: 180, seconds: 6 });
  const description = '0:00 Arrival\n0:02 Harbour\n0:05 Farewell';
  id = (await submitVideo(creator, file, { description })).id;
  await untilProcessed(creator.fetch, id);
  await admin.call(submissions.approve, { params: { id } });
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const CUT: Edit = { start: 1.5, end: 4.5, crop: null, rotate: 0, mute: false };

async function edit(to: Edit | null): Promise<void> {
  await creator.call(studio.change, { params: { id }, body: { edit: to } });
  await until(creator.fetch, id, ({ newFile }) => newFile?.processing === 'READY', 'the edit is encoded');
  await admin.call(submissions.approve, { params: { id } });
  await flushSearch(site.ctx.db);
}
const params = () => ({ params: { id } });
const linesOf = async () =>
  (await site.call(captions.transcript, { ...params(), query: {} })).lines.map(({ start, end, text }) => [
    start,
    end,
    text,
  ]);
const save = (cues: [start: number, end: number, text: string][]) =>
  creator.call(captions.save, {
    params: { id, language: 'en' },
    query: {},
    body: { cues: cues.map(([start, end, text]) => ({ start, end, text })) },
  });
async function foundAt(q: string) {
  const { videos } = await bodyOf(site.fetch(`/api/search?${new URLSearchParams({ q })}`), SearchAnswer);
  return videos.flatMap(({ moments }) => moments.map(({ start, text }) => [start, text]));
}

test('captions, chapters, tagged products and search follow the cut, and are restored by a reset', async () => {
  const [product] = await site.call(shop.products);
  const productId = product?.id ?? 0;
  const tagsOf = async () =>
    (await site.call(productTags.list, params())).map(({ start, end }) => [start, end]);
  const tag = (start: number, end: number) => ({ productId, start, end });
  await save([
    [0, 1, 'kingfisher away'],
    [1, 2, 'heron begins'],
    [3, 4, 'gannet flies'],
    [5, 6, 'puffin gone'],
  ]);
  await admin.call(productTags.save, { ...params(), body: [tag(0, 1), tag(1, 3), tag(5, 6)] });
  const whole = { lines: await linesOf(), tags: await tagsOf() };

  await edit(CUT);
  expect(await linesOf()).toEqual([
    [0, 0.5, 'heron begins'],
    [1.5, 2.5, 'gannet flies'],
  ]);
  expect(await tagsOf()).toEqual([[0, 1.5]]);
  expect(await site.call(captions.chapters, { ...params(), query: {} })).toEqual([
    { start: 0, end: 0.5, title: 'Arrival' },
    { start: 0.5, end: 3, title: 'Harbour' },
  ]);
  const vtt = await (await site.fetch(`/api/videos/${id}/captions/en`)).text();
  expect(vtt).toContain('00:00:01.500 --> 00:00:02.500\ngannet flies');
  expect(vtt).not.toMatch(/kingfisher|puffin/);
  expect(await foundAt('gannet')).toEqual([[1.5, 'gannet flies']]);
  expect(await foundAt('kingfisher')).toEqual([]);
  expect(await foundAt('puffin')).toEqual([]);

  // saved as they are shown: what was cut away stays, and what the cut shortened is whole again
  const { cues } = await creator.call(captions.cues, { params: { id, language: 'en' }, query: {} });
  expect(cues.map(({ start, end }) => [start, end])).toEqual([
    [0, 0.5],
    [1.5, 2.5],
  ]);
  await save([
    [0, 0.5, 'heron begins'],
    [2, 2.5, 'gannet dives'],
  ]);
  await admin.call(productTags.save, { ...params(), body: [tag(0, 1.5), tag(2, 3)] });
  expect(await foundAt('puffin')).toEqual([]);
  await flushSearch(site.ctx.db);
  expect(await foundAt('puffin')).toEqual([]);

  await edit(null);
  expect(await linesOf()).toEqual([whole.lines[0], whole.lines[1], [3.5, 4, 'gannet dives'], whole.lines[3]]);
  expect(await tagsOf()).toEqual([
    [0, 1],
    [1, 3],
    [3.5, 4.5],
    [5, 6],
  ]);
  expect(await foundAt('puffin')).toEqual([[5, 'puffin gone']]);
});
