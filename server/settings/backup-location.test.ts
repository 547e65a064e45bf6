import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { Backups } from '#contract/backups/backups.ts';
import { ConnectionsState } from '#contract/settings/settings.ts';
import { makeBackupFolder } from '#server/backups/folder.ts';
import { startBucket, type TestBucket } from '#server/testing/s3.ts';
import { startTestSite, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { bodyOf } from '#server/testing/client.ts';

let site: TestSite;
let admin: TestPerson;
let folder: string;
let s3: TestBucket;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lll-place-'));
  s3 = await startBucket();
  site = await startTestSite({ BACKUP: 'on', RATE_LIMIT: 'off' });
  admin = await site.signUp('GLOBAL_ADMIN', 'owner');
});
afterAll(async () => {
  await s3.close();
  await rm(folder, { recursive: true, force: true });
});

const PATH = '/api/admin/settings/connections';
const read = async () => await bodyOf(admin.fetch(PATH), ConnectionsState);
const put = async (json: object) =>
  admin.fetch(PATH, { method: 'PUT', json: { version: (await read()).version, ...json } });
const tryOut = async () =>
  await bodyOf(admin.fetch(`${PATH}/test`, { json: { connection: 'backup' } }), z.looseObject({}));
const backups = async () => await bodyOf(admin.fetch('/api/admin/backups'), Backups);

test('backups go to the folder and bucket that the owner chooses, effective at once', async () => {
  const target = path.join(folder, 'lll');
  const before = site.ctx.settings.DATA_DIR;
  expect((await backups()).folder).toBe(path.join(before, 'backups'));
  const bucket = s3.storageUrl('place');
  const given = { backupFolder: target, backupBucket: bucket, backupAccessKey: 'S3RVER' };
  expect((await put({ ...given, backupSecretKey: 'S3RVER' })).status).toBe(200);
  expect(await backups()).toMatchObject({ folder: target, bucket: true });
  expect(await tryOut()).toEqual({ ok: true, message: `${target} and the bucket are writable.` });
  expect(JSON.stringify(await read())).not.toMatch(/S3RVER@|:S3RVER/);

  await writeFile(path.join(target, 'lll-2026-11-26T03-20-00Z.tar.gz'), '');
  expect(await readdir(await makeBackupFolder(site.ctx.settings))).toHaveLength(1);
  // where its own backups are it may stay, and the bucket's key must not go to another's
  expect((await put({ backupFolder: target, backupBucket: null, backupAccessKey: null })).status).toBe(422);
  const empty = { backupBucket: null, backupAccessKey: null, backupSecretKey: null };
  expect((await put({ backupFolder: null, ...empty })).status).toBe(200);
  expect(await backups()).toMatchObject({ folder: path.join(before, 'backups'), bucket: false });
});

test('rejects an unusable backup location with the reason, and changes nothing', async () => {
  const { DATA_DIR } = site.ctx.settings;
  await mkdir(path.join(folder, 'full'));
  await writeFile(path.join(folder, 'full/letter.txt'), 'Dear Ann');
  await symlink(DATA_DIR, path.join(folder, 'link'));
  const before = await read();
  for (const [field, value, message] of [
    ['backupFolder', path.join(folder, 'full'), "isn't empty"],
    ['backupFolder', path.join(folder, 'full/letter.txt'), "isn't a folder"],
    ['backupFolder', path.join(DATA_DIR, 'media/backups'), 'outside the site’s own files'],
    ['backupFolder', path.join(folder, 'link'), 'outside the site’s own files'],
    ['backupFolder', path.dirname(DATA_DIR), 'outside the site’s own files'],
    ['backupFolder', '/proc/lll', '/proc'],
    ['backupFolder', path.join(folder, 'not/there'), "doesn't exist"],
  ] as const) {
    const answer = await put({ [field]: value });
    expect(answer.status, value).toBe(422);
    expect(await answer.json(), value).toMatchObject({
      fields: { [field]: expect.stringContaining(message) },
    });
  }
  for (const json of [
    { backupFolder: 'backups' },
    { backupBucket: 'https://s3.example.org/lll' },
    { backupBucket: 's3://key:secret@lll' },
    { backupBucket: 's3://lll?endpoint=nowhere' },
  ])
    expect((await put(json)).status, JSON.stringify(json)).toBe(400);
  expect(await read()).toEqual(before);
});

test('rejects a backup bucket that holds the media, or on a site with an external database', async () => {
  const { settings } = site.ctx;
  const refused = async (message: string) =>
    expect(await (await put({ backupBucket: 's3://clips/site/backups' })).json()).toMatchObject({
      fields: { backupBucket: expect.stringContaining(message) },
    });
  const { STORAGE_URL, DATABASE_URL } = settings;
  settings.STORAGE_URL = 's3://clips/site';
  await refused('different bucket or prefix');
  settings.DATABASE_URL = 'postgres://elsewhere/lll';
  await refused('backed up by its own tools');
  Object.assign(settings, { STORAGE_URL, DATABASE_URL });
});
