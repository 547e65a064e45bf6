import { useSyncExternalStore } from 'react';
import { personal, useOwner } from '#web/app/session/personal.ts';
import { createStore } from '#web/ui/store.ts';
import { readList } from '#web/ui/storage.ts';

const KEY = 'hidden';
const MAX = 500;
const NONE: readonly number[] = [];
const isId = (value: unknown): value is number => Number.isSafeInteger(value);

const changes = createStore(0);
// the same array until the stored text changes: a new one would render every grid again
let read: { text: string | null; ids: readonly number[] } = { text: null, ids: NONE };

export function hiddenVideos(): readonly number[] {
  const text = personal.localStore.get(KEY);
  if (text !== read.text)
    read = { text, ids: text === null ? NONE : readList(personal.localStore, KEY, isId) };
  return read.ids;
}

/** Hides a video from recommendations in this browser, or shows it again. */
export function setHidden(id: number, hidden: boolean): void {
  const others = hiddenVideos().filter((each) => each !== id);
  personal.localStore.set(KEY, JSON.stringify(hidden ? [id, ...others].slice(0, MAX) : others));
  changes.set(changes.get() + 1);
}

/** Ids of the videos the viewer isn't interested in. The server renders every video. */
export function useHiddenVideos(): readonly number[] {
  useOwner();
  return useSyncExternalStore(changes.watch, hiddenVideos, () => NONE);
}
