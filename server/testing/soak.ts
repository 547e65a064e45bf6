/** `npm run soak` sets it: a test that takes a sample in `npm test` takes everything. */
export const SOAK = process.env['SOAK'] === '1';

/** How far a long test is; `npm run soak` shows it with the time left. */
export function reportProgress(done: number, total: number): void {
  // oxlint-disable-next-line no-console -- what scripts/soak.ts reads
  if (SOAK) console.log(`progress: ${done}/${total}`);
}
