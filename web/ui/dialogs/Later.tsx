import { Suspense, useEffect, useLayoutEffect, useRef } from 'react';
import type { ReactNode, RefObject } from 'react';
import { isHydrating, replayEarlyEvents } from '../hydration.ts';

/**
 * A part of a page whose code loads after the page's own. Its server-rendered HTML shows until then, and
 * presses and input in it are replayed (web/index.html). Put it in a `memo`: if its props change before,
 * React renders it again.
 */
export function Later({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  const container = useRef<HTMLDivElement>(null);
  return (
    <div ref={container} data-later="" className="contents">
      <Suspense fallback={fallback}>
        {children}
        <Arrived container={container} />
      </Suspense>
    </div>
  );
}

function Arrived({ container }: { container: RefObject<HTMLElement | null> }) {
  useLayoutEffect(() => container.current?.removeAttribute('data-later'), [container]);
  useEffect(() => {
    // where its code was there already, the place is known only now
    container.current?.removeAttribute('data-later');
    if (!isHydrating()) void replayEarlyEvents();
  }, [container]);
  return null;
}
