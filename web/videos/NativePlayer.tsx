import type { Video } from '#contract/videos.ts';
import { backend } from '#web/app/backend.ts';
import { fittingFile, phoneFile } from '#web/ui/player/fitting-file.ts';
import { useHydrated } from '#web/ui/hydration.ts';
import { Player } from '#web/ui/player/Player.tsx';
import { isShort } from './files.ts';
import { posterOf } from '#web/app/thumbnails.ts';

interface PlayerProps {
  video: Video;
  src: string;
  autoPlay: boolean;
  pageKeys: boolean;
}

/** A video whose file is known, in the player. */
export function NativePlayer({ video, src, autoPlay, pageKeys }: PlayerProps) {
  // which screen it is, the server doesn't know: there the HTML names two
  const hydrated = useHydrated();
  return (
    <Player
      autoPlay={autoPlay}
      pageKeys={pageKeys}
      playable={{
        title: video.title,
        file: backend(hydrated ? fittingFile(src, video.lines) : src),
        phoneFile: backend(phoneFile(src, video.lines)),
        ladder: video.hlsUrl && backend(video.hlsUrl),
        startsAsFile: isShort(video),
        poster: video.thumbnail && posterOf(video.thumbnail),
        backdrop: video.thumbnail && backend(video.thumbnail),
        storyboard: video.storyboard && backend(video.storyboard),
        captions: video.captions.map((caption) => ({ ...caption, url: backend(caption.url) })),
        viewBox: video.width && video.height ? `0 0 ${video.width} ${video.height}` : '0 0 16 9',
      }}
    />
  );
}
