import { Suspense, useEffect, useLayoutEffect, useRef } from 'react';
import type { ReactNode, RefObject } from 'react';
import { isHydrating, replayEarlyEvents } from '../hydration.ts';

/**
 * A part of a page whose code comes after the page's own. What the server wrote of it stands meanwhile, and what is
 * pressed and typed in it is kept (web/index.html). Stands in a `memo`: where its props change before, React draws it again.
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
