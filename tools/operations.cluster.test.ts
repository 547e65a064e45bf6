import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { killAll, PROJECT, spawnSite, type SiteProcess } from '#server/testing/process.ts';
import { startBucket } from '#server/testing/s3.ts';
import { bodyOf, WithToken } from '#server/testing/client.ts';

vi.setConfig({ testTimeout: 400_000 });

const run = promisify(execFile);
const TEXT = readFileSync(path.join(PROJECT, 'docs/operations.md'), 'utf8');
/** Commands on lines of their own; moving the database has a separate test (move-database.soak.test.ts). */
const documented = TEXT.split('\n')
  .filter((line) => line.startsWith('npm run admin -- '))
  .map((line) => line.replace(/ +# .*$/, ''));
const SECRET = 'a key that nobody guesses';
const PASSWORD = 'first-password';

const bucket = await startBucket();
const folder = mkdtempSync(path.join(os.tmpdir(), 'lll-operations-'));
chmodSync(folder, 0o755);
afterAll(async () => {
  await killAll();
  await bucket.close();
  rmSync(folder, { recursive: true, force: true });
});

const at = (name: string) => path.join(folder, name);
/** The settings of a machine: its data, and where its backups are. */
const machine = (name: string, backups = 'backups') => ({
  DATA_DIR: at(name),
  ADMIN_PASSWORD: PASSWORD,
  BACKUP: 'on',
  BACKUP_DIR: at(backups),
  BACKUP_KEY: SECRET,
  BACKUP_S3_URL: bucket.storageUrl('backups'),
  AWS_ACCESS_KEY_ID: 'S3RVER',
  AWS_SECRET_ACCESS_KEY: 'S3RVER',
});
const names = { backup: '' };
const ran = new Set<string>();

/** Runs a line of docs/operations.md, with this test's names; returns its output. */
async function call(line: string, env: Record<string, string>): Promise<string> {
  expect(TEXT).toContain(line);
  ran.add(line);
  const own = line
    .replace('lll-2026-11-22T02-20-00Z', names.backup)
    .replace('/backups/', `${folder}/`)
    .replace('/var/lib/lll', at('first'))
    .replace('s3://clips/site?endpoint=https://s3.example.org', bucket.storageUrl('moved'))
    .replace('<username>', 'admin');
  const { stdout } = await run('sh', ['-c', own], {
    cwd: PROJECT,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
  });
  return stdout;
}
const until = <T>(look: () => Promise<T>) => vi.waitFor(look, { timeout: 200_000, interval: 3000 });

async function write(site: SiteProcess, content: string): Promise<void> {
  const send = async (where: string, body: object, token = '') =>
    fetch(site.url + where, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
  const answer = await send('/api/auth/login', { username: 'admin', password: PASSWORD });
  const { token } = await bodyOf(answer, WithToken);
  expect((await send('/api/community/posts', { content }, token)).status).toBe(201);
}

/** The posts on a machine's board. */
async function read(env: Record<string, string>): Promise<string[]> {
  const site = await spawnSite({ env: { ...env, BACKUP: 'off' }, fresh: true });
  await site.ready();
  const posts = await bodyOf(
    fetch(`${site.url}/api/community/posts`),
    z.object({ content: z.string() }).array(),
  );
  await site.end();
  return posts.map(({ content }) => content);
}

test('every documented admin command does its job', async () => {
  const first = machine('first');
  const site = await spawnSite({ env: first });
  await site.ready();
  await write(site, 'One');
  expect(await call('npm run admin -- check', first)).toMatch(/^ok +Database/m);
  await call('npm run admin -- backup-now', first);
  names.backup = /lll-[\d-]+T[\d-]+Z/.exec(await call('npm run admin -- backups', first))?.[0] ?? '';
  await call('npm run admin -- verify-backup', first);
  await until(() => call('npm run admin -- verify-backup lll-2026-11-22T02-20-00Z --from-bucket', first));
  await write(site, 'Two');
  await call('npm run admin -- backup /backups/lll-2026-11-21.tar', first);
  await call('npm run admin -- reindex', first);

  const move = `npm run admin -- move-media file:/var/lib/lll/media 's3://clips/site?endpoint=https://s3.example.org'`;
  await call(move, first);
  expect(await call(move, first)).toContain('0 copied');
  await call(`${move} --delete`, { ...first, STORAGE_URL: bucket.storageUrl('moved') });

  await site.end();

  const [second, third, fourth] = [machine('second'), machine('third', 'third backups'), machine('fourth')];
  await call('npm run admin -- restore lll-2026-11-22T02-20-00Z', second);
  expect(await read(second)).toEqual(['One']);
  await call('npm run admin -- restore lll-2026-11-22T02-20-00Z --from-bucket', third);
  expect(await read(third)).toEqual(['One']);
  await call('npm run admin -- restore /backups/lll-2026-11-21.tar', fourth);
  expect(await read(fourth)).toEqual(['Two', 'One']);

  await call('npm run admin -- grant <username> GLOBAL_ADMIN', fourth);
  const reset = call('npm run admin -- reset-second-step <username>', fourth);
  await expect(reset).rejects.toThrow("admin doesn't use two-factor authentication.");
  expect(await call('npm run admin -- reset-password <username>', fourth)).toMatch(/Password: \S+/);
  expect(documented.filter((line) => !ran.has(line))).toEqual([]);
});
