import { plural, t } from '@lingui/core/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Hash } from 'lucide-react';
import { Navigate, useParams } from 'react-router';
import type { TagPage as Tag } from '#contract/tags/tags.ts';
import { ApiError } from '#web/app/client/call.ts';
import { PostWithMenu } from './menus/PostWithMenu.tsx';
import { findIn, type Head, type Loader } from '#web/app/page.ts';
import { paths } from '#web/app/paths.ts';
import { isWritten } from '#web/community/PostItem.tsx';
import { tagPostsQuery } from '#web/community/community.queries.ts';
import { FollowTagButton } from '#web/creators/FollowButton.tsx';
import { preloadTag, tagQuery, tagVideosQuery, useTag, useTagVideos } from '#web/tags/tags.queries.ts';
import { ButtonLink } from '#web/ui/controls/Button.tsx';
import { LoadMore } from '#web/ui/controls/LoadMore.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/lists/States.tsx';
import { FeedLink } from '#web/videos/FeedLink.tsx';
import { VideoGrid } from '#web/videos/VideoGrid.tsx';
import { preloadShownVideos } from '#web/videos/shown-videos.queries.ts';
import { headOfTag } from './head/lists.ts';

export const loader: Loader = async ({ client, params }) => {
  const tag = await preloadTag(client, params['tag'] ?? '');
  if (!tag) return;
  const posts = tagPostsQuery(tag.tag);
  await Promise.all([
    client.prefetchInfiniteQuery(tagVideosQuery(tag.tag)),
    client.prefetchInfiniteQuery(posts),
  ]);
  const found = client.getQueryData(posts.queryKey)?.pages.flatMap(({ items }) => items) ?? [];
  await preloadShownVideos(client, found.filter(isWritten));
};

export const head: Head = ({ client, params }) => {
  const tag = findIn(client, tagQuery(params['tag'] ?? ''));
  if (!tag) return { title: tag === null ? t`Tag not found` : t`Tag`, isMissing: tag === null };
  const pages = findIn(client, tagVideosQuery(tag.tag))?.pages ?? [];
  return headOfTag(
    tag,
    pages.flatMap(({ items }) => items),
  );
};

export function TagPage() {
  const { tag = '' } = useParams();
  const { data, error, refetch } = useTag(tag);
  // a former name, or another spelling
  if (data && data.tag !== tag) return <Navigate replace to={paths.tag(data.tag)} />;
  if (data) return <Found key={tag} tag={data} />;
  if (data === null || (error instanceof ApiError && error.status < 500))
    return (
      <EmptyState
        whole
        icon={<Hash />}
        title={t`Tag not found`}
        text={t`Nothing here has this tag.`}
        action={<ButtonLink to={paths.videos()}>{t`All videos`}</ButtonLink>}
      />
    );
  if (error) return <ErrorState whole title={t`Couldn’t load the tag`} onRetry={() => void refetch()} />;
  return (
    <div className="wrap py-8">
      <Skeleton className="h-60" />
    </div>
  );
}

function Found({ tag }: { tag: Tag }) {
  const videos = useTagVideos(tag.tag);
  return (
    <div className="wrap flex flex-col gap-8 pt-6 pb-16">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-2xl wrap-anywhere sm:text-3xl">
          <bdi>{`#${tag.tag}`}</bdi>
        </h1>
        <FollowTagButton tag={tag.tag} />
        <p className="text-ink-soft">{describeCounts(tag)}</p>
      </header>
      {tag.videos + tag.posts === 0 && (
        <EmptyState
          className="py-8"
          icon={<Hash />}
          title={t`Nothing here yet`}
          text={t`Public videos and posts with this tag will show up here.`}
        />
      )}
      {tag.videos > 0 && (
        <section aria-labelledby="videos">
          <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
            <h2 id="videos" className="text-xl">
              {t`Videos`}
            </h2>
            <FeedLink videos={videos.data} list={{ tag: tag.tag }} />
          </div>
          <VideoGrid
            videos={videos.data}
            error={videos.error}
            onRetry={() => void videos.refetch()}
            expected={Math.min(tag.videos, 8)}
            eager={2}
          />
          <LoadMore className="mt-6 w-full" list={videos} />
        </section>
      )}
      {tag.posts > 0 && <Posts tag={tag.tag} />}
    </div>
  );
}

const describeCounts = ({ videos, posts }: Tag): string =>
  [
    videos > 0 && plural(videos, { one: '# video', other: '# videos' }),
    posts > 0 && plural(posts, { one: '# post', other: '# posts' }),
  ]
    .filter(Boolean)
    .join(' · ');

function Posts({ tag }: { tag: string }) {
  const list = useInfiniteQuery(tagPostsQuery(tag));
  return (
    <section aria-labelledby="posts" className="max-w-3xl">
      <h2 id="posts" className="mb-5 text-xl">
        {t`Posts`}
      </h2>
      {list.error && !list.data && (
        <ErrorState title={t`Failed to load posts`} onRetry={() => void list.refetch()} />
      )}
      <ul className="space-y-4">
        {list.data?.filter(isWritten).map((post) => (
          <li key={post.id}>
            <PostWithMenu post={post} />
          </li>
        ))}
      </ul>
      <LoadMore className="mt-6 w-full" list={list} />
    </section>
  );
}
