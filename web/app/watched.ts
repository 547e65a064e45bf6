import { queryOptions, useQuery } from '@tanstack/react-query';
import { history } from '#contract/history/history.ts';
import type { Video } from '#contract/videos/videos.ts';
import { useHydrated } from '#web/ui/hydration.ts';
import { localStore, readList } from '#web/ui/storage.ts';
import { createStore, useStore } from '#web/ui/store.ts';
import { call } from './client/call.ts';
import { useMe } from './session/me.ts';
import { getToken } from './session/session.ts';

/** A guest's, in this browser: the video, its seconds watched and its duration, latest first. */
type Watched = [id: number, seconds: number, duration: number];
const KEY = 'watched';
const MAX_GUEST_WATCHED = 200;
const isWatched = (value: unknown): value is Watched =>
  Array.isArray(value) && value.length === 3 && value.every((part) => Number.isFinite(part) && part >= 0);

// parsed once for all cards of a page
let parsed: { text: string; list: Watched[] } = { text: '[]', list: [] };

export function guestWatched(): Watched[] {
  const text = localStore.get(KEY) ?? '[]';
  if (text !== parsed.text) parsed = { text, list: readList(localStore, KEY, isWatched) };
  return parsed.list;
}

/** What this tab watched since it was opened, with the session's token: newer than what the server answered. */
const latest = createStore<{ token: string | null; seconds: ReadonlyMap<number, number> }>({
  token: null,
  seconds: new Map(),
});

export const progressQuery = queryOptions({
  queryKey: ['history', 'progress'],
  queryFn: async () =>
    new Map((await call(history.progress)).map(({ videoId, seconds }) => [videoId, seconds])),
  staleTime: 60_000,
});

/** Saves how far a video was watched: with the account, or for guests in this browser. */
export function saveWatched(id: number, seconds: number, duration: number): void {
  const token = getToken();
  const { token: owner, seconds: before } = latest.get();
  latest.set({ token, seconds: new Map([...(owner === token ? before : []), [id, seconds]]) });
  if (token)
    void call(history.save, { params: { id: String(id) }, body: { seconds }, keepalive: true }).catch(
      () => undefined,
    );
  else {
    const others = guestWatched().filter(([each]) => each !== id);
    localStore.set(KEY, JSON.stringify([[id, seconds, duration], ...others].slice(0, MAX_GUEST_WATCHED)));
  }
}

/** After a member changed their history: what counts is what the server answers next. */
export const forgetLatest = (): void => latest.set({ token: null, seconds: new Map() });

/** How far the viewer watched a video, in seconds. Undefined: not at all, or not known yet. */
export function useWatched(id: number): number | undefined {
  const hydrated = useHydrated();
  const { signedIn } = useMe();
  const { token, seconds } = useStore(latest);
  const { data } = useQuery({ ...progressQuery, enabled: signedIn, select: (all) => all.get(id) });
  if (!hydrated) return undefined;
  const now = token === getToken() ? seconds.get(id) : undefined;
  return now ?? (signedIn ? data : guestWatched().find(([each]) => each === id)?.[1]);
}

const SHORTEST_SECONDS = 30;

/** Begun and not finished: over 30 seconds long, and watched to between 5 and 95 %. */
export const isUnfinished = ({ durationSec }: Pick<Video, 'durationSec'>, seconds: number): boolean =>
  durationSec > SHORTEST_SECONDS && seconds >= durationSec * 0.05 && seconds <= durationSec * 0.95;
