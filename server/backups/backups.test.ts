import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { admin as adminApi } from '#contract/admin/admin.ts';
import { openDatabaseServer, type DatabaseServer } from '#server/adapters/database/database.ts';
import { openMedia, type Media } from '#server/adapters/media/media.ts';
import { runStatements } from '#server/adapters/database/sql.ts';
import { readSettings } from '#server/app/start/settings.ts';
import { makeWhileBusy } from '#server/testing/busy-backup.ts';
import { changeByte } from '#server/testing/change-byte.ts';
import { makeVideo } from '#server/testing/video-files.ts';
import { seedCluster } from '#server/testing/cached-cluster.ts';
import { migrate } from '#server/app/database/migrate.ts';
import { readMails, waitForMail } from '#server/testing/mails.ts';
import { reportBar, reportProgress, SOAK, soakTest } from '#server/testing/soak.ts';
import { startBucket, type TestBucket } from '#server/testing/s3.ts';
import { startTestSite } from '#server/testing/site.ts';
import { TEMPLATE } from '#server/testing/template.ts';
import { runAdmin } from '#server/shell/run.ts';
import { fetchFromBucket, restoreSiteBackup, runBackup, runChangedBackup } from './backups.actions.ts';
import { openBucket, sendBackup } from './bucket.ts';
import { readChanges, readLastBackup } from './backups.store.ts';
import { encodeFacts, listBackups, readFacts, writeFacts, type Facts } from './facts.ts';
import { makeSiteBackup, pruneBackups } from './make.ts';
import { openSealedFile, sealFile } from './sealed-files.ts';
import { verifyBackup } from './verify.ts';

const KEY = 'a key that nobody guesses';
const HOUR = 3600 * 1000;
const DAY = 24 * HOUR;
const NIGHT = Date.UTC(2026, 10, 22, 2, 20);

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

let folder: string;
let server: DatabaseServer;
let media: Media;
let backupFacts: Facts;
let s3: TestBucket;
beforeAll(async () => {
  s3 = await startBucket();
  folder = mkdtempSync(path.join(tmpdir(), 'lll-nightly-'));
  chmodSync(folder, 0o755);
  const videosFolder = path.join(folder, 'data/media/videos/1/aaaaaaaaaaaa');
  mkdirSync(videosFolder, { recursive: true });
  await seedCluster(path.join(folder, 'data'));
  server = await openDatabaseServer({
    dataDir: path.join(folder, 'data'),
    log: () => {},
    settings: { fsync: 'off' },
  });
  await migrate(server.connection());
  // of no use here, and a quarter of every archive
  await server.dropDatabase(TEMPLATE);
  media = await openMedia();
  // a data export lives for a day and is in no backup
  mkdirSync(path.join(folder, 'data/media/exports/b'), { recursive: true });
  await writeFile(path.join(folder, 'data/media/exports/b/lll-export.zip'), 'of somebody');
  await makeVideo(videosFolder, 'video.mp4', { seconds: 1, width: 160, height: 120 });
  await runStatements(server.connection(), [
    `insert into videos (title, category, origin, status, media_rev, mp4_key)
     values ('Kept', 'Beauty', 'UPLOAD', 'PENDING', 'aaaaaaaaaaaa', 'videos/1/aaaaaaaaaaaa/video.mp4')`,
  ]);
  backupFacts = await makeWhileBusy(server, settingsOf(), NIGHT - DAY);
});
afterAll(async () => {
  await server.stop();
  await s3.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
});

const settingsOf = (environment: Record<string, string> = {}) =>
  readSettings({
    NODE_ENV: 'test',
    DATA_DIR: path.join(folder, 'data'),
    BACKUP_DIR: backupsIn('backups'),
    ...environment,
  });
const nameOf = (time: number) => `lll-${new Date(time).toISOString().replaceAll(':', '-').slice(0, 19)}Z`;
const backupsIn = (name: string) => path.join(folder, name);

test('restores every row and file, even though the site wrote while it was made', async () => {
  expect(await verifyBackup(settingsOf(), media, backupFacts.name)).toMatchObject({
    hashedFiles: 1,
    video: 'videos/1/aaaaaaaaaaaa/video.mp4',
  });
  expect((await stat(backupsIn('backups'))).mode & 0o777).toBe(0o700);
  for (const name of [backupFacts.archive.file, `${backupFacts.name}.facts`])
    expect((await stat(path.join(backupsIn('backups'), name))).mode & 0o777, name).toBe(0o600);
  expect(await readdir(path.join(folder, 'data'))).not.toContainEqual(
    expect.stringMatching(/^\.(verification|backup)-/),
  );
});

