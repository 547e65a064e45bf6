import { useSyncExternalStore } from 'react';
import { localStore, watchOtherTabs } from '#web/ui/storage.ts';

const TOKEN_KEY = 'vh_token';
const AUTH_CHANGED = 'auth-changed';

/** Signed in means: a token is stored. */
export const getToken = (): string | null => localStore.get(TOKEN_KEY);

let leftOnPurpose = false;

/** Whether the person signed out themselves, rather than the session having ended. */
export const hasLeft = (): boolean => leftOnPurpose;

export function setToken(token: string): void {
  leftOnPurpose = false;
  localStore.set(TOKEN_KEY, token);
  document.documentElement.dataset.member = '';
  window.dispatchEvent(new Event(AUTH_CHANGED));
}

/** As `clearToken`, at the person's request. */
export function leave(): void {
  leftOnPurpose = true;
  clearToken();
}

/** Forgets the session here; ending it on the server too is the accounts slice's business. */
export function clearToken(): void {
  localStore.remove(TOKEN_KEY);
  delete document.documentElement.dataset.member;
  window.dispatchEvent(new Event(AUTH_CHANGED));
}

/** Notifies of every change of the token, in this tab and in others. */
export function watchToken(listener: () => void): () => void {
  if (typeof window === 'undefined') return () => undefined;
  const onChange = (): void => {
    // as web/index.html did for this page
    document.documentElement.toggleAttribute('data-member', getToken() !== null);
    listener();
  };
  window.addEventListener(AUTH_CHANGED, onChange);
  const endOther = watchOtherTabs((key) => {
    if (key === TOKEN_KEY || key === null) onChange();
  });
  return () => {
    window.removeEventListener(AUTH_CHANGED, onChange);
    endOther();
  };
}

export function useToken(): string | null {
  // the server renders the shared view: the user is known later
  return useSyncExternalStore(watchToken, getToken, () => null);
}
