import { t } from '@lingui/core/macro';
import { ArrowLeft, VideoOff } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, lazy, memo, useDeferredValue, useEffect, useRef, useState, type RefObject } from 'react';
import { useNavigate, useNavigationType, useParams, useSearchParams } from 'react-router';
import type { Video, VideoDetails } from '#contract/videos/videos.ts';
import { ApiError } from '#web/app/client/call.ts';
import { useBlurs } from '#web/app/sensitive.ts';
import { paths } from '#web/app/paths.ts';
import { chaptersQuery, preloadTranscript, transcriptQuery } from '#web/captions/captions.queries.ts';
import { ChapterList } from '#web/captions/ChapterList.tsx';
import { TranscriptPanel } from '#web/captions/TranscriptPanel.tsx';
import { preloadComments } from '#web/comments/comments.queries.ts';
import { CommentsLoading } from '#web/comments/CommentsLoading.tsx';
import { preloadProducts } from '#web/shop/products.queries.ts';
import { ButtonLink } from '#web/ui/controls/Button.tsx';
import { afterHydration, useHydrated } from '#web/ui/hydration.ts';
import { Later } from '#web/ui/dialogs/Later.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/lists/States.tsx';
import { ActivityBox } from '#web/videos/ActivityBox.tsx';
import { isFile } from '#web/videos/files.ts';
import { VideoPlayer } from '#web/videos/VideoPlayer.tsx';
import { playFrom } from '#web/videos/seek.ts';
import { preloadVideo, preloadWatchNext, useVideo, videoQuery } from '#web/videos/videos.queries.ts';
import { recordProgress, recordView } from '#web/videos/views.ts';
import { WatchNext } from '#web/videos/WatchNext.tsx';
import { useSwipeUp } from './feed/useSwipeUp.ts';
import { About } from './watch/About.tsx';
import type { DiscussionProps } from './watch/Discussion.tsx';
import { ProductCorner } from './watch/ProductCorner.tsx';
import { findIn, idIn, type Head, type Loader } from '#web/app/page.ts';
import { headOfVideo } from './head/heads.ts';

const Discussion = lazy(async () => ({ default: (await import('./watch/Discussion.tsx')).Discussion }));
const DiscussionTools = lazy(async () => ({
  default: (await import('./watch/DiscussionTools.tsx')).DiscussionTools,
}));
const VideoShortcuts = lazy(async () => ({
  default: (await import('./watch/VideoShortcuts.tsx')).VideoShortcuts,
}));
const NextInList = lazy(async () => ({
  default: (await import('#web/lists/NextInList.tsx')).NextInList,
}));
const OwnTools = lazy(async () => ({ default: (await import('./watch/OwnTools.tsx')).OwnTools }));
const Resume = lazy(async () => ({ default: (await import('./watch/Resume.tsx')).Resume }));
const UpNext = lazy(async () => ({ default: (await import('#web/lists/UpNext.tsx')).UpNext }));

export const loader: Loader = async ({ client, params }) => {
  const id = idIn(params['id']);
  const video = id && (await preloadVideo(client, id));
  if (video)
    await Promise.all([
      video.isLive && preloadComments(client, video.id),
      preloadWatchNext(client, video),
      video.description && preloadProducts(client),
      video.isLive && preloadTranscript(client, video),
    ]);
};

export const head: Head = ({ client, params }) => {
  const id = idIn(params['id']);
  const video = id === null ? null : findIn(client, videoQuery(id));
  return video
    ? headOfVideo(video, {
        transcript: findIn(client, transcriptQuery(video.id, null)),
        chapters: findIn(client, chaptersQuery(video.id)),
      })
    : { title: video === null ? t`Video Not Found` : t`Video`, isMissing: video === null };
};

export function VideoPage() {
  const id = idIn(useParams()['id']);
  const { data: video, error, refetch } = useVideo(id);
  const status = error instanceof ApiError ? error.status : 500;
  if (video && status !== 404) return <Watch key={video.id} video={video} />;
  if (id === null || video === null || status < 500) return <VideoNotFound />;
  if (error) return <ErrorState whole title={t`Failed to fetch video`} onRetry={() => void refetch()} />;
  return <WatchSkeleton />;
}

