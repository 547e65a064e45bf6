import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { installPackages } from './apt.ts';

/**
 * Programs that tests of deploy/, of proxies, of the encoders' sandbox and of captions run, or files of theirs, and
 * Debian's packages that bring them.
 */
const PACKAGES = {
  nginx: 'nginx-light',
  caddy: 'caddy',
  curl: 'curl',
  pgbouncer: 'pgbouncer',
  bwrap: 'bubblewrap',
  promtool: 'prometheus',
  'docker-compose': 'docker-compose',
  pocketsphinx_continuous: 'pocketsphinx',
  '/usr/share/pocketsphinx/model/en-us': 'pocketsphinx-en-us',
};

const isThere = (name: string): boolean =>
  name.startsWith('/') ? existsSync(name) : spawnSync('which', [name]).status === 0;

const findMissing = () =>
  Object.entries(PACKAGES)
    .filter(([name]) => !isThere(name))
    .map(([, name]) => name);

/** Installs as root what is missing; otherwise says what to install. Tests of what stays missing are skipped. */
export async function preparePrograms(): Promise<void> {
  const missing = findMissing();
  if (missing.length > 0) await installPackages(missing, 'to test what stands around the site');
  const left = findMissing();
  if (left.length > 0) console.log(`To test what stands around the site: apt-get install ${left.join(' ')}`);
}
