import { Suspense, lazy, memo, useId, useRef, useState, type RefObject } from 'react';
import { preload } from 'react-dom';
import type { Video } from '#contract/videos/videos.ts';
import { blurred, useBlurs } from '#web/app/sensitive.ts';
import { classes } from '#web/ui/classes.ts';
import { FeedActions, FeedSound } from './FeedActions.tsx';
import { FeedDetails } from './FeedDetails.tsx';
import { FeedPlayer } from './FeedPlayer.tsx';
import type { Role } from './FeedPlayer.tsx';
import { useFirstVideoShown } from './first-video.ts';
import { useFeedControl } from './feed.context.ts';
import { CoveredVideo } from './CoveredVideo.tsx';
import { EmbeddedVideo } from './EmbeddedVideo.tsx';
import { ratioOf, useRatio } from './ratio.ts';
import { UPRIGHT_PHONE } from './source.ts';
import { ScrubLine, useScrubLine } from './scrub.ts';

const loadCaptions = () => import('./FeedCaptions.tsx');
const FeedCaptions = lazy(async () => ({ default: (await loadCaptions()).FeedCaptions }));
const loadTouches = () => import('./FeedGestures.tsx');
const FeedGestures = lazy(async () => ({ default: (await loadTouches()).FeedGestures }));
const loadTrouble = () => import('./PlaybackFailure.tsx');
const PlaybackFailure = lazy(async () => ({ default: (await loadTrouble()).PlaybackFailure }));

/** What a video needs later on. */
export const loadFeedParts = () => Promise.allSettled([loadCaptions(), loadTouches(), loadTrouble()]);

/** Own videos are files; an external address may be one, or a page of the other platform. */
export const isFile = ({ source, sourceUrl }: Video): boolean =>
  sourceUrl !== null && (source === 'OTHER' || /\.(mp4|webm|m4v|mov)(\?|$)/i.test(sourceUrl));

export interface FeedItemProps {
  video: Video;
  at: number;
  /** The total; -1: unknown. */
  count: number;
  /** Null: further away; its picture alone is there. */
  role: Role | null;
  mayLoad: boolean;
  isAgain: boolean;
  /** What the feed begins with. */
  isFirst: boolean;
  written?: Written | undefined;
}

/** Rendered by the server before scripts run: for all visitors, for first-time ones, or for those of them with or without a phone. */
export type Written = 'for-all' | 'for-newcomers' | 'for-wide' | 'for-phones';

/** The screens that show it, as a media query and as classes. */
const SCREENS: Partial<Record<Written, { media: string; className: string }>> = {
  'for-wide': { media: `not all and ${UPRIGHT_PHONE}`, className: 'upright-phone:hidden' },
  'for-phones': { media: UPRIGHT_PHONE, className: 'hidden upright-phone:block' },
};

/** A phone is about half as wide as high: what is nearly so fills it. */
const FILLS_RATIO = 0.8;

/** One video over the whole height, with what can be done with it. */
export const FeedItem = memo(function FeedItem(props: FeedItemProps) {
  const { video: item, at, count, role, mayLoad, isAgain, isFirst, written } = props;
  const { parts, memory, queue } = useFeedControl();
  const article = useRef<HTMLElement>(null);
  const titleId = useId();
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const [rounds, setRounds] = useState(0);
  const isShown = role === 'shown';
  const playing = isShown ? video : null;
  const own = isFile(item);
  const [isRevealed, setRevealed] = useState(false);
  const isCovered = useBlurs(item) && !isRevealed;
  const still = isCovered ? blurred(item) : item;
  const ratio = ratioOf(item);
  const shape = useRatio(ratio);
  const fills = ratio < FILLS_RATIO;
  const scrubs = useScrubLine(isShown && own);
  return (
    <article
      ref={article}
      aria-labelledby={titleId}
      aria-posinset={at + 1}
      aria-setsize={count}
      tabIndex={isShown ? 0 : -1}
      data-video={item.id}
      data-shown={(isShown && !written) || undefined}
      // others begin with a video that only their browser knows (web/index.html)
      data-for-newcomers={(written && written !== 'for-all') || undefined}
      className={classes(
        'in-data-returning:data-for-newcomers:invisible @container-[size] relative h-full snap-start snap-always overflow-hidden outline-none focus-visible:outline-offset-[-4px]',
        written && SCREENS[written]?.className,
      )}
    >
      <div
        {...shape}
        className={classes(
          'clip-stage relative isolate mx-auto size-full overflow-hidden bg-stage',
          !fills && 'clip-wide',
        )}
      >
        <Still video={still} fills={fills} isFirst={isFirst} written={written} />
        {written && <WithoutScripts video={still} fills={fills} />}
        {own && role && !written && !isCovered && (
          <FeedPlayer
            key={item.sourceUrl}
            video={item}
            at={at}
            role={role}
            mayLoad={mayLoad}
            fills={fills}
            onElement={setVideo}
            onTrouble={setFailed}
            onEnd={() => setRounds((before) => before + 1)}
          />
        )}
        <Surface
          item={item}
          video={video}
          article={article}
          isShown={isShown}
          hasFailed={hasFailed}
          isWritten={written !== undefined}
          onUncover={isCovered ? () => setRevealed(true) : null}
        />
        <div className="clip-layer pointer-events-none absolute inset-0 flex flex-col">
          <div data-captions-top />
          <div className="corner-room mx-3">
            <Corner item={item} video={hasFailed ? null : playing} />
          </div>
          <div
            data-overlay
            className={classes(
              'flex flex-col',
              // off the browser's own controls
              fills && 'noscript:mb-16',
            )}
          >
            {playing && item.captions.length > 0 && (
              <Suspense>
                <FeedCaptions video={playing} />
              </Suspense>
            )}
            <div className="clip-bar shade-top">
              <FeedDetails video={item} titleId={titleId} isShown={isShown} isAgain={isAgain} />
              <div className="clip-line pointer-events-auto h-6 px-3">
                {playing && scrubs && (
                  <Suspense>
                    <ScrubLine
                      video={playing}
                      storyboard={item.storyboard && parts.address(item.storyboard)}
                    />
                  </Suspense>
                )}
              </div>
              <FeedActions
                video={item}
                isShown={isShown}
                onLiked={(likes, liked) => {
                  if (liked) memory.learn(item, 'liked');
                  queue.change(item.id, { likes });
                }}
              />
            </div>
          </div>
        </div>
        {isShown && own && (hasFailed || rounds > 0) && (
          <Suspense>
            <PlaybackFailure item={item} video={video} hasFailed={hasFailed} rounds={rounds} />
          </Suspense>
        )}
      </div>
    </article>
  );
});

