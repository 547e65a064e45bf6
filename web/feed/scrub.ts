import { lazy } from 'react';
import { useEffect, useState } from 'react';

const loadScrubLine = async () => ({ default: (await import('./ScrubLine.tsx')).ScrubLine });

/** The way through a clip; its code comes once the first clip is on. */
export const ScrubLine = lazy(loadScrubLine);

const LATER_MS = 600;
let isLoaded = false;

export function useScrubLine(wanted: boolean): boolean {
  const [isThere, setThere] = useState(isLoaded);
  useEffect(() => {
    if (!wanted || isThere) return undefined;
    let gone = false;
    const timer = setTimeout(() => {
      void loadScrubLine().then(
        () => {
          isLoaded = true;
          if (!gone) setThere(true);
        },
        () => undefined,
      );
    }, LATER_MS);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [wanted, isThere]);
  return isThere;
}
