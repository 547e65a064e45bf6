import type { ViewOrigin } from '#contract/statistics/statistics.ts';
import { videos } from '#contract/videos/videos.ts';
import { call } from '#web/app/client/call.ts';
import { saveWatched } from '#web/app/watched.ts';
import { followPosition } from '#web/ui/player/follow-position.ts';
import { followProgress } from '#web/ui/player/follow-progress.ts';
import { ofTab, readList } from '#web/ui/storage.ts';

const VIEWED_KEY = 'viewedVideos';
const isId = (value: unknown): value is number => typeof value === 'number';

/** Reports a view, at most once per video and browser session; the id is stored before the call is sent. */
export async function recordView(id: number): Promise<void> {
  const viewed = readList(ofTab, VIEWED_KEY, isId);
  if (viewed.includes(id)) return;
  ofTab.set(VIEWED_KEY, JSON.stringify([...viewed, id]));
  await call(videos.view, { params: { id: String(id) }, body: whence() }).catch(() => undefined);
}

const WATCHED_KEY = 'watchedVideos';
/** So many videos of one tab are remembered. */
const MAX_WATCHED = 500;
type Watched = [id: number, tenth: number];
const isWatched = (value: unknown): value is Watched => Array.isArray(value) && value.every(isId);

/**
 * Reports how much of a video is watched in this tab, each tenth once, and saves the position to continue from. Returns
 * a function that stops it.
 */
export function recordProgress(id: number, element: HTMLElement): () => void {
  const watchedUntil = readList(ofTab, WATCHED_KEY, isWatched).find(([each]) => each === id)?.[1] ?? -1;
  const endPosition = followPosition(element, (seconds, duration) => saveWatched(id, seconds, duration));
  const endProgress = followProgress(element, watchedUntil, (after, reached) => {
    const others = readList(ofTab, WATCHED_KEY, isWatched).filter(([each]) => each !== id);
    ofTab.set(WATCHED_KEY, JSON.stringify([...others, [id, reached]].slice(-MAX_WATCHED)));
    const body = { after, reached };
    void call(videos.progress, { params: { id: String(id) }, body, keepalive: true }).catch(() => undefined);
  });
  return () => {
    endPosition();
    endProgress();
  };
}

interface Visited {
  currentEntry: { index: number } | null;
  entries: () => { url: string | null }[];
}

/** The origin of this view: the previous page if the browser reports it, or the tab's referring site. */
function whence(): ViewOrigin {
  if (location.pathname.startsWith('/feed')) return { source: 'FEED' };
  const { navigation } = globalThis as { navigation?: Visited };
  const at = navigation?.currentEntry?.index ?? 0;
  const before = at > 0 ? navigation?.entries()[at - 1]?.url : null;
  if (!before) return document.referrer ? { referrer: document.referrer } : {};
  const { pathname, search, searchParams } = new URL(before);
  if (pathname === '/') return { source: 'HOME' };
  if (pathname.startsWith('/feed')) return { source: 'FEED' };
  if (pathname.startsWith('/creators/')) return { source: 'CREATOR' };
  if (searchParams.get('q')) return { source: 'SEARCH', referrer: pathname + search };
  return { source: 'OTHER' };
}