interface SurfaceProps {
  item: Video;
  video: HTMLVideoElement | null;
  article: RefObject<HTMLElement | null>;
  isShown: boolean;
  hasFailed: boolean;
  isWritten: boolean;
  /** Null: it isn't covered. */
  onUncover: (() => void) | null;
}

/** What takes presses on the video. */
function Surface({ item, video, article, isShown, hasFailed, isWritten, onUncover }: SurfaceProps) {
  const mayLoadMore = useFirstVideoShown();
  if (onUncover) return <CoveredVideo video={item} isShown={isShown && !isWritten} onShow={onUncover} />;
  if (!isFile(item)) return <EmbeddedVideo video={item} isShown={isShown && !isWritten} />;
  return (
    <>
      {mayLoadMore && (
        <Suspense>
          <FeedGestures video={video} article={article} isShown={isShown && !hasFailed} />
        </Suspense>
      )}
      <FeedSound isShown={isShown} />
    </>
  );
}

/** What other slices show in a corner of the video, once it plays. */
function Corner({ item, video }: { item: Video; video: HTMLVideoElement | null }) {
  const { parts } = useFeedControl();
  const mayLoad = useFirstVideoShown();
  return video && mayLoad ? parts.corner(item, video) : null;
}

interface StillProps {
  video: Video;
  fills: boolean;
  isFirst: boolean;
  written: Written | undefined;
}

/** The video's poster until it plays; leftover room is filled with a blurred copy. */
function Still({ video, fills, isFirst, written }: StillProps) {
  const { parts } = useFeedControl();
  const [isBroken, setBroken] = useState(false);
  const picture = isBroken ? null : parts.picture(video);
  const screens = written && SCREENS[written]?.media;
  if (picture && screens) preload(picture.src, { as: 'image', fetchPriority: 'high', media: screens });
  const backdrop = video.placeholder ?? picture?.src;
  return (
    <>
      {backdrop && (
        <img
          src={backdrop}
          alt=""
          aria-hidden="true"
          draggable={false}
          // on a rotated phone, portrait videos are shown over this
          loading={fills ? 'lazy' : undefined}
          className={classes(
            'absolute inset-0 -z-10 size-full scale-125 object-cover opacity-35 blur-2xl',
            fills && 'hidden short:block',
          )}
        />
      )}
      {picture && (
        <img
          {...picture}
          onError={() => setBroken(true)}
          alt=""
          draggable={false}
          fetchPriority={isFirst ? 'high' : undefined}
          // other screens don't load it
          loading={screens ? 'lazy' : undefined}
          decoding={isFirst ? undefined : 'async'}
          className={fills ? 'clip-fill object-cover' : 'clip-fit object-contain'}
        />
      )}
    </>
  );
}

function WithoutScripts({ video, fills }: { video: FeedItemProps['video']; fills: boolean }) {
  const { parts } = useFeedControl();
  if (!isFile(video)) return null;
  return (
    <noscript>
      <video
        controls
        playsInline
        loop
        preload="none"
        src={parts.address(video.sourceUrl ?? '')}
        poster={parts.picture(video)?.src}
        className={fills ? 'clip-fill object-cover' : 'clip-fit object-contain'}
      />
    </noscript>
  );
}
