import { readFile, rm } from 'node:fs/promises';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { archives, Archive } from '#contract/archives/archives.ts';
import { submissions } from '#contract/submissions/submissions.ts';
import { PARSERS } from '#server/adapters/untrusted/parsers.ts';
import { makeVideo } from '#server/testing/video-files.ts';
import { startTestSite, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { soakTest } from '#server/testing/soak.ts';
import { bodyOf } from '#server/testing/client.ts';
import { readArchiveJob, sendChosen } from './archives.jobs.ts';

let site: TestSite;
let folder: string;
/** Two videos that differ. */
let videoFiles: [Buffer, Buffer];
const signal = AbortSignal.timeout(600_000);

beforeAll(async () => {
  // no worker: the test runs the jobs
  site = await startTestSite({ RATE_LIMIT: 'off', ROLES: 'web' });
  folder = await mkdtemp(join(tmpdir(), 'lll-films-'));
  const paths = [
    await makeVideo(folder, 'a.mp4', { seconds: 2 }),
    await makeVideo(folder, 'b.mp4', { seconds: 1 }),
  ] as const;
  videoFiles = [await readFile(paths[0]), await readFile(paths[1])];
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function zip(files: [name: string, content: Buffer | string, mode?: number][]): Promise<Buffer> {
  const archive = new ZipFile();
  for (const [name, content, mode] of files)
    archive.addBuffer(Buffer.from(content), name, { compress: false, ...(mode !== undefined && { mode }) });
  archive.end();
  return await buffer(archive.outputStream);
}

function post(person: TestPerson, archive: Buffer): Promise<Response> {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(archive)]), 'archive.zip');
  return person.fetch('/api/me/archives', { method: 'POST', body });
}
const read = (person: TestPerson, id: number) => person.call(archives.get, { params: { id } });

async function uploadArchive(person: TestPerson, archive: Buffer): Promise<Archive> {
  const answer = await post(person, archive);
  expect(answer.status).toBe(202);
  const started = await bodyOf(answer, Archive);
  expect(started).toMatchObject({ status: 'READING', name: 'archive.zip', items: [], problem: null });
  await readArchiveJob.run(site.ctx, { id: started.id }, { id: '', signal });
  return await read(person, started.id);
}
const swap = (archive: Buffer, from: string, to: string): Buffer =>
  Buffer.from(archive.toString('latin1').replaceAll(from, to), 'latin1');

const PEERTUBE = JSON.stringify({
  videos: [
    {
      name: 'Harbour at dawn',
      description: 'Early.\nVery early.',
      privacy: 3,
      publishedAt: '2023-05-06T07:08:09.000Z',
      originallyPublishedAt: '2021-01-02T03:04:05.000Z',
      archiveFiles: { videoFile: '../files/videos/1f.mp4', thumbnail: null, captions: {} },
    },
  ],
});

test("an archive's videos are listed with their metadata, and the chosen ones go into review once", async () => {
  const ann = await site.signUp('CONTENT_CREATOR');
  const [first, second] = videoFiles;
  const found = await uploadArchive(
    ann,
    await zip([
      ['peertube/videos.json', PEERTUBE],
      ['files/videos/1f.mp4', first],
      ['more/Sunny_day.mp4', second],
      ['more/the same.mp4', first],
      ['more/no film.mp4', 'Just words, and no film at all.'.repeat(20)],
      ['notes.txt', 'Mine'],
      ['broken.json', '{"a":'],
    ]),
  );
  expect(found).toMatchObject({
    status: 'READ',
    problem: null,
    items: [
      {
        title: 'Harbour at dawn',
        date: '2021-01-02T03:04:05.000Z',
        durationSec: 2,
        duplicate: false,
        visibility: 'PRIVATE',
        problem: null,
      },
      {
        title: 'Sunny day',
        date: null,
        durationSec: 1,
        duplicate: false,
        visibility: 'PUBLIC',
        problem: null,
      },
      { title: 'the same', duplicate: true, problem: null },
      { title: 'no film', durationSec: null, problem: expect.stringMatching(/^\S.*\.$/) as string },
    ],
    leftOut: [{ what: 'broken.json', why: "Couldn't read it." }],
  });
  const [one, two, , wrong] = found.items.map(({ id }) => id);
  const send = (items: (number | undefined)[], by = ann) =>
    by.fetch(`/api/me/archives/${found.id}/submissions`, { json: { items, category: 'Beauty' } });
  expect((await send([one, 999_999])).status).toBe(404);
  expect((await send([one], await site.signUp('CONTENT_CREATOR'))).status).toBe(404);
  expect((await send([one, wrong])).status).toBe(202);
  // twice, as after a process that was killed
  for (let round = 0; round < 2; round += 1) {
    await sendChosen.run(site.ctx, { id: found.id }, { id: '', signal });
    await site.ctx.db
      .updateTable('archive_items')
      .set({ status: 'WAITING' })
      .where('id', '=', one ?? 0)
      .execute();
  }
  await sendChosen.run(site.ctx, { id: found.id }, { id: '', signal });
  const mine = await ann.call(submissions.mine);
  expect(mine).toMatchObject([
    {
      title: 'Harbour at dawn',
      description: 'Early.\nVery early.',
      category: 'Beauty',
      status: 'PENDING',
      visibility: 'PRIVATE',
      firstPublished: '2021-01-02T03:04:05.000Z',
    },
  ]);
  const after = await read(ann, found.id);
  expect(after.items.map(({ status, submissionId }) => [status, submissionId])).toEqual([
    ['SENT', mine[0]?.id],
    ['FOUND', null],
    ['FOUND', null],
    ['FOUND', null],
  ]);
  // the same file in another archive is known
  const again = await uploadArchive(
    ann,
    await zip([
      ['x.mp4', first],
      ['y.mp4', second],
    ]),
  );
  expect(again.items.map(({ duplicate }) => duplicate)).toEqual([true, false]);
  expect((await send([two])).status).toBe(202);
  const key = (
    await site.ctx.db.selectFrom('archives').where('id', '=', found.id).select('key').executeTakeFirst()
  )?.key;
  expect(await site.ctx.storage.stat(key ?? '')).not.toBeNull();
  expect((await ann.fetch(`/api/me/archives/${found.id}`, { method: 'DELETE' })).status).toBe(204);
  expect((await ann.fetch(`/api/me/archives/${found.id}`)).status).toBe(404);
  expect((await ann.fetch('/api/submissions/mine')).status).toBe(200);
});

