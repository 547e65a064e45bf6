import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Storage } from '#server/adapters/storage/storage.ts';
import { readSettings } from '#server/app/start/settings.ts';
import { startBucket, type TestBucket } from '#server/testing/s3.ts';
import { openBucket, sendBackup } from './bucket.ts';
import type { Facts } from './facts.ts';
import { fetchMoment, listArchives, readSentUntil, sendArchive } from './wal-bucket.ts';
import { lineFolder, rangesOf, readRanges, segmentFile, segmentName, writeBase } from './wal-files.ts';

const SITE = '0123456789abcdef';
const LINE = 'aaaaaaaaaaaa';
const NIGHT = Date.UTC(2026, 10, 22, 2, 20);
const MINUTE = 60_000;
const NAME = 'lll-2026-11-22T02-20-00Z';

let s3: TestBucket;
let root: string;
beforeAll(async () => {
  s3 = await startBucket();
  root = await mkdtemp(path.join(tmpdir(), 'lll-wal-bucket-'));
});
afterAll(async () => {
  await s3.close();
  await rm(root, { recursive: true, force: true });
});

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
const open = (name: string) => openBucket(readSettings({ BACKUP_S3_URL: s3.storageUrl(name) }));
const name = (number: number) => segmentName('00000001', number);

/** A piece of WAL that covers a minute after the night, and its file's name. */
function fileOf(number: number, { minute = number, partial = false, text = `wal ${number}` } = {}): string {
  const [since, until] = [NIGHT + minute * MINUTE, NIGHT + (minute + 1) * MINUTE];
  return segmentFile({ name: name(number), partial, since, until, sha256: hashOf(text), sealed: true });
}
async function put(folder: string, line: string, file: string, text: string): Promise<void> {
  await mkdir(lineFolder(folder, line), { recursive: true });
  await writeFile(path.join(lineFolder(folder, line), file), text);
}

/** A folder with a backup on a line and what was written after it, and the backup in the bucket. */
async function make(bucket: Storage, into: string, site = SITE): Promise<string> {
  const folder = path.join(root, into);
  await mkdir(folder, { recursive: true });
  const archive = { file: `${NAME}.tar.gz`, bytes: 6, sha256: hashOf(into) };
  const digest = { horizon: 1, tables: {} };
  const facts: Facts = { name: NAME, createdAt: NIGHT, archive, sealed: false, media: [], digest };
  await writeFile(path.join(folder, archive.file), into);
  await writeFile(path.join(folder, `${NAME}.facts`), '');
  await sendBackup(bucket, { folder, site, facts });
  await writeBase(folder, LINE, { name: NAME, segment: name(1), endedAt: NIGHT });
  for (const number of [0, 1, 2]) await put(folder, LINE, fileOf(number), `wal ${number}`);
  return folder;
}

async function keysOf(bucket: Storage): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of bucket.list(`${SITE}/wal`)) keys.push(key.slice(SITE.length + 5));
  return keys.toSorted();
}
const keyOf = (file: string) => `${LINE}/${file.replace('.', '/')}`;

