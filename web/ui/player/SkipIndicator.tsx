import { ChevronsLeft, ChevronsRight } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { classes } from '../classes.ts';
import { seekTo } from './player.actions.ts';

const SEEN_MS = 700;

/** Skips through a video, and how far those in a row have led so far; 0 a moment after the last. */
export function useSkip(video: HTMLVideoElement | null) {
  const [far, setFar] = useState(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const skip = (seconds: number): void => {
    if (!video) return;
    seekTo(video, video.currentTime + seconds);
    setFar((before) => (Math.sign(before) === Math.sign(seconds) ? before + seconds : seconds));
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setFar(0), SEEN_MS);
  };
  return { far, skip };
}

/** On the side it skips to; the slider announces it to screen readers. */
export function SkipIndicator({ far }: { far: number }) {
  if (far === 0) return null;
  const Icon = far < 0 ? ChevronsLeft : ChevronsRight;
  return (
    <p
      aria-hidden="true"
      data-skip={far}
      className={classes(
        'numbers pointer-events-none absolute top-1/2 grid size-20 -translate-y-1/2 animate-appear place-content-center justify-items-center rounded-pill bg-scrim text-sm font-semibold text-on-scrim',
        far < 0 ? 'left-[8%]' : 'right-[8%]',
      )}
    >
      <Icon className="size-6" />
      <span>{`${Math.abs(far)} s`}</span>
    </p>
  );
}
