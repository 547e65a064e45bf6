import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Edit } from '#contract/submissions/edit.ts';
import { studio } from '#contract/submissions/studio.ts';
import { submissions } from '#contract/submissions/submissions.ts';
import { videos } from '#contract/videos/videos.ts';
import { startTestSite, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { submitVideo, until, untilProcessed, upload } from '#server/testing/uploads.ts';
import { makeVideo } from '#server/testing/video-files.ts';
import { addVideo } from '#server/testing/videos.ts';
import { encodeLadder } from '../submissions.jobs.ts';
import { frameName, thumbnailIn } from './frames.rules.ts';
import { soakTest } from '#server/testing/soak.ts';

let site: TestSite;
let creator: TestPerson;
let admin: TestPerson;
let dir: string;
let file: string;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT: 'off' }, { without: [encodeLadder] });
  creator = await site.signUp('CONTENT_CREATOR');
  admin = await site.signUp('GLOBAL_ADMIN');
  dir = await mkdtemp(join(tmpdir(), 'lll-edits-'));
  file = await makeVideo(dir, 'video.mp4', { width: 320, height: 180, seconds: 4 });
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const WHOLE: Edit = { start: 0, end: 4, crop: null, rotate: 0, mute: false };
const CUT: Edit = { ...WHOLE, start: 1, end: 2.5 };
const crop = (x: number, y: number, width: number, height: number): Edit => ({
  ...WHOLE,
  crop: { x, y, width, height },
});

async function submit(fields: Record<string, string> = {}): Promise<number> {
  const { id } = await submitVideo(creator, file, fields);
  await untilProcessed(creator.fetch, id);
  return id;
}
const edit = (id: number, to: Edit | null, by = creator) =>
  by.call(studio.change, { params: { id }, body: { edit: to } });
const get = (id: number) => creator.call(submissions.get, { params: { id } });
const approve = (id: number) => admin.call(submissions.approve, { params: { id } });
const encoded = (id: number) =>
  until(
    creator.fetch,
    id,
    ({ newFile }) => newFile === null || ['READY', 'FAILED'].includes(newFile.processing),
    'the edit is encoded',
  );

