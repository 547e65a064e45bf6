// Tries its share of the keys until one fits the challenge. The library's own worker computes by Node.js alone.
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { SolveChallengeOptions } from 'altcha-lib/types';

/** As solveChallengeWorkers sends it. */
interface Task extends Omit<SolveChallengeOptions, 'deriveKey'> {
  type: 'work' | 'abort';
}

addEventListener('message', ({ data: { type, ...task } }: MessageEvent<Task>) => {
  if (type === 'work')
    void solveChallenge({ ...task, deriveKey }).then(postMessage, (error: unknown) =>
      postMessage({ error: String(error) }),
    );
});
