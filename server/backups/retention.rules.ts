const DAYS = 7;
const WEEKS = 4;
const MONTHS = 6;
const DAY_MS = 24 * 3600 * 1000;
/** 1970-01-01 was a Thursday. */
const MONDAY_MS = 4 * DAY_MS;

/** Of backups by the time they were made: the newest of each of the last 7 days, 4 weeks and 6 months that have one. */
export function chooseKept(times: readonly number[]): Set<number> {
  const newestFirst = times.toSorted((a, b) => b - a);
  const newestOf = (count: number, periodOf: (time: number) => string | number) => {
    const periods = new Map<string | number, number>();
    for (const time of newestFirst)
      if (!periods.has(periodOf(time)) && periods.size < count) periods.set(periodOf(time), time);
    return periods.values();
  };
  return new Set([
    ...newestOf(DAYS, (time) => Math.floor(time / DAY_MS)),
    ...newestOf(WEEKS, (time) => Math.floor((time - MONDAY_MS) / (7 * DAY_MS))),
    ...newestOf(MONTHS, (time) => new Date(time).toISOString().slice(0, 7)),
  ]);
}
