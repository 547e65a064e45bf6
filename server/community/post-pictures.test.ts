import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { community, Post } from '#contract/community/community.ts';
import { callerBy, bodyOf, WithId } from '#server/testing/client.ts';
import { startTestSite, type Fetch, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { sweepPostPictures } from './post-pictures.jobs.ts';

let site: TestSite;
let ann: TestPerson;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT: 'off' });
  ann = await site.signUp('LOGIN_USER', 'Ann');
});

const photo = (width = 1600) =>
  sharp({ create: { width, height: width / 2, channels: 3, background: 'orange' } })
    .jpeg()
    .withExif({ IFD0: { Copyright: 'secret place' } })
    .toBuffer();
const upload = (fetch: Fetch, bytes: Buffer | string) => {
  const body = new FormData();
  body.append('file', new Blob([bytes as BlobPart], { type: 'image/jpeg' }), 'beach.jpg');
  return fetch('/api/community/pictures', { method: 'POST', body });
};
const uploaded = async (fetch: Fetch, width?: number) =>
  (await bodyOf(upload(fetch, await photo(width)), WithId)).id;
const publish = (pictures: object[], fetch = ann.fetch) =>
  fetch('/api/community/posts', { json: { content: 'At the beach', pictures } });
const published = async (pictures: object[]) => await bodyOf(publish(pictures), Post);
const read = (id: number, fetch = ann.fetch) => callerBy(fetch).call(community.get, { params: { id } });
const statusOf = async (url: string, fetch = site.fetch) => (await fetch(url)).status;
const sweep = () => sweepPostPictures.run(site.ctx, {}, { id: 'x', signal: new AbortController().signal });

test('re-encodes pictures, preserves their order and alt text, and accepts only the author’s own', async () => {
  const answer = await upload(ann.fetch, await photo());
  expect(answer.status).toBe(201);
  const first = await bodyOf(answer, WithId);
  expect(first).toEqual({ id: expect.any(Number), width: 1280, height: 640 });
  const second = await uploaded(ann.fetch, 400);
  const strangers = await uploaded((await site.signUp()).fetch);
  for (const pictures of [[{ id: strangers }], [{ id: first.id }, { id: first.id }], [{ id: 999_999 }]]) {
    const refused = await publish(pictures);
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      { fields: { pictures: expect.any(String) } },
    ]);
  }
  const post = await published([{ id: second, alt: ' Waves ' }, { id: first.id }]);
  expect(post.pictures).toMatchObject([
    { width: 400, height: 200, alt: 'Waves' },
    { width: 1280, height: 640, alt: null },
  ]);
  expect((await publish([{ id: second }])).status).toBe(400);
  const [board] = await site.call(community.list);
  expect(board).toEqual(post);
  const served = await site.fetch(post.pictures[1]?.url ?? '');
  expect(served.headers.get('content-type')).toBe('image/webp');
  const bytes = Buffer.from(await served.arrayBuffer());
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 1280, height: 640 });
  expect(bytes.includes('secret place')).toBe(false);
  const small = await site.fetch((post.pictures[1]?.url ?? '').replace('1280.', '640.'));
  expect((await sharp(Buffer.from(await small.arrayBuffer())).metadata()).width).toBe(640);
  for (const wrong of ['text', '<svg xmlns="http://www.w3.org/2000/svg"/>', (await photo()).subarray(0, 300)])
    expect((await upload(ann.fetch, wrong)).status).toBe(415);
});

test('only those who can see a post can see its pictures, and deleted ones are removed from storage', async () => {
  const { id, pictures } = await published([{ id: await uploaded(ann.fetch) }]);
  const url = pictures[0]?.url ?? '';
  const set = async (values: { held_at?: Date | null; hidden_at?: Date | null }) => {
    await site.ctx.db.updateTable('posts').set(values).where('id', '=', id).execute();
    site.ctx.cache.drop('community');
  };
  expect(await statusOf(url)).toBe(200);
  await set({ held_at: new Date() });
  expect(await statusOf(url)).toBe(404);
  const admin = await site.signUp('GLOBAL_ADMIN');
  for (const fetch of [ann.fetch, admin.fetch]) {
    const signed = (await read(id, fetch)).pictures[0]?.url ?? '';
    expect(signed).toContain('/media/signed/');
    expect([await statusOf(signed), await statusOf(signed.replace('1280.', '640.'))]).toEqual([200, 200]);
  }
  await set({ held_at: null, hidden_at: new Date() });
  expect(await statusOf(url)).toBe(404);
  await set({ hidden_at: null });
  expect(await statusOf(url)).toBe(200);

  const unused = await uploaded(ann.fetch);
  const rows = () => site.ctx.db.selectFrom('post_pictures').select(['id', 'folder']).execute();
  const folderOf = async (picture: number) => (await rows()).find((row) => row.id === picture)?.folder ?? '';
  const left = `${await folderOf(unused)}/1280.webp`;
  await ann.fetch(`/api/community/posts/${id}`, { method: 'DELETE' });
  expect(await statusOf(url)).toBe(404);
  await sweep();
  const stat = (key: string) => site.ctx.storage.stat(key);
  expect([await stat(url.replace('/media/', '')), (await stat(left)) !== null]).toEqual([null, true]);
  await site.ctx.db
    .updateTable('post_pictures')
    .set({ created_at: new Date(Date.now() - 25 * 3_600_000) })
    .execute();
  await sweep();
  expect(await stat(left)).toBeNull();
  expect((await publish([{ id: unused }])).status).toBe(400);
  // attached ones remain, however old
  const [board] = await site.call(community.list);
  expect(await statusOf(board?.pictures[0]?.url ?? '')).toBe(200);
});

test('a folder that can’t be removed does not block the removal of others, and is retried', async () => {
  const add = (folder: string) =>
    site.ctx.db
      .insertInto('post_pictures')
      .values({ folder, width: 1, height: 1, swept_at: new Date() })
      .execute();
  for (const name of ['posts/one', 'posts/broken', 'posts/two']) await add(name);
  const left = async () =>
    (
      await site.ctx.db
        .selectFrom('post_pictures')
        .select('folder')
        .where('swept_at', 'is not', null)
        .execute()
    ).map(({ folder }) => folder);
  const remove = site.ctx.storage.removePrefix.bind(site.ctx.storage);
  site.ctx.storage.removePrefix = async (folder) => {
    if (folder === 'posts/broken') throw new Error('It is away.');
    return remove(folder);
  };
  await expect(sweep()).rejects.toThrow('It is away.');
  expect(await left()).toEqual(['posts/broken']);
  site.ctx.storage.removePrefix = remove;
  await sweep();
  expect(await left()).toEqual([]);
});
