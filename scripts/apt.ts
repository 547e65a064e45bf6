import { execFileSync } from 'node:child_process';

/** Debian packages, where this may be done without asking: as root. Says what is installed and why. */
export function installPackages(packages: string[], why: string): boolean {
  if (process.getuid?.() !== 0) return false;
  console.log(`Installing ${packages.join(', ')} ${why}.`);
  const options = {
    stdio: 'ignore',
    timeout: 300_000,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  } as const;
  try {
    execFileSync('apt-get', ['update', '-q'], options);
    execFileSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...packages], options);
    return true;
  } catch {
    return false;
  }
}
