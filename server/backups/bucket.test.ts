import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Storage } from '#server/adapters/storage/storage.ts';
import { readSettings } from '#server/app/start/settings.ts';
import { startBucket, type TestBucket } from '#server/testing/s3.ts';
import { fetchBackup, listBucket, openBucket, pruneBucket, sendBackup } from './bucket.ts';
import { encodeFacts, readFacts, type Facts } from './facts.ts';

const SITE = '0123456789abcdef';
const ANOTHER = 'fedcba9876543210';
const HOUR = 3600 * 1000;
const DAY = 24 * HOUR;
const NIGHT = Date.UTC(2026, 10, 22, 2, 20);

let s3: TestBucket;
let folder: string;
beforeAll(async () => {
  s3 = await startBucket();
  folder = await mkdtemp(path.join(tmpdir(), 'lll-bucket-'));
});
afterAll(async () => {
  await s3.close();
  await rm(folder, { recursive: true, force: true });
});

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
const nameOf = (time: number) => `lll-${new Date(time).toISOString().replaceAll(':', '-').slice(0, 19)}Z`;
const keyOf = (text: string, site = SITE) => `${site}/files/${hashOf(text).slice(0, 2)}/${hashOf(text)}`;
const put = (bucket: Storage, key: string, text: string) =>
  bucket.write(key, Readable.from([Buffer.from(text)]));

async function open(name: string): Promise<Storage> {
  return await openBucket(readSettings({ BACKUP_S3_URL: s3.storageUrl(name) }));
}

async function keysOf(bucket: Storage): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of bucket.list()) keys.push(key);
  return keys.toSorted();
}

/** A backup in a folder, whose files hold their own names. */
async function make(into: string, time: number, media: string[]): Promise<Facts> {
  const name = nameOf(time);
  const file = `${name}.tar.gz`;
  for (const each of [file, ...media.map((each) => `media/${each}`)]) {
    const target = path.join(folder, into, each);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, path.basename(each));
  }
  return {
    name,
    createdAt: time,
    archive: { file, bytes: file.length, sha256: hashOf(file) },
    sealed: false,
    media: media.map((each) => [each, hashOf(path.basename(each))]),
    digest: { horizon: 1, tables: {} },
  };
}

test('sends only files that are not there yet; a backup without its metadata does not count', async () => {
  const bucket = await open('sent');
  const from = path.join(folder, 'sent');
  const first = await make('sent', NIGHT - DAY, ['videos/1/a.mp4', 'videos/1/b.jpg']);
  await writeFile(path.join(from, first.archive.file), 'rotten');
  await expect(
    sendBackup(bucket, { folder: from, site: SITE, facts: first, key: undefined }),
  ).rejects.toThrow('was changed');
  expect(await listBucket(bucket)).toEqual([]);
  await make('sent', NIGHT - DAY, []);
  expect(await sendBackup(bucket, { folder: from, site: SITE, facts: first, key: undefined })).toEqual({
    sent: 0,
    retained: 2,
  });
  const second = await make('sent', NIGHT, ['videos/1/a.mp4', 'videos/2/c.mp4']);
  expect(await sendBackup(bucket, { folder: from, site: SITE, facts: second, key: undefined })).toEqual({
    sent: 1,
    retained: 1,
  });
  expect(await listBucket(bucket)).toEqual([second, first].map(({ name }) => ({ site: SITE, name })));

  // one that changed in the bucket is found, and sent again
  await put(bucket, keyOf('a.mp4'), 'b.mp4');
  const third = await make('sent', NIGHT + DAY, ['videos/1/a.mp4']);
  await expect(
    sendBackup(bucket, { folder: from, site: SITE, facts: third, key: undefined }),
  ).rejects.toThrow('was changed in the bucket');
  expect(await listBucket(bucket)).toHaveLength(2);
  expect(await sendBackup(bucket, { folder: from, site: SITE, facts: third, key: undefined })).toEqual({
    sent: 1,
    retained: 0,
  });
  await bucket.close();
});

