import { useEffect, useState } from 'react';

/** What a player's controls show of its media element. */
export interface MediaState {
  paused: boolean;
  ended: boolean;
  /** Has played before. */
  started: boolean;
  waiting: boolean;
  failed: boolean;
  time: number;
  /** 0 until it is known. */
  duration: number;
  /** The second up to which it is loaded. */
  loaded: number;
  muted: boolean;
  volume: number;
  rate: number;
  inPicture: boolean;
}

const EVENTS =
  'play playing pause ended waiting canplay seeking seeked timeupdate progress loadstart loadedmetadata durationchange ' +
  'emptied error volumechange ratechange enterpictureinpicture leavepictureinpicture';

export function useMedia(video: HTMLVideoElement | null): MediaState {
  const [state, setState] = useState<MediaState>(() => read(video, 0));
  useEffect(() => {
    if (!video) return;
    // while another source of it loads, it is as long as before
    const update = (): void => setState((before) => read(video, before.duration));
    const takeLast = ({ target }: { target: EventTarget | null }): void => playLast(video, target);
    update();
    takeLast({ target: null });
    for (const name of EVENTS.split(' ')) video.addEventListener(name, update);
    video.addEventListener('error', takeLast, true);
    return () => {
      for (const name of EVENTS.split(' ')) video.removeEventListener(name, update);
      video.removeEventListener('error', takeLast, true);
    };
  }, [video]);
  return state;
}

/**
 * Each `<source>` of the HTML fails on its own, which is no error of the element: the last one becomes the
 * element's own, whose failure it reports.
 */
function playLast(video: HTMLVideoElement, failed: EventTarget | null): void {
  const last = [...video.querySelectorAll('source')].at(-1);
  const isOver = failed === last || video.networkState === HTMLMediaElement.NETWORK_NO_SOURCE;
  if (last && isOver && !video.src) video.src = last.src;
}

function read(video: HTMLVideoElement | null, known: number): MediaState {
  if (!video) return NOTHING;
  return {
    paused: video.paused,
    ended: video.ended,
    started: video.played.length > 0 || video.currentTime > 0,
    waiting: !video.paused && !video.ended && video.readyState < HTMLMediaElement.HAVE_FUTURE_DATA,
    failed: video.error !== null,
    time: video.currentTime,
    duration: Number.isFinite(video.duration) ? video.duration : known,
    loaded: loadedUpTo(video),
    muted: video.muted || video.volume === 0,
    volume: video.volume,
    rate: video.playbackRate,
    inPicture: document.pictureInPictureElement === video,
  };
}

const NOTHING: MediaState = {
  paused: true,
  ended: false,
  started: false,
  waiting: false,
  failed: false,
  time: 0,
  duration: 0,
  loaded: 0,
  muted: false,
  volume: 1,
  rate: 1,
  inPicture: false,
};

function loadedUpTo({ buffered, currentTime }: HTMLVideoElement): number {
  for (let at = 0; at < buffered.length; at += 1)
    if (buffered.start(at) <= currentTime + 0.5 && buffered.end(at) >= currentTime) return buffered.end(at);
  return 0;
}
