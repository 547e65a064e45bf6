/**
 * `BENCH_SHORT=1`: everything once and small, for CI, which wants to know that each row is measured. What goes with the
 * speed of the machine isn't judged then (result.ts).
 */
export const IS_SHORT = process.env['BENCH_SHORT'] === '1';
