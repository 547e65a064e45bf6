import { plural, t } from '@lingui/core/macro';
import type { UseInfiniteQueryResult, InfiniteData } from '@tanstack/react-query';
import { ListVideo, ListX, Play } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import type { Video } from '#contract/videos/videos.ts';
import { ApiError } from '#web/app/client/call.ts';
import { paths } from '#web/app/paths.ts';
import { ButtonLink } from '#web/ui/controls/Button.tsx';
import { LoadMore } from '#web/ui/controls/LoadMore.tsx';
import { useHydrated } from '#web/ui/hydration.ts';
import { OrderedRows } from '#web/ui/lists/OrderedRows.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/lists/States.tsx';
import { Link } from 'react-router';
import { FeedLink } from '#web/videos/FeedLink.tsx';
import { VideoRow } from '#web/videos/VideoRow.tsx';

interface OpeningProps<Page> {
  /** Of a list that is there to be opened; null: its address is none. */
  query: UseInfiniteQueryResult<InfiniteData<Page | null>> | null;
  missing: Pick<ComponentProps<typeof EmptyState>, 'title' | 'text' | 'action'>;
  failed: string;
  children: (first: Page, pages: Page[]) => ReactNode;
}

/** A playlist or a series once loaded, or why it isn't available. */
export function OpeningList<Page>({ query, missing, failed, children }: OpeningProps<Page>) {
  const hydrated = useHydrated();
  const pages = query?.data?.pages.filter((page) => page !== null) ?? [];
  const [first] = pages;
  if (first !== undefined) return children(first, pages);
  const { error } = query ?? { error: null };
  const isMissing = query === null || query.data !== undefined;
  if (isMissing || (error instanceof ApiError && error.status < 500)) {
    // a guest gets none; a member's is fetched once the page has hydrated
    const isAsked = !hydrated || query?.isFetching;
    return (
      <div className={isAsked ? 'in-data-member:invisible' : undefined}>
        <EmptyState whole icon={<ListX />} {...missing} />
      </div>
    );
  }
  if (error) return <ErrorState whole title={failed} onRetry={() => void query?.refetch()} />;
  return (
    <div className="wrap space-y-4 py-8">
      <Skeleton className="h-24" />
      <Skeleton className="h-80" />
    </div>
  );
}

interface OpenedListProps<VideoItem extends Video> {
  list: {
    title: string;
    description: string | null;
    creator: string;
    creatorUsername: string;
    count: number;
  };
  videos: VideoItem[];
  /** Shown above the title and beside the video count. */
  kind?: ReactNode;
  badge?: ReactNode;
  /** Label of the button that plays it from the start. */
  play: string;
  /** The page of a video within the list. */
  pathOf: (id: number) => string;
  /** As the feed names the list. */
  feed: ComponentProps<typeof FeedLink>['list'];
  /** What can be done with all of it. */
  actions: ReactNode;
  /** The rows' accessible name. */
  label: string;
  /** Null: the order is not the viewer's to change. */
  onMove: ComponentProps<typeof OrderedRows<VideoItem>>['onMove'];
  /** At the end of a row. */
  more?: (video: VideoItem) => ReactNode;
  empty: Pick<ComponentProps<typeof EmptyState>, 'text' | 'action'>;
  pages: ComponentProps<typeof LoadMore>['list'];
}

/** A playlist's or a series' details, and its videos in order. */
export function OpenedList<VideoItem extends Video>(props: OpenedListProps<VideoItem>) {
  const { list, videos, kind, badge, play, pathOf, feed, actions, label, onMove, more, empty, pages } = props;
  const [first] = videos;
  return (
    <div className="wrap flex max-w-4xl flex-col gap-6 pt-8 pb-16">
      <header className="flex flex-col gap-3">
        {kind && <p className="-mb-2 text-sm font-semibold text-accent-text">{kind}</p>}
        <h1 className="text-2xl break-words sm:text-3xl">
          <bdi>{list.title}</bdi>
        </h1>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-soft">
          <Link to={paths.creator(list.creatorUsername)} className="font-semibold text-ink">
            <bdi>{list.creator}</bdi>
          </Link>
          <span>{plural(list.count, { one: '# video', other: '# videos' })}</span>
          {badge}
        </p>
        {list.description && (
          <p className="prose-width whitespace-pre-line wrap-anywhere">
            <bdi>{list.description}</bdi>
          </p>
        )}
        {/* on a phone their icons would push Share to a line of its own */}
        <div className="flex flex-wrap items-center gap-2 max-sm:[&>a>svg]:hidden">
          {first && (
            <ButtonLink variant="primary" size="sm" className="h-10" to={pathOf(first.id)}>
              <Play aria-hidden="true" />
              {play}
            </ButtonLink>
          )}
          <FeedLink videos={videos} list={feed} />
          {actions}
        </div>
      </header>
      {videos.length === 0 && <EmptyState icon={<ListVideo />} title={t`No videos yet`} {...empty} />}
      {videos.length > 0 && (
        <OrderedRows
          label={label}
          items={videos}
          idOf={(video) => video.id}
          nameOf={(video) => video.title}
          onMove={onMove}
          className="gap-1"
        >
          {(video) => <VideoRow heading="h2" video={video} to={pathOf(video.id)} more={more?.(video)} />}
        </OrderedRows>
      )}
      <LoadMore className="w-full" list={pages} />
    </div>
  );
}
