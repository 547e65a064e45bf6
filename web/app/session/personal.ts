import { useSyncExternalStore } from 'react';
import { createStore } from '#web/ui/store.ts';
import { localStore, ofTab, readJson, type Storage } from '#web/ui/storage.ts';
import { getToken, leave, watchToken } from './session.ts';

/** The account of the token, once it was looked up: its id and the token's end. */
const RECORD = 'person';
/** A guest's. A member's have the same names with a prefix `of 7:`. */
const NAMES = /^(draft:|own:|searches$|orders$|hidden$)/;
/** A person's location, identity and preferences, under one name for everyone. */
const PLAIN = ['userLocation', 'guestName', 'feedSeen', 'feedTaste', 'viewedVideos', 'watched', 'sensitive'];

/** Changes when another person's data is to be shown. */
const changes = createStore(0);

const endOf = (token: string): string => token.slice(-8);

/** The member's id; empty for guests, and until it is known. */
export function personNow(): string {
  const token = getToken();
  const [id = '', end] = (localStore.get(RECORD) ?? '').split(' ');
  return token !== null && end === endOf(token) ? id : '';
}

const nameOf = (key: string): string => {
  const person = personNow();
  return person ? `of ${person}:${key}` : key;
};

/**
 * Data of the browser's current user: drafts, searches, order keys, which posts are theirs. When a session
 * ends it is hidden until the same account is back; another account or signing out removes it.
 */
const scoped = (storage: Storage): Pick<Storage, 'get' | 'set' | 'remove'> => ({
  get: (key) => storage.get(nameOf(key)),
  set: (key, value) => storage.set(nameOf(key), value),
  remove: (key) => storage.remove(nameOf(key)),
});
export const personal = { localStore: scoped(localStore), ofTab: scoped(ofTab) };

export function useOwner(): string {
  return useSyncExternalStore(watchOwner, personNow, () => '');
}

function watchOwner(listener: () => void): () => void {
  const ends = [watchToken(listener), changes.watch(listener)];
  return () => {
    for (const end of ends) end();
  };
}

/**
 * The server identified the token's owner. What they started as a guest is theirs, as it is on the server.
 */
export function recognise(token: string, id: number): void {
  if (token !== getToken() || personNow() === String(id)) return;
  const [before] = (localStore.get(RECORD) ?? '').split(' ');
  if (before && before !== String(id)) forgetMembers();
  localStore.set(RECORD, `${id} ${endOf(token)}`);
  for (const storage of [localStore, ofTab])
    for (const key of storage.keys().filter((each) => NAMES.test(each))) {
      storage.set(nameOf(key), joined(storage, key));
      storage.remove(key);
    }
  changes.set(changes.get() + 1);
}

/** A guest's list is prepended to the member's; other values replace it. */
function joined(storage: Storage, key: string): string {
  const [guest, member] = [readJson(storage, key), readJson(storage, nameOf(key))];
  if (Array.isArray(guest) && Array.isArray(member)) return JSON.stringify([...guest, ...member]);
  return storage.get(key) ?? '';
}

/** After signing out the browser starts as a new visitor, without any history. */
export function leaveBrowser(): void {
  forgetMembers();
  for (const storage of [localStore, ofTab])
    for (const key of storage.keys()) if (NAMES.test(key)) storage.remove(key);
  leave();
}

const forgotten = createStore(0);
/** Also for state outside the storage. */
export const onForgotten = forgotten.watch;

function forgetMembers(): void {
  for (const storage of [localStore, ofTab])
    for (const key of storage.keys())
      if (key.startsWith('of ') || key === RECORD || PLAIN.includes(key)) storage.remove(key);
  forgotten.set(forgotten.get() + 1);
}