function Watch({ video }: { video: VideoDetails }) {
  const stage = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const swipe = useSwipeUp(() => void navigate(paths.feed({ start: String(video.id) })));
  // Coming from a card is a wish to watch; opening a link is not yet.
  const autoPlay = useNavigationType() === 'PUSH';
  // on the way from a card the video comes first
  const hasRest = useDeferredValue(useFirstFrame(video, stage, autoPlay));
  const { ended, leaveEnd } = useEnded(stage);
  // the browser's own parts are drawn in pieces: all of them at once would block a phone
  const hydrated = useDeferredValue(useHydrated());
  const { data: chapters = [] } = useQuery(chaptersQuery(video.id));
  const hasTranscript = video.captions.length > 0;
  const [isTranscriptOpen, setTranscriptOpen] = useState(false);
  const [search] = useSearchParams();
  const from = Number(search.get('t'));
  useRecording(video, stage);
  useEffect(() => {
    // another platform isn't contacted before the press
    if (from > 0 && video.source !== 'YOUTUBE') playFrom(stage.current, from);
  }, [from, video.source]);
  return (
    <div
      className={isPortrait(video) ? 'portrait-watch' : 'landscape-watch'}
      data-transcript={hasTranscript ? (isTranscriptOpen ? 'open' : 'closed') : undefined}
    >
      <div className="watch-stage on-stage bg-stage text-ink">
        <div ref={stage} {...swipe} className="relative">
          <VideoPlayer
            video={video}
            autoPlay={autoPlay}
            from={from}
            pageKeys
            chapters={chapters}
            corner={(element) => <ProductCorner id={video.id} video={element} />}
          />
          {hydrated && video.isLive && !(from > 0) && (
            <Suspense>
              <Resume video={video} stage={stage} />
            </Suspense>
          )}
          {ended && (
            <Suspense>
              <UpNext video={video} onCancel={leaveEnd} />
            </Suspense>
          )}
        </div>
      </div>
      <div className="watch-words wrap grid grid-cols-1 gap-10 pt-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex min-w-0 flex-col gap-8">
          <About
            video={video}
            tools={
              hydrated &&
              hasRest && (
                <Suspense>
                  <OwnTools video={video} />
                </Suspense>
              )
            }
          />
          {hasTranscript && (
            <TranscriptPanel
              video={video}
              stage={stage}
              onTime={(seconds) => playFrom(stage.current, seconds)}
              isOpen={isTranscriptOpen}
              onToggle={() => setTranscriptOpen(!isTranscriptOpen)}
            />
          )}
          {chapters.length > 0 && (
            <ChapterList
              videoId={video.id}
              chapters={chapters}
              onTime={(seconds) => playFrom(stage.current, seconds)}
            />
          )}
          {hasRest && (
            <>
              <ActivityBox video={video} />
              <section aria-labelledby="comments" className="flex flex-col gap-6">
                <div className="flex min-h-9 items-center justify-between gap-4">
                  <h2 id="comments" className="text-lg">
                    {t`Comments`}
                  </h2>
                  {hydrated && video.isLive && (
                    <Suspense>
                      <DiscussionTools video={video} />
                    </Suspense>
                  )}
                </div>
                {video.isLive ? (
                  <LaterDiscussion
                    video={video}
                    marked={idIn(search.get('comment') ?? undefined)}
                    stage={stage}
                  />
                ) : (
                  <p className="text-ink-soft">{t`Comments open once the video is public.`}</p>
                )}
              </section>
            </>
          )}
        </div>
        <aside className="min-w-0">
          {hydrated && (
            <Suspense>
              <NextInList video={video} />
            </Suspense>
          )}
          {hasRest && <WatchNext video={video} />}
          {hydrated && (
            <Suspense>
              <VideoShortcuts video={video} />
            </Suspense>
          )}
        </aside>
      </div>
    </div>
  );
}

const LaterDiscussion = memo(function LaterDiscussion(props: DiscussionProps) {
  return (
    <Later fallback={<CommentsLoading />}>
      <Discussion {...props} />
    </Later>
  );
});

/** Counts the view and remembers the position. */
function useRecording({ id, isLive }: VideoDetails, stage: RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    if (!isLive) return undefined;
    void recordView(id);
    return stage.current ? recordProgress(id, stage.current) : undefined;
  }, [id, isLive, stage]);
}

/** The rest of the page waits no longer than this. */
const FRAME_WAIT_MS = 2000;

/** Whether the rest of the page may load: the video has its first frame, failed, takes too long, or waits for a press. */
function useFirstFrame(video: Video, stage: RefObject<HTMLDivElement | null>, autoPlay: boolean): boolean {
  const isBlurred = useBlurs(video);
  const [isOver, setOver] = useState(!autoPlay || isBlurred || !isFile(video));
  useEffect(() => {
    if (isOver) return undefined;
    const element = stage.current;
    const end = (): void => setOver(true);
    const timer = setTimeout(end, FRAME_WAIT_MS);
    for (const type of ['loadeddata', 'error']) element?.addEventListener(type, end, true);
    return () => {
      clearTimeout(timer);
      for (const type of ['loadeddata', 'error']) element?.removeEventListener(type, end, true);
    };
  }, [stage, isOver]);
  return isOver;
}

/** Whether the video on this stage has ended and wasn't restarted. */
function useEnded(stage: RefObject<HTMLDivElement | null>) {
  const [ended, setEnded] = useState(false);
  useEffect(() => {
    const element = stage.current;
    const onPlayback = ({ type }: Event): void => setEnded(type === 'ended');
    const types = ['ended', 'playing', 'seeking'];
    for (const type of types) element?.addEventListener(type, onPlayback, true);
    // a short one may have come to it before the page was taken over
    afterHydration(() => setEnded(element?.querySelector('video')?.ended ?? false));
    return () => {
      for (const type of types) element?.removeEventListener(type, onPlayback, true);
    };
  }, [stage]);
  return { ended, leaveEnd: () => setEnded(false) };
}

/** On a wide screen a portrait video is beside its details. */
const isPortrait = ({ width, height }: Video): boolean => (height ?? 0) > (width ?? 0);

function VideoNotFound() {
  return (
    <EmptyState
      whole
      icon={<VideoOff />}
      title={t`Video Not Found`}
      text={t`This video may have been removed or doesn't exist.`}
      action={
        <ButtonLink variant="primary" to={paths.home()}>
          <ArrowLeft aria-hidden="true" className="rtl:-scale-x-100" />
          {t`Back to Home`}
        </ButtonLink>
      }
    />
  );
}

function WatchSkeleton() {
  return (
    <div role="status" aria-label={t`Loading video`}>
      <div className="landscape-watch bg-stage">
        <div className="mx-auto aspect-video max-h-(--stage-height,80dvh)" />
      </div>
      <div className="wrap space-y-4 pt-6">
        <Skeleton className="h-9 w-2/3" />
        <Skeleton className="h-11 w-64" />
        <Skeleton className="h-24" />
      </div>
    </div>
  );
}
