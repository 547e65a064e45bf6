const KEY = 'searches';
const MAX_RECENT = 6;

/** What was looked for in this browser, the latest first; it never leaves it. */
export function readRecent(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((each) => typeof each === 'string').slice(0, MAX_RECENT) : [];
  } catch {
    return [];
  }
}

function write(recent: string[]): string[] {
  const kept = recent.slice(0, MAX_RECENT);
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // a browser that keeps nothing
  }
  return kept;
}

export const addRecent = (q: string): string[] => write([q, ...readRecent().filter((each) => each !== q)]);
export const removeRecent = (q: string): string[] => write(readRecent().filter((each) => each !== q));
export const clearRecent = (): string[] => write([]);