describe('one changed byte', () => {
  const ROUNDS = SOAK ? 100 : 1;
  test('is detected anywhere: in the archive, in the metadata and in a file', async () => {
    const settings = settingsOf();
    const { name, archive } = backupFacts;
    const files = [archive.file, `${name}.facts`];
    const passed: string[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const each of files) {
        const file = path.join(backupsIn('backups'), each);
        const restore = await changeByte(file, Math.floor(Math.random() * (await stat(file)).size));
        await verifyBackup(settings, media, name).then(
          () => passed.push(each),
          () => null,
        );
        await restore();
      }
      reportProgress(round + 1, ROUNDS);
    }
    reportBar(`of ${ROUNDS} archives and ${ROUNDS} facts with one changed byte, not found`, passed.length, 0);
    expect(passed).toEqual([]);
    const videoPath = path.join(backupsIn('backups'), 'media/videos/1/aaaaaaaaaaaa/video.mp4');
    const bytes = await readFile(videoPath);
    await rm(videoPath);
    await writeFile(
      videoPath,
      bytes.map((byte, at) => (at === 99 ? byte ^ 1 : byte)),
    );
    await expect(verifyBackup(settings, media, name)).rejects.toThrow('was changed in the backup');
    await rm(videoPath);
    await expect(verifyBackup(settings, media, name)).rejects.toThrow('is missing from the backup');
    await writeFile(videoPath, bytes);
  });

  test('in an encrypted file is detected by its own tag, and a different key opens nothing', async () => {
    const [plain, sealed, opened] = ['plain', 'sealed', 'opened'].map((each) => path.join(folder, each)) as [
      string,
      string,
      string,
    ];
    for (const size of [0, 1, 3_000_000]) {
      await writeFile(plain, Buffer.alloc(size, 'x'));
      await sealFile(plain, sealed, KEY);
      await openSealedFile(sealed, opened, KEY);
      expect((await readFile(opened)).equals(await readFile(plain))).toBe(true);
      await expect(openSealedFile(sealed, opened, 'another key altogether')).rejects.toThrow('BACKUP_KEY');
      for (let round = 0; round < ROUNDS; round += 1) {
        const restore = await changeByte(sealed, Math.floor(Math.random() * (await stat(sealed)).size));
        await expect(openSealedFile(sealed, opened, KEY)).rejects.toThrow();
        await restore();
      }
    }
  });
});

soakTest('verification fails when the restored rows differ from those of the site', async () => {
  const settings = settingsOf();
  await runStatements(server.connection(), ["update videos set title = 'Renamed' where title = 'Kept'"]);
  const second = await makeSiteBackup(settings, NIGHT);
  await runStatements(server.connection(), ["update videos set title = 'Kept' where title = 'Renamed'"]);
  // a valid archive, but of another night than in the facts
  await rm(path.join(backupsIn('backups'), second.archive.file));
  await rename(
    path.join(backupsIn('backups'), backupFacts.archive.file),
    path.join(backupsIn('backups'), second.archive.file),
  );
  const archive = { ...backupFacts.archive, file: second.archive.file };
  await writeFacts(backupsIn('backups'), { ...second, archive }, undefined);
  await expect(verifyBackup(settings, media, second.name)).rejects.toThrow('public.videos');
});

