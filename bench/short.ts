/**
 * `BENCH_SHORT=1`: everything once and small, for CI, which checks that each row is measured. Results that
 * depend on the machine's speed are not judged then (result.ts).
 */
export const IS_SHORT = process.env['BENCH_SHORT'] === '1';
