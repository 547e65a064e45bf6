/** How much of a part is done, from 0 to 1, as our tests or Playwright say; null in a line that says nothing of it. */
export function readProgress(line: string): number | null {
  const [, done, total] = /^progress: (\d+)\/(\d+)\s*$/m.exec(line) ?? /^\[(\d+)\/(\d+)\] /m.exec(line) ?? [];
  return done && Number(total) > 0 ? Math.min(1, Number(done) / Number(total)) : null;
}

/** What a part measured, from what it printed. */
export function readResults(text: string): string[] {
  return [...text.matchAll(/^result: (.+)$/gm)].map(([, found = '']) => found);
}

export interface Running {
  /** Milliseconds since it began. */
  elapsed: number;
  /** From 0 to 1. */
  share: number;
  /** What it took the last time, in milliseconds. */
  lastTime: number | undefined;
}

/** What a new part is taken for until it ran once. */
const UNKNOWN_MS = 120_000;

/** Milliseconds until all is done: by the share of what runs, and by the last run of what waits. */
export function estimateLeft({ elapsed, share, lastTime }: Running, waiting: (number | undefined)[]): number {
  const own = share > 0 ? (elapsed / share) * (1 - share) : Math.max(0, (lastTime ?? UNKNOWN_MS) - elapsed);
  return waiting.reduce<number>((sum, time) => sum + (time ?? UNKNOWN_MS), own);
}

export function formatTime(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
