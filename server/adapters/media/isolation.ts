import { dirname, resolve } from 'node:path';

/** The files of a child process: it may see nothing else where the system can arrange that. */
export interface ChildFiles {
  reads?: string[];
  /** A folder. */
  writes?: string;
}

/** Isolates a child from the network and files; `command` is put before the child's own. */
export interface Isolation {
  name: 'bwrap' | 'unshare' | 'none';
  command(files: ChildFiles): string[];
}

/** Of the system: programs and libraries, no user data. */
const SYSTEM = ['/usr', '/bin', '/lib', '/lib64', '/etc/ld.so.cache', '/etc/alternatives', '/nix/store'];
/** A user that owns nothing, as the child sees itself. */
const UNKNOWN_USER = '65534';

/** Bubblewrap: namespaces of its own for everything, no capabilities, and only the named files. */
export function inBubblewrap(bwrap: string, programs: string[]): Isolation {
  const readable = [...SYSTEM, ...programs.map((program) => dirname(resolve(program)))];
  const base = [
    bwrap,
    ...`--unshare-all --unshare-user --uid ${UNKNOWN_USER} --gid ${UNKNOWN_USER} --cap-drop ALL`.split(' '),
    ...'--die-with-parent --new-session --dev /dev --tmpfs /tmp --chdir /tmp'.split(' '),
    ...readable.flatMap((path) => ['--ro-bind-try', path, path]),
  ];
  return {
    name: 'bwrap',
    command: ({ reads = [], writes }) => [
      ...base,
      ...(writes ? ['--bind', resolve(writes), resolve(writes)] : []),
      // after the folder: an upload may lie in it, as a second name of the stored original
      ...reads.flatMap((path) => ['--ro-bind', resolve(path), resolve(path)]),
      '--',
    ],
  };
}

/** util-linux alone: no network and no capabilities, but the server's own files. */
export function inNamespaces(unshare: string): Isolation {
  return {
    name: 'unshare',
    command: () => [unshare, '--user', '--map-current-user', '--net', '--ipc', '--'],
  };
}

export const notIsolated: Isolation = { name: 'none', command: () => [] };
