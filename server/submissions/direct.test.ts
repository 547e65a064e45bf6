import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RESUMABLE_PATH } from '#contract/resumable.ts';
import { makeLargeClip } from '#server/testing/clips.ts';
import { startBucket } from '#server/testing/s3.ts';
import { startTestSite, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { untilProcessed } from '#server/testing/uploads.ts';
import { directKey } from './direct.actions.ts';

const TUS = { 'tus-resumable': '1.0.0' };
const MIB = 1 << 20;
const bucket = await startBucket();
afterAll(() => bucket.close());
let site: TestSite;
let creator: TestPerson;
let clip: Buffer;
beforeAll(async () => {
  const settings = { STORAGE_URL: bucket.storageUrl(), S3_PRESIGNED: 'on', RATE_LIMIT: 'off' };
  site = await startTestSite(settings, { ladders: false });
  creator = await site.signUp('CONTENT_CREATOR');
  clip = await makeLargeClip(bucket.dir, 'clip.mp4', 17);
});

const words = `title ${btoa('Parts')},category ${btoa('Lifestyle')}`;
async function begin(length: number, who = creator): Promise<string> {
  const headers = { ...TUS, 'upload-length': String(length), 'upload-metadata': words };
  const created = await who.fetch(RESUMABLE_PATH, { method: 'POST', headers });
  expect([created.status, created.headers.get('upload-direct')]).toEqual([201, 'on']);
  return created.headers.get('location') ?? '';
}
const ask = (at: string, what: 'address' | 'arrived', offset: number, who = creator) =>
  who.fetch(`${at}/${what}`, { json: { offset } });
const addressOf = async (at: string, offset: number) =>
  (await (await ask(at, 'address', offset)).json()) as { url: string; size: number };
const put = (url: string, bytes: Buffer) => fetch(url, { method: 'PUT', body: new Uint8Array(bytes) });
const keyOf = (at: string, offset: number) => directKey(at.slice(RESUMABLE_PATH.length + 1), offset);
const offsetOf = async (at: string) =>
  Number((await creator.fetch(at, { method: 'HEAD', headers: TUS })).headers.get('upload-offset'));
const refusal = async (answer: Response) => [
  answer.status,
  ((await answer.json()) as { code?: string }).code,
];

describe('a piece that a browser puts into the bucket', () => {
  test('counts as one that came here: they mix, and become the same submission once', async () => {
    const at = await begin(clip.length);
    const { url, size } = await addressOf(at, 0);
    expect(size).toBe(8 * MIB);
    // the store takes exactly so many bytes, and nobody's session goes there
    expect(new URL(url).searchParams.get('X-Amz-SignedHeaders')).toBe('content-length;host');
    expect((await put(url, clip.subarray(0, size))).status).toBe(200);
    // not acknowledged before it is told of
    expect(await offsetOf(at)).toBe(0);
    const told = await ask(at, 'arrived', 0);
    expect(await told.json()).toEqual({ offset: size, submissionId: null });
    expect(await (await ask(at, 'arrived', 0)).json()).toEqual({ offset: size, submissionId: null });
    expect(await offsetOf(at)).toBe(size);

    // the next one through the app, as from where the bucket can't be reached
    const headers = {
      ...TUS,
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(size),
    };
    const body = new Uint8Array(clip.subarray(size, 16 * MIB));
    expect((await creator.fetch(at, { method: 'PATCH', headers, body })).status).toBe(204);
    const last = await addressOf(at, 16 * MIB);
    expect(last.size).toBe(clip.length - 16 * MIB);
    await put(last.url, clip.subarray(16 * MIB));
    // two tabs tell at once
    const done = await Promise.all([ask(at, 'arrived', 16 * MIB), ask(at, 'arrived', 16 * MIB)]);
    const { submissionId: id } = (await done.find(({ ok }) => ok)?.json()) as { submissionId: number };
    expect(await (await ask(at, 'arrived', 16 * MIB)).json()).toEqual({
      offset: clip.length,
      submissionId: id,
    });
    expect(await untilProcessed(creator.fetch, id)).toMatchObject({ processing: 'READY', title: 'Parts' });
    const { original_key: key } = await site.ctx.db
      .selectFrom('videos')
      .where('id', '=', id)
      .select('original_key')
      .executeTakeFirstOrThrow();
    const whole = Readable.from((await site.ctx.storage.read(key ?? '')) as Readable);
    expect(Buffer.concat((await whole.toArray()) as Buffer[]).equals(clip)).toBe(true);
    expect(await site.ctx.storage.stat(keyOf(at, 0))).toBeNull();
    expect(
      await site.ctx.db.selectFrom('videos').select('id').where('title', '=', 'Parts').execute(),
    ).toHaveLength(1);
  });

  test('is worth nothing elsewhere, and nothing unless it is what was announced', async () => {
    const [mine, other] = [await begin(9 * MIB), await begin(9 * MIB)];
    const { url, size } = await addressOf(mine, 0);
    expect(await refusal(await ask(mine, 'arrived', 0))).toEqual([409, 'NOT_THERE']);
    await put(url, clip.subarray(0, size));
    expect(await refusal(await ask(other, 'arrived', 0))).toEqual([409, 'NOT_THERE']);
    const stranger = await site.signUp('CONTENT_CREATOR');
    for (const what of ['address', 'arrived'] as const)
      expect((await ask(mine, what, 0, stranger)).status).toBe(404);
    expect(await refusal(await ask(mine, 'address', 1))).toEqual([409, 'WRONG_OFFSET']);
    expect(await refusal(await ask(mine, 'arrived', size))).toEqual([409, 'WRONG_OFFSET']);

    // more than was announced, where a store would let it through
    await put((await addressOf(other, 0)).url, Buffer.concat([clip.subarray(0, size), Buffer.alloc(1)]));
    expect(await refusal(await ask(other, 'arrived', 0))).toEqual([409, 'NOT_THERE']);
    expect(await site.ctx.storage.stat(keyOf(other, 0))).toBeNull();

    // given up: what was put there and not told of goes, too
    expect((await creator.fetch(mine, { method: 'DELETE', headers: TUS })).status).toBe(204);
    expect(await site.ctx.storage.stat(keyOf(mine, 0))).toBeNull();
    expect((await ask(mine, 'arrived', 0)).status).toBe(404);

    const text = await begin(9 * MIB);
    await put((await addressOf(text, 0)).url, Buffer.alloc(size, 'Just a letter to you. '));
    expect(await refusal(await ask(text, 'arrived', 0))).toEqual([415, 'NOT_A_VIDEO']);
    expect(await site.ctx.storage.stat(keyOf(text, 0))).toBeNull();
    expect((await ask(text, 'address', 0)).status).toBe(404);
  });

  test('that is changed after it was taken makes no submission', async () => {
    const at = await begin(9 * MIB);
    const first = await addressOf(at, 0);
    await put(first.url, clip.subarray(0, first.size));
    await ask(at, 'arrived', 0);
    await put(first.url, clip.subarray(0, 10 * MIB));
    const { url, size } = await addressOf(at, first.size);
    await put(url, clip.subarray(first.size, first.size + size));
    expect(await refusal(await ask(at, 'arrived', first.size))).toEqual([422, 'CHANGED']);
    expect((await ask(at, 'arrived', first.size)).status).toBe(404);
    const left: string[] = [];
    for (const folder of ['uploads', 'originals'])
      for await (const { key } of site.ctx.storage.list(folder)) left.push(key);
    const named = await site.ctx.db.selectFrom('videos').select('original_key').execute();
    expect(left.filter((key) => !named.some(({ original_key }) => original_key === key))).toEqual([]);
  });
});
