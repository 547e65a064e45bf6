import type { QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { notifications, type Unread } from '#contract/notifications/notifications.ts';
import { pause, readEvents, type ServerEvent } from '#web/app/client/event-stream.ts';
import { useToken } from '#web/app/session/session.ts';
import { whenIdle } from '#web/ui/idle.ts';
import { createStore, useStore } from '#web/ui/store.ts';

/** The bell's count; null: not known yet. */
const unread = createStore<number | null>(null);

export const useUnread = (): number => useStore(unread) ?? 0;
export const setUnread = (count: number): void => unread.set(count);

const AGAIN_MS = 3000;
/** This person has as many streams open as one may. */
const CROWDED_MS = 60_000;

/** Updates the bell while the user is signed in. */
export function useLiveNotifications(): void {
  const token = useToken();
  const client = useQueryClient();
  useEffect(() => {
    if (token === null) return;
    const ending = new AbortController();
    void whenIdle().then(() => follow(client, token, ending.signal));
    return () => {
      ending.abort();
      unread.set(null);
    };
  }, [client, token]);
}

/**
 * One window listens for all others of this browser, as its connections per site are limited. It informs the others,
 * and when it is closed another one takes over.
 */
async function follow(client: QueryClient, token: string, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const name = `notifications ${token.slice(-8)}`;
  const channel = new BroadcastChannel(name);
  const handle = (event: Pick<ServerEvent, 'event' | 'data'>): void => {
    if (event.event === 'unread') unread.set((JSON.parse(event.data) as Unread).unread);
    void client.invalidateQueries({ queryKey: ['notifications'] });
  };
  let isListening = false;
  channel.addEventListener('message', ({ data }: MessageEvent<Pick<ServerEvent, 'event' | 'data'>>) => {
    if (data.event !== 'ask') return handle(data);
    const count = unread.get();
    if (isListening && count !== null)
      channel.postMessage({ event: 'unread', data: JSON.stringify({ unread: count }) });
  });
  signal.addEventListener('abort', () => channel.close());
  const listenHere = async (): Promise<void> => {
    isListening = true;
    await listen(signal, (event) => {
      channel.postMessage({ event: event.event, data: event.data });
      handle(event);
    });
  };
  channel.postMessage({ event: 'ask', data: '' });
  if (!('locks' in navigator)) return listenHere();
  await navigator.locks.request(name, { signal }, listenHere).catch(() => undefined);
}

async function listen(signal: AbortSignal, onEvent: (event: ServerEvent) => void): Promise<void> {
  let after = '';
  while (!signal.aborted) {
    const status = await readEvents(notifications.events.path, {
      signal,
      after,
      onEvent: (event) => {
        after = event.id || after;
        onEvent(event);
      },
    }).catch(() => 0);
    // the page's next call reports it
    if (status === 401) return;
    await pause(status === 429 ? CROWDED_MS : AGAIN_MS, signal);
  }
}
