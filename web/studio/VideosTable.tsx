import { t } from '@lingui/core/macro';
import { Clapperboard, Pencil } from 'lucide-react';
import { useState } from 'react';
import { VISIBILITIES, type Visibility } from '#contract/videos/videos.ts';
import type { MineQuery } from '#contract/submissions/mine.ts';
import type { ReviewStatus, Submission } from '#contract/submissions/submissions.ts';
import { backend } from '#web/app/client/backend.ts';
import { paths } from '#web/app/paths.ts';
import { visibilities } from '#web/app/forms/release.ts';
import { IconButton } from '#web/ui/controls/Button.tsx';
import { LoadMore } from '#web/ui/controls/LoadMore.tsx';
import { Toolbar, ToolbarSearch, ToolbarSelect } from '#web/ui/controls/Toolbar.tsx';
import { Badge } from '#web/ui/lists/Badge.tsx';
import { DataTable, type Column } from '#web/ui/lists/DataTable.tsx';
import { Count, Time } from '#web/ui/lists/Numbers.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/lists/States.tsx';
import { Link } from 'react-router';
import { formatExact } from '#web/ui/format.ts';
import { EditVideo } from './EditVideo.tsx';
import { useStudioVideos } from './studio.queries.ts';
import { stateOf } from './texts.ts';

type Sort = NonNullable<MineQuery['sort']>;

const sorts = (): Record<Sort, string> => ({
  new: t`Newest first`,
  old: t`Oldest first`,
  views: t`Most views`,
  likes: t`Most likes`,
  comments: t`Most comments`,
  title: t`Title A–Z`,
});

const reviews = (): Record<ReviewStatus, string> => ({
  PENDING: t`In review`,
  APPROVED: t`Approved`,
  REJECTED: t`Rejected`,
});

/** All own videos with their details, visibility and statistics. */
export function VideosTable() {
  const [q, setQ] = useState('');
  const [visibility, setVisibility] = useState<Visibility | ''>('');
  const [status, setStatus] = useState<ReviewStatus | ''>('');
  const [sort, setSort] = useState<Sort>('new');
  const [edited, setEdited] = useState<number | null>(null);
  const list = useStudioVideos({ q, visibility: visibility || undefined, status: status || undefined, sort });
  const videos = list.data;
  const open = videos?.find(({ id }) => id === edited);
  const isFiltered = q.trim() !== '' || visibility !== '' || status !== '';
  return (
    <div className="flex flex-col gap-4">
      <Toolbar label={t`Filter videos`}>
        <ToolbarSearch
          label={t`Search your videos`}
          placeholder={t`Search`}
          className="min-w-40 grow"
          value={q}
          onChange={(event) => setQ(event.target.value)}
        />
        <ToolbarSelect
          label={t`Visibility`}
          value={visibility}
          onChange={(event) => setVisibility(event.target.value as Visibility | '')}
        >
          <option value="">{t`Any visibility`}</option>
          {VISIBILITIES.map((each) => (
            <option key={each} value={each}>
              {visibilities()[each]}
            </option>
          ))}
        </ToolbarSelect>
        <ToolbarSelect
          label={t`Review`}
          value={status}
          onChange={(event) => setStatus(event.target.value as ReviewStatus | '')}
        >
          <option value="">{t`Any status`}</option>
          {(Object.entries(reviews()) as [ReviewStatus, string][]).map(([each, label]) => (
            <option key={each} value={each}>
              {label}
            </option>
          ))}
        </ToolbarSelect>
        <ToolbarSelect
          label={t({ message: 'Order', context: 'of a list' })}
          value={sort}
          onChange={(event) => setSort(event.target.value as Sort)}
        >
          {(Object.entries(sorts()) as [Sort, string][]).map(([each, label]) => (
            <option key={each} value={each}>
              {label}
            </option>
          ))}
        </ToolbarSelect>
      </Toolbar>
      {!videos && list.error && (
        <ErrorState title={t`Couldn’t load your videos`} onRetry={() => void list.refetch()} />
      )}
      {!videos && !list.error && <Skeleton className="h-80" />}
      {videos?.length === 0 && (
        <EmptyState
          icon={<Clapperboard />}
          title={isFiltered ? t`Video not found` : t`No videos yet`}
          text={isFiltered ? t`Try different words or filters.` : t`Your uploads appear here.`}
        />
      )}
      {videos && videos.length > 0 && (
        <DataTable caption={t`My videos`} columns={columns(setEdited)} rows={videos} keyOf={({ id }) => id} />
      )}
      <LoadMore list={list} className="self-center" />
      {open && <EditVideo key={open.id} video={open} onClose={() => setEdited(null)} />}
    </div>
  );
}

