import { execFileSync } from 'node:child_process';

/**
 * How to install missing Debian packages, as a sentence; null if none is missing. Installs nothing itself.
 */
export const describeMissing = (what: string, packages: string[]): string | null =>
  packages.length === 0 ? null : `${what}: apt-get install ${packages.join(' ')}`;

/**
 * The mirror from which this machine's apt fetches a Debian release, such as `bookworm-security`.
 * `DEBIAN_MIRROR`, as for debootstrap, overrides it on a machine whose apt has none.
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
