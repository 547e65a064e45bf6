import { useSyncExternalStore } from 'react';

const WIDE = '(width >= 56.25rem) and (height > 31.25rem)';

/** Comments stand beside the clip. */
export const useWide = (): boolean =>
  useSyncExternalStore(
    (changed) => {
      const query = matchMedia(WIDE);
      query.addEventListener('change', changed);
      return () => query.removeEventListener('change', changed);
    },
    () => matchMedia(WIDE).matches,
    () => false,
  );
