import { t } from '@lingui/core/macro';
import { Bookmark, UsersRound } from 'lucide-react';
import { Suspense, lazy, useState, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import type { FeedSource } from '#contract/videos/feed-address.ts';
import type { Video } from '#contract/videos/videos.ts';
import { backend } from '#web/app/client/backend.ts';
import { paths } from '#web/app/paths.ts';
import { ACTION } from '#web/feed/FeedActions.tsx';
import { FollowButton } from '#web/creators/FollowButton.tsx';
import { Feed } from '#web/feed/Feed.tsx';
import type { FeedParts } from '#web/feed/feed.context.ts';
import { firstPageQuery, firstOf, preloadFeed } from '#web/feed/feed.queries.ts';
import { isList, readSource } from '#web/feed/source.ts';
import { EmptyState } from '#web/ui/lists/States.tsx';
import { useHydrated } from '#web/ui/hydration.ts';
import { useMe } from '#web/app/session/me.ts';
import { Avatar } from '#web/ui/lists/Avatar.tsx';
import { ButtonLink } from '#web/ui/controls/Button.tsx';
import { Spinner } from '#web/ui/lists/Spinner.tsx';
import { posterOf } from '#web/app/thumbnails.ts';
import { ShareButton, share } from '#web/videos/ShareButton.tsx';
import { recordProgress, recordView } from '#web/videos/views.ts';
import { isHiddenFromGuest } from '#web/app/sensitive.ts';
import { hiddenVideos } from '#web/videos/hidden-videos.ts';
import { hideVideo } from './menus/hide-video.ts';
import { FeedTop } from './feed/FeedTop.tsx';
import { FeedLike } from './feed/FeedLike.tsx';
import { ProductCorner } from './watch/ProductCorner.tsx';
import { findIn, type Head, type Loader } from '#web/app/page.ts';

const loadComments = () => import('./feed/FeedComments.tsx');
const FeedComments = lazy(async () => ({ default: (await loadComments()).FeedComments }));
const FeedForeign = lazy(async () => ({ default: (await import('./feed/FeedForeign.tsx')).FeedForeign }));
const loadProduct = () => import('./feed/FeedProduct.tsx');
const FeedProduct = lazy(async () => ({ default: (await loadProduct()).FeedProduct }));
const ReportDialog = lazy(async () => ({
  default: (await import('#web/moderation/ReportDialog.tsx')).ReportDialog,
}));
const SaveDialog = lazy(async () => ({
  default: (await import('#web/lists/SaveDialog.tsx')).SaveDialog,
}));
const Suggestions = lazy(async () => ({ default: (await import('./feed/Suggestions.tsx')).Suggestions }));
const FeedBookmark = lazy(async () => ({ default: (await import('./feed/FeedBookmark.tsx')).FeedBookmark }));

export const loader: Loader = async ({ client, search }) => {
  const address = readSource(search);
  // the feed of followed creators differs per member
  if (!address.source.following) await preloadFeed(client, address);
};

export const head: Head = ({ client, search }) => {
  const { source, start } = readSource(search);
  const page = findIn(client, firstPageQuery({ source, start }));
  const isStartTrimmed = page && start !== null && !isList(source) && !firstOf(page, start);
  return {
    title: t`Feed`,
    description: t`One full-screen video after another.`,
    // the scripts go on with what there is
    isMissing: page === null || isStartTrimmed || (page?.items.length === 0 && source.creator !== undefined),
  };
};

/** Videos one after another, each over the whole screen. */
export function FeedPage() {
  const { search } = useLocation();
  const { source } = readSource(new URLSearchParams(search));
  // the address follows the video that is shown: only the tabs open another feed
  return <Opened key={source.following ?? ''} search={search} />;
}

function Opened({ search }: { search: string }) {
  const [{ source, start }] = useState(() => readSource(new URLSearchParams(search)));
  const feed = (
    <Feed source={source} start={start} parts={PARTS}>
      <FeedTop source={source} />
    </Feed>
  );
  return source.following ? <ForMembers source={source}>{feed}</ForMembers> : feed;
}

/** Guests are asked to sign in. */
function ForMembers({ source, children }: { source: FeedSource; children: ReactNode }) {
  const { signedIn } = useMe();
  const isKnown = useHydrated();
  if (isKnown && signedIn) return children;
  return (
    <div className="feed on-stage grid place-items-center bg-stage text-ink">
      <FeedTop source={source} />
      <h1 className="sr-only">{t`Feed`}</h1>
      {isKnown && (
        <EmptyState
          icon={<UsersRound />}
          title={t`See videos from people you follow`}
          text={t`Sign in and follow creators or categories to fill this feed.`}
          action={
            <ButtonLink variant="primary" to={paths.login()}>
              {t`Sign in`}
            </ButtonLink>
          }
        />
      )}
    </div>
  );
}

const PARTS: FeedParts = {
  picture: ({ thumbnail }) => (thumbnail ? { src: posterOf(thumbnail) } : null),
  address: backend,
  like: (video, onLiked) => <FeedLike video={video} onLiked={onLiked} />,
  share: (video) => <ShareButton video={video} className={ACTION} />,
  openShare: (video) => void share({ title: video.title, path: paths.video(video.id), video }),
  bookmark: (video) => (
    <Suspense fallback={<Bookmark aria-hidden="true" />}>
      <FeedBookmark id={video.id} />
    </Suspense>
  ),
  saveDialog: (video, onClose) => (
    <Suspense>
      <SaveDialog video={video} onClose={onClose} />
    </Suspense>
  ),
  reportDialog: (video, onClose) => (
    <Suspense>
      <ReportDialog what="video" subject={{ subjectType: 'VIDEO', subjectId: video.id }} onClose={onClose} />
    </Suspense>
  ),
  comments: (video, layout, onTime) => (
    <Suspense fallback={<Spinner label={t`Loading comments`} className="mx-auto my-8 size-8" />}>
      <FeedComments video={video} layout={layout} onTime={onTime} />
    </Suspense>
  ),
  creator: (video) => <Creator video={video} />,
  title: (video) => (
    <Link dir="auto" to={paths.video(video.id)} className="underline-offset-4 hover:underline">
      {video.title}
    </Link>
  ),
  product: (video) =>
    video.description && (
      <Suspense>
        <FeedProduct text={`${video.title} ${video.description}`} />
      </Suspense>
    ),
  corner: ({ id }, element) => <ProductCorner id={id} video={element} />,
  hide: hideVideo,
  isHidden: (video) => hiddenVideos().includes(video.id) || isHiddenFromGuest(video),
  foreign: (video) => (
    <Suspense>
      <FeedForeign video={video} />
    </Suspense>
  ),
  prepare: () => Promise.allSettled([loadComments(), loadProduct()]),
  recordView: (video) => void recordView(video.id),
  recordProgress: (video, layout) => recordProgress(video.id, layout),
  onward: (source, isEmpty) => {
    if (source.following && isEmpty)
      return (
        <Suspense>
          <Suggestions />
        </Suspense>
      );
    return isList(source) || source.category ? (
      <ButtonLink variant="primary" reloadDocument to={paths.feed()}>
        {t`Watch all videos`}
      </ButtonLink>
    ) : (
      <ButtonLink variant="primary" to={paths.home()}>
        {t`Back to Home`}
      </ButtonLink>
    );
  },
  counting: () => (
    <Link to={paths.counting()} className="text-accent-text underline underline-offset-4">
      {t`How we count`}
    </Link>
  ),
};

function Creator({ video }: { video: Video }) {
  const name = (
    <span className="flex min-w-0 items-center gap-2 font-semibold">
      <Avatar src={backend(video.avatar)} size="sm" />
      <span dir="auto" className="truncate">
        {video.creator}
      </span>
    </span>
  );
  return video.creatorUsername ? (
    <div className="flex items-center gap-3">
      <Link to={paths.creator(video.creatorUsername)} className="block min-w-0 rounded-control">
        {name}
      </Link>
      <FollowButton username={video.creatorUsername} isBare />
    </div>
  ) : (
    name
  );
}
