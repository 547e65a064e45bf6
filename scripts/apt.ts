import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Debian packages, where this may be done without asking: as root. Says what is installed and why. */
export async function installPackages(packages: string[], why: string): Promise<boolean> {
  if (process.getuid?.() !== 0) return false;
  console.log(`Installing ${packages.join(', ')} ${why}.`);
  const options = { timeout: 300_000, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  const run = promisify(execFile);
  try {
    await run('apt-get', ['update', '-q'], options);
    await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...packages], options);
    return true;
  } catch {
    return false;
  }
}
