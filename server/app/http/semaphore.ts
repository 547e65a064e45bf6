import { fail } from './errors.ts';

interface Rank {
  /** Low priority: it runs when no other task waits, and has its own queue. */
  yields?: boolean;
}

/**
 * Runs up to `atOnce` tasks, with up to `waitingMost` waiting; further callers get a 503 with this sentence.
 */
export function createSemaphore(
  atOnce: number,
  waitingMost: number,
  busy: string,
): <T>(task: () => Promise<T>, rank?: Rank) => Promise<T> {
  let running = 0;
  const first: (() => void)[] = [];
  const yielding: (() => void)[] = [];
  return async (task, { yields = false } = {}) => {
    if (running >= atOnce) {
      const waiting = yields ? yielding : first;
      if (waiting.length >= waitingMost) throw fail(503, 'BUSY', busy, { retryAfter: 2 });
      // a finished task hands over its slot directly, so that no newcomer takes it
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await task();
    } finally {
      const next = first.shift() ?? yielding.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
