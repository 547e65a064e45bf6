import { useSyncExternalStore } from 'react';

/** Whether a media query holds; false in what the server writes. */
export const useMatches = (query: string): boolean =>
  useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => matchMedia(query).matches,
    () => false,
  );
