import { t } from '@lingui/core/macro';
import {
  Archive,
  ArchiveRestore,
  Captions,
  ChartColumn,
  Clapperboard,
  Ellipsis,
  FileVideo,
  ListPlus,
  Pencil,
  Trash2,
} from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { nameOfLanguage } from '#contract/captions/caption-languages.ts';
import { VISIBILITIES, type Visibility } from '#contract/videos/videos.ts';
import type { MineQuery } from '#contract/submissions/mine.ts';
import type { ReviewStatus, Submission } from '#contract/submissions/submissions.ts';
import { backend } from '#web/app/client/backend.ts';
import { paths } from '#web/app/paths.ts';
import { visibilities } from '#web/app/forms/release.ts';
import { LoadMore } from '#web/ui/controls/LoadMore.tsx';
import { Menu, type MenuItem } from '#web/ui/controls/Menu.tsx';
import { Toolbar, ToolbarSearch, ToolbarSelect } from '#web/ui/controls/Toolbar.tsx';
import { DataTable, type Column } from '#web/ui/lists/DataTable.tsx';
import { Count, Time } from '#web/ui/lists/Numbers.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/lists/States.tsx';
import { Link } from 'react-router';
import { useMatches } from '#web/ui/useMatches.ts';
import { Thumbnail } from '#web/ui/lists/Thumbnail.tsx';
import { useStudioVideos } from './studio.queries.ts';
import { useConfirmedAction } from './useConfirmedAction.ts';
import { VideoState } from './VideoState.tsx';

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
export function VideosTable({ onAddToSeries }: { onAddToSeries: (video: Submission) => void }) {
  const [q, setQ] = useState('');
  const [visibility, setVisibility] = useState<Visibility | ''>('');
  const [status, setStatus] = useState<ReviewStatus | ''>('');
  const [sort, setSort] = useState<Sort>('new');
  const list = useStudioVideos({ q, visibility: visibility || undefined, status: status || undefined, sort });
  const videos = list.data;
  const isNarrow = useMatches('(width < 48rem)');
  const act = useConfirmedAction();
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
        <DataTable
          caption={t`Your videos`}
          fits
          columns={columns(isNarrow, (video) => actionsOn(video, act, onAddToSeries))}
          rows={videos}
          keyOf={({ id }) => id}
        />
      )}
      <LoadMore list={list} className="self-center" />
    </div>
  );
}

const columns = (isNarrow: boolean, actions: (video: Submission) => MenuItem[]): Column<Submission>[] => [
  {
    title: t`Video`,
    cell: (video) => <VideoCell video={video}>{isNarrow && <VideoState video={video} />}</VideoCell>,
  },
  ...(isNarrow ? [] : [{ title: t`Status`, cell: (video: Submission) => <VideoState video={video} /> }]),
  { title: t`Visibility`, wide: true, cell: ({ visibility }) => visibilities()[visibility] },
  { title: t`Captions`, wide: true, cell: (video) => <CaptionsCell video={video} /> },
  {
    title: t`Views`,
    numeric: true,
    wide: true,
    cell: ({ id, title, views }) => (
      <Link to={paths.analytics(id)} className="underline underline-offset-4">
        <Count of={views} />
        <span className="sr-only"> {t`Analytics for ${title}`}</span>
      </Link>
    ),
  },
  { title: t`Likes`, numeric: true, wide: 'lg', cell: ({ likes }) => <Count of={likes} /> },
  { title: t`Comments`, numeric: true, wide: 'lg', cell: ({ commentCount }) => <Count of={commentCount} /> },
  {
    title: t`Date`,
    wide: 'lg',
    cell: ({ createdAt }) => <Time at={createdAt} className="whitespace-nowrap" />,
  },
  {
    title: t`Actions`,
    cell: (video) => (
      <Menu
        label={t`Actions for ${video.title}`}
        button={<Ellipsis aria-hidden="true" />}
        items={actions(video)}
      />
    ),
  },
];

function actionsOn(
  video: Submission,
  act: ReturnType<typeof useConfirmedAction>,
  onAddToSeries: (video: Submission) => void,
): MenuItem[] {
  const { id, processing } = video;
  const remove = {
    label: t`Delete`,
    icon: <Trash2 aria-hidden="true" />,
    danger: true,
    onSelect: () => void act(video, 'delete'),
  };
  const analytics = {
    label: t`Analytics`,
    icon: <ChartColumn aria-hidden="true" />,
    to: paths.analytics(id),
  };
  if (video.archivedAt !== null)
    return [
      analytics,
      {
        label: t`Restore`,
        icon: <ArchiveRestore aria-hidden="true" />,
        onSelect: () => void act(video, 'unarchive'),
      },
      remove,
    ];
  return [
    { label: t`Edit`, icon: <Pencil aria-hidden="true" />, to: paths.studioVideo(id) },
    {
      label: t`Captions`,
      icon: <Captions aria-hidden="true" />,
      to: processing === 'READY' ? paths.captions(id) : paths.studioVideo(id, 'captions'),
    },
    analytics,
    {
      label: t`Add to series`,
      icon: <ListPlus aria-hidden="true" />,
      onSelect: () => onAddToSeries(video),
    },
    {
      label: t`Replace video`,
      icon: <FileVideo aria-hidden="true" />,
      to: paths.studioVideo(id, 'danger'),
    },
    {
      label: t({ message: 'Archive', context: 'to put away' }),
      icon: <Archive aria-hidden="true" />,
      apart: true,
      onSelect: () => void act(video, 'archive'),
    },
    remove,
  ];
}

function VideoCell({
  video: { id, title, thumbnail },
  children,
}: {
  video: Submission;
  children: ReactNode;
}) {
  return (
    <span className="flex min-w-0 gap-3 sm:items-center">
      <Thumbnail src={backend(thumbnail)} className="aspect-video h-fit w-24 rounded-control" />
      <span className="flex min-w-0 flex-col gap-1.5">
        <Link to={paths.studioVideo(id)} className="line-clamp-3 font-semibold wrap-anywhere hover:underline">
          <bdi>{title}</bdi>
        </Link>
        {children}
      </span>
    </span>
  );
}

/** The languages of its captions, and the way to more. */
function CaptionsCell({ video: { id, title, captionLanguages, processing } }: { video: Submission }) {
  if (processing !== 'READY') return null;
  return (
    <Link to={paths.captions(id)} className="underline underline-offset-4">
      {captionLanguages.length > 0 ? (
        <>
          <span
            aria-hidden="true"
            title={captionLanguages.map(nameOfLanguage).join(', ')}
            className="uppercase"
          >
            {captionLanguages.join(', ')}
          </span>
          <span className="sr-only">{captionLanguages.map(nameOfLanguage).join(', ')}</span>
        </>
      ) : (
        t({ message: 'Add', context: 'captions' })
      )}
      <span className="sr-only"> {t`Captions for ${title}`}</span>
    </Link>
  );
}
