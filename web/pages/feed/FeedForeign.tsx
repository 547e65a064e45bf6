import type { Video } from '#contract/videos/videos.ts';
import { VideoPlayer } from '#web/videos/VideoPlayer.tsx';

/** It was pressed: it plays at once. */
export const FeedForeign = ({ video }: { video: Video }) => (
  <div className="w-full">
    <VideoPlayer video={video} autoPlay />
  </div>
);
