import { ofTab, readJson } from '#web/ui/storage.ts';

/** A scroll position: the offset, and the element at the top then, as the content above it may differ next time. */
interface ScrollPosition {
  path: string;
  y: number;
  anchor: { href: string; nth: number; top: number } | null;
}

const KEY = 'places';
const MAX_ENTRIES = 50;
const ANCHOR_MS = 120;
/** A page that isn't whole by then begins where it can. */
const MAX_WAIT_MS = 10_000;
/** After the last change of its height a page is whole. */
const QUIET_MS = 1500;
const MAX_LOADS = 40;
const HEADER_PX = 60;

const positions = new Map<string, ScrollPosition>(read());
/** While a position is restored, scrolling is not the user's. */
let isReturning = false;

function read(): [string, ScrollPosition][] {
  const stored = readJson(ofTab, KEY);
  return Array.isArray(stored) ? (stored as [string, ScrollPosition][]) : [];
}

const pathNow = (): string => location.pathname + location.search;

/** The place of an entry of the history, if it is still of the same page. */
export function savedPosition(key: string): ScrollPosition | null {
  const position = positions.get(key);
  return position?.path === pathNow() ? position : null;
}

/** Whether this document was loaded again or come back to. */
export function isReturn(): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  return entry instanceof PerformanceNavigationTiming && /reload|back_forward/.test(entry.type);
}

/** Places outlast a reload. */
function persist(): void {
  ofTab.set(KEY, JSON.stringify([...positions].slice(-MAX_ENTRIES)));
}

/** Notes where one is on the page of this entry; returns what ends that. */
export function trackPosition(key: string): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  // between the address and its page the old page still scrolls, and the new one jumps
  const isOpen = (): boolean => ((history.state as { key?: string } | null)?.key ?? 'default') === key;
  const savePosition = (anchor: ScrollPosition['anchor']): void => {
    if (isReturning || !isOpen()) return;
    positions.delete(key);
    positions.set(key, { path: pathNow(), y: window.scrollY, anchor });
  };
  const onScroll = (): void => {
    savePosition(null);
    clearTimeout(timer);
    timer = setTimeout(() => savePosition(findAnchor()), ANCHOR_MS);
  };
  // what is pressed around the page and is no link leads nowhere
  const onPress = ({ target }: Event): void => {
    if (target instanceof Element && target.closest('a, main, dialog')) savePosition(findAnchor());
  };
  const onHide = (): void => {
    savePosition(findAnchor());
    persist();
  };
  window.addEventListener('scroll', onScroll, { passive: true });
  window.addEventListener('click', onPress, { capture: true });
  window.addEventListener('pagehide', onHide);
  return () => {
    clearTimeout(timer);
    window.removeEventListener('scroll', onScroll);
    window.removeEventListener('click', onPress, { capture: true });
    window.removeEventListener('pagehide', onHide);
  };
}

const linksTo = (href: string): HTMLAnchorElement[] =>
  [...document.querySelectorAll<HTMLAnchorElement>('main a')].filter(
    (link) => link.getAttribute('href') === href,
  );

/** The uppermost item of a list that is in sight. */
function findAnchor(): ScrollPosition['anchor'] {
  for (const link of document.querySelectorAll('main :is(li, article) a')) {
    const { top = 0, bottom = 0 } = link.closest('li, article')?.getBoundingClientRect() ?? {};
    const href = link.getAttribute('href');
    if (!href || bottom <= HEADER_PX) continue;
    return top < innerHeight ? { href, nth: linksTo(href).findIndex((each) => each === link), top } : null;
  }
  return null;
}

/**
 * Scrolls to a position once the page is long enough, and again as it grows, until the user does something. Loads a
 * paged list up to it. Returns a function that stops it.
 */
export function returnTo(position: ScrollPosition | null): () => void {
  if (!position || position.y === 0) {
    window.scrollTo(0, 0);
    return () => undefined;
  }
  isReturning = true;
  let loads = 0;
  let quiet: ReturnType<typeof setTimeout> | undefined;
  const aim = (isLast = false): void => {
    const item =
      position.anchor && linksTo(position.anchor.href)[position.anchor.nth]?.closest('li, article');
    const top = item?.getBoundingClientRect().top;
    const y = top === undefined ? position.y : window.scrollY + top - (position.anchor?.top ?? 0);
    const isStill = Math.abs(window.scrollY - y) < 2;
    window.scrollTo({ top: y, behavior: 'instant' });
    const isThere = Math.abs(window.scrollY - y) < 2 && (item || !position.anchor);
    const more = document.querySelector<HTMLButtonElement>('main [data-load-more]:enabled');
    if (!isThere && more && loads < MAX_LOADS) {
      loads += 1;
      more.click();
    }
    clearTimeout(quiet);
    if (!isThere) return;
    if (isLast && isStill) stop();
    // what takes its height late may do so without the page's own changing
    else quiet = setTimeout(() => aim(true), QUIET_MS);
  };
  const watcher = new ResizeObserver(() => aim());
  const stop = (): void => {
    isReturning = false;
    clearTimeout(quiet);
    clearTimeout(latest);
    watcher.disconnect();
    for (const name of WISHES) window.removeEventListener(name, stop);
  };
  const latest = setTimeout(stop, MAX_WAIT_MS);
  for (const name of WISHES) window.addEventListener(name, stop, { passive: true });
  aim();
  watcher.observe(document.body);
  return stop;
}

/** User input that cancels the restoring. */
const WISHES = ['wheel', 'touchstart', 'pointerdown', 'keydown'];
