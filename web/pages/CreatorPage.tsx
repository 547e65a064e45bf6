import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Clapperboard, UserX } from 'lucide-react';
import { Suspense, lazy } from 'react';
import type { ReactNode } from 'react';
import { Navigate, useParams } from 'react-router';
import type { CreatorPage as Creator } from '#contract/creators/creators.ts';
import { ApiError } from '#web/app/client/call.ts';
import { backend } from '#web/app/client/backend.ts';
import { useMe } from '#web/app/session/me.ts';
import { SupportLink } from '#web/app/SupportLink.tsx';
import { paths } from '#web/app/paths.ts';
import { Totals } from '#web/creators/CreatorCards.tsx';
import { FollowButton } from '#web/creators/FollowButton.tsx';
import {
  creatorQuery,
  preloadCreator,
  useCreator,
  useCreatorVideos,
} from '#web/creators/creators.queries.ts';
import { Avatar } from '#web/ui/lists/Avatar.tsx';
import { ButtonLink } from '#web/ui/controls/Button.tsx';
import { useHydrated } from '#web/ui/hydration.ts';
import { formatDay } from '#web/ui/days.ts';
import { LoadMore } from '#web/ui/controls/LoadMore.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/lists/States.tsx';
import { preloadShownVideos } from '#web/videos/shown-videos.queries.ts';
import { FeedLink } from '#web/videos/FeedLink.tsx';
import { PortraitRow } from '#web/videos/PortraitRow.tsx';
import { VideoGrid } from '#web/videos/VideoGrid.tsx';
import { portraitOfQuery } from '#web/videos/videos.queries.ts';
import { headOfCreator } from './head/heads.ts';
import { PostWithMenu } from './menus/PostWithMenu.tsx';
import { findIn, type Head, type Loader } from '#web/app/page.ts';

// what the server's page has no place for
const PersonMenu = lazy(async () => ({ default: (await import('#web/blocks/PersonMenu.tsx')).PersonMenu }));
const BlockedNotice = lazy(async () => ({
  default: (await import('#web/blocks/BlockedNotice.tsx')).BlockedNotice,
}));
const SeriesOf = lazy(async () => ({ default: (await import('#web/lists/SeriesOf.tsx')).SeriesOf }));

export const loader: Loader = async ({ client, params }) => {
  const creator = await preloadCreator(client, params['username'] ?? '');
  if (creator)
    await Promise.all([
      preloadShownVideos(client, creator.latestPosts),
      client.prefetchQuery(portraitOfQuery(creator.username)),
    ]);
};

export const head: Head = ({ client, params }) => {
  const creator = findIn(client, creatorQuery(params['username'] ?? ''));
  if (!creator)
    return { title: creator === null ? t`Creator not found` : t`Creator`, isMissing: creator === null };
  return headOfCreator(creator);
};

export function CreatorPage() {
  const { username = '' } = useParams();
  const { data, error, refetch } = useCreator(username);
  // a name of before a rename led here
  if (data && data.username.toLowerCase() !== username.toLowerCase())
    return <Navigate replace to={paths.creator(data.username)} />;
  if (data) return <Found creator={data} />;
  if (data === null || (error instanceof ApiError && error.status < 500))
    return (
      <EmptyState
        whole
        icon={<UserX />}
        title={t`Creator not found`}
        text={t`There’s no creator by this name.`}
        action={<ButtonLink to={paths.creators()}>{t`All creators`}</ButtonLink>}
      />
    );
  if (error) return <ErrorState whole title={t`Failed to load creator`} onRetry={() => void refetch()} />;
  return (
    <div className="wrap py-8">
      <Skeleton className="h-60" />
    </div>
  );
}

function Found({ creator }: { creator: Creator }) {
  const { data: portrait } = useQuery(portraitOfQuery(creator.username));
  return (
    <div className="wrap flex flex-col gap-8 pt-6 pb-16 sm:gap-10 sm:pt-8">
      <header className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-4 sm:gap-x-6 lg:grid-cols-[auto_1fr_auto]">
        <Avatar
          src={backend(creator.profileImageUrl)}
          size="xl"
          className="max-sm:size-20 sm:row-span-2 sm:self-start"
        />
        <div className="min-w-0">
          <h1 dir="auto" className="text-2xl break-words sm:text-3xl">
            {creator.displayName ?? creator.username}
          </h1>
          <p className="text-ink-soft max-sm:text-sm">
            <bdi className="break-all">{`@${creator.username}`}</bdi>{' '}
            <span>{t`· joined ${formatDay(creator.joinedAt, 'UTC')}`}</span>
          </p>
        </div>
        {(creator.bio || creator.supportLink) && (
          <div className="col-span-2 min-w-0 self-start sm:col-span-1 sm:col-start-2">
            {creator.bio && (
              <p dir="auto" className="prose-width whitespace-pre-line wrap-anywhere">
                {creator.bio}
              </p>
            )}
            {creator.supportLink && (
              <p className="mt-3">
                <SupportLink href={creator.supportLink} creator={creator.displayName ?? creator.username} />
              </p>
            )}
          </div>
        )}
        <div className="col-span-2 flex flex-col gap-4 sm:col-span-1 sm:col-start-2 lg:col-start-3 lg:row-span-2 lg:row-start-1 lg:self-start">
          <p className="flex items-center gap-4">
            <FollowButton username={creator.username} />
            <span className="text-ink-soft">
              {plural(creator.followers, { one: '# follower', other: '# followers' })}
            </span>
            <ForOthers username={creator.username}>
              <PersonMenu username={creator.username} />
            </ForOthers>
          </p>
          <Totals creator={creator} />
        </div>
      </header>
      <ForOthers username={creator.username}>
        <BlockedNotice username={creator.username} />
      </ForOthers>
      {creator.videos + creator.posts === 0 && (
        <EmptyState className="py-8" icon={<Clapperboard />} title={t`Nothing published yet`} />
      )}
      <PortraitRow videos={portrait} />
      {creator.latestVideos.length > 0 && <CreatorVideos creator={creator} />}
      <Series username={creator.username} />
      {creator.latestPosts.length > 0 && (
        <section aria-labelledby="posts" className="max-w-3xl">
          <h2 id="posts" className="mb-5 text-xl">
            {t`Posts`}
          </h2>
          <ul className="space-y-4">
            {creator.latestPosts.map((post) => (
              <li key={post.id}>
                <PostWithMenu post={post} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

/** For members on other users' pages. */
function ForOthers({ username, children }: { username: string; children: ReactNode }) {
  const { me } = useMe();
  const hydrated = useHydrated();
  if (!hydrated || !me || me.username === username) return null;
  return <Suspense>{children}</Suspense>;
}

function Series({ username }: { username: string }) {
  const hydrated = useHydrated();
  return (
    hydrated && (
      <Suspense>
        <SeriesOf username={username} />
      </Suspense>
    )
  );
}

function CreatorVideos({ creator }: { creator: Creator }) {
  const list = useCreatorVideos(creator);
  return (
    <section aria-labelledby="clips">
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <h2 id="clips" className="text-xl">
          {t`Videos`}
        </h2>
        <FeedLink videos={list.data} list={{ creator: creator.username }} />
      </div>
      <VideoGrid videos={list.data} error={null} onRetry={() => undefined} expected={0} eager={1} />
      <LoadMore className="mt-6 w-full" list={list} />
    </section>
  );
}
