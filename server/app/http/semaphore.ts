import { fail } from './errors.ts';

interface Rank {
  /** Its turn comes when nobody else waits, and it waits in a queue of its own. */
  yields?: boolean;
}

/** Lets `atOnce` tasks run at a time and `waitingMost` wait; whoever comes then gets a 503 with this sentence. */
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
      // whoever ends hands over its place, so that nobody slips in between
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
