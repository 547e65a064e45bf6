import { execFile, execFileSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';

/** Asked by Debian's packages before they start a service: 101 forbids it. */
const POLICY = '/usr/sbin/policy-rc.d';

let before: Promise<unknown> = Promise.resolve();
let lists: Promise<unknown> | null = null;

/**
 * Debian packages, where this may be done without asking: as root. Says what is installed and why, one list after the
 * other, and starts none of their services. False: they are not there.
 */
export async function installPackages(packages: string[], why: string): Promise<boolean> {
  if (process.getuid?.() !== 0) return false;
  const install = async () => {
    console.log(`Installing ${packages.join(', ')} ${why}.`);
    await (lists ??= apt('update'));
    await withoutServices(() => apt('install', '-y', '--no-install-recommends', ...packages));
    return true;
  };
  const done = before.then(install).catch(() => false);
  before = done;
  return done;
}

const apt = (...words: string[]) =>
  promisify(execFile)('apt-get', ['-q', '-o', 'DPkg::Lock::Timeout=300', ...words], {
    timeout: 300_000,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });

/**
 * Where this machine's apt fetches a release of Debian, such as `bookworm-security`. `DEBIAN_MIRROR`, as debootstrap
 * takes it, says where the packages are on a machine whose apt knows none of it.
 */
export function findMirror(release: string): string {
  const named = process.env['DEBIAN_MIRROR'];
  if (named) return release.endsWith('-security') ? `${named}-security` : named;
  const [mirror = ''] = execFileSync(
    'apt-get',
    ['indextargets', '--format', '$(SITE)', 'Created-By: Packages', `Release: ${release}`],
    { encoding: 'utf8' },
  ).split('\n');
  if (mirror === '')
    throw new Error(
      `This machine's apt has no ${release} in its sources. Set DEBIAN_MIRROR to where Debian's packages are.`,
    );
  return mirror;
}

async function withoutServices(act: () => Promise<unknown>): Promise<void> {
  const isOurs = !existsSync(POLICY);
  if (isOurs) writeFileSync(POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    await act();
  } finally {
    if (isOurs) rmSync(POLICY, { force: true });
  }
}
