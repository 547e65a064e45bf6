import type { ReactNode } from 'react';
import type { CuratedVideo } from '#contract/curation.ts';
import { ErrorState, Skeleton } from '#web/ui/States.tsx';

/** A list of the dashboard in each of its states. */
export function VideoList({
  videos,
  error,
  onRetry,
  empty,
  children,
}: {
  videos: CuratedVideo[] | undefined;
  error: Error | null;
  onRetry: () => void;
  /** What is said when there is nothing. */
  empty: string;
  children: (video: CuratedVideo) => ReactNode;
}) {
  if (error && !videos)
    return <ErrorState title="This list could not be loaded" text={error.message} onRetry={onRetry} />;
  if (!videos) return <Skeleton className="h-40" />;
  if (videos.length === 0) return <p className="py-2 text-ink-soft">{empty}</p>;
  return (
    <ul className="grid grid-cols-1 gap-2.5">
      {videos.map((video) => (
        <li key={video.id}>{children(video)}</li>
      ))}
    </ul>
  );
}
