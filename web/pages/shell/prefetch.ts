import { matchRoutes } from 'react-router';
import { PAGES, type PageName } from '#contract/site/pages.ts';
import { queryClient } from '#web/app/queries.ts';
import { isSparing } from '#web/ui/player/fitting-file.ts';
import { whenIdle } from '#web/ui/idle.ts';
import { loadBeginning } from '#web/videos/beginning.ts';
import { takeFromLists } from '#web/videos/videos.queries.ts';
import { loadPage } from '../load-page.ts';

/** A pointer that only passes by wants nothing. */
const RESTS_MS = 60;

const pages = Object.entries(PAGES).map(([id, path]) => ({ id, path, caseSensitive: true }));

/** With data saver or on a slow connection nothing is prefetched. */
export const mayPrefetch = (): boolean => !isSparing();

/**
 * Fetches the code and the first answers of the page that a link leads to, and a video's beginning, while the link is
 * pointed at, has the focus or is touched. What is fresh already is not asked for again.
 */
export function prefetchByIntent(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pointedAt: HTMLAnchorElement | null = null;
  const listen = (type: keyof DocumentEventMap, onLink: (link: HTMLAnchorElement | null) => void): void =>
    document.addEventListener(
      type,
      ({ target }) => onLink(target instanceof Element ? target.closest('a') : null),
      { passive: true, capture: true },
    );
  listen('touchstart', prefetch);
  listen('focusin', prefetch);
  // not `pointerover`, which also fires when the page scrolls below a resting pointer
  listen('pointermove', (link) => {
    if (link === pointedAt) return;
    pointedAt = link;
    clearTimeout(timer);
    timer = setTimeout(() => prefetch(link), RESTS_MS);
  });
  document.addEventListener('scroll', () => void prefetchWatching(), {
    passive: true,
    capture: true,
    once: true,
  });
}

/** A visitor who scrolls through cards opens one soon: prefetches that page's code, but nothing of a video. */
async function prefetchWatching(): Promise<void> {
  await whenIdle();
  if (mayPrefetch() && document.querySelector('main a[href^="/video/"]'))
    await loadPage('video').catch(() => undefined);
}

function prefetch(link: HTMLAnchorElement | null): void {
  const isInside = link?.origin === location.origin && !link.target && link.pathname !== location.pathname;
  const found = isInside && mayPrefetch() ? matchRoutes(pages, link.pathname)?.at(-1) : undefined;
  if (!link || !found) return;
  const { route, params } = found;
  const video = route.id === 'video' ? Number(params['id']) : null;
  if (video !== null) {
    takeFromLists(queryClient, video);
    loadBeginning(video);
  }
  const search = new URLSearchParams(link.search);
  // what fails here is asked for again, and reported, when the page is opened
  void loadPage(route.id as PageName)
    .then(async ({ load }) => load?.({ client: queryClient, params, search }))
    .then(() => video !== null && loadBeginning(video))
    .catch(() => undefined);
}
