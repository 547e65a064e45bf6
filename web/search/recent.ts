import { personal } from '#web/app/session/personal.ts';
import { readList } from '#web/ui/storage.ts';

const KEY = 'searches';
const MAX_RECENT = 6;
const isText = (value: unknown): value is string => typeof value === 'string';

/** Recent searches of this browser, latest first; never sent anywhere. */
export const readRecent = (): string[] => readList(personal.localStore, KEY, isText).slice(0, MAX_RECENT);

function write(recent: string[]): string[] {
  const recentSearches = recent.slice(0, MAX_RECENT);
  personal.localStore.set(KEY, JSON.stringify(recentSearches));
  return recentSearches;
}

export const addRecent = (q: string): string[] => write([q, ...readRecent().filter((each) => each !== q)]);
export const removeRecent = (q: string): string[] => write(readRecent().filter((each) => each !== q));
export const clearRecent = (): string[] => write([]);
