import { useCallback, useEffect, useState } from 'react';
import { seekTo } from '#web/ui/player/player.actions.ts';

export interface PlayerTime {
  video: HTMLVideoElement | null;
  /** A few times a second, and with every picture while it plays. */
  time: number;
  isPlaying: boolean;
  /** This very moment. */
  timeNow(): number;
  seek(seconds: number): void;
}

/** The current time of the player in `stage`. */
export function usePlayerTime(stage: HTMLElement | null): PlayerTime {
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const [time, setTime] = useState(0);
  const [isPlaying, setPlaying] = useState(false);
  useEffect(() => {
    if (!stage) return;
    const leave = new AbortController();
    let frame = 0;
    const read = ({ target }: { target: EventTarget | null }): void => {
      if (!(target instanceof HTMLVideoElement)) return;
      setVideo(target);
      setTime(target.currentTime);
      setPlaying(!target.paused);
      cancelAnimationFrame(frame);
      if (!target.paused) frame = requestAnimationFrame(() => read({ target }));
    };
    for (const name of ['timeupdate', 'seeked', 'playing', 'pause', 'loadedmetadata'])
      stage.addEventListener(name, read, { capture: true, signal: leave.signal });
    read({ target: stage.querySelector('video') });
    return () => {
      cancelAnimationFrame(frame);
      leave.abort();
    };
  }, [stage]);
  const timeNow = useCallback((): number => video?.currentTime ?? 0, [video]);
  const seek = useCallback((seconds: number): void => void (video && seekTo(video, seconds)), [video]);
  return { video, time, isPlaying, timeNow, seek };
}
