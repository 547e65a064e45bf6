import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { accounts } from '#contract/accounts/accounts.ts';
import { exports, DataImport } from '#contract/exports/exports.ts';
import { submissions } from '#contract/submissions/submissions.ts';
import { startTestSite, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { addVideo } from '#server/testing/videos.ts';
import { soakTest, takeSample } from '#server/testing/soak.ts';
import { bodyOf } from '#server/testing/client.ts';
import { makeExport } from './exports.jobs.ts';
import { importArchive } from './imports.jobs.ts';

const VIDEO = Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42'), Buffer.alloc(200_000, 7)]);
const signal = AbortSignal.timeout(600_000);
let here: TestSite;
beforeAll(async () => {
  here = await startTestSite({ ROLES: 'web', RATE_LIMIT: 'off', LIMITS: 'pendingSubmissions=1' });
});

const list = (person: TestPerson) => person.call(exports.imports);

function send(person: TestPerson, archive: Buffer): Promise<Response> {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(archive)]), 'export.zip');
  return person.fetch('/api/me/imports', { method: 'POST', body });
}

/** Runs the jobs, as there is no worker here whose timing the test would depend on. */
async function uploadArchive(person: TestPerson, archive: Buffer): Promise<DataImport | undefined> {
  const answer = await send(person, archive);
  expect(answer.status).toBe(202);
  const { id } = await bodyOf(answer, DataImport);
  await importArchive.run(here.ctx, { id }, { id: '', signal });
  return (await list(person)).find((each) => each.id === id);
}

/** It is broken for this reason: nothing of it is left. */
async function expectRejected(person: TestPerson, archive: Buffer, error: unknown): Promise<void> {
  const stored = async () => {
    const keys: string[] = [];
    for await (const { key } of here.ctx.storage.list('exports')) keys.push(key);
    return keys;
  };
  const before = await stored();
  const answer = await send(person, archive);
  expect([answer.status, await answer.json()]).toMatchObject([422, { code: 'BROKEN_FILE', error }]);
  expect(await list(person)).toEqual([]);
  expect(await stored()).toEqual(before);
}

soakTest('refuses an archive with endlessly nested JSON, without taking anything down', async () => {
  const ann = await here.signUp('CONTENT_CREATOR');
  for (const json of [
    '['.repeat(1_900_000),
    `{"format":${'['.repeat(15_900_000)}`,
    '['.repeat(40) + ']'.repeat(40),
  ]) {
    const zip = new ZipFile();
    zip.addBuffer(Buffer.from(json), 'data.json');
    zip.end();
    const sentence = expect.stringMatching(/isn't an export's ZIP file|too large/) as string;
    await expectRejected(ann, await buffer(zip.outputStream), sentence);
  }
});

const EDIT = { start: 1, end: 4, crop: null, rotate: 90, mute: true };

/** A data export from another site. */
async function exportFromAnother(): Promise<Buffer> {
  const site = await startTestSite({ ROLES: 'web' });
  const ann = await site.signUp('CONTENT_CREATOR', 'ann');
  const add = async (title: string, file: Buffer | null) => {
    const key = file && `originals/${title.toLowerCase().padEnd(32, 'x')}/source`;
    if (key && file) await site.ctx.storage.write(key, asStream(file));
    await addVideo(site.ctx, {
      uploader_id: ann.id,
      title,
      description: `About ${title}`,
      category: 'Business',
      original_key: key,
      location_name: 'Pier',
      edit: JSON.stringify(EDIT),
      focus_x: 0.25,
      downloadable: false,
      support_link: 'https://example.org/ann',
      latitude: 25.5,
      longitude: -80.25,
    });
  };
  await add('Sunset', VIDEO);
  await add('Gone', null);
  await add('Later', VIDEO);
  await ann.fetch('/api/me', { method: 'PUT', json: { displayName: 'Ann Bee', bio: 'Likes the sun' } });
  const picture = new FormData();
  const png = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  picture.append('file', new Blob([new Uint8Array(png)]), 'me.png');
  expect((await ann.fetch('/api/me/profile-image', { method: 'POST', body: picture })).status).toBe(200);
  const { id } = await ann.call(exports.start);
  await makeExport.run(site.ctx, { id }, { id: '', signal });
  const { url } = await ann.call(exports.link, { params: { id } });
  return Buffer.from(await (await site.fetch(url)).arrayBuffer());
}

async function* asStream(bytes: Buffer) {
  yield bytes;
}