soakTest('without room for more, the rest waits and continues later', async () => {
  const ann = await site.signUp('CONTENT_CREATOR');
  const [first, second] = videoFiles;
  const found = await uploadArchive(
    ann,
    await zip([
      ['a.mp4', first],
      ['b.mp4', second],
    ]),
  );
  const { LIMITS } = site.ctx.settings;
  const before = LIMITS.pendingSubmissions;
  LIMITS.pendingSubmissions = 1;
  await ann.fetch(`/api/me/archives/${found.id}/submissions`, {
    json: { items: found.items.map(({ id }) => id) },
  });
  await sendChosen.run(site.ctx, { id: found.id }, { id: '', signal });
  expect((await read(ann, found.id)).items.map(({ status }) => status)).toEqual(['SENT', 'WAITING']);
  LIMITS.pendingSubmissions = before;
  await sendChosen.run(site.ctx, { id: found.id }, { id: '', signal });
  expect((await read(ann, found.id)).items.map(({ status }) => status)).toEqual(['SENT', 'SENT']);
});

soakTest(
  'skips and reports files that point outside, link or need a password; rejects overlapping files',
  async () => {
    const eve = await site.signUp('CONTENT_CREATOR');
    const [first, second] = videoFiles;
    const climbing = swap(
      await zip([
        ['aa/aa/evil.mp4', first],
        ['link.mp4', '/etc/passwd', 0o120777],
        ['good.mp4', second],
      ]),
      'aa/aa/evil',
      '../../evil',
    );
    expect(await uploadArchive(eve, climbing)).toMatchObject({
      status: 'READ',
      items: [{ title: 'good', problem: null }],
      leftOut: [
        { what: '../../evil.mp4', why: 'Its path points outside the archive.' },
        { what: 'link.mp4', why: "It's a link." },
      ],
    });

    /** Marks the files from `from` on as encrypted in the directory. */
    const locked = (archive: Buffer, from: number): Buffer => {
      for (
        let at = archive.indexOf('PK\x01\x02'), n = 0;
        at >= 0;
        at = archive.indexOf('PK\x01\x02', at + 4), n += 1
      )
        if (n >= from) {
          archive.writeUInt16LE(archive.readUInt16LE(at + 8) | 1, at + 8);
          // encrypted data starts with a header of twelve bytes
          archive.writeUInt32LE(archive.readUInt32LE(at + 20) + 12, at + 20);
        }
      return archive;
    };
    const two = () =>
      zip([
        ['a film with a name.mp4', first],
        ['b film with a name.mp4', second],
      ]);
    expect(await uploadArchive(eve, locked(await two(), 1))).toMatchObject({
      status: 'READ',
      items: [
        { problem: null },
        { title: 'b film with a name', problem: 'This file is password-protected.' },
      ],
    });
    expect(await uploadArchive(eve, locked(await two(), 0))).toMatchObject({
      status: 'FAILED',
      problem: 'This archive is password-protected. Please use one without a password.',
    });

    // the second one is declared to start within the first
    const over = await two();
    const second2 = over.lastIndexOf('PK\x01\x02');
    over.writeUInt32LE(40, second2 + 42);
    const refused: [Buffer, RegExp][] = [
      [over, /files in this archive overlap/],
      [(await two()).subarray(0, -30), /damaged or isn't a ZIP file/],
      [await zip([['words.txt', 'No film']]), /has no videos/],
    ];
    for (const [archive, problem] of refused)
      expect(await uploadArchive(eve, archive)).toMatchObject({
        status: 'FAILED',
        items: [],
        problem: expect.stringMatching(problem) as string,
      });
    const notZip = await post(eve, Buffer.from('<html>'));
    expect([notZip.status, await notZip.json()]).toMatchObject([415, { code: 'NOT_A_ZIP' }]);
    // in the middle of it: the others are offered
    const damaged = await two();
    const local = damaged.indexOf('PK\x03\x04', 4);
    damaged.fill(0, local, local + 4);
    expect((await uploadArchive(eve, damaged)).items).toMatchObject([
      { problem: null },
      { problem: 'This file is damaged.' },
    ]);
    // bytes that differ from the packed ones
    const changed = await two();
    changed[200] = (changed[200] ?? 0) ^ 255;
    expect((await uploadArchive(eve, changed)).items).toMatchObject([
      { problem: 'This file is damaged.' },
      { problem: null },
    ]);
    // what takes too long
    const { seconds } = PARSERS.videoArchive;
    PARSERS.videoArchive.seconds = 0.005;
    expect(await uploadArchive(eve, await two())).toMatchObject({
      status: 'FAILED',
      problem: 'This file is too complex to read.',
    });
    PARSERS.videoArchive.seconds = seconds;
    expect((await (await site.signUp()).fetch('/api/me/archives', { method: 'POST' })).status).toBe(403);
  },
);
