import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { closeSync, constants, openSync, statSync, truncateSync } from 'node:fs';
import path from 'node:path';
import type { Cluster } from './cluster.ts';
import { serverArguments } from './tuning.ts';

/**
 * Runs the server and stops it when no process has the pipe (its standard input) open any more: the kernel
 * closes the pipe's other end however a process dies, so even kill -9 of the last one leaves no server
 * behind.
 */
const SUPERVISOR = `
exec 3<&0
"$@" </dev/null 3<&- &
server=$!
{ read -r line <&3; kill -INT $server; } 2>/dev/null &
watcher=$!
exec 3<&-
wait $server
code=$?
kill $watcher 2>/dev/null
exit $code
`;
const LARGEST_LOG_BYTES = 4 * 1024 * 1024;

/** Opens a running server's pipe; close it to detach. Null when the server has no supervisor. */
export function holdPipe(cluster: Cluster): number | null {
  try {
    return openSync(cluster.pipe, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch {
    return null;
  }
}

/** Starts a server; it runs as long as the returned pipe is open. The caller checks whether it comes up. */
export function launch(
  cluster: Cluster,
  settings?: Record<string, string>,
): { pipe: number; child: ChildProcess } {
  const { readEnd, writeEnd } = openPipe(cluster.pipe);
  const log = openLog(cluster.logFile);
  const { prefix, user } = cluster.runner;
  const postgres = path.join(cluster.native, 'bin', 'postgres');
  const command = [...prefix, postgres, ...serverArguments(cluster.data, cluster.socketDir, settings)];
  try {
    const child = spawn('sh', ['-c', SUPERVISOR, 'sh', ...command], {
      ...user,
      cwd: '/',
      // Its own session: Ctrl-C in the terminal goes to the application, which then stops its database.
      detached: true,
      env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C' },
      stdio: [readEnd, log, log],
    });
    child.on('error', () => {});
    child.unref();
    return { pipe: writeEnd, child };
  } finally {
    closeSync(readEnd);
    closeSync(log);
  }
}

/** Both ends, opened so that neither call blocks and the write end exists before a reader starts. */
function openPipe(file: string): { readEnd: number; writeEnd: number } {
  spawnSync('mkfifo', ['-m', '600', file], { stdio: 'ignore' });
  if (!statSync(file, { throwIfNoEntry: false })?.isFIFO()) {
    throw new Error(
      `The folder of ${file} can't hold a named pipe. Put DATA_DIR on a local disk, or set DATABASE_URL.`,
    );
  }
  const both = openSync(file, constants.O_RDWR | constants.O_NONBLOCK);
  try {
    return { readEnd: openSync(file, constants.O_RDONLY), writeEnd: openSync(file, constants.O_WRONLY) };
  } finally {
    closeSync(both);
  }
}

function openLog(file: string): number {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > LARGEST_LOG_BYTES) truncateSync(file);
  return openSync(file, 'a', 0o600);
}
