import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';
import type { Video } from '#contract/videos.ts';
import { backend } from '#web/app/paths.ts';
import { attachLadder } from '#web/ui/ladder.ts';
import { posterOf } from './thumbnails.ts';

interface PlayerProps {
  video: Video;
  src: string;
  autoPlay: boolean;
  onUnplayable: () => void;
}

/** The browser's own player: the plain file at once, the ladder of renditions where there is one. */
export function NativePlayer({ video, src, autoPlay, onUnplayable }: PlayerProps) {
  const element = useRef<HTMLVideoElement>(null);
  usePlayback(element, video.hlsUrl && backend(video.hlsUrl), backend(src), autoPlay);
  const ratio = video.width && video.height ? `${video.width} / ${video.height}` : '16 / 9';
  return (
    <div className="relative isolate flex max-h-[80dvh] justify-center overflow-hidden">
      {video.thumbnail && (
        <img
          src={backend(video.thumbnail)}
          alt=""
          aria-hidden="true"
          className="absolute inset-0 -z-10 size-full scale-125 object-cover opacity-40 blur-2xl"
        />
      )}
      <video
        ref={element}
        controls
        playsInline
        preload="metadata"
        poster={video.thumbnail ? posterOf(video.thumbnail) : undefined}
        crossOrigin={video.captions.length > 0 ? 'anonymous' : undefined}
        aria-label={video.title}
        onError={onUnplayable}
        style={{ aspectRatio: ratio }}
        className="max-h-[80dvh] min-w-0 bg-stage object-contain [&:not(:fullscreen)]:max-w-full landscape:w-auto portrait:w-full"
      >
        {video.captions.map((caption, at) => (
          <track
            key={caption.url}
            kind="captions"
            src={backend(caption.url)}
            srcLang={caption.language}
            label={caption.label}
            default={at === 0}
          />
        ))}
      </video>
    </div>
  );
}

function usePlayback(
  element: RefObject<HTMLVideoElement | null>,
  ladder: string | null,
  file: string,
  autoPlay: boolean,
): void {
  useEffect(() => {
    const player = element.current;
    if (!player) return;
    const detach = attachLadder(player, ladder, file);
    // Refused by a browser's policy: the person presses play.
    if (autoPlay) player.play().catch(() => undefined);
    return detach;
  }, [element, ladder, file, autoPlay]);
}
