/** Measurements of swipes; stored in the page. */
export interface Swiped {
  swipes: Shown[];
}

interface Shown {
  id: string;
  /** When it filled more than half of the screen. */
  began: number;
  /** Its first frame was ready before it was shown. */
  wasThere: boolean;
  /** Milliseconds from then to the first frame that plays. */
  frame: number | null;
}

type Watched = typeof globalThis & { swiped: Swiped };

/** In the page, before all else. */
export function observeSwipes(): void {
  const swiped: Swiped = { swipes: [] };
  (globalThis as Watched).swiped = swiped;
  const HAVE_CURRENT_DATA = 2;
  const observe = (article: HTMLElement): void => {
    const began = performance.now();
    const video = () => article.querySelector('video');
    const shown: Shown = {
      id: article.dataset['clip'] ?? '',
      began,
      wasThere: (video()?.readyState ?? 0) >= HAVE_CURRENT_DATA,
      frame: null,
    };
    swiped.swipes.push(shown);
    const follow = (): void => {
      const playing = video();
      if (playing)
        // the first frame of a preloaded video was drawn before: the callback reports the second, this much
        // later in the file
        playing.requestVideoFrameCallback((now, { mediaTime }) => {
          shown.frame = now - began - mediaTime * 1000;
        });
      else requestAnimationFrame(follow);
    };
    follow();
  };
  const look = (): void => {
    const box = document.querySelector('[role=feed]')?.parentElement;
    if (!box) return;
    const index = Math.round(box.scrollTop / box.clientHeight) + 1;
    const article = box.querySelector<HTMLElement>(`article[aria-posinset="${index}"]`);
    if (article && article.dataset['clip'] !== swiped.swipes.at(-1)?.id) observe(article);
  };
  document.addEventListener('scroll', look, { capture: true, passive: true });
  // the first video, shown without a swipe
  const first = setInterval(() => {
    look();
    if (swiped.swipes.length > 0) clearInterval(first);
  }, 10);
}

/** In the page. */
export const readSwipes = (): Swiped => (globalThis as Watched).swiped;

/** Runs in the page: compressed bytes of the scripts loaded before playback. */
export function scriptsBeforeFrame(): number {
  const [first] = (globalThis as Watched).swiped.swipes;
  const end = first ? first.began + (first.frame ?? 0) : 0;
  const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  return files
    .filter(({ name, responseEnd }) => name.endsWith('.js') && responseEnd < end)
    .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
}

/** Runs in the page: the visible video has shown its first frame. */
export const isShownPlaying = (): boolean => (globalThis as Watched).swiped.swipes.at(-1)?.frame !== null;

/** Runs in the page: the visible video plays, and the next one's first frame is ready. */
export function isNextThere(): boolean {
  const shown = document.querySelector('article[data-shown]');
  const next = shown?.nextElementSibling?.querySelector('video');
  const frame = (globalThis as Watched).swiped.swipes.at(-1)?.frame;
  return frame !== null && frame !== undefined && (next?.readyState ?? 0) >= 2;
}
