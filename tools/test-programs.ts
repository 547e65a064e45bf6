import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describeMissing } from './apt.ts';

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

/** Debian's packages of what isn't there. */
export const missingProgramPackages = (): string[] =>
  Object.entries(PACKAGES)
    .filter(([name]) => !isThere(name))
    .map(([, name]) => name);

/** What is missing, and how to get it; null once all is there. Tests of what is missing are skipped. */
export const missingPrograms = (): string | null =>
  describeMissing('To test what stands around the site', missingProgramPackages());

/** For the HTML checker. */
export const missingJava = (): string | null =>
  describeMissing('To check HTML', isThere('java') ? [] : ['default-jre-headless']);