const columns = (edit: (id: number) => void): Column<Submission>[] => [
  { title: t`Video`, cell: (video) => <VideoCell video={video} /> },
  { title: t`Status`, cell: (video) => <State video={video} /> },
  { title: t`Visibility`, wide: true, cell: ({ visibility }) => visibilities()[visibility] },
  {
    title: t`Views`,
    numeric: true,
    wide: true,
    cell: ({ id, title, views }) => (
      <Link to={paths.statistics(id)} className="underline underline-offset-4">
        <Count of={views} />
        <span className="sr-only"> {t`Statistics for ${title}`}</span>
      </Link>
    ),
  },
  { title: t`Likes`, numeric: true, wide: true, cell: ({ likes }) => <Count of={likes} /> },
  { title: t`Comments`, numeric: true, wide: true, cell: ({ commentCount }) => <Count of={commentCount} /> },
  { title: t`Date`, wide: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    title: t`Edit`,
    cell: ({ id, title }) => (
      <IconButton label={t`Edit ${title}`} onClick={() => edit(id)}>
        <Pencil aria-hidden="true" />
      </IconButton>
    ),
  },
];

function VideoCell({ video: { id, title, thumbnail, processing } }: { video: Submission }) {
  return (
    <span className="flex min-w-36 gap-x-3 gap-y-1.5 max-sm:flex-col sm:items-center">
      <span className="aspect-video w-20 shrink-0 overflow-hidden rounded-control bg-raised">
        {thumbnail && (
          <img src={backend(thumbnail)} alt="" loading="lazy" className="size-full object-cover" />
        )}
      </span>
      {processing === 'READY' ? (
        <Link to={paths.video(id)} className="line-clamp-3 font-semibold hover:underline">
          <bdi>{title}</bdi>
        </Link>
      ) : (
        <span className="line-clamp-3 font-semibold">
          <bdi>{title}</bdi>
        </span>
      )}
    </span>
  );
}

/** The state as a badge, with details. */
function State({ video }: { video: Submission }) {
  const { label, tone } = stateOf(video);
  const { publishAt, newFile, pendingChange, submissionStatus } = video;
  const time = publishAt && formatExact(publishAt);
  return (
    <span className="flex min-w-24 flex-col items-start gap-1">
      <Badge tone={tone}>{label}</Badge>
      {time && <span className="text-xs text-ink-soft">{t`Goes live ${time}`}</span>}
      {submissionStatus.reason && (
        <span dir="auto" className="line-clamp-3 text-xs text-ink-soft">
          {submissionStatus.reason}
        </span>
      )}
      {newFile && <span className="text-xs text-ink-soft">{newFileText(newFile)}</span>}
      {pendingChange && <span className="text-xs text-ink-soft">{t`Your change is pending review`}</span>}
    </span>
  );
}

function newFileText({
  status,
  processing,
  failureReason,
  rejectReason,
}: NonNullable<Submission['newFile']>): string {
  if (processing === 'FAILED') return failureReason ?? t`The new video can't be used`;
  if (status === 'REJECTED') return rejectReason ?? t`The new video was rejected`;
  if (processing !== 'READY') return t`Processing the new video`;
  return t`The new video is pending review`;
}
