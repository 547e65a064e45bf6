import { t } from '@lingui/core/macro';
import {
  Suspense,
  lazy,
  startTransition,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { ReactNode } from 'react';
import type { FeedAddress, FeedSource } from '#contract/videos/feed-address.ts';
import type { Video } from '#contract/videos/videos.ts';
import { isSparing } from '#web/ui/player/fitting-file.ts';
import { whenIdle } from '#web/ui/idle.ts';
import { Spinner } from '#web/ui/lists/Spinner.tsx';
import { FeedArrows } from './FeedArrows.tsx';
import { FeedItem, loadFeedParts, type FeedItemProps } from './FeedVideo.tsx';
import type { Role } from './FeedPlayer.tsx';
import { markFirstVideoShown } from './first-video.ts';
import { FeedContext } from './feed.context.ts';
import type { FeedControl, FeedParts, Panel } from './feed.context.ts';
import { addressOfFeed } from './source.ts';
import { openFeed } from './open.ts';
import { createPool } from './pool.ts';
import { captions, muted, playAtOnce } from './sound.ts';
import { useFeedKeys } from './useFeedKeys.ts';
import { useQueue } from './useQueue.ts';
import { useWide } from './useWide.ts';

const loadEnd = () => import('./FeedEnd.tsx');
const FeedEnd = lazy(async () => ({ default: (await loadEnd()).FeedEnd }));
const loadPanels = () => import('./FeedPanels.tsx');
const FeedPanels = lazy(async () => ({ default: (await loadPanels()).FeedPanels }));

const DRAWN_MS = 60;
/** The videos around the one that is shown change places once it is on. */
const CALM_MS = 200;
/** How many videos behind the one that is shown have their picture. */
const PICTURES_AHEAD = 2;

interface FeedProps extends FeedAddress {
  parts: FeedParts;
  /** Over the videos' upper edge. */
  children: ReactNode;
}

/** Whether it covers the feed; on wide screens comments are beside the video. */
const covers = (panel: Panel | null, isWide: boolean): boolean =>
  panel !== null && !(isWide && panel === 'comments');

/** One video fills the screen, the next is a swipe away. */
export function Feed({ source, start, parts, children }: FeedProps) {
  const [{ queue, memory, at: first }] = useState(() => openFeed(source, start, parts.isHidden));
  const [pool] = useState(createPool);
  const { items, status, isStartTrimmed, written } = useQueue(queue, { source, start });
  const [at, setAt] = useState(first);
  const center = useCenter(at);
  const [settledAt, setSettledAt] = useState(-1);
  const [panel, setPanel] = useState<Panel | null>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const playing = useRef<HTMLVideoElement | null>(null);
  const isWide = useWide();
  const item = written ? undefined : items[at];
  const show = (next: number): void => {
    // start playback before the next paint
    if (Math.abs(next - center) <= 1) playAtOnce(pool.take(next));
    setAt(next);
  };
  const { go, hold } = useScroll(scroller, at, show, {
    count: items.length + (status === 'end' ? 1 : 0),
    length: items.length,
  });
  const latest = useLatest({ at, go });
  // always the same one: videos that stay as they are aren't drawn again
  const [control] = useState<FeedControl>(() => ({
    parts,
    pool,
    queue,
    memory,
    muted,
    captions,
    playing,
    hold: (video) => {
      playing.current = video;
    },
    open: setPanel,
    go: (by) => latest.current.go(by),
    showLess: (video) => {
      parts.hide(video);
      queue.rechoose(latest.current.at);
      latest.current.go(1);
    },
    settle: () => {
      markFirstVideoShown();
      setSettledAt(latest.current.at);
    },
  }));
  useEffect(() => queue.reach(at), [queue, at]);
  useLaterParts(parts, status === 'failed', settledAt >= 0);
  useAddress(source, item?.video ?? null);
  const isOpen = covers(panel, isWide);
  useFeedKeys(scroller, { go, open: setPanel, playing, isOpen });
  useFocus(scroller, at);
  const from = Math.max(0, center - 1);
  const shown = items.slice(from, center + 1 + PICTURES_AHEAD);
  const firstAgain = items.findIndex(({ reason }) => reason === 'again');
  const isAtEnd = from + shown.length >= items.length;
  const rows = shown.map<FeedItemProps>(({ video, reason }, step) => ({
    video,
    at: from + step,
    count: status === 'end' ? items.length : -1,
    role: roleOf(from + step, at, center),
    mayLoad: from + step === at + 1 && settledAt === at && !isSparing(),
    isAgain: reason === 'again' && from + step === firstAgain,
    isFirst: from + step === first,
  }));
  return (
    <FeedContext value={control}>
      <div className="feed on-stage bg-stage text-ink">
        <div
          data-sheet={panel === 'comments' || undefined}
          aria-hidden={isOpen || undefined}
          className="feed-main relative h-full min-w-0"
        >
          {children}
          <h1 className="sr-only">{t`Feed`}</h1>
          <div
            ref={scroller}
            {...hold}
            className="no-scrollbar size-full snap-y snap-mandatory overflow-x-hidden overflow-y-scroll overscroll-contain [overflow-anchor:none]"
          >
            <div style={from > 0 ? { height: `${from * 100}%` } : undefined} />
            <div role="feed" aria-label={t`Feed`} aria-busy={status === 'loading'} className="contents">
              {(written ?? rows).map((row) => (
                <FeedItem key={`${row.at} ${row.video.id}`} {...row} />
              ))}
            </div>
            {isAtEnd && status === 'loading' && <Waiting />}
            {isAtEnd && (status === 'failed' || status === 'end') && (
              <Suspense fallback={<div className="h-full" />}>
                <FeedEnd status={status} isEmpty={items.length === 0} source={source} onRetry={queue.retry} />
              </Suspense>
            )}
          </div>
          <FeedArrows
            video={items[at]?.video}
            at={at}
            last={items.length - (status === 'end' ? 0 : 1)}
            go={go}
          />
          <Notified video={item?.video ?? null} isOther={isStartTrimmed && at === 0} />
        </div>
        {(panel || (isWide && settledAt >= 0)) && item && (
          <Suspense fallback={null}>
            <FeedPanels
              key={item.video.id}
              panel={panel}
              item={item}
              source={source}
              isWide={isWide}
              onPanel={setPanel}
              onAfresh={() => {
                memory.clear();
                queue.rechoose(at);
              }}
            />
          </Suspense>
        )}
      </div>
    </FeedContext>
  );
}

function useLatest<T>(value: T): { current: T } {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}

/** What comes on, for who can't see it. */
function Notified({ video, isOther }: { video: Video | null; isOther: boolean }) {
  const { title = '', creator = '' } = video ?? {};
  return (
    <p aria-live="polite" className="sr-only">
      {[video ? t`${title}, by ${creator}` : '', isOther ? t`That video is no longer available.` : '']
        .filter(Boolean)
        .join('. ')}
    </p>
  );
}

/** That more videos are on their way. */
function Waiting() {
  return (
    <div className="grid h-full place-items-center">
      <Spinner label={t`Loading videos`} className="size-12" />
    </div>
  );
}

/** The code of what the feed doesn't begin with. */
function useLaterParts(parts: FeedParts, hasFailed: boolean, isOn: boolean): void {
  useEffect(() => {
    if (hasFailed) markFirstVideoShown();
    else void whenIdle().then(markFirstVideoShown);
  }, [hasFailed]);
  useEffect(() => {
    // once the first video is on: it must be there when the connection isn't
    if (isOn) void Promise.allSettled([loadEnd(), loadPanels(), loadFeedParts(), parts.prepare()]);
  }, [isOn, parts]);
}

function roleOf(index: number, at: number, center: number): Role | null {
  if (Math.abs(index - center) > 1) return null;
  return index === at ? 'shown' : index === at + 1 ? 'next' : 'before';
}

/** The video in the middle of those that are there: the one shown, a moment later. */
function useCenter(at: number): number {
  const [center, setCenter] = useState(at);
  const isNear = Math.abs(at - center) <= 1;
  if (!isNear) setCenter(at);
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setCenter(at)), CALM_MS);
    return () => clearTimeout(timer);
  }, [at]);
  return isNear ? center : at;
}

