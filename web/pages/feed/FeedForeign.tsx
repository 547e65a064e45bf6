import { useEffect, useRef } from 'react';
import type { Video } from '#contract/videos/videos.ts';
import { VideoPlayer } from '#web/videos/VideoPlayer.tsx';
import { playFrom } from '#web/videos/seek.ts';

/** It was pressed: it plays at once. */
export function FeedForeign({ video }: { video: Video }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => playFrom(place.current, 0), []);
  return (
    <div ref={place} className="w-full">
      <VideoPlayer video={video} autoPlay />
    </div>
  );
}
