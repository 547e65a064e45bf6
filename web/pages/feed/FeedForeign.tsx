import { useEffect, useRef } from 'react';
import type { Video } from '#contract/videos/videos.ts';
import { VideoPlayer } from '#web/videos/VideoPlayer.tsx';
import { playFrom } from '#web/videos/seek.ts';

/** It was pressed: it plays at once. */
export function FeedForeign({ video }: { video: Video }) {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => playFrom(container.current, 0), []);
  return (
    <div ref={container} className="w-full">
      <VideoPlayer video={video} autoPlay />
    </div>
  );
}
