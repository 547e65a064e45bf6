import { describe, expect, it } from 'vitest';
import { isEnding, isProcessAlive, ownProcessId } from './process-id.ts';

/** As the kernel wrote them: PID, name, state, PPID, group, session, terminal, its group, flags. */
const line = (state: string, flags: number, name = 'postgres') =>
  `592 (${name}) ${state} 590 592 590 0 -1 ${flags} 149440 0 0 0 1 2 0 0 20 0 1 0 2561 0 0`;

describe('isEnding', () => {
  it('distinguishes a process that is releasing its memory from a running and an ended one', () => {
    expect(isEnding(line('S', 4_194_560))).toBe(false);
    expect(isEnding(line('R', 4_194_560))).toBe(false);
    expect(isEnding(line('R', 4_195_596))).toBe(true);
    expect(isEnding(line('D', 4_195_596))).toBe(true);
    expect(isEnding(line('Z', 4_228_364))).toBe(false);
  });

  it('parses fields after a process name that looks like fields', () => {
    expect(isEnding(line('R', 4_195_596, 'a) S 1 1 1 0 -1 0 ('))).toBe(true);
    expect(isEnding(line('S', 4_194_560, 'a) R 1 1 1 0 -1 4 ('))).toBe(false);
  });

  it('returns false for a kernel thread and a missing process', () => {
    expect(isEnding('2 (kthreadd) S 0 0 0 0 -1 2129984 0 0 0 0 0 0 0 0 20 0 1 0 1 0 0')).toBe(false);
    expect(isEnding('')).toBe(false);
  });
});

describe('ownProcessId', () => {
  it('consists of the process number and start time, which are the same in every mount of /proc', () => {
    const id = ownProcessId();
    expect(id).toMatch(new RegExp(String.raw`^${process.pid}\.\d+$`));
    expect(isProcessAlive(id)).toBe(true);
  });

  it('differs from the ID of a later process with the same number', () => {
    expect(isProcessAlive(`${process.pid}.1`)).toBe(false);
    expect(isProcessAlive(String(process.pid))).toBe(true);
  });
});
