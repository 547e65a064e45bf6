import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { openDatabaseServer } from '#server/adapters/database/database.ts';
import { runStatements } from '#server/adapters/database/sql.ts';
import { makeBackup, restoreBackup } from './archive.ts';
import { readSettings } from '#server/app/start/settings.ts';
import { soakTest } from '#server/testing/soak.ts';

const run = promisify(execFile);
/** Of all tests: each starts a server of its own on it. */
let dataDir: string;
let folder: string;
beforeAll(async () => {
  dataDir = await makeFolder();
});
afterAll(() => rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 }));
beforeEach(async () => {
  folder = await makeFolder();
  mkdirSync(path.join(folder, 'bin'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
});

async function makeFolder(): Promise<string> {
  const tempFolder = await mkdtemp(path.join(tmpdir(), 'lll-backup-'));
  await chmod(tempFolder, 0o755);
  return tempFolder;
}

/** A program that does something first, in the place of the real one. */
async function replaceProgram(name: string, script: string): Promise<void> {
  const { stdout } = await run('sh', ['-c', `command -v ${name}`]);
  const file = path.join(folder, 'bin', name);
  await writeFile(file, `#!/bin/sh\n${script}\nexec ${stdout.trim()} "$@"\n`, { mode: 0o755 });
  vi.stubEnv('PATH', `${path.join(folder, 'bin')}:${process.env['PATH']}`);
}

const settingsOf = (environment: Record<string, string> = {}) =>
  readSettings({ NODE_ENV: 'test', DATA_DIR: dataDir, ...environment });

test('includes media deleted after the database was copied, and only its owner can read it', async () => {
  const media = path.join(dataDir, 'media/videos/1');
  await mkdir(media, { recursive: true });
  await writeFile(path.join(media, 'video.mp4'), 'a clip');
  await mkdir(path.join(dataDir, 'media/exports'));
  await writeFile(path.join(dataDir, 'media/exports/lll-export.zip'), 'of somebody');
  const server = await openDatabaseServer({ dataDir, log: () => {} });
  await replaceProgram('tar', `rm -rf '${media}'`);
  const file = path.join(folder, 'site.tar');
  await makeBackup(settingsOf(), file);
  await server.stop();
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await run('tar', ['-tf', file])).stdout).not.toContain('lll-export.zip');
  const { stdout } = await run('tar', ['-xOf', file, 'media/videos/1/video.mp4']);
  expect(stdout).toBe('a clip');
});

test('keeps the database password out of the process list', async () => {
  const server = await openDatabaseServer({ dataDir, log: () => {} });
  const { host } = server.connection();
  const url = `postgres://postgres:se%3Acret@localhost/lll?host=${encodeURIComponent(String(host))}`;
  await replaceProgram(
    'pg_dump',
    `echo "$@" >'${folder}/seen'; cat "$PGPASSFILE" >>'${folder}/seen'; exit 1`,
  );
  await expect(makeBackup(settingsOf({ DATABASE_URL: url }), path.join(folder, 'x.tar'))).rejects.toThrow();
  await server.stop();
  const [args, passwords] = (await readFile(path.join(folder, 'seen'), 'utf8')).split('\n');
  expect(args).toContain('--dbname=');
  expect(args).not.toMatch(/se(%3A|:)cret/);
  expect(passwords).toBe(String.raw`*:*:*:*:se\:cret`);
});

soakTest('restores although checkpoints removed WAL while it was made', async () => {
  const settings = { max_wal_size: '32MB', min_wal_size: '32MB', wal_keep_size: '0' };
  const server = await openDatabaseServer({ dataDir, log: () => {}, settings });
  const connection = server.connection();
  await runStatements(connection, ['create table kept (value int)', 'insert into kept values (7)']);
  let busy = true;
  const churn = (async () => {
    while (busy)
      await runStatements(connection, [
        'insert into kept values (8)',
        'select pg_switch_wal()',
        'checkpoint',
      ]);
  })();
  const file = path.join(folder, 'site.tar');
  await makeBackup(settingsOf(), file, { media: false });
  busy = false;
  await churn;
  await server.stop();
  const copy = path.join(folder, 'copy');
  await restoreBackup(settingsOf({ DATA_DIR: copy }), file, false);
  const restored = await openDatabaseServer({ dataDir: copy, log: () => {} });
  const [row] = await runStatements(restored.connection(), ['select value from kept order by 1 limit 1']);
  expect(row?.rows).toEqual([{ value: 7 }]);
  await restored.stop();
});