/** Which video is shown follows from how far was scrolled; arrows and keys scroll. */
function useScroll(
  scroller: React.RefObject<HTMLDivElement | null>,
  at: number,
  setAt: (at: number) => void,
  { count, length }: { count: number; length: number },
) {
  // the slide's target; null: a finger or a wheel scrolls by itself
  const wanted = useRef<number | null>(null);
  const onScroll = (): void => {
    const { current: box } = scroller;
    if (!box || box.clientHeight === 0) return;
    const next = Math.max(0, Math.min(count - 1, Math.round(box.scrollTop / box.clientHeight)));
    if (next !== at) setAt(next);
  };
  const slide = (next: number, behavior?: ScrollBehavior): void => {
    const { current: box } = scroller;
    box?.scrollTo({ top: next * box.clientHeight, behavior });
  };
  const go = (by: number): void => {
    // keys pressed while it still slides go on from where it slides to
    const next = Math.max(0, Math.min(count - 1, (wanted.current ?? at) + by));
    wanted.current = next === at ? null : next;
    slide(next, matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth');
  };
  const release = (): void => {
    wanted.current = null;
  };
  useLayoutEffect(() => {
    if (wanted.current === at) release();
  }, [at]);
  // what comes beside the videos while they slide doesn't stop them
  const restorePosition = useEffectEvent(() => slide(wanted.current ?? at, 'instant'));
  // who waited behind the last video sees the one that came: a browser would stay with what it showed
  const before = useRef(length);
  useLayoutEffect(() => {
    if (length > before.current && at >= before.current) restorePosition();
    before.current = length;
  }, [length, at]);
  useEffect(() => {
    const { current: box } = scroller;
    if (!box) return undefined;
    // a turned phone: the same video, in another height
    const watcher = new ResizeObserver(() => restorePosition());
    watcher.observe(box);
    return () => watcher.disconnect();
  }, [scroller]);
  return { go, hold: { onScroll, onWheel: release, onTouchStart: release } };
}

/** The address follows the video, so that it can be shared and loaded again; it stays one entry of the history. */
function useAddress(source: FeedSource, video: Video | null): void {
  const id = video?.id;
  useEffect(() => {
    if (id === undefined) return;
    const address = addressOfFeed(source, id);
    if (location.pathname + location.search !== address) history.replaceState(history.state, '', address);
  }, [source, id]);
}

/** Moves focus to the current video. */
function useFocus(scroller: React.RefObject<HTMLDivElement | null>, at: number): void {
  const before = useRef(at);
  useEffect(() => {
    if (before.current === at) return undefined;
    before.current = at;
    const { activeElement } = document;
    const isOnVideo =
      activeElement === document.body ||
      activeElement?.id === 'main' ||
      scroller.current?.contains(activeElement);
    if (!isOnVideo) return undefined;
    // once it is drawn: before that, a focus makes the browser lay everything out at once
    const timer = setTimeout(() => {
      scroller.current?.querySelector<HTMLElement>('[data-shown]')?.focus({ preventScroll: true });
    }, DRAWN_MS);
    return () => clearTimeout(timer);
  }, [scroller, at]);
}
