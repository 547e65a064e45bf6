import { plural, t } from '@lingui/core/macro';
import { MapPinOff } from 'lucide-react';
import { Suspense, lazy, useMemo } from 'react';
import { useConfig } from '#web/app/config.ts';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/lists/States.tsx';
import { LocatedCard } from './LocatedCard.tsx';
import { sentenceOf, type Located } from './nearby.queries.ts';

// Large: a chunk of its own, for admins on this page alone.
const WorldMap = lazy(async () => ({ default: (await import('#web/ui/charts/WorldMap.tsx')).WorldMap }));

export function LocatedList({
  videos,
  error,
  onRetry,
}: {
  videos: Located[] | undefined;
  error: Error | null;
  onRetry: () => void;
}) {
  if (error) return <ErrorState title={t`Error Loading Videos`} text={sentenceOf(error)} onRetry={onRetry} />;
  if (!videos) {
    return (
      <div className="flex flex-col gap-4" aria-busy="true">
        <Skeleton className="h-52" />
        <Skeleton className="h-52" />
      </div>
    );
  }
  if (videos.length === 0) return <NoVideos />;
  return <ListAndMap videos={videos} />;
}

function ListAndMap({ videos }: { videos: Located[] }) {
  const { mapTilesUrl } = useConfig();
  const markers = useMemo(
    () =>
      videos.map(({ id, title, location: { latitude, longitude } }) => ({
        id,
        label: title,
        latitude,
        longitude,
      })),
    [videos],
  );
  return (
    <>
      <p className="mb-4 font-semibold">
        {plural(videos.length, { one: '# User Video with Location', other: '# User Videos with Location' })}
      </p>
      <div className="grid items-start grid-cols-1 gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <ul className="flex flex-col gap-4">
          {videos.map((video) => (
            <li key={video.id}>
              <LocatedCard video={video} />
            </li>
          ))}
        </ul>
        <div className="order-first h-72 lg:sticky lg:top-20 lg:order-none lg:h-[calc(100dvh-7rem)]">
          <Suspense fallback={<Skeleton className="h-full" />}>
            <WorldMap markers={markers} tilesUrl={mapTilesUrl} onOpen={showCard} />
          </Suspense>
        </div>
      </div>
    </>
  );
}

function showCard(id: number): void {
  const card = document.getElementById(`video-${id}`);
  card?.scrollIntoView({ block: 'center' });
  card?.focus({ preventScroll: true });
}

function NoVideos() {
  return (
    <EmptyState
      icon={<MapPinOff />}
      title={t`No User Videos with Location`}
      text={t`Videos appear here once creators add a filming location:`}
      action={
        <ol className="list-decimal space-y-1 pl-5 text-left">
          <li>{t`Open “Upload or record a video” on the home page.`}</li>
          <li>{t`Press “Add location” and let your browser share your location.`}</li>
          <li>{t`Submit the video for review.`}</li>
        </ol>
      }
    />
  );
}
