const DAYS = 7;
const WEEKS = 4;
const MONTHS = 6;
const DAY_MS = 24 * 3600 * 1000;
/** 1970-01-01 was a Thursday. */
const MONDAY_MS = 4 * DAY_MS;

const dayOf = (time: number): number => Math.floor(time / DAY_MS);

/** Of backups by the time they were made: the newest of each of the last 7 days, 4 weeks and 6 months that have one. */
export function chooseKept(times: readonly number[]): Set<number> {
  return new Set([
    ...chooseDays(times),
    ...newestOf(WEEKS, times, (time) => Math.floor((time - MONDAY_MS) / (7 * DAY_MS))),
    ...newestOf(MONTHS, times, (time) => new Date(time).toISOString().slice(0, 7)),
  ]);
}

/** Those of the last 7 days alone: from them on every moment can be restored. */
export const chooseDays = (times: readonly number[]): Set<number> => new Set(newestOf(DAYS, times, dayOf));

function newestOf(
  count: number,
  times: readonly number[],
  periodOf: (time: number) => string | number,
): Iterable<number> {
  const periods = new Map<string | number, number>();
  for (const time of times.toSorted((a, b) => b - a))
    if (!periods.has(periodOf(time)) && periods.size < count) periods.set(periodOf(time), time);
  return periods.values();
}
