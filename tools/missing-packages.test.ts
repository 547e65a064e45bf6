import { execFileSync } from 'node:child_process';
import { chmodSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lll-packages-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test('nothing that a developer runs calls the system package manager', () => {
  const sources = globSync('{bench,build,contract,e2e,server,standins,tools,web}/**/*.{ts,mjs,cjs,sh}');
  expect(sources.length).toBeGreaterThan(500);
  const calling = sources.filter((file) =>
    /['"`](sudo|apt|apt-get|apk|dnf|brew)['"`]/.test(readFileSync(file, 'utf8')),
  );
  // the first only reads where Debian's packages are; the other is this file, with its fake
  expect(calling.toSorted()).toEqual(['tools/apt.ts', 'tools/missing-packages.test.ts']);
  const calls = readFileSync('tools/apt.ts', 'utf8').match(/(?<='apt-get',\s*\[)'[^']*'/g);
  expect(calls).toEqual(["'indextargets'"]);
});

test('lists missing packages as an install command for people, and by group for CI', () => {
  const path = emptyFolder();
  symlinkSync('/usr/bin/which', join(path, 'which'));
  const run = (...args: string[]) =>
    execFileSync(process.execPath, args, { env: { PATH: path }, encoding: 'utf8' }).split('\n');
  expect(run('tools/missing-packages.ts')).toEqual(
    expect.arrayContaining(['nginx-light', 'pgbouncer', 'prometheus']),
  );
  const code = `console.log((await import('./tools/test-programs.ts')).missingPrograms())`;
  expect(run('--input-type=module', '-e', code)[0]).toMatch(
    /^To test .*: apt-get install nginx-light caddy curl pgb/,
  );
});

/** The calls of apt-get when CI reports these as missing; the one for `caddy` fails. */
function installInCi(missing: string): string[] {
  const path = emptyFolder();
  const programs = {
    id: 'echo 0',
    'apt-get': `echo "$@" >>${path}/calls; case "$*" in *caddy*) exit 1;; esac`,
  };
  for (const [name, code] of Object.entries(programs)) {
    writeFileSync(join(path, name), `#!/bin/sh\n${code}\n`);
    chmodSync(join(path, name), 0o755);
  }
  writeFileSync(join(path, 'calls'), '');
  const env = { PATH: `${path}:${process.env['PATH']}`, POLICY: join(path, 'policy') };
  execFileSync('sh', ['.ci/packages'], { env, input: missing });
  return readFileSync(join(path, 'calls'), 'utf8').match(/(update|install).*/g) ?? [];
}

test('CI installs missing packages independently of each other, and calls nothing when none are missing', () => {
  expect(installInCi('caddy\nfirefox-esr\nxvfb xauth\n')).toEqual([
    'update',
    ...['caddy', 'firefox-esr', 'xvfb xauth'].map((names) => `install --no-install-recommends ${names}`),
  ]);
  expect(installInCi('')).toEqual([]);
});
