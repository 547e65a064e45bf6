import { spawnSync } from 'node:child_process';
import { buildah, findBases } from './image/base.ts';
import { describeMissing } from './apt.ts';

/**
 * npm run test:image: builds deploy/Dockerfile with buildah, without a daemon or root, and runs the image as
 * a container would.
 */
const NEEDED = { buildah: 'buildah', bwrap: 'bubblewrap', debootstrap: 'debootstrap', setpriv: 'util-linux' };
const IMAGE = 'localhost/lll:test';
const MAX_MS = 30 * 60_000;
const began = performance.now();
const seconds = () => ((performance.now() - began) / 1000).toFixed(0);

const isMissing = ([program]: [string, string]) => spawnSync('which', [program]).status !== 0;
const missing = Object.entries(NEEDED)
  .filter(isMissing)
  .map(([, name]) => name);
if (missing.length > 0) {
  console.log(describeMissing('To build and try the image', missing));
  process.exit(1);
}
// the image's files belong to several users, which takes root or a user namespace
if (process.getuid?.() !== 0) {
  const { status } = spawnSync('buildah', ['unshare', process.execPath, ...process.argv.slice(1)], {
    stdio: 'inherit',
  });
  process.exit(status ?? 1);
}

const args = findBases().flatMap((argument) => ['--build-arg', argument]);
// behind a proxy that reads along
const authority = process.env['NODE_EXTRA_CA_CERTS'];
if (authority)
  args.push('--volume', `${authority}:/run/ca.crt:ro`, '--build-arg', 'NODE_EXTRA_CA_CERTS=/run/ca.crt');
console.log(`bases: ${seconds()} s`);
const built = spawnSync(
  'buildah',
  [
    'build',
    '--isolation',
    'chroot',
    '--layers',
    '--format',
    'docker',
    '--file',
    'deploy/Dockerfile',
    ...args,
    '--tag',
    IMAGE,
    '.',
  ],
  { encoding: 'utf8', timeout: MAX_MS, maxBuffer: 64 * 1024 * 1024 },
);
if (built.status !== 0) {
  console.log(`${built.stdout}${built.stderr}`.slice(-5_000));
  process.exit(1);
}
console.log(`built: ${seconds()} s`);

const container = buildah('from', IMAGE);
try {
  const { status } = spawnSync('vitest', ['run', '--project=cluster', 'tools/image/image.cluster.test.ts'], {
    stdio: 'inherit',
    env: { ...process.env, CLUSTER: '1', IMAGE, IMAGE_ROOT: buildah('mount', container) },
  });
  process.exitCode = status ?? 1;
} finally {
  buildah('rm', container);
}
console.log(`tried: ${seconds()} s`);
