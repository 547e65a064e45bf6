import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { CuratedVideo } from '#contract/curation/curation.ts';
import { LoadMore, type Pages } from '#web/ui/controls/LoadMore.tsx';
import { ErrorState, Skeleton } from '#web/ui/lists/States.tsx';

interface List extends Partial<Pages> {
  data: CuratedVideo[] | undefined;
  error: Error | null;
  refetch: () => Promise<unknown>;
}

/** A list of the dashboard in each of its states. */
export function VideoList({
  list,
  empty,
  children,
}: {
  list: List;
  /** The text of an empty list. */
  empty: string;
  children: (video: CuratedVideo) => ReactNode;
}) {
  const {
    data: videos,
    error,
    refetch,
    hasNextPage = false,
    fetchNextPage,
    isFetchingNextPage = false,
  } = list;
  if (error && !videos)
    return (
      <ErrorState title={t`Couldn’t load this list`} text={error.message} onRetry={() => void refetch()} />
    );
  if (!videos) return <Skeleton className="h-40" />;
  if (videos.length === 0) return <p className="py-2 text-ink-soft">{empty}</p>;
  return (
    <>
      <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
        {videos.map((video) => (
          <li key={video.id}>{children(video)}</li>
        ))}
      </ul>
      {fetchNextPage && (
        <LoadMore className="mt-3" list={{ hasNextPage, fetchNextPage, isFetchingNextPage }} />
      )}
    </>
  );
}
