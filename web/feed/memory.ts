import { onForgotten } from '#web/app/session/personal.ts';
import { localStore, readJson } from '#web/ui/storage.ts';
import { NO_TASTE, learn } from './taste.rules.ts';
import type { Happened, Taste, Tasted } from './taste.rules.ts';

/** The feed's memory of its viewer: in this browser, never sent. */
const SEEN = 'feedSeen';
const TASTE = 'feedTaste';
const DAYS = 30;
const MAX_SEEN = 5000;
const MINUTE = 60_000;

function read<T>(key: string, none: T, isFine: (value: unknown) => value is T): T {
  const value = readJson(localStore, key);
  return isFine(value) ? value : none;
}

const write = (key: string, value: unknown): void => localStore.set(key, JSON.stringify(value));

type Seen = [id: number, minute: number][];
const isSeen = (value: unknown): value is Seen => Array.isArray(value) && value.every(Array.isArray);
const isTaste = (value: unknown): value is Taste =>
  typeof value === 'object' && value !== null && 'creators' in value && 'categories' in value;

export interface Memory {
  /** When a video was seen during the last 30 days, in minutes; null: it wasn't. */
  seenAt(id: number): number | null;
  see(id: number): void;
  taste(): Taste;
  learn(video: Tasted, happened: Happened): void;
  /** Forgets everything. */
  clear(): void;
}

export function openMemory(now = Date.now): Memory {
  const since = now() / MINUTE - DAYS * 24 * 60;
  const seen = new Map(read<Seen>(SEEN, [], isSeen).filter(([, minute]) => minute > since));
  let taste = read<Taste>(TASTE, NO_TASTE, isTaste);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const save = (): void => {
    clearTimeout(timer);
    timer = undefined;
    write(SEEN, [...seen].slice(-MAX_SEEN));
    write(TASTE, taste);
  };
  // not during a swipe: writing thousands of numbers would cause jank
  const saveSoon = (): void => {
    timer ??= setTimeout(save, 800);
  };
  onForgotten(() => {
    clearTimeout(timer);
    timer = undefined;
    seen.clear();
    taste = NO_TASTE;
  });
  if (typeof window !== 'undefined') {
    window.addEventListener('pagehide', () => {
      if (timer) save();
    });
  }
  return {
    seenAt: (id) => seen.get(id) ?? null,
    see: (id) => {
      // the latest at the end
      seen.delete(id);
      seen.set(id, Math.floor(now() / MINUTE));
      saveSoon();
    },
    taste: () => taste,
    learn: (video, happened) => {
      taste = learn(taste, video, happened);
      saveSoon();
    },
    clear: () => {
      seen.clear();
      taste = NO_TASTE;
      save();
    },
  };
}

let memory: Memory | null = null;

/** What the feed has learned in this browser; one for the feed and for "Not interested" on cards. */
export const feedMemory = (): Memory => (memory ??= openMemory());
