import { MAX_GUEST_WATCH_LATER } from '#contract/lists/playlists.ts';
import { localStore, readList, watchOtherTabs } from '#web/ui/storage.ts';

const LATER = 'watchLater';
const CHANGED = 'watch-later-changed';
const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;

const NOTHING: number[] = [];
/** What the server shows of it. */
export const nothingSaved = (): number[] => NOTHING;

// the very array that was read before: another one would draw everything again
let read: { text: string; ids: number[] } = { text: '[]', ids: NOTHING };

/** A guest's watch-later list, stored in this browser, newest first. */
export function guestLater(): number[] {
  const text = localStore.get(LATER) ?? '[]';
  if (text !== read.text)
    read = { text, ids: readList(localStore, LATER, isId).slice(0, MAX_GUEST_WATCH_LATER) };
  return read.ids;
}

function write(ids: number[]): void {
  if (ids.length > 0) localStore.set(LATER, JSON.stringify(ids.slice(0, MAX_GUEST_WATCH_LATER)));
  else localStore.remove(LATER);
  window.dispatchEvent(new Event(CHANGED));
}

export function setGuestLater(id: number, isSaved: boolean): void {
  const others = guestLater().filter((each) => each !== id);
  write(isSaved ? [id, ...others] : others);
}

export const clearGuestLater = (): void => write([]);

export function watchGuestLater(listener: () => void): () => void {
  window.addEventListener(CHANGED, listener);
  const endOther = watchOtherTabs(listener);
  return () => {
    window.removeEventListener(CHANGED, listener);
    endOther();
  };
}
