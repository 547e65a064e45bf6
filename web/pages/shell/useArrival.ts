import { useEffect, useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { useLocation, useNavigationType } from 'react-router';

const seen = new Map<string, number>();

/**
 * Arriving at a page: a new one starts at its top with the focus on its content (so that a screen reader reads on
 * there), going back returns to where one was.
 */
export function useArrival(): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null);
  const { key, pathname } = useLocation();
  const how = useNavigationType();
  const first = useRef(true);
  useEffect(() => {
    history.scrollRestoration = 'manual';
  }, []);
  // with the commit: the next page is shorter, and the scroll this makes is not this page's
  useLayoutEffect(() => {
    const remember = (): void => {
      seen.set(key, window.scrollY);
    };
    window.addEventListener('scroll', remember, { passive: true });
    return () => window.removeEventListener('scroll', remember);
  }, [key]);
  useLayoutEffect(() => {
    if (first.current) {
      first.current = false;
      return;
    }
    if (how === 'POP') {
      window.scrollTo(0, seen.get(key) ?? 0);
      return;
    }
    window.scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
    // Only a change of page counts, not one of the query string.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [pathname]);
  return main;
}
