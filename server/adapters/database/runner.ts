import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * PostgreSQL refuses to run as root. A runner defines how to start its programs: as ourselves, as another
 * user, or in a user namespace that maps root to another user (for folders that only root can access).
 */
export interface Runner {
  /** Prepended to the program on the command line. */
  readonly prefix: readonly string[];
  /** The user of the process; ourselves when missing. */
  readonly user?: { readonly uid: number; readonly gid: number };
}

const NAMESPACE = ['unshare', '--user', '--map-user=65534', '--map-group=65534', '--'];
const CAN_REACH = '[ -x "$1/bin/postgres" ] && [ -r "$1/share" ] && cd -- "$2"';

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/**
 * The user for PostgreSQL when root starts it: the owner of existing data, else `postgres`, else `nobody`.
 */
export function serviceUser(owner?: { uid: number; gid: number }): { uid: number; gid: number } {
  if (owner !== undefined && owner.uid !== 0) return owner;
  const accounts = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of ['postgres', 'nobody']) {
    const fields = accounts.find((line) => line.startsWith(`${name}:`))?.split(':');
    if (fields !== undefined) return { uid: Number(fields[2]), gid: Number(fields[3]) };
  }
  return { uid: 65_534, gid: 65_534 };
}

/** Whether a runner can run the binaries and enter the folder. */
export function canReach(runner: Runner, native: string, folder: string): boolean {
  const [program = 'sh', ...rest] = [...runner.prefix, 'sh', '-c', CAN_REACH, 'sh', native, folder];
  return spawnSync(program, rest, { ...runner.user, cwd: '/', stdio: 'ignore' }).status === 0;
}

/** The runner for these binaries and this folder; null when other users can't access root's folders. */
export function chooseRunner(
  native: string,
  folder: string,
  owner?: { uid: number; gid: number },
  options: { namespaces: boolean } = { namespaces: true },
): Runner | null {
  if (!isRoot()) return { prefix: [] };
  const other: Runner = { prefix: [], user: serviceUser(owner) };
  if (canReach(other, native, folder)) return other;
  const namespace: Runner = { prefix: NAMESPACE };
  return options.namespaces && canReach(namespace, native, folder) ? namespace : null;
}