test('what is new is sent, what was replaced or leads on from nothing goes, another line stays', async () => {
  const bucket = await open('sent');
  const folder = await make(bucket, 'sent');
  const send = () => sendArchive(bucket, { folder, site: SITE, maxBytes: 1e6 });
  const base = `${LINE}/${NAME}.base.${name(1)}.${NIGHT}`;
  const first = fileOf(3, { partial: true, text: 'begun' });
  await put(folder, LINE, first, 'begun');
  // of before the first backup nobody needs anything
  expect(await send()).toEqual({ sent: 4, removed: 0 });
  expect(await keysOf(bucket)).toEqual([keyOf(fileOf(1)), keyOf(fileOf(2)), keyOf(first), base].toSorted());
  expect(await send()).toEqual({ sent: 0, removed: 0 });

  const later = fileOf(3, { minute: 4, partial: true, text: 'more' });
  await rm(path.join(lineFolder(folder, LINE), first));
  await put(folder, LINE, later, 'more');
  await bucket.write(`${SITE}/wal/${LINE}/notes.txt`, Readable.from([Buffer.from('x')]));
  // replaced again while it was to be sent: the earlier one stays until then
  const overtaken = fileOf(4, { minute: 5, partial: true });
  await symlink('nowhere', path.join(lineFolder(folder, LINE), overtaken));
  expect(await send()).toEqual({ sent: 1, removed: 0 });
  expect(await keysOf(bucket)).toContain(keyOf(first));
  await rm(path.join(lineFolder(folder, LINE), overtaken));
  expect(await send()).toEqual({ sent: 0, removed: 1 });
  expect(await readSentUntil(bucket, SITE)).toBe(NIGHT + 5 * MINUTE);
  const kept = await keysOf(bucket);
  expect(kept).toEqual(
    [keyOf(fileOf(1)), keyOf(fileOf(2)), keyOf(later), base, `${LINE}/notes.txt`].toSorted(),
  );

  // a new disk begins a line of its own
  const fresh = path.join(root, 'fresh');
  const begun = fileOf(9, { minute: 9 });
  await put(fresh, 'bbbbbbbbbbbb', begun, 'wal 9');
  const there = { folder: fresh, site: SITE, maxBytes: 1e6 };
  expect(await sendArchive(bucket, there)).toEqual({ sent: 1, removed: 0 });
  expect(await keysOf(bucket)).toEqual([...kept, `bbbbbbbbbbbb/${begun.replace('.', '/')}`]);
  // its backup isn't kept any more
  await bucket.remove(`${SITE}/${NAME}.facts`);
  expect(await sendArchive(bucket, there)).toEqual({ sent: 0, removed: 4 });
  // one that was changed on the disk is told, and not left there
  await put(fresh, 'bbbbbbbbbbbb', fileOf(10, { minute: 10 }), 'rotten');
  await expect(sendArchive(bucket, there)).rejects.toThrow('was changed');
  expect(await keysOf(bucket)).toHaveLength(2);
  await bucket.close();
});

test('of more than the limit the oldest goes, and is not sent again', async () => {
  const bucket = await open('limited');
  const folder = await make(bucket, 'limited');
  const send = (maxBytes: number) => sendArchive(bucket, { folder, site: SITE, maxBytes });
  await send(1e6);
  expect(await send(7)).toEqual({ sent: 0, removed: 1 });
  expect(await send(7)).toEqual({ sent: 0, removed: 0 });
  expect(await keysOf(bucket)).not.toContain(keyOf(fileOf(1)));
  await bucket.close();
});

test('what a moment needs is fetched, of the site that is meant, and nothing that was changed', async () => {
  const bucket = await open('fetched');
  const folder = await make(bucket, 'fetched');
  await put(folder, LINE, fileOf(3), 'wal 3');
  await sendArchive(bucket, { folder, site: SITE, maxBytes: 1e6 });
  const [archive] = await listArchives(bucket);
  expect(archive?.site).toBe(SITE);
  expect(rangesOf(archive?.lines ?? [])).toEqual(await readRanges(folder));

  const to = path.join(root, 'back');
  const at = NIGHT + 2.5 * MINUTE;
  await expect(fetchMoment(bucket, to, { at: NIGHT + 9 * MINUTE })).rejects.toThrow(
    `it can be any moment from ${new Date(NIGHT).toISOString()} to`,
  );
  const damaged = `${SITE}/wal/${keyOf(fileOf(2))}`;
  await bucket.write(damaged, Readable.from([Buffer.from('rotten')]));
  await expect(fetchMoment(bucket, to, { at })).rejects.toThrow('was changed in the bucket');
  expect(await readRanges(to)).toEqual([]);
  await bucket.write(damaged, Readable.from([Buffer.from('wal 2')]));
  await fetchMoment(bucket, to, { at });
  // not what came after it
  expect(await readdir(lineFolder(to, LINE))).toHaveLength(3);
  expect(await readRanges(to)).toEqual([{ from: NIGHT, until: NIGHT + 3 * MINUTE }]);

  const another = 'fedcba9876543210';
  const other = await make(bucket, 'another', another);
  await sendArchive(bucket, { folder: other, site: another, maxBytes: 1e6 });
  await expect(fetchMoment(bucket, to, { at })).rejects.toThrow(`--site and one of ${SITE}, ${another}`);
  await fetchMoment(bucket, path.join(root, 'other'), { at, site: another });
  expect(await readRanges(path.join(root, 'other'))).toHaveLength(1);
  await bucket.close();
});