test('imports videos for review and the profile from another site, and reports the rest', async () => {
  const archive = await exportFromAnother();
  const ben = await here.signUp('CONTENT_CREATOR');
  const outcome = await uploadArchive(ben, archive);
  expect(outcome).toMatchObject({
    status: 'DONE',
    problem: null,
    clips: 1,
    profile: ['display name', 'bio', 'picture'],
    leftOut: [
      { what: 'Gone', why: "Its file isn't in the archive." },
      { what: 'Later', why: expect.stringContaining('waiting for review, which is the limit') },
    ],
  });
  const mine = await ben.call(submissions.mine);
  expect(mine).toMatchObject([
    { title: 'Sunset', description: 'About Sunset', category: 'Business', status: 'PENDING' },
  ]);
  // what was cut away on the other site stays cut away
  expect(mine[0]?.edit).toEqual(EDIT);
  expect(mine[0]).toMatchObject({
    focus: { x: 0.25, y: 0.5 },
    downloadable: false,
    supportLink: 'https://example.org/ann',
  });
  expect(mine[0]?.location).toMatchObject({ name: 'Pier', latitude: 25.5, longitude: -80.25 });
  const me = await ben.call(accounts.me);
  expect(me).toMatchObject({ displayName: 'Ann Bee', bio: 'Likes the sun' });
  const stored = await here.ctx.db
    .selectFrom('videos')
    .where('uploader_id', '=', ben.id)
    .select('original_key')
    .executeTakeFirstOrThrow();
  const original = await here.ctx.storage.read(stored.original_key ?? '');
  expect((Buffer.isBuffer(original) ? original : await buffer(original)).equals(VIDEO)).toBe(true);

  // a job that was killed before its end is done again, and makes nothing twice
  const key = 'exports/again/import.zip';
  await here.ctx.storage.write(key, asStream(archive));
  await here.ctx.db
    .updateTable('imports')
    .set({ status: 'PENDING', key })
    .where('user_id', '=', ben.id)
    .execute();
  expect((await send(ben, archive)).status).toBe(409);
  await importArchive.run(here.ctx, { id: outcome?.id ?? 0 }, { id: '', signal });
  expect(await list(ben)).toMatchObject([{ clips: 1, profile: [] }]);
  expect(await ben.call(submissions.mine)).toHaveLength(1);

  // who may upload nothing gets the profile alone; what is filled in stays
  const cyd = await here.signUp();
  await cyd.fetch('/api/me', { method: 'PUT', json: { bio: 'My own' } });
  const filled = await uploadArchive(cyd, archive);
  expect(filled).toMatchObject({ clips: 0, profile: ['display name', 'picture'] });
  expect(filled?.leftOut).toHaveLength(3);
  expect(await cyd.call(accounts.me)).toMatchObject({ displayName: 'Ann Bee', bio: 'My own' });
  expect(await list(await here.signUp())).toEqual([]);
  expect((await here.fetch('/api/me/imports', { method: 'POST' })).status).toBe(401);
});

const VIDEO_TEXTS = { title: 'A clip', description: null, category: 'Beauty', location: null };
const document = (videos: object[], more: object = {}) =>
  JSON.stringify({
    format: 'lll-export',
    version: 1,
    site: 'https://a.example',
    account: {},
    videos,
    ...more,
  });

async function zip(files: [name: string, content: Buffer | string][], compress = true): Promise<Buffer> {
  const archive = new ZipFile();
  for (const [name, content] of files) archive.addBuffer(Buffer.from(content), name, { compress });
  archive.end();
  return await buffer(archive.outputStream);
}

/** Rewrites the packed and unpacked sizes of the first file in the archive's directory. */
function lie(archive: Buffer, { packed, unpacked }: { packed?: number; unpacked?: number }): Buffer {
  const entry = archive.indexOf('PK\x01\x02');
  if (packed !== undefined) archive.writeUInt32LE(packed, entry + 20);
  if (unpacked !== undefined) archive.writeUInt32LE(unpacked, entry + 24);
  return archive;
}

const swap = (archive: Buffer, from: string, to: string): Buffer =>
  Buffer.from(archive.toString('latin1').replaceAll(from, to), 'latin1');

