import { readFileSync } from 'node:fs';

/**
 * `<pid>.<when it began>`: a number alone tells too little. In a container numbers begin at 1 again at every start,
 * so that what a killed start left behind names the very number of the next one.
 */
export function ownProcessId(): string {
  const began = beganAt(process.pid);
  return began === null ? String(process.pid) : `${process.pid}.${began}`;
}

/** Whether the process that `ownProcessId` named still runs; of a bare number, whether any process has it. */
export function isProcessAlive(id: string): boolean {
  const [pid = '', began] = id.split('.');
  if (!isAlive(Number(pid))) return false;
  return began === undefined || beganAt(Number(pid)) === began;
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Clock ticks since this boot (field 22 of proc(5) stat, counted behind the name, which may hold anything). */
function beganAt(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').slice(0, 8);
    return `${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}${boot}`;
  } catch {
    return null;
  }
}
