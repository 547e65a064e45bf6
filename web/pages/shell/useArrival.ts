import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/** Once it is there, an answer comes before the next paint. */
const load = () => import('./scroll-positions.ts');

/**
 * Arriving at a page: a new one starts at its top with the focus on its content (so that a screen reader reads on
 * there), going back or loading it again returns to where one was.
 */
export function useArrival(): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null);
  const { key, pathname } = useLocation();
  const how = useNavigationType();
  const first = useRef(true);
  useEffect(() => {
    history.scrollRestoration = 'manual';
  }, []);
  useEffect(() => endLater(load().then(({ trackPosition }) => trackPosition(key))), [key]);
  const arrive = useEffectEvent(() => {
    const isFirst = first.current;
    first.current = false;
    if (how === 'POP')
      return endLater(
        load().then(({ isReturn, savedPosition, returnTo }) => {
          const position = savedPosition(key);
          // who left before the scripts had come was brought back by the browser
          if (!isFirst || (position && isReturn())) return returnTo(position);
        }),
      );
    window.scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
    return undefined;
  });
  // Only a change of page counts, not one of the query string.
  useLayoutEffect(() => arrive(), [pathname]);
  return main;
}

/** Cancels the current arrival as soon as possible. */
const endLater =
  (started: Promise<(() => void) | undefined>): (() => void) =>
  () =>
    void started.then(
      (end) => end?.(),
      () => undefined,
    );
