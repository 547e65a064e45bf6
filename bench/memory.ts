import { readFileSync, readdirSync, readlinkSync } from 'node:fs';

function parentOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}

function pssOf(pid: number): number {
  return shareOf(pid, 'Pss');
}

/** MiB that a process wrote itself: of its code's pages it has a share that others change. */
export function writtenBy(pid: number): number {
  return shareOf(pid, 'Pss_Anon');
}

function shareOf(pid: number, kind: 'Pss' | 'Pss_Anon'): number {
  const lines = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8').split('\n');
  const line = lines.find((each) => each.startsWith(`${kind}:`));
  return Number(/\d+/.exec(line ?? '')?.[0] ?? 0) / 1024;
}

/**
 * MiB of a process, its descendants, and all processes in the folder (PSS: shared pages are counted once).
 */
export function memoryOf(root: number, folder: string): number {
  const pids = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  const ours = new Set([root]);
  let total = 0;
  for (let size = 0; size !== ours.size;) {
    size = ours.size;
    for (const pid of pids)
      if (attempt(() => ours.has(parentOf(pid)) || readlinkSync(`/proc/${pid}/cwd`).startsWith(folder)))
        ours.add(pid);
  }
  for (const pid of ours) total += attempt(() => pssOf(pid)) ?? 0;
  return total;
}

/** Processes may exit while they are read. */
function attempt<T>(look: () => T): T | null {
  try {
    return look();
  } catch {
    return null;
  }
}
