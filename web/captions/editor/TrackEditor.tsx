import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { TrackCues } from '#contract/captions/captions.ts';
import { Skeleton } from '#web/ui/lists/States.tsx';
import { cuesQuery, type TrackName } from '../captions.queries.ts';
import { CueEditor } from './CueEditor.tsx';

/** Starts with the server's version of a track; later changes by others appear when it is opened again. */
export function TrackEditor({
  videoId,
  name,
  isThere,
  ...rest
}: {
  videoId: number;
  name: TrackName;
  isThere: boolean;
  stage: HTMLElement | null;
  tools: HTMLElement | null;
  onPublished: () => void;
}) {
  const [wasThere] = useState(isThere);
  const { data, isFetching } = useQuery({
    ...cuesQuery(videoId, name),
    enabled: wasThere,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const track = wasThere ? data : ({ cues: [], hints: [], ...name } as Partial<TrackCues> as TrackCues);
  if (!track || isFetching) return <Skeleton className="h-72" />;
  return <CueEditor videoId={videoId} track={track} {...rest} />;
}
