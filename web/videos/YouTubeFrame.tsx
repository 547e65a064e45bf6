import { useCallback } from 'react';
import type { Video } from '#contract/videos/videos.ts';
import { EMBED_POSITION, type Position } from '#web/ui/player/follow-position.ts';

const YOUTUBE = 'https://www.youtube-nocookie.com';

/** The position in a message of YouTube's player (its IFrame API, which posts JSON), in seconds. Undefined: it has none. */
function readPosition(data: unknown): number | undefined {
  if (typeof data !== 'string') return undefined;
  try {
    const { info } = JSON.parse(data) as { info?: { currentTime?: unknown } | null };
    const seconds = info?.currentTime;
    return typeof seconds === 'number' && Number.isFinite(seconds) && seconds > 0 ? seconds : undefined;
  } catch {
    return undefined;
  }
}

/** Asks the player in a frame where it is, and passes on what it answers. Returns a function that stops it. */
function followYouTube(frame: HTMLIFrameElement, onPosition: (seconds: number) => void): () => void {
  const ask = (): void =>
    frame.contentWindow?.postMessage(JSON.stringify({ event: 'listening', channel: 'widget' }), YOUTUBE);
  const hear = ({ source, origin, data }: MessageEvent<unknown>): void => {
    const seconds = source === frame.contentWindow && origin === YOUTUBE ? readPosition(data) : undefined;
    if (seconds !== undefined) onPosition(seconds);
  };
  frame.addEventListener('load', ask);
  addEventListener('message', hear);
  return () => {
    frame.removeEventListener('load', ask);
    removeEventListener('message', hear);
  };
}

/** YouTube's player, playing from a second on. It sends EMBED_POSITION. */
export function YouTubeFrame({ id, video, from }: { id: string; video: Video; from: number }) {
  const { durationSec: duration } = video;
  const follow = useCallback(
    (frame: HTMLIFrameElement) =>
      followYouTube(frame, (seconds) => {
        const detail: Position = { seconds: Math.min(Math.round(seconds * 10) / 10, duration), duration };
        frame.dispatchEvent(new CustomEvent(EMBED_POSITION, { bubbles: true, detail }));
      }),
    [duration],
  );
  return (
    <iframe
      ref={follow}
      src={`${YOUTUBE}/embed/${encodeURIComponent(id)}?rel=0&autoplay=1&enablejsapi=1${from > 0 ? `&start=${Math.floor(from)}` : ''}`}
      title={video.title}
      className="size-full border-0"
      allow="autoplay; encrypted-media"
      allowFullScreen
      referrerPolicy="strict-origin-when-cross-origin"
    />
  );
}
