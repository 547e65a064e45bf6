import { useEffect, useRef } from 'react';
import { Player } from '#web/ui/player/Player.tsx';

/** A video that is no page of its own yet, as visitors would see it: in the site's player. */
export function FilePlayer({
  title,
  file,
  poster = null,
  backdrop = poster,
  width,
  height,
  autoPlay = false,
}: {
  title: string;
  /** An address, also of a blob. */
  file: string;
  poster?: string | null;
  /** Blurred, beside a video narrower than the player. */
  backdrop?: string | null | undefined;
  /** Pixels; null where they aren't known before it plays. */
  width: number | null;
  height: number | null;
  autoPlay?: boolean;
}) {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const frame = container.current;
    frame?.addEventListener('loadedmetadata', findEnd, true);
    return () => frame?.removeEventListener('loadedmetadata', findEnd, true);
  }, []);
  return (
    <div
      ref={container}
      className="on-stage overflow-hidden rounded-card bg-stage text-ink [--stage-height:50dvh]"
    >
      <Player
        autoPlay={autoPlay}
        pageKeys={false}
        playable={{
          title,
          file,
          poster,
          ladder: null,
          startsAsFile: true,
          backdrop,
          storyboard: null,
          captions: [],
          viewBox: width && height ? `0 0 ${width} ${height}` : '0 0 16 9',
        }}
      />
    </div>
  );
}

/** A recording's file has no duration; the browser only knows it after seeking to the end. */
function findEnd({ target: video }: Event): void {
  if (!(video instanceof HTMLVideoElement) || video.duration !== Infinity) return;
  const goBack = (): void => {
    if (!Number.isFinite(video.duration)) return;
    video.removeEventListener('durationchange', goBack);
    video.currentTime = 0;
  };
  video.addEventListener('durationchange', goBack);
  video.currentTime = Number.MAX_SAFE_INTEGER;
}
