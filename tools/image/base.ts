import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findMirror } from '../apt.ts';

const PUBLIC = {
  BASE: 'docker.io/library/node:24-bookworm-slim',
  SLIM: 'docker.io/library/debian:bookworm-slim',
};
const LOCAL_IMAGES = { BASE: 'localhost/lll-node:24-bookworm', SLIM: 'localhost/lll-debian:bookworm' };
const RELEASES = ['bookworm', 'bookworm-updates', 'bookworm-security'];

export const buildah = (...args: string[]): string =>
  execFileSync('buildah', args, { encoding: 'utf8' }).trim();
const succeeds = (program: string, ...args: string[]) =>
  spawnSync(program, args, { stdio: 'ignore' }).status === 0;

/**
 * The image's base images as build arguments: the public ones, or, where they can't be pulled, equivalents built from
 * Debian packages.
 */
export function findBases(): string[] {
  if (
    Object.values(PUBLIC).every((name) => succeeds('buildah', 'pull', '--quiet', '--policy', 'missing', name))
  )
    return Object.entries(PUBLIC).map(([argument, name]) => `${argument}=${name}`);
  for (const [name, make] of [
    [LOCAL_IMAGES.SLIM, makeSlim],
    [LOCAL_IMAGES.BASE, makeBase],
  ] as const)
    if (!succeeds('buildah', 'inspect', '--type', 'image', name)) {
      console.log(`${name} is made from Debian's packages, since the public image can't be fetched.`);
      inFolder(make);
    }
  return [
    ...Object.entries(LOCAL_IMAGES).map(([argument, name]) => `${argument}=${name}`),
    'POSTGRES_CLIENT=debian',
  ];
}

function inFolder(work: (folder: string) => void): void {
  const folder = mkdtempSync(path.join(tmpdir(), 'lll-base-'));
  try {
    work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function makeSlim(folder: string): void {
  const root = path.join(folder, 'root');
  const stdio = ['ignore', 'ignore', 'inherit'] as const;
  execFileSync('debootstrap', ['--variant=minbase', 'bookworm', root, findMirror('bookworm')], {
    stdio: [...stdio],
  });
  const sources = RELEASES.map((release) => `deb ${findMirror(release)} ${release} main\n`).join('');
  writeFileSync(path.join(root, 'etc/apt/sources.list'), sources);
  for (const place of [
    'var/cache/apt',
    'var/lib/apt/lists',
    'usr/share/doc',
    'usr/share/man',
    'usr/share/locale',
  ])
    rmSync(path.join(root, place), { recursive: true });
  commit('scratch', LOCAL_IMAGES.SLIM, root, '/');
}

/** With the Node.js and the npm that run here. */
function makeBase(folder: string): void {
  cpSync(realpathSync(process.execPath), path.join(folder, 'bin/node'));
  cpSync(findNpm(), path.join(folder, 'lib/node_modules/npm'), { recursive: true });
  const install =
    'apt-get update && apt-get install -y --no-install-recommends libstdc++6 libatomic1 ca-certificates';
  const link = 'ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm';
  commit(LOCAL_IMAGES.SLIM, LOCAL_IMAGES.BASE, folder, '/usr/local', `${install} && ${link}`);
}

function commit(from: string, name: string, folder: string, to: string, command?: string): void {
  const container = buildah('from', from);
  buildah('copy', container, folder, to);
  if (command)
    execFileSync('buildah', ['run', '--isolation', 'chroot', container, '--', 'sh', '-c', command]);
  buildah(
    'config',
    '--cmd',
    'sh',
    '--env',
    'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    container,
  );
  buildah('commit', '--quiet', '--rm', container, name);
}

/** The folder of the npm that runs here. */
const findNpm = (): string =>
  path.resolve(realpathSync(execFileSync('which', ['npm'], { encoding: 'utf8' }).trim()), '../..');
