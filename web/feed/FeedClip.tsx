import { Suspense, lazy, memo, useId, useRef, useState } from 'react';
import type { Video } from '#contract/videos/videos.ts';
import { classes } from '#web/ui/classes.ts';
import { ClipActions, ClipSound } from './ClipActions.tsx';
import { ClipWords } from './ClipWords.tsx';
import { FeedMedia } from './FeedMedia.tsx';
import type { Role } from './FeedMedia.tsx';
import { useFirstClipShown } from './first-clip.ts';
import { useFeedControl } from './feed.context.ts';
import { ForeignClip } from './ForeignClip.tsx';
import { ratioOf, useRatio } from './ratio.ts';
import { ScrubLine, useScrubLine } from './scrub.ts';

const loadCaptions = () => import('./ClipCaptions.tsx');
const ClipCaptions = lazy(async () => ({ default: (await loadCaptions()).ClipCaptions }));
const loadTouches = () => import('./ClipTouches.tsx');
const ClipTouches = lazy(async () => ({ default: (await loadTouches()).ClipTouches }));
const loadTrouble = () => import('./ClipTrouble.tsx');
const ClipTrouble = lazy(async () => ({ default: (await loadTrouble()).ClipTrouble }));

/** What a clip needs later on. */
export const loadClipParts = () => Promise.allSettled([loadCaptions(), loadTouches(), loadTrouble()]);

/** Own clips are files; an external address may be one, or a page of the other platform. */
export const isFile = ({ source, sourceUrl }: Video): boolean =>
  sourceUrl !== null && (source === 'OTHER' || /\.(mp4|webm|m4v|mov)(\?|$)/i.test(sourceUrl));

interface ClipProps {
  clip: Video;
  at: number;
  /** How many there are; -1: nobody knows. */
  count: number;
  /** Null: further away; its picture alone is there. */
  role: Role | null;
  mayLoad: boolean;
  isAgain: boolean;
  /** What the feed begins with. */
  isFirst: boolean;
  /** By the server, before anything works: for all, or for who comes the first time. */
  written?: 'for-all' | 'for-newcomers' | undefined;
}

/** A phone is about half as wide as high: what is nearly so fills it. */
const FILLS_RATIO = 0.8;

/** One clip over the whole height, with what can be done with it. */
export const FeedClip = memo(function FeedClip(props: ClipProps) {
  const { clip, at, count, role, mayLoad, isAgain, isFirst, written } = props;
  const { parts, memory, queue } = useFeedControl();
  const article = useRef<HTMLElement>(null);
  const titleId = useId();
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const [rounds, setRounds] = useState(0);
  const isShown = role === 'shown';
  const own = isFile(clip);
  const ratio = ratioOf(clip);
  const shape = useRatio(ratio);
  const fills = ratio < FILLS_RATIO;
  const scrubs = useScrubLine(isShown && own);
  const mayLoadMore = useFirstClipShown();
  return (
    <article
      ref={article}
      aria-labelledby={titleId}
      aria-posinset={at + 1}
      aria-setsize={count}
      tabIndex={isShown ? 0 : -1}
      data-clip={clip.id}
      data-shown={isShown || undefined}
      // others begin with a clip that only their browser knows (web/index.html)
      data-for-newcomers={written === 'for-newcomers' || undefined}
      className="in-data-returning:data-for-newcomers:invisible @container-[size] relative h-full snap-start snap-always overflow-hidden outline-none focus-visible:outline-offset-[-4px]"
    >
      <div {...shape} className="clip-stage relative isolate mx-auto size-full overflow-hidden bg-stage">
        <Still clip={clip} fills={fills} isFirst={isFirst} />
        {own && written && (
          <noscript>
            <video
              controls
              playsInline
              loop
              preload="none"
              src={parts.address(clip.sourceUrl ?? '')}
              poster={parts.picture(clip)?.src}
              className={fills ? 'clip-fill object-cover' : 'clip-fit object-contain'}
            />
          </noscript>
        )}
        {own && role && !written && (
          <FeedMedia
            key={clip.sourceUrl}
            clip={clip}
            at={at}
            role={role}
            mayLoad={mayLoad}
            fills={fills}
            onElement={setVideo}
            onTrouble={setFailed}
            onEnd={() => setRounds((before) => before + 1)}
          />
        )}
        {own ? (
          mayLoadMore && (
            <Suspense>
              <ClipTouches video={video} article={article} isShown={isShown && !hasFailed} />
            </Suspense>
          )
        ) : (
          <ForeignClip clip={clip} isShown={isShown && !written} />
        )}
        {own && <ClipSound clip={clip} isShown={isShown} />}
        <div
          data-words
          className={classes(
            'pointer-events-none absolute inset-x-0 bottom-0 flex flex-col',
            // off the browser's own controls
            fills && 'noscript:bottom-16',
          )}
        >
          {isShown && video && clip.captions.length > 0 && (
            <Suspense>
              <ClipCaptions video={video} />
            </Suspense>
          )}
          <div className="clip-bar shade-top">
            <ClipWords clip={clip} titleId={titleId} isShown={isShown} isAgain={isAgain} />
            <div className="clip-line pointer-events-auto h-6 px-3">
              {isShown && scrubs && video && (
                <Suspense>
                  <ScrubLine video={video} storyboard={clip.storyboard && parts.address(clip.storyboard)} />
                </Suspense>
              )}
            </div>
            <ClipActions
              clip={clip}
              isShown={isShown}
              onLiked={(likes, liked) => {
                if (liked) memory.learn(clip, 'liked');
                queue.change(clip.id, { likes });
              }}
            />
          </div>
        </div>
        {isShown && own && (hasFailed || rounds > 0) && (
          <Suspense>
            <ClipTrouble clip={clip} video={video} hasFailed={hasFailed} rounds={rounds} />
          </Suspense>
        )}
      </div>
    </article>
  );
});

/** The clip's picture until it plays; where that leaves room, it stands on itself, blurred. */
function Still({ clip, fills, isFirst }: { clip: Video; fills: boolean; isFirst: boolean }) {
  const { parts } = useFeedControl();
  const [isBroken, setBroken] = useState(false);
  const picture = isBroken ? null : parts.picture(clip);
  const backdrop = clip.placeholder ?? picture?.src;
  return (
    <>
      {backdrop && (
        <img
          src={backdrop}
          alt=""
          aria-hidden="true"
          draggable={false}
          // what fills a phone that is held upright stands on this when it lies on its side
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
          decoding={isFirst ? undefined : 'async'}
          className={fills ? 'clip-fill object-cover' : 'clip-fit object-contain'}
        />
      )}
    </>
  );
}
