import { t } from '@lingui/core/macro';
import { useEffect, useRef, useState } from 'react';
import type { CSSProperties, PointerEvent } from 'react';
import { classes } from '../classes.ts';
import { formatDuration } from '../format.ts';
import { seekTo } from './player.actions.ts';
import { stillAt } from './storyboard.rules.ts';
import { StoryboardStill } from './StoryboardStill.tsx';
import type { Chapter } from './player.types.ts';
import type { MediaState } from './useMedia.ts';
import { useStills } from './useStills.ts';

interface SeekBarProps {
  video: HTMLVideoElement;
  state: MediaState;
  storyboard: string | null;
  chapters?: Chapter[] | undefined;
  /** A hair's line until it is touched. */
  thin?: boolean;
}

/** The way through a video: a slider over a drawn bar, with a look at the moment under the pointer, finger or focus. */
export function SeekBar({ video, state, storyboard, chapters = [], thin = false }: SeekBarProps) {
  const { time, duration, loaded, paused } = state;
  const bar = useRef<HTMLDivElement>(null);
  const [hovered, setHovered] = useState<number | null>(null);
  const [focused, setFocused] = useState(false);
  const [wanted, setWanted] = useState(false);
  const stills = useStills(wanted ? storyboard : null);
  useSmoothFill(bar, video, !paused);
  const showPreview = (event: PointerEvent<HTMLInputElement>): void => {
    const box = bar.current?.getBoundingClientRect();
    if (!box) return;
    setWanted(true);
    setHovered(Math.min(1, Math.max(0, (event.clientX - box.left) / box.width)) * duration);
  };
  const shown = hovered ?? (focused ? time : null);
  const part = (seconds: number): string => (duration ? String(Math.min(1, seconds / duration)) : '0');
  return (
    <div
      ref={bar}
      // no `:has()`: it would restyle the whole bar on any change of the page
      data-focused={focused || undefined}
      style={{ '--at': part(time), '--loaded': part(loaded), '--shown': part(shown ?? 0) } as CSSProperties}
      className="group/seek relative h-6 touch-none"
    >
      {shown !== null && duration > 0 && (
        <StoryboardStill still={stillAt(stills, shown)} seconds={shown} name={chapterAt(chapters, shown)} />
      )}
      <div
        className={classes(
          'absolute inset-x-0 top-1/2 -translate-y-1/2 overflow-hidden rounded-pill bg-on-scrim/25 transition-[height] duration-150 group-hover/seek:h-1.5 group-active/seek:h-1.5 group-data-focused/seek:h-1.5',
          thin ? 'h-0.5' : 'h-1',
        )}
      >
        <div className="absolute inset-0 origin-left scale-x-[var(--loaded)] bg-on-scrim/35" />
        <div className="absolute inset-0 origin-left scale-x-[var(--at)] bg-accent" />
        {chapters.slice(1).map(({ start }) => (
          <div
            key={start}
            data-chapter={start}
            style={{ insetInlineStart: `${(start / (duration || 1)) * 100}%` }}
            className="absolute inset-y-0 w-0.75 -translate-x-1/2 bg-stage"
          />
        ))}
      </div>
      <div
        className={classes(
          'pointer-events-none absolute top-1/2 left-[calc(var(--at)*100%)] size-4 -translate-1/2 rounded-pill bg-accent ring-2 ring-stage/40 transition-[scale] duration-150 group-hover/seek:[scale:1] group-active/seek:[scale:1.25] group-data-focused/seek:[scale:1.1] group-data-focused/seek:ring-on-scrim',
          thin ? '[scale:0]' : '[scale:0.75]',
        )}
      />
      <input
        type="range"
        aria-label={t`Seek`}
        aria-valuetext={[t`${formatDuration(time)} of ${formatDuration(duration)}`, chapterAt(chapters, time)]
          .filter(Boolean)
          .join(', ')}
        min={0}
        max={duration || 1}
        step="any"
        value={Math.min(time, duration || 1)}
        disabled={duration === 0}
        onChange={(event) => seekTo(video, Number(event.target.value))}
        onPointerMove={showPreview}
        onPointerDown={showPreview}
        onPointerLeave={() => setHovered(null)}
        onPointerCancel={() => setHovered(null)}
        onPointerUp={(event) => {
          if (event.pointerType !== 'mouse') setHovered(null);
        }}
        onFocus={(event) => {
          setFocused(event.target.matches(':focus-visible'));
          setWanted(true);
        }}
        onKeyDown={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        className="absolute -inset-x-2 inset-y-0 m-0 w-[calc(100%+1rem)] max-w-none cursor-grab appearance-none bg-transparent opacity-0 active:cursor-grabbing disabled:cursor-default"
      />
    </div>
  );
}

const chapterAt = (chapters: Chapter[], seconds: number): string | null =>
  chapters.findLast(({ start }) => start <= seconds)?.title ?? null;

/**
 * Between the browser's four time updates a second, the bar advances by the pixel: each step restyles its
 * parts.
 */
function useSmoothFill(
  bar: React.RefObject<HTMLDivElement | null>,
  video: HTMLVideoElement,
  playing: boolean,
): void {
  useEffect(() => {
    if (!playing || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    let drawn = '';
    let frame = requestAnimationFrame(function draw() {
      const at = (video.currentTime / video.duration).toFixed(3);
      if (video.duration && at !== drawn) bar.current?.style.setProperty('--at', at);
      drawn = at;
      frame = requestAnimationFrame(draw);
    });
    return () => cancelAnimationFrame(frame);
  }, [bar, video, playing]);
}
