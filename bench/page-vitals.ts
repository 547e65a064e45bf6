/** Measurements of a page visit: milliseconds, and the layout shift score. */
export interface Vitals {
  fcp: number;
  tbt: number;
  cls: number;
  inp: number;
}

type TaskVitals = Vitals & { tasks: [start: number, length: number][] };
type Watched = typeof globalThis & { vitals: TaskVitals };
type Entry = PerformanceEntry & { value?: number; hadRecentInput?: boolean; interactionId?: number };

/** In the page, before all else. */
export function observe(): void {
  const vitals: TaskVitals = { fcp: 0, tbt: 0, cls: 0, inp: 0, tasks: [] };
  (globalThis as Watched).vitals = vitals;
  const watch = (type: string, onEntry: (entry: Entry) => void): void => {
    const observer = new PerformanceObserver((list) => (list.getEntries() as Entry[]).forEach(onEntry));
    observer.observe({ type, buffered: true, ...(type === 'event' && { durationThreshold: 16 }) });
  };
  watch('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') vitals.fcp = startTime;
  });
  watch('layout-shift', ({ value = 0, hadRecentInput }) => {
    if (!hadRecentInput) vitals.cls += value;
  });
  watch('longtask', ({ startTime, duration }) => vitals.tasks.push([startTime, duration]));
  watch('event', ({ duration, interactionId }) => {
    if (interactionId) vitals.inp = Math.max(vitals.inp, duration);
  });
}

/** Runs in the page, once it is idle: blocking is the time beyond 50 ms of tasks after the first paint. */
export function readVitals(): Vitals {
  const { tasks, ...vitals } = (globalThis as Watched).vitals;
  const blocking = tasks
    .filter(([start]) => start > vitals.fcp)
    .reduce((sum, [, length]) => sum + Math.max(0, length - 50), 0);
  return { ...vitals, tbt: blocking };
}
