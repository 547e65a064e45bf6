import { onlineManager, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { site } from '#contract/site/site.ts';
import { isFromServer } from '#web/app/client/initial-data.ts';
import { backend } from '#web/app/client/backend.ts';
import { toast } from '#web/ui/dialogs/toast.ts';
import type { ToastKind } from '#web/ui/dialogs/toast.ts';
import {
  PING_TIMEOUT_MS,
  QUICK_ANSWER_AFTER_PAGE_MS,
  QUICK_ANSWER_MS,
  listToasts,
  atStart,
  nextCheck,
  step,
} from './startup.rules.ts';
import type { Startup, StartupEvent, StartupToast } from './startup.rules.ts';

const KINDS: Record<StartupToast, ToastKind> = {
  warning: 'warn',
  timeout: 'bad',
  ready: 'ok',
  welcome: 'ok',
};

const GOING_AWAY_MS = 100;

async function ping(): Promise<boolean> {
  try {
    const answer = await fetch(backend(site.ping.path), {
      cache: 'no-store',
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(PING_TIMEOUT_MS),
    });
    // read to the end, so that the connection is free for the next call
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    // when a device goes offline, its requests fail a moment before the offline event
    await new Promise((phase) => setTimeout(phase, GOING_AWAY_MS));
    return false;
  }
}

/** Pings the server as long as the page is open. */
export function useStartup(): { startup: Startup; dismiss: () => void } {
  const client = useQueryClient();
  const [startup, setStartup] = useState(atStart);
  const dismissing = useRef<(() => void) | null>(null);
  useEffect(() => {
    let state = atStart;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let over = false;
    const handle = (event: StartupEvent): void => {
      if (over) return;
      const next = step(state, event);
      state = next.state;
      setStartup(state);
      for (const name of next.toasts) toast(listToasts()[name], { kind: KINDS[name] });
      // requests in flight are fresh anyway: an infinite list must not lose its next page
      if (next.refresh) void client.invalidateQueries({}, { cancelRefetch: false });
    };
    const check = async (): Promise<void> => {
      // The tab is hidden, or this device is offline and works with what is cached: no ping needed.
      if (onlineManager.isOnline() && !(document.hidden && state.phase === 'ready')) {
        const ok = await ping();
        if (ok || onlineManager.isOnline()) handle({ type: 'answered', ok, at: Date.now() });
      }
      if (!over)
        timer = setTimeout(() => {
          void check();
        }, nextCheck(state));
    };
    const waited = setTimeout(
      () => onlineManager.isOnline() && handle({ type: 'waited' }),
      isFromServer ? QUICK_ANSWER_AFTER_PAGE_MS : QUICK_ANSWER_MS,
    );
    dismissing.current = () => handle({ type: 'dismissed' });
    void check();
    return () => {
      over = true;
      clearTimeout(timer);
      clearTimeout(waited);
    };
  }, [client]);
  const dismiss = useCallback(() => dismissing.current?.(), []);
  return { startup, dismiss };
}
