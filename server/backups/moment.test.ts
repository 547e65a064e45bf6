import { mkdtempSync, rmSync, chmodSync, mkdirSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { openDatabaseServer, type DatabaseServer } from '#server/adapters/database/database.ts';
import { runStatements } from '#server/adapters/database/sql.ts';
import { migrate } from '#server/app/database/migrate.ts';
import { openDatabase, type Db } from '#server/app/database/database.ts';
import { readSettings } from '#server/app/start/settings.ts';
import { seedCluster } from '#server/testing/kept-cluster.ts';
import { startBucket } from '#server/testing/s3.ts';
import { soakTest } from '#server/testing/soak.ts';
import { TEMPLATE } from '#server/testing/template.ts';
import { runAdmin } from '#server/shell/run.ts';
import { openBucket, sendBackup } from './bucket.ts';
import { listBackups, readFacts } from './facts.ts';
import { makeNightlyBackup } from './nightly.ts';
import { readMoment, restoreMoment } from './moment.ts';
import { archiveWal, WalGapError } from './wal.actions.ts';
import { sendArchive } from './wal-bucket.ts';
import {
  lineFolder,
  pruneWal,
  readLines,
  readRanges,
  segmentName,
  writeBase,
  type Line,
} from './wal-files.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

let folder = '';
let isSpent = true;
let server: DatabaseServer;
let db: Db;
const moments: Record<string, number> = {};

const environment = (more: Record<string, string> = {}) => ({
  NODE_ENV: 'test',
  BACKUP: 'on',
  BACKUP_KEY: 'a key that nobody guesses',
  DATA_DIR: path.join(folder, 'data'),
  BACKUP_DIR: path.join(folder, 'backups'),
  ...more,
});
const settingsOf = (more?: Record<string, string>) => readSettings(environment(more));
const elsewhere = (name: string) => ({ DATA_DIR: path.join(folder, name) });
async function openServer(): Promise<void> {
  server = await openDatabaseServer({
    dataDir: path.join(folder, 'data'),
    log: () => {},
    settings: { fsync: 'off' },
  });
  ({ db } = openDatabase(server.connection(), { max: 1 }));
}
const run = async (...statements: string[]) => runStatements(server.connection(), statements);
const titles = async (from: DatabaseServer) => {
  const [found] = await runStatements(from.connection(), ['select title from videos order by id']);
  return found?.rows.map(({ title }) => title);
};

/** The database's own clock, with nothing at its side. */
async function note(moment: string): Promise<void> {
  await delay(5);
  moments[moment] = Date.now();
  await delay(5);
}

const insert = (title: string) =>
  `insert into videos (title, category, origin, status, media_rev, mp4_key)
   values ('${title}', 'Beauty', 'UPLOAD', 'PENDING', 'aaaaaaaaaaaa', 'videos/1/aaaaaaaaaaaa/${title}.mp4')`;

/** A site with its archive, made anew where a test has gone on with the last one. */
async function begin(): Promise<void> {
  if (!isSpent) return;
  await end();
  isSpent = false;
  folder = mkdtempSync(path.join(tmpdir(), 'lll-moment-'));
  chmodSync(folder, 0o755);
  const media = path.join(folder, 'data/media/videos/1/aaaaaaaaaaaa');
  mkdirSync(media, { recursive: true });
  await seedCluster(path.join(folder, 'data'));
  await openServer();
  await migrate(server.connection());
  await server.dropDatabase(TEMPLATE);
  await note('early');
  await run(insert('kept'), insert('before'));
  await writeFile(path.join(media, 'kept.mp4'), 'kept');
  await makeNightlyBackup(settingsOf(), Date.now());
  await run(insert('then'));
  await note('then');
  await archiveWal(db, settingsOf());
  await run("delete from videos where title = 'before'", insert('after'), 'select pg_switch_wal()');
  await archiveWal(db, settingsOf());
  await run(insert('late'));
  await note('late');
  await run('select pg_switch_wal()');
  await archiveWal(db, settingsOf());
  await run(insert('last'));
  await note('last');
  await run("delete from videos where title = 'late'");
}
async function end(): Promise<void> {
  if (folder === '') return;
  await db.destroy();
  await server.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
}
afterAll(end);

const iso = (moment: string) => new Date(moments[moment] ?? 0).toISOString();
const theLine = async (): Promise<Line> => {
  const lines = await readLines(path.join(folder, 'backups'));
  const line = lines.find(({ bases }) => bases.length > 0);
  if (!line) throw new Error('There is no archive.');
  return line;
};

test('nothing in the archive is open to others, or to who has no key', async () => {
  await begin();
  const place = path.join(folder, 'backups/wal', (await theLine()).id);
  for (const file of await readdir(place)) {
    expect((await stat(path.join(place, file))).mode & 0o777, file).toBe(0o600);
    if (!file.includes('.base.'))
      expect((await readFile(path.join(place, file))).subarray(0, 8).toString()).toBe('LLLSEAL1');
  }
});

test('a time that it does not get to is told, with those that it does', async () => {
  await begin();
  const [range] = await readRanges(path.join(folder, 'backups'));
  for (const at of ['early', 'last'])
    await expect(restoreMoment(settingsOf(elsewhere('never')), moments[at] ?? 0, false)).rejects.toThrow(
      `${iso(at)} can't be restored: it can be any moment from ${new Date(range?.from ?? 0).toISOString()} to ${new Date(range?.until ?? 0).toISOString()}.`,
    );
  expect(() => readMoment('yesterday')).toThrow('as 2026-11-22T14:30:00Z');
  expect(readMoment('2026-11-22 14:30')).toBe(Date.UTC(2026, 10, 22, 14, 30));
  expect(readMoment('2026-11-22T14:30:00+02:00')).toBe(Date.UTC(2026, 10, 22, 12, 30));
});

test('a damaged segment, or one that is gone, is told with the moment until which it gets', async () => {
  await begin();
  const line = await theLine();
  const second = [...line.segments.values()]
    .filter(({ name }) => name > (line.bases[0]?.segment ?? ''))
    .toSorted((a, b) => a.name.localeCompare(b.name))[1];
  if (!second) throw new Error('There are too few segments.');
  const file = path.join(folder, 'backups/wal', line.id, second.file);
  const bytes = await readFile(file);
  await writeFile(
    file,
    bytes.map((byte, at) => (at === 99 ? byte ^ 1 : byte)),
  );
  const there = settingsOf(elsewhere('damaged'));
  const until = new Date(second.since).toISOString();
  await expect(restoreMoment(there, moments['late'] ?? 0, false)).rejects.toThrow(
    `was changed. The archive gets until ${until}`,
  );
  await rm(file);
  await expect(restoreMoment(there, moments['late'] ?? 0, false)).rejects.toThrow(
    /any moment from \S+ to \S+\.$/,
  );
  const [range] = await readRanges(path.join(folder, 'backups'));
  expect(range?.until).toBeLessThanOrEqual(second.since);
  expect(range?.until).toBeGreaterThanOrEqual(moments['then'] ?? 0);
  await writeFile(file, bytes, { mode: 0o600 });
});

soakTest(
  'an earlier moment is brought elsewhere, and from the second bucket when the folder is gone',
  async () => {
    await begin();
    const s3 = await startBucket();
    onTestFinished(() => s3.close());
    const from = path.join(folder, 'backups');
    const bucket = await openBucket(settingsOf({ BACKUP_S3_URL: s3.storageUrl('backups') }));
    const [name = ''] = await listBackups(from);
    const site = '0123456789abcdef';
    await sendBackup(bucket, { folder: from, site, facts: await readFacts(from, name) });
    expect(await sendArchive(bucket, { folder: from, site, maxBytes: 1e9 })).toMatchObject({ removed: 0 });
    await bucket.close();
    const there = {
      ...elsewhere('then'),
      BACKUP_DIR: path.join(folder, 'fetched'),
      BACKUP_S3_URL: s3.storageUrl('backups'),
    };
    const said = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const code = await runAdmin(['restore', '--at', iso('then'), '--from-bucket'], environment(there));
    const moments = await runAdmin(['backups'], environment(there));
    const lines = said.mock.calls.map(([line]) => String(line)).join('');
    said.mockRestore();
    expect([code, moments]).toEqual([0, 0]);
    expect(lines).toMatch(new RegExp(`any moment from .* bucket \\(site ${site}\\)`));
    const restored = await openDatabaseServer({ dataDir: path.join(folder, 'then'), log: () => {} });
    expect(await titles(restored)).toEqual(['kept', 'before', 'then']);
    await restored.stop();
  },
);

test('a restore to a moment brings the rows of then and their files, and says which are gone', async () => {
  await begin();
  isSpent = true;
  await db.destroy();
  await server.stop();
  await rm(path.join(folder, 'data/media/videos/1/aaaaaaaaaaaa/kept.mp4'));
  await expect(restoreMoment(settingsOf(), moments['last'] ?? 0, false)).rejects.toThrow('--replace');
  const said = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  // what was committed last was not archived when the site stopped
  const code = await runAdmin(['restore', '--at', iso('last'), '--replace'], environment());
  const lines = said.mock.calls.map(([line]) => String(line)).join('');
  said.mockRestore();
  expect(code).toBe(0);
  expect(lines).toContain(`as it was at ${iso('last')}, and its media`);
  expect(lines).toMatch(/4 files that it names are gone.*\n {2}videos\/1\/aaaaaaaaaaaa\/last\.mp4\n/);
  expect(await readFile(path.join(folder, 'data/media/videos/1/aaaaaaaaaaaa/kept.mp4'), 'utf8')).toBe('kept');
  await openServer();
  expect(await titles(server)).toEqual(['kept', 'then', 'after', 'late', 'last']);
  expect(await stat(path.join(folder, 'data/postgres.before-restore'))).toBeTruthy();
  expect(await readdir(path.join(folder, 'data'))).not.toContainEqual(expect.stringMatching(/^\.restore-at/));
  // what comes now is a line of its own: the earlier one isn't written any more
  const before = await theLine();
  const line = await archiveWal(db, settingsOf());
  expect(line).not.toBe(before.id);
  expect(await theLine()).toEqual(before);
});

test('an archive that can take nothing stops before it fills the disk, and one that is off keeps nothing', async () => {
  if (folder === '') await begin();
  isSpent = true;
  await archiveWal(db, settingsOf());
  const slots = async () => (await run('select slot_name from pg_replication_slots'))[0]?.rowCount;
  expect(await slots()).toBe(1);
  const full = settingsOf({ MIN_FREE_DISK_BYTES: '900T' });
  await expect(archiveWal(db, full)).rejects.toThrow(WalGapError);
  expect(await slots()).toBe(0);
  // told once
  await expect(archiveWal(db, full)).rejects.not.toThrow(WalGapError);
  await archiveWal(db, settingsOf());
  await archiveWal(db, settingsOf({ BACKUP_WAL_BYTES: '0' }));
  expect(await slots()).toBe(0);
});

test('what no backup of the last days leads on to is deleted, and the oldest beyond the limit', async () => {
  if (folder === '') await begin();
  const place = path.join(folder, 'pruned');
  const hash = 'a'.repeat(64);
  const name = (number: number) => segmentName('00000001', number);
  const put = async (line: string, file: string, bytes = 1) => {
    await mkdir(lineFolder(place, line), { recursive: true });
    await writeFile(path.join(lineFolder(place, line), file), Buffer.alloc(bytes));
  };
  const left = async () =>
    (await readLines(place)).map(({ id, segments }) => [id, [...segments.keys()].toSorted()]);
  const [old, now] = ['a'.repeat(12), 'b'.repeat(12)];
  await put(old, `${name(1)}.1-2.${hash}.zst`);
  for (const number of [254, 255, 256, 257])
    await put(now, `${name(number)}.${number}-${number}.${hash}.zst`, 100);
  await put(now, `${name(258)}.part.258-300.${hash}.zst.sealed`, 100);
  for (const backup of ['lll-1Z', 'lll-2Z']) await writeFile(path.join(place, `${backup}.facts`), '');
  await writeBase(place, old, { name: 'lll-1Z', segment: name(1), endedAt: 2 });
  await writeBase(place, now, { name: 'lll-2Z', segment: name(255), endedAt: 255 });
  expect(await readRanges(place)).toEqual([{ from: 255, until: 300 }]);
  await pruneWal(place, { kept: new Set(['lll-2Z']), maxBytes: 1e6 });
  expect(await left()).toEqual([[now, [255, 256, 257, 258].map(name)]]);
  // what is written last stays, however little room there is
  await pruneWal(place, { maxBytes: 150 });
  expect(await left()).toEqual([[now, [257, 258].map(name)]]);
  expect(await readRanges(place)).toEqual([]);
  await pruneWal(place, { kept: new Set(), maxBytes: 0 });
  expect(await left()).toEqual([[now, [name(258)]]]);
});