test('an encrypted backup reveals nothing, adds only new files and can be restored elsewhere from a bucket', async () => {
  const settings = settingsOf({ BACKUP_DIR: backupsIn('encrypted'), BACKUP_KEY: KEY });
  const videoPath = 'media.sealed/videos/1/aaaaaaaaaaaa/video.mp4';
  const { name, archive } = await makeSiteBackup(settings, NIGHT - DAY);
  const before = await stat(path.join(backupsIn('encrypted'), videoPath));
  const second = await makeSiteBackup(settings, NIGHT);
  expect((await stat(path.join(backupsIn('encrypted'), videoPath))).ino).toBe(before.ino);
  expect(await verifyBackup(settings, media, second.name)).toMatchObject({ hashedFiles: 1 });
  expect((await readFile(path.join(backupsIn('encrypted'), archive.file))).subarray(0, 8).toString()).toBe(
    'LLLSEAL1',
  );
  const bucketUrl = { BACKUP_S3_URL: s3.storageUrl('encrypted') };
  const bucket = await openBucket(settingsOf(bucketUrl));
  for (const facts of [await readFacts(backupsIn('encrypted'), name, KEY), second])
    await sendBackup(bucket, { folder: backupsIn('encrypted'), site: 'a'.repeat(16), facts, key: KEY });
  await bucket.close();
  const elsewhere = path.join(folder, 'elsewhere');
  const there = {
    NODE_ENV: 'test',
    DATA_DIR: elsewhere,
    BACKUP_DIR: backupsIn('fetched'),
    BACKUP_KEY: KEY,
    ...bucketUrl,
  };
  const stdout = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  expect(await runAdmin(['backups'], there)).toBe(0);
  const lines = stdout.mock.calls.map(([line]) => String(line));
  stdout.mockRestore();
  expect(lines).toEqual([second.name, name].map((each) => `${each}  bucket (site ${'a'.repeat(16)})\n`));
  await fetchFromBucket(readSettings(there), name);
  await restoreSiteBackup(readSettings(there), name, false);
  expect(await readFile(path.join(elsewhere, 'media/videos/1/aaaaaaaaaaaa/video.mp4'))).toEqual(
    await readFile(path.join(folder, 'data/media/videos/1/aaaaaaaaaaaa/video.mp4')),
  );
  await expect(verifyBackup(settingsOf({ BACKUP_DIR: backupsIn('encrypted') }), media, name)).rejects.toThrow(
    'BACKUP_KEY',
  );
});

soakTest('pruning also removes files that no remaining backup refers to', async () => {
  const settings = settingsOf({ BACKUP_DIR: backupsIn('pruned') });
  const extra = path.join(folder, 'data/media/videos/1/passing.jpg');
  await writeFile(extra, 'x');
  const old = await makeSiteBackup(settings, NIGHT - 20 * DAY);
  await rm(extra);
  const newest = await makeSiteBackup(settings, NIGHT);
  // 24 of one day, so that the older ones are retained only as a day's or week's last
  const hours = [
    ...Array.from({ length: 23 }, (_, n) => n + 1),
    ...[2, 3, 4, 5, 6, 16].map((days) => days * 24),
  ];
  for (const createdAt of hours.map((each) => NIGHT - each * HOUR)) {
    const archive = { ...newest.archive, file: `${nameOf(createdAt)}.tar.gz` };
    await writeFacts(
      backupsIn('pruned'),
      { ...newest, name: nameOf(createdAt), createdAt, archive },
      undefined,
    );
  }
  const copy = path.join(backupsIn('pruned'), 'media/videos/1/passing.jpg');
  expect((await stat(copy)).size).toBe(1);
  // the one of 20 days ago is not the last of its week
  expect(await pruneBackups(settings)).toEqual([old.name]);
  await expect(stat(copy)).rejects.toThrow('ENOENT');
  expect(await listBackups(backupsIn('pruned'))).toHaveLength(30);
  expect(newest.media?.map(([file]) => file)).toEqual(['videos/1/aaaaaaaaaaaa/video.mp4']);
});