test("pruning removes only the site's own expired backups and leaves everything else", async () => {
  const bucket = await open('pruned');
  const from = path.join(folder, 'pruned');
  const old = await make('pruned', NIGHT - 20 * DAY, ['videos/1/a.mp4', 'videos/1/old.mp4']);
  await sendBackup(bucket, { folder: from, site: SITE, facts: old, key: undefined });
  for (const days of [0, 2, 3, 4, 5, 6, 16]) {
    const facts = await make('pruned', NIGHT - days * DAY, ['videos/1/a.mp4']);
    await sendBackup(bucket, { folder: from, site: SITE, facts, key: undefined });
  }
  // 24 of one day, so that the older ones are retained only as a day's or week's last
  const newest = await make('pruned', NIGHT, ['videos/1/a.mp4']);
  for (let hours = 1; hours < 24; hours += 1) {
    const name = nameOf(NIGHT - hours * HOUR);
    const archive = { ...newest.archive, file: `${name}.tar.gz` };
    const facts = { ...newest, name, createdAt: NIGHT - hours * HOUR, archive };
    await put(bucket, `${SITE}/${name}.facts`, encodeFacts(facts, undefined));
  }
  const foreign = [
    'notes.txt',
    `${SITE}/notes.txt`,
    `${SITE}/files/notes.txt`,
    keyOf('x', ANOTHER),
    `${ANOTHER}/${old.name}.facts`,
  ];
  for (const key of foreign) await put(bucket, key, 'x');
  const before = await keysOf(bucket);
  // files of the last day may belong to a backup in progress
  expect(await pruneBucket(bucket, { site: SITE, key: undefined, now: Date.now() })).toEqual([old.name]);
  const oldFiles = [keyOf('old.mp4'), keyOf(old.archive.file)];
  expect(await keysOf(bucket)).toEqual(before.filter((key) => key !== `${SITE}/${old.name}.facts`));
  expect(await pruneBucket(bucket, { site: SITE, key: undefined, now: Date.now() + 2 * DAY })).toEqual([]);
  const after = await keysOf(bucket);
  expect(after).toEqual(
    before.filter((key) => key !== `${SITE}/${old.name}.facts` && !oldFiles.includes(key)),
  );
  expect(after).toEqual(expect.arrayContaining([...foreign, keyOf('a.mp4')]));

  // facts that were changed may have named anything
  await put(bucket, `${SITE}/${nameOf(NIGHT)}.facts`, `${hashOf('x')}\n{}`);
  expect(await pruneBucket(bucket, { site: SITE, key: undefined, now: Date.now() + 300 * DAY })).toEqual([]);
  expect(await keysOf(bucket)).toEqual(after);
  await bucket.close();
});

test('fetches a complete backup, resumes where it was interrupted, and rejects anything altered', async () => {
  const bucket = await open('fetched');
  const facts = await make('fetched', NIGHT, ['videos/1/a.mp4', 'videos/1/b.jpg']);
  await sendBackup(bucket, { folder: path.join(folder, 'fetched'), site: SITE, facts, key: undefined });
  const to = path.join(folder, 'back');
  await put(bucket, keyOf('b.jpg'), 'c.jpg');
  await expect(fetchBackup(bucket, { folder: to, name: facts.name, key: undefined })).rejects.toThrow(
    'was changed in the bucket',
  );
  await expect(readFacts(to, facts.name, undefined)).rejects.toThrow('There is no backup');
  await put(bucket, keyOf('b.jpg'), 'b.jpg');
  await fetchBackup(bucket, { folder: to, name: facts.name, key: undefined });
  expect(await readFacts(to, facts.name, undefined)).toEqual(facts);
  expect(await readFile(path.join(to, 'media/videos/1/b.jpg'), 'utf8')).toBe('b.jpg');
  await expect(
    fetchBackup(bucket, { folder: to, name: nameOf(NIGHT + DAY), key: undefined }),
  ).rejects.toThrow('There is no backup');

  // with a key nothing is fetched that it didn't vouch for
  const strict = { folder: path.join(folder, 'strict'), name: facts.name, key: 'a key that nobody guesses' };
  await expect(fetchBackup(bucket, strict)).rejects.toThrow("isn't signed with BACKUP_KEY");

  const climbing: Facts = { ...facts, media: [['../../out', hashOf('b.jpg')]] };
  await put(bucket, `${SITE}/${climbing.name}.facts`, encodeFacts(climbing, undefined));
  await expect(fetchBackup(bucket, { folder: to, name: climbing.name, key: undefined })).rejects.toThrow(
    'refers to files elsewhere',
  );
  await bucket.close();
});
