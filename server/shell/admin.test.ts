import { execFile } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { readSettings } from '#server/app/start/settings.ts';
import { startSite } from '#server/app/start/start.ts';
import { slices } from '#server/slices.ts';
import { killAll, PROJECT, spawnSite } from '#server/testing/process.ts';
import type { SiteProcess } from '#server/testing/process.ts';
import { SOAK, soakTest } from '#server/testing/soak.ts';
import { bodyOf, WithToken } from '#server/testing/client.ts';
import { runAdmin } from './run.ts';

const run = promisify(execFile);
let folder: string;
let dataDir: string;
let site: SiteProcess;
let isEnded = true;

beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'lll-admin-'));
  chmodSync(folder, 0o755);
  dataDir = path.join(folder, 'data of the site');
});

beforeEach(async () => {
  if (!isEnded) return;
  site = await spawnSite({ env: { DATA_DIR: dataDir, ADMIN_PASSWORD: 'first-password' } });
  await site.ready();
  isEnded = false;
});

afterAll(async () => {
  await killAll();
  rmSync(folder, { recursive: true, force: true });
});

interface CommandOutput {
  code: number;
  text: string;
}

/**
 * The output of a command, both streams, and its exit code; run in this process, which saves a start of
 * Node.js each time.
 */
async function admin(args: string[], env: Record<string, string> = {}): Promise<CommandOutput> {
  let text = '';
  const streams = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, 'write').mockImplementation((chunk) => {
      text += String(chunk);
      return true;
    }),
  );
  try {
    const code = await runAdmin(args, { DATA_DIR: dataDir, ...env });
    return { code, text };
  } finally {
    for (const stream of streams) stream.mockRestore();
  }
}

/** The same by the owner's shell. */
async function adminShell(args: string[], env: Record<string, string> = {}): Promise<CommandOutput> {
  const options = { cwd: PROJECT, env: { PATH: process.env['PATH'], DATA_DIR: dataDir, ...env } };
  return run(process.execPath, ['build/run.mjs', 'server/shell/admin.ts', ...args], options).then(
    ({ stdout, stderr }) => ({ code: 0, text: stdout + stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      text: error.stdout + error.stderr,
    }),
  );
}

function logIn(url: string, username: string, password: string): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ username, password }),
  });
}

async function roleOf(username: string, password: string): Promise<string> {
  const { token } = await bodyOf(logIn(site.url, username, password), WithToken);
  const me = await fetch(`${site.url}/api/me`, { headers: { authorization: `Bearer ${token}` } });
  return (await bodyOf(me, z.object({ role: z.string() }))).role;
}

soakTest('writes the search index again while the site runs', async () => {
  expect(await adminShell(['reindex'])).toMatchObject({ code: 0, text: expect.stringContaining('complete') });
  const answer = await fetch(`${site.url}/api/search?q=orange`);
  expect(await answer.json()).toMatchObject({ products: [{ name: 'Orange Vibes' }] });
});

