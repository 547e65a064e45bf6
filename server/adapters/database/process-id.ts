import { readFileSync } from 'node:fs';

// Places in `statFields`: fields 3, 9 and 22 of proc(5) stat.
const STATE = 0;
const FLAGS = 6;
const STARTTIME = 19;

/** include/linux/sched.h of the kernel. */
const PF_EXITING = 0x4;
/** Zombie, dead. */
const OVER = new Set(['Z', 'X']);

/**
 * `<pid>.<start time>`: process ids are reused. In a container they begin at 1 at every start, so leftovers
 * of a killed start carry the very id of the next one.
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

/**
 * Whether this line of proc(5) stat is of a process that is exiting: its command line is empty already, while
 * it still releases memory and files. False for a zombie, which only waits for its parent.
 */
export function isEnding(stat: string): boolean {
  const fields = statFields(stat);
  return (Number(fields[FLAGS]) & PF_EXITING) !== 0 && !OVER.has(fields[STATE] ?? '');
}

/**
 * Clock ticks since boot. The boot id is left out: it differs between a service with a /proc of its own
 * (ProtectProc) and a shell beside it where something is mounted over it, as in systemd-nspawn.
 */
function beganAt(pid: number): string | null {
  try {
    return statFields(readFileSync(`/proc/${pid}/stat`, 'utf8'))[STARTTIME] ?? null;
  } catch {
    return null;
  }
}

/** Counted after the name, which may contain anything. */
function statFields(stat: string): string[] {
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}
