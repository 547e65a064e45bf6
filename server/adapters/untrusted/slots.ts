import { ParsersBusy } from './faults.ts';

/** Parsers that run at once in this process: for everybody, for jobs among them (calls must not wait for those), for one member. */
const AT_ONCE = 4;
const JOBS_AT_ONCE = 2;
const OF_MEMBER_AT_ONCE = 2;

/** Who needs a file parsed. A job waits for its turn; a call is rejected with ParsersBusy. */
export interface Turn {
  /** The id of the account that sent the file. */
  member: number;
  waits: boolean;
}

const running = new Set<Turn>();
const waiting = new Set<() => void>();

const count = (which: (turn: Turn) => boolean): number => [...running].filter(which).length;

const isFull = ({ member, waits }: Turn): boolean =>
  running.size >= AT_ONCE ||
  count((other) => other.member === member) >= OF_MEMBER_AT_ONCE ||
  (waits && count((other) => other.waits) >= JOBS_AT_ONCE);

export async function inTurn<T>(
  given: Turn,
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<T> {
  const turn = { ...given };
  while (isFull(turn)) {
    if (!turn.waits) throw new ParsersBusy('Too many files are being parsed.');
    await new Promise<void>((resolve) => waiting.add(resolve));
    signal?.throwIfAborted();
  }
  running.add(turn);
  try {
    return await work();
  } finally {
    running.delete(turn);
    for (const wake of waiting) wake();
    waiting.clear();
  }
}
