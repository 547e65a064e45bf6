const HOURS = 24;
const DAYS = 7;
const WEEKS = 4;
const HOUR_MS = 3600 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** 1970-01-01 was a Thursday. */
const MONDAY_MS = 4 * DAY_MS;

/** Of backups by the time they were made: the newest of each of the last 24 hours, 7 days and 4 weeks that have one. */
export function chooseRetained(times: readonly number[]): Set<number> {
  return new Set([
    ...newestOf(HOURS, times, (time) => Math.floor(time / HOUR_MS)),
    ...newestOf(DAYS, times, (time) => Math.floor(time / DAY_MS)),
    ...newestOf(WEEKS, times, (time) => Math.floor((time - MONDAY_MS) / (7 * DAY_MS))),
  ]);
}

function newestOf(
  count: number,
  times: readonly number[],
  periodOf: (time: number) => number,
): Iterable<number> {
  const periods = new Map<number, number>();
  for (const time of times.toSorted((a, b) => b - a))
    if (!periods.has(periodOf(time)) && periods.size < count) periods.set(periodOf(time), time);
  return periods.values();
}
