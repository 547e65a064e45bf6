export const YOUTUBE = 'https://www.youtube-nocookie.com';

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
export function followYouTube(frame: HTMLIFrameElement, onPosition: (seconds: number) => void): () => void {
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
