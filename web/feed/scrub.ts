import { lazy } from 'react';
import { useEffect, useState } from 'react';

const loadScrubLine = async () => ({ default: (await import('./ScrubLine.tsx')).ScrubLine });

/** The way through a video; its code comes once the first video is on. */
export const ScrubLine = lazy(loadScrubLine);

const LATER_MS = 600;

/** Not during a swipe. */
export function useScrubLine(wanted: boolean): boolean {
  const [isThere, setThere] = useState(false);
  useEffect(() => {
    if (!wanted) return undefined;
    let isRemoved = false;
    const timer = setTimeout(() => {
      void loadScrubLine().then(
        () => {
          if (!isRemoved) setThere(true);
        },
        () => undefined,
      );
    }, LATER_MS);
    return () => {
      isRemoved = true;
      clearTimeout(timer);
      setThere(false);
    };
  }, [wanted]);
  return isThere;
}
