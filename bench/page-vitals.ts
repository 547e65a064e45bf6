/** What a visit to a page was like: milliseconds, and the score of shifts. */
export interface Vitals {
  fcp: number;
  lcp: number;
  tbt: number;
  cls: number;
  inp: number;
}

type Kept = Vitals & { tasks: [start: number, length: number][] };
type Watched = typeof globalThis & { vitals: Kept };
type Entry = PerformanceEntry & { value?: number; hadRecentInput?: boolean; interactionId?: number };

/** In the page, before all else. */
export function observe(): void {
  const kept: Kept = { fcp: 0, lcp: 0, tbt: 0, cls: 0, inp: 0, tasks: [] };
  (globalThis as Watched).vitals = kept;
  const watch = (type: string, note: (entry: Entry) => void): void => {
    const observer = new PerformanceObserver((list) => (list.getEntries() as Entry[]).forEach(note));
    observer.observe({ type, buffered: true, ...(type === 'event' && { durationThreshold: 16 }) });
  };
  watch('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') kept.fcp = startTime;
  });
  watch('largest-contentful-paint', ({ startTime }) => {
    kept.lcp = startTime;
  });
  watch('layout-shift', ({ value = 0, hadRecentInput }) => {
    if (!hadRecentInput) kept.cls += value;
  });
  watch('longtask', ({ startTime, duration }) => kept.tasks.push([startTime, duration]));
  watch('event', ({ duration, interactionId }) => {
    if (interactionId) kept.inp = Math.max(kept.inp, duration);
  });
}

/** In the page, once it is quiet: blocking is what tasks after the first paint took beyond 50 ms. */
export function readVitals(): Vitals {
  const { tasks, ...vitals } = (globalThis as Watched).vitals;
  const blocking = tasks
    .filter(([start]) => start > vitals.fcp)
    .reduce((sum, [, length]) => sum + Math.max(0, length - 50), 0);
  return { ...vitals, tbt: blocking };
}

/** Weight, the value of 0.9 and the one of 0.5 of Lighthouse's score for phones; its speed index, a tenth, is left out. */
const CURVES: Record<'fcp' | 'lcp' | 'tbt' | 'cls', [weight: number, good: number, fair: number]> = {
  fcp: [10, 1800, 3000],
  lcp: [25, 2500, 4000],
  tbt: [30, 200, 600],
  cls: [25, 0.1, 0.25],
};

/** Of 100, as Lighthouse counts it: a place on a log-normal curve for each metric. */
export function scoreOf(vitals: Vitals): number {
  let sum = 0;
  let weights = 0;
  for (const [name, [weight, good, fair]] of Object.entries(CURVES)) {
    const x = Math.max(vitals[name as keyof Vitals], 1e-6);
    const place = (Math.log(x / fair) / -Math.log(good / fair)) * INVERSE_ERFC_ONE_FIFTH;
    sum += weight * Math.min(1, Math.max(0, (1 - erf(place)) / 2));
    weights += weight;
  }
  return (sum / weights) * 100;
}

const INVERSE_ERFC_ONE_FIFTH = 0.906_193_802_436_823_2;

/** Abramowitz and Stegun, 7.1.26: exact to 1.5e-7. */
function erf(x: number): number {
  const t = 1 / (1 + 0.3275911 * Math.abs(x));
  const sum =
    t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  return Math.sign(x) * (1 - sum * Math.exp(-x * x));
}
