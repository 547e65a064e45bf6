import { useEffect } from 'react';
import { site } from '#contract/site/site.ts';
import { call } from '#web/app/client/call.ts';

export const PING_MS = 180_000;

/** Pings the backend while the page is visible; a hidden tab lets it sleep. */
export function usePing(): void {
  useEffect(() => {
    let timer: ReturnType<typeof setInterval> | undefined;
    const follow = (): void => {
      clearInterval(timer);
      // Whether it answers is the start-up check's business.
      if (!document.hidden)
        timer = setInterval(() => {
          call(site.health).catch(() => undefined);
        }, PING_MS);
    };
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', follow);
    };
  }, []);
}
