import { startTransition } from 'react';
import { flushSync } from 'react-dom';
import { queryClient } from '#web/app/queries.ts';
import { showPagesBy } from '#web/ui/router.tsx';
import { STILL } from '#web/videos/motion.ts';
import { videoQuery } from '#web/videos/videos.queries.ts';
import { findPage, loadPage } from '../page-modules.tsx';

const SOON_MS = 150;

/** What a card's picture and the player that it opens are called while one becomes the other. */
const CLIP = 'clip';

let pressed: Element | null = null;

/**
 * A card's picture grows into its player, and back, by a view transition where the browser has them and motion is
 * wanted. Not between other pages: to capture both costs more than the change itself.
 */
export function animateClips(): void {
  if (!('startViewTransition' in document)) return;
  document.addEventListener('click', ({ target }) => (pressed = target instanceof Element ? target : null), {
    capture: true,
  });
  let shown = location.pathname;
  showPagesBy((show, isAnimated) => {
    const from = shown;
    shown = location.pathname;
    const page = findPage(shown);
    const picture = pictureOf(pressed?.closest('article') ?? null, shown);
    pressed = null;
    const isClip = picture ?? document.querySelector(PLAYER);
    if (from === shown || isAnimated || !page || !isClip || matchMedia(STILL).matches) {
      startTransition(show);
      return;
    }
    const to = shown;
    void ready(page).then(
      // meanwhile somebody may have gone on, or back
      () => shown === to && grow(show, [picture, from]),
      // the page itself tells that its code can't be fetched
      () => startTransition(show),
    );
  });
}

/** The code of a page, and what it shows if that comes soon. */
async function ready({ name, params }: NonNullable<ReturnType<typeof findPage>>): Promise<void> {
  const search = new URLSearchParams(location.search);
  const { preload } = await loadPage(name);
  const answers = preload?.({ client: queryClient, params, search });
  if (name === 'video' && queryClient.getQueryData(videoQuery(Number(params['id'])).queryKey)) return;
  // what fails is asked for again, and told, by the page
  await Promise.race([answers?.catch(() => undefined), new Promise((late) => setTimeout(late, SOON_MS))]);
}

let latest: ViewTransition | null = null;

function grow(show: () => void, [picture, from]: [Element | null, string]): void {
  clearNames();
  const isLeaving = !picture && name(document.querySelector(PLAYER));
  name(picture);
  const transition = document.startViewTransition(() => {
    clearNames();
    flushSync(show);
    if (picture) name(document.querySelector(PLAYER));
    else if (isLeaving) name(pictureOf(document.querySelector(`main article:has(a[href="${from}"])`), from));
  });
  latest = transition;
  // another page came before this one was shown, or the window is hidden: nothing moves
  transition.ready.catch(() => undefined);
  void transition.finished.finally(() => {
    if (latest === transition) clearNames();
  });
}

const named: HTMLElement[] = [];

function name(element: Element | null): boolean {
  if (!(element instanceof HTMLElement)) return false;
  element.style.viewTransitionName = CLIP;
  named.push(element);
  // what is skipped as long as nobody sees it (VideoGrid.tsx) is not drawn yet
  const item = element.closest('li');
  if (item) {
    item.style.contentVisibility = 'visible';
    named.push(item);
  }
  return true;
}

function clearNames(): void {
  for (const { style } of named.splice(0)) style.viewTransitionName = style.contentVisibility = '';
}

const PLAYER = '.watch-stage video';

/** A card's picture, if it leads to that page and is seen. */
function pictureOf(card: Element | null, pathname: string): Element | null {
  const picture = card?.querySelector(`a[href="${pathname}"]`) && card.firstElementChild;
  if (!picture) return null;
  const { top, bottom } = picture.getBoundingClientRect();
  return bottom > 0 && top < innerHeight ? picture : null;
}
