import { describe, expect, it } from 'vitest';
import { isEnding, isProcessAlive, ownProcessId } from './process-id.ts';

/** As the kernel wrote them: PID, name, state, PPID, group, session, terminal, its group, flags. */
const line = (state: string, flags: number, name = 'postgres') =>
  `592 (${name}) ${state} 590 592 590 0 -1 ${flags} 149440 0 0 0 1 2 0 0 20 0 1 0 2561 0 0`;

describe('isEnding', () => {
  it('tells a process that gives back its memory from one that runs and from one that is over', () => {
    expect(isEnding(line('S', 4_194_560))).toBe(false);
    expect(isEnding(line('R', 4_194_560))).toBe(false);
    expect(isEnding(line('R', 4_195_596))).toBe(true);
    expect(isEnding(line('D', 4_195_596))).toBe(true);
    expect(isEnding(line('Z', 4_228_364))).toBe(false);
  });

  it('counts behind a name that looks like fields', () => {
    expect(isEnding(line('R', 4_195_596, 'a) S 1 1 1 0 -1 0 ('))).toBe(true);
    expect(isEnding(line('S', 4_194_560, 'a) R 1 1 1 0 -1 4 ('))).toBe(false);
  });

  it('says no of a kernel thread, and where there is no such process', () => {
    expect(isEnding('2 (kthreadd) S 0 0 0 0 -1 2129984 0 0 0 0 0 0 0 0 20 0 1 0 1 0 0')).toBe(false);
    expect(isEnding('')).toBe(false);
  });
});

describe('ownProcessId', () => {
  it('names this process by its number and when it began, and nothing that another mount of /proc tells otherwise', () => {
    const id = ownProcessId();
    expect(id).toMatch(new RegExp(String.raw`^${process.pid}\.\d+$`));
    expect(isProcessAlive(id)).toBe(true);
  });

  it('is told from the one that a later process with its number has', () => {
    expect(isProcessAlive(`${process.pid}.1`)).toBe(false);
    expect(isProcessAlive(String(process.pid))).toBe(true);
  });
});
