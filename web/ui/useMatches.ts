import { useSyncExternalStore } from 'react';

/** Whether a media query matches; false when rendered on the server. */
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
