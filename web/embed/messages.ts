/** Messages to the embedding page (docs/embedding.md), by the event of the video. */
const EVENTS: Record<string, string> = {
  play: 'play',
  pause: 'pause',
  timeupdate: 'time',
  seeked: 'seeked',
  volumechange: 'muted',
  ended: 'ended',
  error: 'error',
};

/** Only messages to and from the embedding page. */
export function talkToParent(id: number, video: HTMLVideoElement, play: () => void): (data: unknown) => void {
  const post = (type: string): void =>
    parent.postMessage(
      {
        type,
        id,
        time: video.currentTime,
        duration: Number.isFinite(video.duration) ? video.duration : null,
        paused: video.paused,
        muted: video.muted,
      },
      '*',
    );
  const obey = (data: unknown): void => {
    const command = data as { type?: unknown; time?: unknown; muted?: unknown } | null;
    switch (command?.type) {
      case 'play':
        play();
        break;
      case 'pause':
        video.pause();
        break;
      case 'seek':
        if (typeof command.time === 'number' && command.time >= 0) video.currentTime = command.time;
        break;
      case 'mute':
        video.muted = command.muted !== false;
        break;
      default:
    }
  };
  if (parent === window) return obey;
  for (const [type, message] of Object.entries(EVENTS)) video.addEventListener(type, () => post(message));
  // a press has begun it before this script was there
  if (!video.paused) post('play');
  addEventListener('message', ({ source, data }) => {
    if (source === parent) obey(data);
  });
  return obey;
}
