import { spawn } from 'node:child_process';
import { availableParallelism, tmpdir } from 'node:os';
import type { Binaries } from './binaries.ts';
import type { ChildFiles } from './isolation.ts';

/** What a child process may use at most. */
export interface RateLimits {
  /** Wall-clock seconds; the child is killed after them. */
  seconds: number;
  /** Address space in MiB. */
  memoryMiB: number;
  /** Largest file it may write, in MiB. */
  fileMiB: number;
  /** 0 (as the server) to 19 (only what is left over). */
  nice: number;
}

/** What a child may use and see. */
type Bounds = Pick<ChildRun, 'limits' | 'files'>;

export interface ChildRun {
  limits: RateLimits;
  /** All it opens. */
  files: ChildFiles;
  signal?: AbortSignal | undefined;
  /** Called with each line of standard output. */
  onLine?: (line: string) => void;
}

export class ChildFailure extends Error {
  override name = 'ChildFailure';
  readonly stderr: string;
  readonly timedOut: boolean;
  constructor(message: string, stderr: string, timedOut: boolean) {
    super(message);
    this.stderr = stderr;
    this.timedOut = timedOut;
  }
}

const MAX_STDOUT = 4 << 20;
const MAX_STDERR = 8 << 10;

/**
 * Run ffmpeg or ffprobe apart from this process: bounded time, processor, memory and file size, no input, an empty
 * environment, where the system allows neither network nor other files, and dead as soon as this process dies (also by kill -9). Resolves with its output, rejects with
 * ChildFailure, or with the signal's reason when aborted.
 */
export function runChild(
  binaries: Binaries,
  program: 'ffmpeg' | 'ffprobe',
  args: string[],
  options: ChildRun,
) {
  const [command, ...rest] = [...wrap(binaries, options), binaries[program], ...args];
  return new Promise<{ stdout: string; stderr: string }>((resolve, reject) => {
    if (options.signal?.aborted) return reject(asError(options.signal.reason));
    const child = spawn(command as string, rest, {
      stdio: ['ignore', 'pipe', 'pipe'],
      cwd: tmpdir(),
      env: { LC_ALL: 'C', AV_LOG_FORCE_NOCOLOR: '1' },
    });
    let timedOut = false;
    const timer = setTimeout(() => {
      timedOut = true;
      child.kill('SIGKILL');
    }, options.limits.seconds * 1000);
    const abort = () => child.kill('SIGKILL');
    options.signal?.addEventListener('abort', abort, { once: true });
    const out = collect(child.stdout, MAX_STDOUT, options.onLine);
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr = (stderr + text).slice(-MAX_STDERR);
    });
    child.on('error', reject);
    child.on('close', (code, killedBy) => {
      clearTimeout(timer);
      options.signal?.removeEventListener('abort', abort);
      if (options.signal?.aborted) reject(asError(options.signal.reason));
      else if (code === 0) resolve({ stdout: out.text(), stderr });
      else
        reject(
          new ChildFailure(
            `${program} ended with ${killedBy ?? code}${timedOut ? ' (out of time)' : ''}: ${lastLine(stderr)}`,
            stderr,
            timedOut,
          ),
        );
    });
  });
}

/** The start of a command line that limits the resources of the command after it. */
export function wrap({ prlimit, setpriv, nice, isolation }: Binaries, { limits, files }: Bounds): string[] {
  const cpuSeconds = Math.ceil(limits.seconds * Math.max(2, availableParallelism()));
  return [
    ...(setpriv ? [setpriv, '--pdeathsig', 'KILL'] : []),
    ...(nice && limits.nice > 0 ? [nice, '-n', String(limits.nice)] : []),
    ...(prlimit
      ? [
          prlimit,
          `--as=${limits.memoryMiB * 1048576}`,
          `--cpu=${cpuSeconds}`,
          `--fsize=${limits.fileMiB * 1048576}`,
          '--core=0',
        ]
      : []),
    ...isolation.command(files),
  ];
}

function collect(stream: NodeJS.ReadableStream, maxLength: number, onLine?: (line: string) => void) {
  let whole = '';
  let rest = '';
  stream.setEncoding('utf8').on('data', (text: string | Buffer) => {
    if (whole.length < maxLength) whole += text;
    if (!onLine) return;
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) onLine(line);
  });
  return { text: () => whole };
}

function lastLine(stderr: string): string {
  return stderr.trim().split('\n').at(-1)?.slice(0, 300) ?? '';
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error('aborted');
}