it('exports and imports settings, effective at once on the running site', async () => {
  const file = path.join(folder, 'settings.json');
  const SET = {
    brand: { name: 'From a file' },
    shop: { currency: 'EUR' },
    connections: { mapTilesUrl: 'https://tiles.example.org/{z}/{x}/{y}.png', mailPassword: 'not-for-export' },
  };
  writeFileSync(file, JSON.stringify(SET));
  expect(await admin(['settings', 'import', file])).toMatchObject({ code: 0 });
  const config = async () => await bodyOf(fetch(`${site.url}/api/config`), z.looseObject({}));
  await expect.poll(config).toMatchObject({ siteName: 'From a file', currency: 'EUR' });
  const { text } = await admin(['settings', 'export']);
  const { mailPassword: _, ...connections } = SET.connections;
  expect(JSON.parse(text.replace(/^[^{]*/, ''))).toEqual({ ...SET, connections });
  expect(text).not.toContain('not-for-export');
  writeFileSync(file, JSON.stringify({ brand: { name: 'Half' }, shop: { currency: 'XXX' } }));
  expect(await admin(['settings', 'import', file])).toMatchObject({
    code: 1,
    text: expect.stringContaining('Unknown currency.'),
  });
  expect(await config()).toMatchObject({ siteName: 'From a file' });
});

it('creates administrators and changes roles and passwords on the running site', async () => {
  const created = await admin(['create-admin', 'second', 'second@example.org']);
  expect(created).toMatchObject({ code: 0 });
  const password = /Password: (\S+)/.exec(created.text)?.[1] ?? '';
  expect(await roleOf('second', password)).toBe('GLOBAL_ADMIN');
  expect(await admin(['grant', 'second', 'CONTENT_CREATOR'])).toMatchObject({ code: 0 });
  expect(await roleOf('second', password)).toBe('CONTENT_CREATOR');
  const reset = await admin(['reset-password', 'second']);
  expect((await logIn(site.url, 'second', password)).status).toBe(401);
  expect((await logIn(site.url, 'second', /Password: (\S+)/.exec(reset.text)?.[1] ?? '')).status).toBe(200);
});

it('explains errors in a sentence', async () => {
  const aFile = path.join(folder, 'a file');
  writeFileSync(aFile, 'Hello');
  const AWAY = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' };
  const NOWHERE = { DATABASE_URL: 'postgres://nobody@nowhere.invalid/none' };
  const cases: [args: string[], code: number, sentence: RegExp, env?: Record<string, string>][] = [
    [['dance'], 2, /^There is no command dance$.*create-admin.*restore.*check/ms],
    [['bakcup'], 2, /^There is no command bakcup; did you mean backup\?$/m],
    [['toString'], 2, /^There is no command toString/m],
    [['help'], 0, /^npm run admin -- <command>$.*create-admin.*restore.*check/ms],
    [['--help'], 0, /^npm run admin -- <command>$/m],
    [['help', 'grant'], 0, /^npm run admin -- grant <username> <role>$/m],
    [['create-admin', '--help'], 0, /^npm run admin -- create-admin \[username\] \[email\]$/m],
    [['backup', '-h'], 0, /^npm run admin -- backup <file/m],
    [['create-admin', '--email=a@example.org'], 2, /^There is no option --email=a@example\.org here\.$/m],
    [['restore', 'x.tar', '--force'], 2, /^There is no option --force here\.$.*--replace/ms],
    [['grant', 'nobody-here', 'GLOBAL_ADMIN'], 1, /^There is no user nobody-here\.$/m],
    [['grant', 'admin', 'LOGIN_USER'], 1, /last admin/i],
    [['import', 'Sports', '5'], 1, /^There is no category Sports/m],
    [
      ['restore', '/nowhere.tar'],
      1,
      /^\/nowhere\.tar is neither a file nor the name of a backup\. .* backups$/m,
    ],
    [['restore', 'package.json'], 1, /package\.json can't be read as a backup: /m],
    [
      ['restore', 'lll-2020-01-01T00-00-00Z'],
      1,
      /^There is no backup lll-2020-01-01T00-00-00Z in \/.*lists/m,
    ],
    [['verify-backup', 'nope'], 1, /^nope isn't the name of a backup\.$/m],
    [['verify-backup', 'lll-2020-01-01T00-00-00Z'], 1, /^There is no backup lll-2020-01-01T00-00-00Z in \//m],
    [
      ['backup', '/nowhere/site.tar'],
      1,
      /^There is no folder \/nowhere: make it, or mount its disk, first\.$/m,
    ],
    [['move-media', 'file:/nowhere', 'file:/elsewhere'], 1, /^There is no folder \/nowhere to copy from\.$/m],
    [['move-media', 'ftp://x', 'file:/elsewhere'], 1, /^ftp:\/\/x must start with file: or s3:\/\/\.$/m],
    [['settings', 'import', '/nowhere.json'], 1, /^There is no \/nowhere\.json\.$/m],
    [['settings', 'import', folder], 1, /^What you named is a folder\.$/m],
    [['settings', 'swap'], 1, /^Use settings export, or settings import <file>\.$/m],
    [['settings'], 2, /^npm run admin -- settings export/m],
    [['grant', 'admin'], 2, /^npm run admin -- grant <username> <role>$/m],
    [['grant', 'admin', 'KING'], 1, /^There is no role KING\. Roles: LOGIN_USER/m],
    [['import', 'Beauty', 'many'], 1, /^The count must be a whole number from 1 to 50\.$/m],
    [['reset-password', 'nobody-here'], 1, /^There is no user nobody-here\.$/m],
    [['create-admin', 'a b'], 1, /3 to 30/m],
    [['move-media', 'file:/a', 'file:/a'], 1, /^Source and target are the same\.$/m],
    [['move-database', '--to', 'mysql://x/y'], 1, /^The target must start with postgres:/m],
    [['restore', 'lll-2020-01-01T00-00-00Z', '--from-bucket'], 1, /^BACKUP_S3_URL is not set\.$/m],
    // wrong settings and disks
    [['check'], 1, /^PORT must be a port number \(it is "abc"\)\.$/m, { PORT: 'abc' }],
    [['check'], 1, /^SMTP_URL must be an address that starts with smtp:/m, { SMTP_URL: 'mail.example.org' }],
    [
      ['check'],
      1,
      /^SMTP_URL knows \?encryption=none and \?certificate=self-signed only/m,
      { SMTP_URL: 'smtp://a.example?encryption=ssl' },
    ],
    [['check'], 1, /^PAYMENTS is paypal, so PAYPAL_CLIENT_ID/m, { PAYMENTS: 'paypal' }],
    [['restore', '/nowhere.tar'], 1, /is neither a file/m, { DATA_DIR: path.join(folder, 'a file') }],
    [['restore', aFile], 1, /a file already exists and isn't a folder\.$/m, { DATA_DIR: aFile }],
    [['backup', path.join(aFile, 'x.tar')], 1, /^.*a file\/\S+ is below a file, not in a folder\.$/m],
    [['grant', 'a', 'GLOBAL_ADMIN'], 1, /: This host doesn't exist\.$/m, NOWHERE],
  ];
  // waits ten seconds for it
  if (SOAK)
    cases.push([['backup', path.join(folder, 'x.tar')], 1, /: Nothing is responding at this host/m, AWAY]);
  expect(cases.length).toBeGreaterThanOrEqual(33);
  for (const [args, code, sentence, env] of cases) {
    const answer = await admin(args, env);
    expect(answer.text).toMatch(sentence);
    expect(answer.code).toBe(code);
    expect(answer.text).not.toMatch(/ {4}at |ENOENT|EEXIST|EISDIR|ECONN/);
  }
}, 120_000);

it('first shows which site it works on, and creates none where there is none', async () => {
  expect((await admin(['check'])).text).toMatch(/^Site http:\/\/localhost:3000 in .*\/data of the site\n/);
  const nowhere = path.join(folder, 'nowhere');
  const calls = [
    ['backup', path.join(folder, 'empty.tar')],
    ['reset-password', 'admin'],
    ['backup-now'],
    ['migrate'],
  ];
  for (const args of [
    ...calls,
    ['move-media', 'file:/a', 'file:/b'],
    ['move-database'],
    ['check'],
    ['backups'],
  ]) {
    const { code, text } = await admin(args, { DATA_DIR: nowhere });
    expect([args, code]).toEqual([args, args[0] === 'backups' ? 0 : 1]);
    expect(text).toContain(`Site http://localhost:3000 in ${nowhere}\n`);
    if (args[0] !== 'backups') expect(text).toMatch(/There is no site in .*nowhere\. Run the command with/);
  }
  expect(existsSync(nowhere)).toBe(false);
});

soakTest('called by root it leaves files that the service can read', async () => {
  if (process.getuid?.() !== 0) return;
  const owned = path.join(folder, 'owned');
  mkdirSync(owned);
  chownSync(owned, 65_534, 65_534);
  const unprivileged = await spawnSite({ env: { DATA_DIR: owned }, user: { uid: 65_534, gid: 65_534 } });
  await unprivileged.ready();
  expect(await adminShell(['backup-now'], { DATA_DIR: owned })).toMatchObject({ code: 0 });
  await unprivileged.end();
  const files = readdirSync(owned, { recursive: true, encoding: 'utf8' });
  expect(files.some((file) => file.endsWith('.facts'))).toBe(true);
  expect(files.filter((file) => lstatSync(path.join(owned, file)).uid !== 65_534)).toEqual([]);
});

soakTest('checks every service', { timeout: 240_000 }, async () => {
  const good = await admin(['check']);
  expect(good).toMatchObject({ code: 0 });
  expect(good.text).toMatch(/^ok +Database +PostgreSQL 18/m);
  expect(good.text).toMatch(/^off +Import$/m);
  const bad = await admin(['check'], { SMTP_URL: 'smtp://127.0.0.1:1' });
  expect(bad.code).toBe(1);
  expect(bad.text).toMatch(/^FAIL Mail +\S/m);
  const without = await admin(['check'], { DATABASE_URL: 'postgres://nobody:a-secret@127.0.0.1:1/none' });
  expect(without.code).toBe(1);
  expect(without.text).toMatch(/^FAIL Database +.*Nothing is responding at this host and port.*\n +\S/m);
  expect(without.text).toMatch(/^ok +Media +\S/m);
  expect(without.text).not.toContain('a-secret');
});

soakTest(
  'backs up the running site, and restores it elsewhere and in its place',
  { timeout: 240_000 },
  async () => {
    mkdirSync(path.join(dataDir, 'media/profiles/1'), { recursive: true });
    writeFileSync(path.join(dataDir, 'media/profiles/1/256.webp'), 'a picture');
    const file = path.join(folder, 'back up.tar');
    expect(await admin(['backup', file])).toMatchObject({
      code: 0,
      text: expect.stringContaining('database and media'),
    });
    expect(await admin(['restore', file, '--replace'])).toMatchObject({
      code: 1,
      text: expect.stringContaining('stop the site first'),
    });
    expect((await logIn(site.url, 'admin', 'first-password')).status).toBe(200);

    const elsewhere = path.join(folder, 'elsewhere');
    expect(await admin(['restore', file], { DATA_DIR: elsewhere })).toMatchObject({ code: 0 });
    expect(readFileSync(path.join(elsewhere, 'media/profiles/1/256.webp'), 'utf8')).toBe('a picture');
    const settings = readSettings({
      DATA_DIR: elsewhere,
      PORT: '0',
      SAMPLE_CONTENT: 'off',
      LOG_LEVEL: 'silent',
    });
    const second = await startSite(settings, slices);
    await second.ready;
    expect((await logIn(second.url, 'admin', 'first-password')).status).toBe(200);
    await second.stop();

    isEnded = true;
    expect(await site.end()).toBe(0);
    expect(await admin(['restore', file, '--replace'])).toMatchObject({ code: 0 });
    expect(existsSync(path.join(dataDir, 'postgres.before-restore/PG_VERSION'))).toBe(true);
  },
);