soakTest('imports nothing from a malicious archive, and checks its videos like any upload', async () => {
  const eve = await here.signUp('CONTENT_CREATOR');
  const notZip = await send(eve, Buffer.from('<html>'));
  expect([notZip.status, await notZip.json()]).toMatchObject([415, { code: 'NOT_A_ZIP' }]);
  const plain = document([]);
  const none = "This isn't an export's ZIP file.";
  const damaged = "This file is damaged or isn't a ZIP file.";
  const hostile: [Buffer, string][] = [
    [Buffer.from('PK, and nothing else'), damaged],
    [(await zip([['data.json', plain]])).subarray(0, -30), damaged],
    [await zip([['else.json', plain]]), none],
    [await zip([['data.json', '{"format":']]), none],
    [await zip([['data.json', document([], { version: 2 })]]), none],
    [await zip([['data.json', document(Array.from({ length: 501 }, () => VIDEO_TEXTS))]]), none],
    // zip bombs: with its true size, with a false one, and with more than the archive has
    [await zip([['data.json', Buffer.alloc(40 << 20, ' ')]]), 'Its data.json is too large.'],
    [lie(await zip([['data.json', Buffer.alloc(4 << 20, ' ')]]), { unpacked: 100 }), 'This file is damaged.'],
    [lie(await zip([['data.json', plain]]), { packed: 1 << 30 }), none],
    [swap(await zip([['aa/aa/evil', plain]]), 'aa/aa/evil', '../../evil'), none],
    [swap(await zip([['/etc/evil'.slice(1), plain]]), 'etc/evil', '/tc/evil'), none],
  ];
  for (const [archive, problem] of takeSample(hostile, 4)) await expectRejected(eve, archive, problem);
  const later = await bodyOf(send(eve, await zip([['data.json', plain]])), DataImport);
  const { key } = await here.ctx.db
    .selectFrom('imports')
    .select('key')
    .where('id', '=', later.id)
    .executeTakeFirstOrThrow();
  await here.ctx.storage.write(key as string, asStream(Buffer.from('PK, and nothing else')));
  await importArchive.run(here.ctx, later, { id: '', signal });
  expect(await list(eve)).toMatchObject([{ status: 'FAILED', problem: damaged, clips: 0 }]);

  // the rest is imported, with a list of the skipped files
  const twice = [
    ['data.json', document([], { account: { displayName: 'Eve', x: '\0' } })],
    ['data.json', plain],
    ['aa/aa/evil', plain],
    ['profile/1.webp', 'AAAA'],
  ] as [string, string][];
  // a picture of bytes that are not those that were packed is left out, too
  const archive = swap(swap(await zip(twice, false), 'aa/aa/evil', '../../evil'), 'AAAA', 'AAAB');
  expect(await uploadArchive(eve, archive)).toMatchObject({
    status: 'DONE',
    profile: ['display name'],
    leftOut: [
      { what: 'data.json', why: 'The archive contains it twice.' },
      { what: '../../evil', why: 'Its path points outside the archive.' },
      { what: 'Profile picture', why: 'This file is damaged.' },
    ],
  });

  const videoEntry = (id: number, file: string, more: object = {}) => ({
    id,
    file,
    ...VIDEO_TEXTS,
    ...more,
  });
  const outcome = await uploadArchive(
    eve,
    await zip(
      [
        [
          'data.json',
          document([
            videoEntry(1, '../../../etc/passwd'),
            videoEntry(2, 'videos/2.mp4', { title: 'No video' }),
            videoEntry(3, 'videos/3.mp4', { title: 'No such category', category: 'Evil' }),
            videoEntry(4, 'videos/4.mp4', { title: '' }),
            videoEntry(6, 'videos/6.mp4', { title: 'Six \0\ud800' }),
            { nonsense: true },
          ]),
        ],
        ['videos/2.mp4', '<script>alert(1)</script>'.repeat(1000)],
        ['videos/3.mp4', VIDEO],
        ['videos/4.mp4', VIDEO],
      ],
      false,
    ),
  );
  expect(outcome).toMatchObject({ status: 'DONE', clips: 0 });
  expect(outcome?.leftOut.map(({ what }) => what)).toEqual([
    'Video 1',
    'No video',
    'No such category',
    'Video 4',
    'Six',
    'Video 6',
  ]);
  expect(await eve.call(submissions.mine)).toEqual([]);
  // nothing of it stays behind
  const left: string[] = [];
  for await (const { key } of here.ctx.storage.list('originals')) left.push(key);
  const named = await here.ctx.db.selectFrom('videos').select('original_key').execute();
  expect(left.toSorted()).toEqual(named.flatMap(({ original_key: key }) => key ?? []).toSorted());
});
