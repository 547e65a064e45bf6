import type { Video } from '#contract/videos.ts';
import { backend } from '#web/app/paths.ts';
import { Player } from '#web/ui/player/Player.tsx';
import { posterOf } from './thumbnails.ts';

/** Shorter clips begin with their file: it plays before the code for a ladder is there. */
const FILE_SECONDS = 90;

interface PlayerProps {
  video: Video;
  src: string;
  autoPlay: boolean;
  pageKeys: boolean;
}

/** A video whose file is known, in the player. */
export function NativePlayer({ video, src, autoPlay, pageKeys }: PlayerProps) {
  return (
    <Player
      autoPlay={autoPlay}
      pageKeys={pageKeys}
      playable={{
        title: video.title,
        file: backend(src),
        ladder: video.hlsUrl && backend(video.hlsUrl),
        startsAsFile: video.durationSec > 0 && video.durationSec < FILE_SECONDS,
        poster: video.thumbnail && posterOf(video.thumbnail),
        backdrop: video.thumbnail && backend(video.thumbnail),
        storyboard: video.storyboard && backend(video.storyboard),
        captions: video.captions.map((caption) => ({ ...caption, url: backend(caption.url) })),
        viewBox: video.width && video.height ? `0 0 ${video.width} ${video.height}` : '0 0 16 9',
      }}
    />
  );
}
