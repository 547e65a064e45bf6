import { Trans } from '@lingui/react/macro';
import { t } from '@lingui/core/macro';
import { Heart } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { backend } from '#web/app/client/backend.ts';
import { paths } from '#web/app/paths.ts';
import { Avatar } from '#web/ui/lists/Avatar.tsx';
import { formatCompact } from '#web/ui/format.ts';
import { Duration } from '#web/ui/lists/Numbers.tsx';
import { Skeleton } from '#web/ui/lists/States.tsx';
import { useHidesSensitive } from '#web/app/sensitive.ts';
import { VideoThumbnail } from '#web/app/VideoThumbnail.tsx';
import { useTrendingComments, useTrendingVideos } from './community.queries.ts';

/** The board's pages: what they are about, with the side lists beside it. */
export function BoardColumns({ children }: { children: ReactNode }) {
  return (
    <div className="grid grid-cols-1 gap-10 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="flex min-w-0 flex-col gap-6">{children}</div>
      <aside className="flex min-w-0 flex-col gap-10">
        <TrendingVideos />
        <TopComments />
      </aside>
    </div>
  );
}

function Side({
  title,
  failed,
  state,
  empty,
  children,
}: {
  title: string;
  failed: string;
  state: { isPending: boolean; error: Error | null };
  empty: boolean;
  children: ReactNode;
}) {
  return (
    <section aria-label={title}>
      <h2 className="mb-4 text-lg">{title}</h2>
      {state.isPending && <Skeleton className="h-60" />}
      {state.error && (
        <p role="alert" className="text-sm text-ink-soft">
          {failed}
        </p>
      )}
      {empty && <p className="text-sm text-ink-soft">{t`Nothing here yet.`}</p>}
      {children}
    </section>
  );
}

function TrendingVideos() {
  const list = useTrendingVideos();
  const hidesSensitive = useHidesSensitive();
  const videos = list.data?.filter((video) => !hidesSensitive(video));
  return (
    <Side
      title={t`Trending videos`}
      failed={t`Failed to load trending videos.`}
      state={list}
      empty={videos?.length === 0}
    >
      <ul className="space-y-3">
        {videos?.map((video) => (
          <li key={video.id} className="relative flex gap-3">
            <VideoThumbnail video={video} className="aspect-video w-28 self-start rounded-control" />
            <div className="min-w-0 text-sm">
              <Link
                dir="auto"
                to={paths.video(video.id)}
                className="stretched line-clamp-2 font-semibold break-words"
              >
                {video.title}
              </Link>
              <p className="truncate text-ink-soft">
                <bdi>{video.creator}</bdi>
                <span>{video.durationSec > 0 && ' · '}</span>
                <Duration seconds={video.durationSec} />
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Side>
  );
}

function TopComments() {
  const list = useTrendingComments();
  return (
    <Side
      title={t`Top comments`}
      failed={t`Failed to load top comments.`}
      state={list}
      empty={list.data?.length === 0}
    >
      <ul className="space-y-4">
        {list.data?.map((comment) => (
          <li key={comment.id} className="relative flex gap-3 text-sm">
            <Avatar src={backend(comment.authorAvatar)} size="sm" />
            <div className="min-w-0">
              <p className="flex items-center gap-2">
                <span dir="auto" className="truncate font-semibold">
                  {comment.authorDisplayName ?? comment.authorUsername}
                </span>
                <span className="numbers relative flex shrink-0 items-center gap-1 text-ink-soft">
                  <Heart aria-hidden="true" className="size-3.5" />
                  <span>{formatCompact(comment.likes)}</span>
                  <span className="sr-only"> {t`likes`}</span>
                </span>
              </p>
              <p dir="auto" className="line-clamp-3 wrap-anywhere">
                {comment.text}
              </p>
              <Link to={paths.video(comment.videoId)} className="stretched line-clamp-1 text-ink-soft">
                <Trans>
                  on <bdi>{comment.videoTitle}</bdi>
                </Trans>
              </Link>
            </div>
          </li>
        ))}
      </ul>
    </Side>
  );
}
