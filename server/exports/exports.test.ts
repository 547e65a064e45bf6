import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { security } from '#contract/accounts/security.ts';
import { playlists } from '#contract/lists/playlists.ts';
import { community } from '#contract/community/community.ts';
import { exports, type DataExport, ExportDocument } from '#contract/exports/exports.ts';
import { makeExport, sweepExports } from './exports.jobs.ts';
import { removeFiles } from '#server/submissions/files.jobs.ts';
import { startTestSite, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { unzip } from '#server/testing/unzip.ts';
import { shop as shopApi } from '#contract/shop/shop.ts';
import { addVideo } from '#server/testing/videos.ts';
import { bodyOf } from '#server/testing/client.ts';

const ORIGINAL = Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42'), Buffer.alloc(3_000_000, 7)]);
let site: TestSite;
let ann: TestPerson;
let time = Date.now();
beforeAll(async () => {
  site = await startTestSite(
    { PUBLIC_URL: 'https://lll.example', ROLES: 'web' },
    { clock: { now: () => time } },
  );
  ann = await site.signUp('CONTENT_CREATOR', 'ann');
});

const list = (person: TestPerson) => person.call(exports.list);
const start = (person: TestPerson) => person.fetch('/api/me/exports', { method: 'POST' });
const signal = AbortSignal.timeout(600_000);
/** Runs the jobs, as there is no worker here whose timing the test would depend on. */
async function ready(person: TestPerson): Promise<DataExport> {
  const [started] = await list(person);
  await makeExport.run(site.ctx, { id: started?.id ?? 0 }, { id: '', signal });
  const [exported] = await list(person);
  if (exported?.status !== 'READY') throw new Error(`The export is ${exported?.status}.`);
  return exported;
}
async function removeWhatWaits(): Promise<void> {
  const jobs = await site.ctx.jobs.boss.fetch<Parameters<typeof removeFiles.run>[1]>(removeFiles.name, {
    batchSize: 100,
  });
  for (const { data } of jobs) await removeFiles.run(site.ctx, data, { id: '', signal });
}
const link = (person: TestPerson, id: number) =>
  person.fetch(`/api/me/exports/${id}/link`, { method: 'POST' });

/** Something of every kind. */
async function liveALittle(): Promise<number> {
  const key = 'originals/0123456789abcdef0123456789abcdef/source';
  await site.ctx.storage.write(
    key,
    (async function* () {
      yield ORIGINAL;
    })(),
  );
  const videoId = await addVideo(site.ctx, {
    uploader_id: ann.id,
    title: '<b>Sunset</b>',
    original_key: key,
  });
  await addVideo(site.ctx, { title: 'Of somebody else' });
  await site.ctx.db
    .insertInto('captions')
    .values({
      video_id: videoId,
      language: 'en',
      kind: 'captions',
      state: 'DRAFT',
      cues: '[[0, 1500, "Good evening"]]',
      words: 2,
    })
    .execute();
  await ann.fetch(`/api/videos/${videoId}/like`, { method: 'POST' });
  const [product] = await site.call(shopApi.products);
  const tagged = [{ productId: product?.id, start: 1.5, end: 4 }];
  const admin = await site.signUp('GLOBAL_ADMIN');
  const tags = await admin.fetch(`/api/videos/${videoId}/products`, { method: 'PUT', json: tagged });
  expect(tags.status).toBe(200);
  await ann.fetch(`/api/videos/${videoId}/comments`, { json: { text: '=HYPERLINK("evil")' } });
  const body = new FormData();
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  body.append('file', new Blob([picture]), 'red.png');
  const { id } = await ann.call(community.uploadPicture, { body });
  const [bob, cid] = [await site.signUp('LOGIN_USER', 'bob'), await site.signUp('LOGIN_USER', 'cid')];
  await ann.fetch('/api/community/posts', {
    json: { content: 'Hello board and @bob', pictures: [{ id, alt: 'All "red"' }] },
  });
  const { id: playlist } = await ann.call(playlists.create, { body: { title: 'Evenings' } });
  await ann.fetch(`/api/playlists/${playlist}/items`, { json: { videoId } });
  await ann.fetch(`/api/me/watch-later/${videoId}`, { method: 'PUT' });
  await ann.fetch('/api/me/keys', { json: { name: 'Script', scopes: ['UPLOAD'] } });
  await ann.fetch(`/api/creators/${bob.username}/follow`, { method: 'POST' });
  await ann.fetch('/api/categories/Beauty/follow', { method: 'PUT' });
  await ann.fetch(`/api/me/blocks/${cid.username}`, { method: 'PUT' });
  await ann.fetch(`/api/me/mutes/${bob.username}`, { method: 'PUT' });
  await ann.fetch('/api/me/muted-words', { json: { word: 'spoiler' } });
  await site.ctx.db
    .insertInto('notifications')
    .values({
      user_id: ann.id,
      key: 'granted',
      kind: 'UPGRADE_DECIDED',
      event: 1,
      in_site: true,
      email: 'NONE',
    })
    .execute();
  const preferences = [{ kind: 'LIKE', email: 'DAILY' }];
  await ann.fetch('/api/me/notification-ways', { method: 'PUT', json: { ways: preferences } });
  return videoId;
}

test('exports all data of a user as a ZIP file, downloadable in parts for a day', async () => {
  const videoId = await liveALittle();
  expect((await start(ann)).status).toBe(202);
  const { id, size, expiresAt } = await ready(ann);
  expect(Date.parse(expiresAt ?? '') - time).toBe(24 * 3_600_000);
  const mail = await site.ctx.db
    .selectFrom('outbox')
    .where('recipient', '=', 'ann@example.org')
    .where('subject', 'like', '%is ready')
    .selectAll()
    .executeTakeFirstOrThrow();
  expect(mail.body).not.toContain('/media/');

  const { url } = await bodyOf(link(ann, id), z.object({ url: z.string() }));
  // cut off after 1,000 bytes, and resumed
  const whole = await site.fetch(url);
  expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'application/zip']);
  const etag = whole.headers.get('etag') ?? '';
  const bytes = Buffer.from(await whole.arrayBuffer());
  const rest = await site.fetch(url, { headers: { range: 'bytes=1000-', 'if-range': etag } });
  expect(rest.status).toBe(206);
  expect(Buffer.from(await rest.arrayBuffer()).equals(bytes.subarray(1000))).toBe(true);
  expect(bytes).toHaveLength(size ?? 0);

  const files = unzip(bytes);
  const read = (name: string) => files.get(name)?.toString() ?? '';
  const data = ExportDocument.parse(JSON.parse(read('data.json')));
  expect(data).toMatchObject({
    format: 'lll-export',
    account: { username: 'ann', email: 'ann@example.org' },
    videos: [
      {
        id: videoId,
        title: '<b>Sunset</b>',
        focus: { x: 0.5, y: 0.5 },
        products: [{ name: 'Orange Vibes', variant: null, start: 1.5, end: 4 }],
        file: `videos/${videoId}.mp4`,
      },
    ],
    captions: [{ videoId, language: 'en', kind: 'captions', state: 'DRAFT' }],
    comments: [{ text: '=HYPERLINK("evil")', videoTitle: '<b>Sunset</b>' }],
    posts: [{ text: 'Hello board and @bob', pictures: [{ file: expect.any(String), alt: 'All "red"' }] }],
    likes: [{ kind: 'video', id: videoId }],
    playlists: [{ title: 'Evenings', visibility: 'PRIVATE', videos: [videoId] }],
    watchLater: [{ videoId }],
    keys: [{ name: 'Script', scopes: ['UPLOAD'] }],
    follows: [
      { kind: 'creator', name: 'bob' },
      { kind: 'category', name: 'Beauty' },
    ],
    blocks: [{ username: 'cid' }],
    mutes: [{ username: 'bob' }],
    mutedWords: [{ word: 'spoiler' }],
    mentions: [{ kind: 'post', username: 'bob' }],
    notifications: [{ kind: 'UPGRADE_DECIDED', title: "You're a content creator now", readAt: null }],
    notificationWays: [{ kind: 'LIKE', site: true, email: 'DAILY', push: false }],
  });
  expect(JSON.stringify(data)).not.toMatch(/password|token|argon2|lllkey_/i);
  expect(JSON.parse(read('schema.json'))).toMatchObject({ type: 'object' });
  expect(files.get(`videos/${videoId}.mp4`)?.equals(ORIGINAL)).toBe(true);
  expect(read(data.captions[0]?.file ?? '')).toBe('WEBVTT\n\n00:00:00.000 --> 00:00:01.500\nGood evening\n');
  const file = data.posts[0]?.pictures[0]?.file ?? '';
  expect((await sharp(files.get(file)).metadata()).format).toBe('webp');
  expect(read('index.html')).toContain(`<img src="${file}" alt="All &quot;red&quot;">`);
  expect(read('csv/comments.csv')).toContain(`"'=HYPERLINK(""evil"")"`);
  const page = read('index.html');
  expect(page).toContain('&lt;b&gt;Sunset&lt;/b&gt;');
  expect(page).not.toContain('<b>Sunset');

  // only the owner's, not with a modified link, and deleted after a day
  expect((await link(await site.signUp(), id)).status).toBe(404);
  expect((await site.fetch(url.replace(/-[\w-]{4}/, '-AAAA'))).status).toBe(404);
  const [{ key }] = (await site.ctx.db.selectFrom('exports').select('key').execute()) as [{ key: string }];
  expect((await site.fetch(`/media/${key}`)).status).toBe(404);
  time += 24 * 3_600_000 + 2000;
  expect((await site.fetch(url)).status).toBe(404);
  expect(await list(ann)).toEqual([]);
  await sweepExports.run(site.ctx, {}, { id: '', signal });
  await removeWhatWaits();
  expect(await site.ctx.storage.stat(key)).toBeNull();
});