describe('an edit of a video', () => {
  soakTest('nobody else sees takes its place once it is encoded, and null resets it', async () => {
    const id = await submit();
    expect(await get(id)).toMatchObject({ edit: null, version: 1, durationSec: 4 });
    const cut = await edit(id, { ...CUT, rotate: 90 });
    expect(cut).toMatchObject({ edit: { ...CUT, rotate: 90 }, version: 2, durationSec: 4 });
    expect(await encoded(id)).toMatchObject({
      status: 'PENDING',
      edit: { ...CUT, rotate: 90 },
      newFile: null,
      durationSec: 1.5,
      width: 180,
      height: 320,
    });
    await edit(id, null);
    expect(await encoded(id)).toMatchObject({ edit: null, durationSec: 4, width: 320, height: 180 });
  });

  soakTest('takes a thumbnail along only if its frame stays; a reset brings it back', async () => {
    const red = sharp({ create: { width: 320, height: 180, channels: 3, background: '#f00' } }).jpeg();
    const thumbnail = new Blob([new Uint8Array(await red.toBuffer())], { type: 'image/jpeg' });
    const { id } = await submitVideo(creator, file, { thumbnail, thumbnailAt: '0.4' });
    const isRed = async () => {
      const { thumbnail: shown } = await get(id);
      const answer = await site.fetch(shown ?? '');
      const { dominant } = await sharp(Buffer.from(await answer.arrayBuffer())).stats();
      return dominant.r > 200 && dominant.g + dominant.b < 60;
    };
    await untilProcessed(creator.fetch, id);
    expect(await isRed()).toBe(true);
    await edit(id, CUT);
    await encoded(id);
    expect(await isRed()).toBe(false);
    await edit(id, null);
    await encoded(id);
    expect(await isRed()).toBe(true);
  });

  test.each<[shows: boolean, name: string, to: Edit | null]>([
    [true, 'thumbnail.jpg', CUT],
    [true, `${frameName(1, null)}.jpg`, CUT],
    [false, `${frameName(0.999, null)}.jpg`, CUT],
    [false, frameName(3, null), CUT],
    [true, frameName(3, null), null],
    [false, frameName(2, null), crop(0, 0, 0.5, 1)],
    [true, frameName(2, crop(0, 0, 0.5, 1)), { ...crop(0, 0, 0.5, 1), start: 1 }],
    [false, frameName(2, crop(0, 0, 0.5, 1)), null],
    [false, frameName(2, { ...WHOLE, rotate: 90 }), { ...WHOLE, rotate: 270 }],
  ])('%s: %s is shown by %j', (shows, name, to) => {
    const key = `originals/${'a'.repeat(32)}/${name}`;
    expect(thumbnailIn(key, to)).toBe(shows ? key : null);
  });

  test('waits for review if the video is live, and the whole video plays until then', async () => {
    const id = await submit();
    await approve(id);
    const shown = () => site.call(videos.get, { params: { id } });
    const before = await shown();
    await edit(id, CUT);
    // a second one takes the place of the first
    const half = { ...CUT, end: 2 };
    await edit(id, half);
    const waiting = await encoded(id);
    expect(waiting).toMatchObject({ edit: half, newFile: { status: 'PENDING', edit: half, durationSec: 1 } });
    expect(await shown()).toEqual(before);
    await approve(id);
    const after = await shown();
    expect(after.durationSec).toBe(1);
    expect((await site.fetch(after.sourceUrl ?? '')).status).toBe(200);
    expect((await site.fetch(before.sourceUrl ?? '')).status).toBe(200);

    // its original is still there
    await edit(id, null);
    expect((await encoded(id)).newFile).toMatchObject({ edit: null, durationSec: 4 });
    await creator.call(studio.withdrawFile, { params: { id } });
    expect(await get(id)).toMatchObject({ newFile: null, edit: half });
    await edit(id, CUT);
    expect((await encoded(id)).newFile).toMatchObject({ durationSec: 1.5 });
    // back to what plays: nothing is pending any longer
    expect(await edit(id, half)).toMatchObject({ newFile: null, edit: half });
  });

  test.each<[string, Edit, string]>([
    ['of zero length', { ...WHOLE, start: 2, end: 2 }, 'edit.end'],
    ['under half a second', { ...WHOLE, start: 2, end: 2.4 }, 'edit.end'],
    ['beyond the end', { ...WHOLE, end: 4.5 }, 'edit.end'],
    ['before the beginning', { ...WHOLE, start: -1 }, 'edit.start'],
    ['outside the picture', crop(0.5, 0, 0.6, 1), 'edit.crop'],
    ['left of the picture', crop(-0.1, 0, 0.5, 1), 'edit.crop'],
    ['under 64 pixels a side', crop(0, 0, 1, 0.35), 'edit.crop'],
    ['under 64 pixels a side once turned', { ...crop(0, 0, 0.35, 1), rotate: 90 }, 'edit.crop'],
  ])('%s is reported on its field, and nothing changes', async (_, wrong, field) => {
    const id = await addVideo(site.ctx, {
      uploader_id: creator.id,
      duration_ms: 4000,
      width: 320,
      height: 180,
      original_key: `originals/${'a'.repeat(32)}/source`,
    });
    const before = await get(id);
    const refused = await creator.fails(studio.change, {
      params: { id },
      body: { title: 'New', edit: wrong },
    });
    expect([refused.status, Object.keys(refused.fields ?? {})]).toEqual([422, [field]]);
    expect(await get(id)).toEqual(before);
  });

  test('without an original is refused', async () => {
    const id = await addVideo(site.ctx, { uploader_id: creator.id, duration_ms: 4000 });
    const refused = await creator.fails(studio.change, { params: { id }, body: { edit: CUT } });
    expect([refused.status, Object.keys(refused.fields ?? {})]).toEqual([422, ['edit']]);
    expect(await creator.call(studio.original, { params: { id } })).toMatchObject({ isGone: true });
  });

  test('with a stale version is refused, and nothing is lost', async () => {
    const id = await addVideo(site.ctx, { uploader_id: creator.id, duration_ms: 4000 });
    const { version } = await get(id);
    const change = (title: string) =>
      creator.fetch(`/api/submissions/${id}`, { method: 'PATCH', json: { title, version } });
    const answers = await Promise.all([change('First'), change('Second')]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const winner = answers[0]?.status === 200 ? 'First' : 'Second';
    expect(await get(id)).toMatchObject({ title: winner, version: version + 1 });
    // without one, as clients before there were versions
    await creator.call(studio.change, { params: { id }, body: { title: 'Third' } });
    expect(await get(id)).toMatchObject({ title: 'Third', version: version + 2 });
  });
});

describe('an upload', () => {
  test('is cut, cropped and muted from the start', async () => {
    const first: Edit = {
      start: 0.5,
      end: 2,
      crop: { x: 0.25, y: 0, width: 0.5, height: 1 },
      rotate: 0,
      mute: true,
    };
    const id = await submit({ edit: JSON.stringify(first) });
    expect(await get(id)).toMatchObject({
      processing: 'READY',
      edit: first,
      durationSec: 1.5,
      width: 160,
      height: 180,
    });
  });

  test('cut beyond its end fails with the reason, and another edit fixes it', async () => {
    const id = await submit({ edit: JSON.stringify({ ...CUT, end: 9 }) });
    expect(await get(id)).toMatchObject({
      processing: 'FAILED',
      failureReason: expect.stringContaining('cut'),
    });
    await edit(id, CUT);
    expect(await encoded(id)).toMatchObject({ processing: 'READY', failureReason: null, durationSec: 1.5 });
  });

  test.each(['{', '[]', JSON.stringify({ start: 0, end: 1 }), JSON.stringify({ ...WHOLE, rotate: 45 })])(
    'with the edit %s is refused in plain text',
    async (wrong) => {
      const response = await upload(creator.fetch, file, { edit: wrong });
      expect(response.status).toBe(400);
      expect(response.headers.get('content-type')).toContain('text/plain');
    },
  );
});

describe('the whole video', () => {
  const original = (id: number) => creator.call(studio.original, { params: { id } });

  test('is what plays, or is made from the original once that was cut', async () => {
    const id = await submit();
    const { sourceUrl } = await get(id);
    const whole = await original(id);
    expect(whole).toMatchObject({ isGone: false, durationSec: 4, width: 320, height: 180 });
    expect(new URL(whole.url ?? '', 'http://x').pathname.split('/').at(-1)).toBe(
      sourceUrl?.split('/').at(-1),
    );
    await edit(id, { ...CUT, rotate: 90 });
    await encoded(id);
    expect(await original(id)).toMatchObject({ durationSec: 4, width: 320, height: 180 });
    const made = await vi.waitUntil(async () => (await original(id)).url, { timeout: 30_000, interval: 100 });
    expect((await site.fetch(made)).status).toBe(200);
    expect((await site.fetch(made.replace(/\/signed\/[^/]+/, ''))).status).toBe(404);
  });
});