test('continues when files vanish while they are copied', async () => {
  const server = await openDatabaseServer({ dataDir, log: () => {} });
  const passing = path.join(dataDir, 'postgres/base/passing');
  await mkdir(passing);
  const names = Array.from({ length: 3000 }, (_, at) => path.join(passing, String(at)));
  await Promise.all(names.map((name) => writeFile(name, '')));
  const removal = (async () => {
    for (const name of names.toReversed()) await rm(name);
  })();
  await Promise.all([
    server.backup(path.join(folder, 'copied')),
    makeBackup(settingsOf(), path.join(folder, 'site.tar'), { media: false }),
  ]);
  await removal;
  await rm(passing, { recursive: true });
  await server.stop();
});

test('an archive cannot configure the server or contain links', async () => {
  const server = await openDatabaseServer({ dataDir, log: () => {} });
  const file = path.join(folder, 'site.tar');
  await makeBackup(settingsOf(), file, { media: false });
  await server.stop();
  const planted = path.join(folder, 'planted');
  const into = (name: string) => path.join(planted, 'database', name);
  await mkdir(into(''), { recursive: true });
  const program = `archive_command = 'touch ${folder}/ran'\narchive_mode = on\nshared_preload_libraries = 'evil'\n`;
  for (const name of ['postgresql.auto.conf', 'postgresql.conf']) await writeFile(into(name), program);
  await writeFile(into('pg_hba.conf'), 'host all all 0.0.0.0/0 trust\n');
  for (const name of ['standby.signal', 'recovery.signal', 'postmaster.opts'])
    await writeFile(into(name), '');
  await run('tar', ['-r', '-f', file, '-C', planted, 'database']);
  const copy = path.join(folder, 'planted-copy');
  await restoreBackup(settingsOf({ DATA_DIR: copy }), file, false);
  const data = path.join(copy, 'postgres');
  expect(await readdir(data)).not.toContainEqual(expect.stringMatching(/auto\.conf|signal$|^postmaster/));
  expect(await readFile(path.join(data, 'postgresql.conf'), 'utf8')).toBe('');
  expect(await readFile(path.join(data, 'pg_hba.conf'), 'utf8')).not.toContain('host');
  const restored = await openDatabaseServer({ dataDir: copy, log: () => {} });
  await restored.stop();

  await symlink('/etc', into('base'));
  await run('tar', ['-r', '-f', file, '-C', planted, 'database/base']);
  await expect(
    restoreBackup(settingsOf({ DATA_DIR: path.join(folder, 'linked') }), file, false),
  ).rejects.toThrow();
});

test('a backup from before 0.3.0 is rejected with one sentence, and nothing changes', async () => {
  const manifest = { format: 1, database: 'embedded', media: false, createdAt: new Date().toISOString() };
  await writeFile(path.join(folder, 'manifest.json'), JSON.stringify(manifest));
  await mkdir(path.join(folder, 'database'));
  const file = path.join(folder, 'old.tar');
  await run('tar', ['-cf', file, '-C', folder, 'manifest.json', 'database']);
  const target = path.join(folder, 'target');
  await mkdir(path.join(target, 'postgres'), { recursive: true });
  await expect(restoreBackup(settingsOf({ DATA_DIR: target }), file, true)).rejects.toThrow(
    /^The backup .*old\.tar was made before 0\.3\.0 and can't be upgraded: the last commit that opens it is [0-9a-f]{8};/,
  );
  expect(await readdir(target)).toEqual(['postgres']);
});
