import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, chmod, copyFile, mkdtemp } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { inBubblewrap, inNamespaces, notIsolated, type Isolation } from './isolation.ts';

const run = promisify(execFile);

/** Where the programs are; the three wrappers are null where the machine has none (macOS, Windows). */
export interface Binaries {
  ffmpeg: string;
  ffprobe: string;
  prlimit: string | null;
  setpriv: string | null;
  nice: string | null;
  isolation: Isolation;
  /** The programs from npm: they get no security updates. */
  bundled: string[];
  /** Whether this ffmpeg can map HDR pictures to ordinary ones (needs libzimg). */
  toneMaps: boolean;
  /** Whether this ffmpeg encodes AV1 (SVT-AV1). */
  encodesAv1: boolean;
}

export interface BinaryPaths {
  /** FFMPEG_PATH; ffprobe is expected next to it. */
  ffmpegPath?: string | undefined;
}

/** Results by search location: a dozen programs are tried. */
const known = new Map<string, Promise<Binaries>>();

/**
 * Finds ffmpeg and ffprobe: as configured, else the system's, else the ones from npm. Throws a readable message if
 * there are none.
 */
export function findBinaries(paths: BinaryPaths): Promise<Binaries> {
  const where = JSON.stringify([paths.ffmpegPath, process.env['PATH']]);
  const found = known.get(where) ?? lookForBinaries(paths);
  known.set(where, found);
  // searched again: they may be installed meanwhile
  found.catch(() => known.delete(where));
  return found;
}

async function lookForBinaries({ ffmpegPath }: BinaryPaths): Promise<Binaries> {
  const ffprobePath = ffmpegPath && join(dirname(ffmpegPath), 'ffprobe');
  const [ffmpeg, ffprobe, prlimit, setpriv, nice] = await Promise.all([
    findProgram(ffmpegPath, 'ffmpeg', '@ffmpeg-binary'),
    findProgram(ffprobePath, 'ffprobe', '@ffprobe-installer'),
    wrapper('prlimit', '--core=0'),
    wrapper('setpriv', '--pdeathsig', 'KILL'),
    wrapper('nice'),
  ]);
  const list = async (what: string) =>
    (await run(ffmpeg.path, ['-hide_banner', what], { maxBuffer: 1 << 22 })).stdout;
  const [filters, encoders] = await Promise.all([list('-filters'), list('-encoders')]);
  return {
    ffmpeg: ffmpeg.path,
    ffprobe: ffprobe.path,
    prlimit,
    setpriv,
    nice,
    isolation: await findIsolation([ffmpeg.path, ffprobe.path]),
    bundled: [ffmpeg, ffprobe].filter(({ bundled }) => bundled).map(({ path }) => path),
    toneMaps: /\bzscale\b/.test(filters) && /\btonemap\b/.test(filters),
    encodesAv1: /\blibsvtav1\b/.test(encoders),
  };
}

async function findProgram(
  configured: string | undefined,
  name: string,
  scope: string,
): Promise<{ path: string; bundled: boolean }> {
  if (configured) {
    if (await runs(configured)) return { path: configured, bundled: false };
    throw new Error(`FFMPEG_PATH leads to ${configured}, but that is no ${name} that runs here.`);
  }
  const system = await onPath(name);
  if (system && (await runs(system))) return { path: system, bundled: false };
  const bundled = await fromPackage(name, scope);
  if (bundled && (await runs(bundled))) return { path: bundled, bundled: true };
  throw new Error(`No ${name} found. Install it (Debian: apt-get install ffmpeg) or set FFMPEG_PATH.`);
}

/** The strictest that works here; containers and older kernels often forbid namespaces. */
async function findIsolation(programs: string[]): Promise<Isolation> {
  const [bwrap, unshare] = await Promise.all([onPath('bwrap'), onPath('unshare')]);
  const known = [
    ...(bwrap ? [inBubblewrap(bwrap, programs)] : []),
    ...(unshare ? [inNamespaces(unshare)] : []),
  ];
  for (const isolation of known) {
    const [command = '', ...args] = isolation.command({});
    const tries = programs.map((program) => runs(command, [...args, program]));
    if ((await Promise.all(tries)).every(Boolean)) return isolation;
  }
  return notIsolated;
}

/** A wrapper only counts when it works here with what we ask of it (busybox has lesser ones). */
async function wrapper(name: string, ...args: string[]): Promise<string | null> {
  const path = await onPath(name);
  return (
    path &&
    run(path, [...args, 'true']).then(
      () => path,
      () => null,
    )
  );
}

async function runs(path: string, args: string[] = []): Promise<boolean> {
  return run(path, [...args, '-version'], { timeout: 20_000 }).then(
    () => true,
    () => false,
  );
}

async function onPath(name: string): Promise<string | null> {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    if (!folder) continue;
    const path = join(folder, name);
    if (await isExecutable(path)) return path;
  }
  return null;
}

async function fromPackage(name: string, scope: string): Promise<string | null> {
  let path: string;
  try {
    const root = createRequire(import.meta.url).resolve(
      `${scope}/${process.platform}-${process.arch}/package.json`,
    );
    path = join(root, '..', name);
  } catch {
    return null;
  }
  if (await isExecutable(path)) return path;
  // The package's archive may carry the program without its run bit; another user's installation can't be mended.
  try {
    await chmod(path, 0o755);
    return path;
  } catch {
    const copy = join(await mkdtemp(join(tmpdir(), `lll-${name}-`)), name);
    await copyFile(path, copy);
    await chmod(copy, 0o700);
    return copy;
  }
}

function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
