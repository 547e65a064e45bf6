import { solveChallengeWorkers } from 'altcha-lib';
import type { Challenge } from 'altcha-lib/types';

/** More would only take the page's own processors away. */
const MAX_WORKERS = 2;
/** Far longer than it takes anywhere. */
const GIVE_UP_MS = 60_000;

/** The proof of work for a challenge, both as header values. Null: unsupported by this browser, as without HTTPS. */
export async function solveProof(header: string): Promise<string | null> {
  try {
    const challenge = JSON.parse(atob(header.replaceAll('-', '+').replaceAll('_', '/'))) as Challenge;
    const solution = await solveChallengeWorkers({
      challenge,
      concurrency: Math.min(MAX_WORKERS, navigator.hardwareConcurrency),
      createWorker: () =>
        new Worker(new URL('./proof-of-work.worker.ts', import.meta.url), { type: 'module' }),
      timeout: GIVE_UP_MS,
    });
    return solution && btoa(JSON.stringify({ challenge, solution }));
  } catch {
    return null;
  }
}
