import { fail } from './errors.ts';

/** Lets `atOnce` tasks run at a time and `waitingMost` wait; whoever comes then gets a 503 with this sentence. */
export function createSemaphore(
  atOnce: number,
  waitingMost: number,
  busy: string,
): <T>(task: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (task) => {
    if (running >= atOnce) {
      if (waiting.length >= waitingMost) throw fail(503, 'BUSY', busy, { retryAfter: 2 });
      // whoever ends hands over its place, so that nobody slips in between
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