soakTest('failures and successes are reported to the admins and in the dashboard', async () => {
  await writeFile(path.join(folder, 'a-file'), '');
  const site = await startTestSite({
    DATA_DIR: path.join(folder, 'data'),
    BACKUP: 'on',
    BACKUP_DIR: path.join(folder, 'a-file'),
  });
  const admin = await site.signUp('GLOBAL_ADMIN', 'backup-owner');
  const line = async (of = 'Backup') => {
    const { lines } = await admin.call(adminApi.check);
    return lines.find(({ name }) => name === of);
  };
  // a site that has just begun has none yet
  expect(await line()).toMatchObject({ state: 'ok', text: 'the first one is made at 20 past the hour' });
  await site.ctx.db
    .updateTable('users')
    .set({ created_at: new Date(Date.now() - 5 * 3_600_000) })
    .execute();
  expect(await line()).toMatchObject({ state: 'warning', text: 'None yet' });
  await expect(runBackup(site.ctx)).rejects.toThrow();
  expect(await line()).toMatchObject({ state: 'failed', text: expect.stringContaining('a-file') });
  const mail = await waitForMail(site.ctx, 'backup-owner@example.org', /backup of LLL failed/);
  expect(mail.text).toContain('a-file');
  const { settings } = site.ctx;
  settings.BACKUP_DIR = backupsIn('told');
  // a second bucket, first with credentials of its own that are wrong
  expect(await line('Backup bucket')).toMatchObject({ state: 'off' });
  const asPerson = (key: string) => s3.storageUrl('told').replace('s3://', `s3://${key}:S3RVER@`);
  settings.BACKUP_S3_URL = asPerson('NOBODY');
  await expect(runBackup(site.ctx)).rejects.toThrow("couldn't be sent to BACKUP_S3_URL");
  expect(await line()).toMatchObject({ state: 'failed', text: expect.stringContaining('BACKUP_S3_URL') });
  expect(await line('Backup bucket')).toMatchObject({ state: 'failed' });
  // it is retried hourly, and reported once a day
  expect(await readMails(site.ctx, 'backup-owner@example.org')).toHaveLength(1);
  settings.BACKUP_S3_URL = asPerson('S3RVER');
  expect(await line('Backup bucket')).toMatchObject({ state: 'warning' });
  await runBackup(site.ctx);
  expect(await line()).toMatchObject({ state: 'ok', text: 'last verified backup: within the hour' });
  expect(await line('Backup bucket')).toMatchObject({
    state: 'ok',
    text: expect.stringMatching(
      /^last sent: within the hour; Write test passed, not encrypted: BACKUP_KEY is not set$/,
    ),
  });
});

soakTest('a backup is made when something has changed, and not again until something else does', async () => {
  const site = await startTestSite({
    DATA_DIR: path.join(folder, 'data'),
    BACKUP: 'on',
    BACKUP_DIR: backupsIn('hourly'),
    ROLES: 'web',
  });
  // what a connection did is counted at the latest when it ends
  const settled = () =>
    vi.waitFor(
      async () => {
        const before = await readChanges(site.ctx.db);
        await delay(1500);
        expect(await readChanges(site.ctx.db)).toBe(before);
      },
      { timeout: 60_000 },
    );
  await settled();
  expect(await runChangedBackup(site.ctx)).toMatchObject({ name: expect.stringMatching(/^lll-/) });
  await settled();
  const { heldUntil } = await readLastBackup(site.ctx.db);
  expect(await runChangedBackup(site.ctx)).toBeNull();
  expect((await readLastBackup(site.ctx.db)).heldUntil?.getTime()).toBeGreaterThan(heldUntil?.getTime() ?? 0);
  await site.ctx.db
    .insertInto('videos')
    .values({ title: 'New', category: 'Beauty', origin: 'UPLOAD' })
    .execute();
  await vi.waitFor(async () => expect(await runChangedBackup(site.ctx)).not.toBeNull(), { timeout: 60_000 });
});

soakTest('with a key, only metadata signed with it is accepted', async () => {
  const settings = settingsOf({ BACKUP_DIR: backupsIn('vouched'), BACKUP_KEY: KEY });
  const facts = await makeSiteBackup(settings, NIGHT);
  const file = path.join(backupsIn('vouched'), `${facts.name}.facts`);
  const good = await readFile(file, 'utf8');
  const forgeries = {
    hashed: encodeFacts(facts, undefined),
    'by another key': encodeFacts(facts, 'another key altogether'),
    'of another name': encodeFacts(
      {
        ...facts,
        name: backupFacts.name,
        archive: { ...facts.archive, file: `${backupFacts.name}.tar.gz.sealed` },
      },
      KEY,
    ),
    'that leads outside': encodeFacts({ ...facts, media: [['../../../escaped', facts.archive.sha256]] }, KEY),
    'of another file': encodeFacts(
      { ...facts, archive: { ...facts.archive, file: '../../x.tar.gz.sealed' } },
      KEY,
    ),
    unsealed: encodeFacts(
      { ...facts, sealed: false, archive: { ...facts.archive, file: `${facts.name}.tar.gz` } },
      KEY,
    ),
  };
  for (const [what, forged] of Object.entries(forgeries)) {
    await writeFile(file, forged);
    await expect(verifyBackup(settings, media, facts.name), what).rejects.toThrow(/metadata/);
    await expect(
      restoreSiteBackup({ ...settings, DATA_DIR: path.join(folder, 'never') }, facts.name, false),
      what,
    ).rejects.toThrow(/metadata/);
  }
  await writeFile(file, good);
  expect(await verifyBackup(settings, media, facts.name)).toMatchObject({ hashedFiles: 1 });
});
