import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';

const PROJECT = path.resolve(import.meta.dirname, '..');
const UNKNOWN_USER = 65_534;
const folder = mkdtempSync(path.join(os.tmpdir(), 'lll-admin-'));
chmodSync(folder, 0o755);
afterAll(() => rmSync(folder, { recursive: true }));
const at = (name: string) => path.join(folder, name);

/** Installs a fake systemctl that reports deploy/lll.service, on a machine without systemd. */
function installUnit(): void {
  const unit = readFileSync(path.join(PROJECT, 'deploy/lll.service'), 'utf8');
  const valueOf = (key: string) => new RegExp(`^${key}=(.*)$`, 'm').exec(unit)?.[1] ?? '';
  const environment = valueOf('Environment').replace('/var/lib/lll', at('data'));
  mkdirSync(at('bin'), { recursive: true });
  writeFileSync(
    at('bin/systemctl'),
    `#!/bin/sh
case $* in
  *LoadState*) echo loaded;;
  *EnvironmentFiles*) echo '${at('lll.env')} (ignore_errors=yes)';;
  *Environment*) echo '${environment} "GREETING=it'"'"'s a \\$5 \\"day\\""';;
  *User*) echo nobody;;
  *WorkingDirectory*) echo '${at('project')}';;
esac
`,
    { mode: 0o755 },
  );
  expect(valueOf('EnvironmentFile')).toBe('-/etc/lll.env');
  // as the settings file is: for root alone
  writeFileSync(at('lll.env'), 'HOST=0.0.0.0\nBACKUP_KEY=half#of it \nSITE_NAME="Sun & fun"\n# no more\n', {
    mode: 0o600,
  });
}

it.runIf(process.getuid?.() === 0)(
  "lll-admin runs a command with the service's settings, as its user",
  () => {
    installUnit();
    mkdirSync(at('data'));
    chownSync(at('data'), UNKNOWN_USER, UNKNOWN_USER);
    mkdirSync(at('project/node_modules/.bin'), { recursive: true });
    symlinkSync(process.execPath, at('project/node_modules/.bin/node'));
    mkdirSync(at('project/build'));
    writeFileSync(
      at('project/build/run.mjs'),
      'console.log(JSON.stringify({ env: process.env, args: process.argv.slice(2), uid: process.getuid() }))',
    );
    const { stdout, stderr } = spawnSync(
      'sh',
      [path.join(PROJECT, 'deploy/lll-admin'), 'grant', 'ann b', 'X'],
      {
        encoding: 'utf8',
        env: { PATH: `${at('bin')}:${process.env['PATH']}`, DATABASE_URL: 'postgres://another/site' },
      },
    );
    expect(stderr).toBe('');
    const { env, args, uid } = z
      .object({ env: z.record(z.string(), z.string()), args: z.string().array(), uid: z.number() })
      .parse(JSON.parse(stdout));
    expect(env).toMatchObject({
      NODE_ENV: 'production',
      TRUST_PROXY: '1',
      DATA_DIR: at('data'),
      HOST: '0.0.0.0',
      BACKUP_KEY: 'half#of it',
      SITE_NAME: 'Sun & fun',
      GREETING: 'it\'s a $5 "day"',
    });
    expect(env['DATABASE_URL']).toBeUndefined();
    expect([args, uid]).toEqual([['server/shell/admin.ts', 'grant', 'ann b', 'X'], UNKNOWN_USER]);
  },
);
