import { execFileSync } from 'node:child_process';

/** How to get Debian packages that are missing, as a sentence; null where none is. Nothing here installs them. */
export const describeMissing = (what: string, packages: string[]): string | null =>
  packages.length === 0 ? null : `${what}: apt-get install ${packages.join(' ')}`;

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
