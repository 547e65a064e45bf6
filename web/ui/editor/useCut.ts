import { useEffect, useState, type RefObject } from 'react';
import type { Edit } from '#contract/submissions/edit.ts';
import { FRAME } from './edit.rules.ts';

export interface Cut {
  /** Seconds of the original. */
  time: number;
  isPlaying: boolean;
  toggle: () => void;
  /** Stops there. */
  show: (seconds: number) => void;
}

/** Plays a video from the start of an edit to its end; by hand it also shows what is cut away. */
export function useCut(ref: RefObject<HTMLVideoElement | null>, { start, end }: Edit): Cut {
  const [time, setTime] = useState(start);
  const [isPlaying, setPlaying] = useState(false);
  useEffect(() => {
    const video = ref.current;
    if (!video) return;
    const ends = new AbortController();
    const follow = (): void => setPlaying(!video.paused);
    for (const name of ['play', 'pause', 'ended'])
      video.addEventListener(name, follow, { signal: ends.signal });
    return () => ends.abort();
  }, [ref]);
  useEffect(() => {
    if (!isPlaying) return;
    let frame = requestAnimationFrame(function follow() {
      const video = ref.current;
      if (!video) return;
      if (video.currentTime >= end) {
        video.pause();
        video.currentTime = start;
      }
      setTime(video.currentTime);
      frame = requestAnimationFrame(follow);
    });
    return () => cancelAnimationFrame(frame);
  }, [ref, isPlaying, start, end]);

  const show = (seconds: number): void => {
    ref.current?.pause();
    if (ref.current) ref.current.currentTime = seconds;
    setTime(seconds);
  };
  const toggle = (): void => {
    const video = ref.current;
    if (!video) return;
    if (!video.paused) return video.pause();
    // also from where it isn't seen, and from the very end
    if (time < start || time >= end - FRAME) show(start);
    void video.play().catch(() => undefined);
  };
  return { time, isPlaying, toggle, show };
}