test('an export requires re-authentication, runs one at a time, and is deleted with the account', async () => {
  const ben = await site.signUp('LOGIN_USER', 'ben');
  const { id: running } = await site.ctx.db
    .insertInto('exports')
    .values({ user_id: ben.id })
    .returning('id')
    .executeTakeFirstOrThrow();
  expect((await start(ben)).status).toBe(409);
  await site.ctx.db.deleteFrom('exports').where('id', '=', running).execute();
  expect((await start(ben)).status).toBe(202);
  const { id } = await ready(ben);
  const events = await ben.call(security.events);
  expect(events.filter(({ kind }) => kind === 'EXPORTED')).toHaveLength(1);
  time += 16 * 60_000;
  expect([(await start(ben)).status, (await link(ben, id)).status]).toEqual([403, 403]);
  time -= 16 * 60_000;
  const { url } = await bodyOf(link(ben, id), z.object({ url: z.string() }));
  expect((await ben.fetch('/api/me', { method: 'DELETE', json: { confirmUsername: 'ben' } })).status).toBe(
    204,
  );
  await removeWhatWaits();
  expect((await site.fetch(url)).status).toBe(404);
});

test('a link to an export stops working once the password it was requested with changes', async () => {
  const zoe = await site.signUp('LOGIN_USER', 'zoe-exports');
  expect((await start(zoe)).status).toBe(202);
  const { id } = await ready(zoe);
  const { url } = await bodyOf(link(zoe, id), z.object({ url: z.string() }));
  expect((await site.fetch(url, { method: 'HEAD' })).status).toBe(200);
  // nor by a changed person or epoch
  expect((await site.fetch(url.replace(/\.\d+-/, '.7-'), { method: 'HEAD' })).status).toBe(404);
  await site.ctx.db.updateTable('users').set({ password_hash: 'another' }).where('id', '=', zoe.id).execute();
  expect((await site.fetch(url, { method: 'HEAD' })).status).toBe(404);
  const again = await bodyOf(link(zoe, id), z.object({ url: z.string() }));
  expect((await site.fetch(again.url, { method: 'HEAD' })).status).toBe(200);
});
