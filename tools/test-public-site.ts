import { spawnSync } from 'node:child_process';

/** npm run test:public-site: the lines of docs/public-site.md, in their order, on an empty Debian with systemd. Needs root. */
const NEEDED = { debootstrap: 'debootstrap', 'systemd-nspawn': 'systemd-container', caddy: 'caddy' };
const missing = Object.entries(NEEDED)
  .filter(([program]) => spawnSync('which', [program]).status !== 0)
  .map(([, name]) => name);
if (missing.length > 0 || process.getuid?.() !== 0) {
  console.log(
    missing.length > 0
      ? `Missing: ${missing.join(', ')}. Debian: apt-get install ${missing.join(' ')}`
      : 'It starts a Debian of its own, so it has to be run as root.',
  );
  process.exit(1);
}
const { status } = spawnSync('vitest', ['run', '--project=cluster', 'tools/public-site.cluster.test.ts'], {
  stdio: 'inherit',
  env: { ...process.env, CLUSTER: '1' },
});
process.exitCode = status ?? 1;
