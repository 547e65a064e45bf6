import { test } from 'vitest';

/** `npm run soak` sets it: a test that takes a sample in `npm test` takes everything. */
export const SOAK = process.env['SOAK'] === '1';

interface SoakTest {
  (name: string, run: () => unknown): void;
  (name: string, options: { timeout: number }, run: () => unknown): void;
}

/**
 * A test that only `npm run soak` runs; in `npm test` it isn't registered at all, so that none counts as
 * skipped.
 */
export const soakTest: SoakTest = SOAK ? test : () => {};

/** As many of these cases, evenly spread, as named; all of them in `npm run soak`. */
export function takeSample<T>(cases: readonly T[], count: number): T[] {
  const step = cases.length / count;
  return SOAK || step <= 1
    ? [...cases]
    : Array.from({ length: count }, (_, at) => cases[Math.floor(at * step)] as T);
}

/** The progress of a long test; `npm run soak` prints it with the time left. */
export function reportProgress(done: number, total: number): void {
  // oxlint-disable-next-line no-console -- what tools/soak.ts reads
  if (SOAK) console.log(`progress: ${done}/${total}`);
}

/** Prints a long test's result beside its limit, for `npm run soak` and `npm run test:cluster`. */
export function reportBar(name: string, found: number, most: number): void {
  const isLong = SOAK || process.env['CLUSTER'] === '1';
  // oxlint-disable-next-line no-console -- what tools/soak.ts reads
  if (isLong) console.log(`result: ${found <= most ? 'pass' : 'MISS'}  ${name}: ${found} (at most ${most})`);
}
