import { t } from '@lingui/core/macro';
import { Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Video } from '#contract/videos/videos.ts';
import { useRemembered } from '#web/app/forms/draft.ts';
import { paths } from '#web/app/paths.ts';
import { useHidesSensitive } from '#web/app/sensitive.ts';
import { usePlaying } from './playing.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { DRAWN, drawn } from '#web/ui/drawn.ts';
import { useNavigate } from 'react-router';
import { Picture } from '#web/videos/Picture.tsx';
import { useWatchNext } from '#web/videos/videos.queries.ts';

/** Overlay at the end of a video: the next one starts after five seconds unless the viewer acts. */
export function UpNext({ video, onCancel }: { video: Video; onCancel: () => void }) {
  const playing = usePlaying(video);
  const hidesSensitive = useHidesSensitive();
  const other = useWatchNext(video).data?.find((next) => !hidesSensitive(next));
  if (playing?.next)
    return <NextCard next={playing.next} path={playing.pathOf(playing.next.id)} onCancel={onCancel} />;
  return other ? <NextCard next={other} path={paths.video(other.id)} onCancel={onCancel} /> : null;
}

function NextCard({ next, path, onCancel }: { next: Video; path: string; onCancel: () => void }) {
  const card = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const [autoplay, setAutoplay] = useRemembered('autoplay');
  const on = autoplay !== 'off';
  const [isPaused, setPaused] = useState(isBusy);
  const play = (): void => void navigate(path);
  const change = (now: boolean): void => {
    setAutoplay(now ? 'on' : 'off');
    setPaused(false);
  };
  useEffect(() => {
    // who does something else, or looks elsewhere, wants to stay
    const hold = (event: Event): void => {
      if (!card.current?.contains(event.target as Node)) setPaused(true);
    };
    const types = ['pointerdown', 'keydown', 'wheel', 'visibilitychange'];
    for (const type of types) document.addEventListener(type, hold, { passive: true });
    return () => {
      for (const type of types) document.removeEventListener(type, hold);
    };
  }, []);
  return (
    <div
      ref={card}
      role="group"
      aria-label={t`Up next`}
      // a player sheet is open: stay behind it
      className="[.watch-stage:has([aria-expanded=true])_&]:invisible absolute inset-x-3 bottom-18 ms-auto grid max-w-84 animate-appear grid-cols-[7rem_minmax(0,1fr)] gap-3 rounded-card border border-line bg-surface p-3 text-ink shadow-float"
    >
      <div className="relative aspect-video overflow-hidden rounded-control">
        <Picture video={next} sizes="7rem" />
      </div>
      <div className="min-w-0 text-sm">
        <p className="text-ink-soft">{t`Up next`}</p>
        <p className={`line-clamp-2 font-semibold break-words ${DRAWN}`} {...drawn(next.title)} dir="auto" />
      </div>
      <div className="col-span-2 flex items-center gap-2">
        <Button size="sm" variant="primary" onClick={play}>
          {on && !isPaused ? <Ring onEnd={play} /> : <Play aria-hidden="true" className="fill-current" />}
          {t`Play now`}
        </Button>
        <Button size="sm" variant="quiet" onClick={onCancel}>
          {t`Cancel`}
        </Button>
        <label className="ms-auto flex items-center gap-2 text-sm">
          <input
            type="checkbox"
            role="switch"
            aria-checked={on}
            className="size-5 accent-accent"
            checked={on}
            onChange={(event) => change(event.target.checked)}
          />
          {t`Autoplay`}
        </label>
      </div>
    </div>
  );
}

/** Typing, in a dialog or a player sheet, full screen, or with reduced motion: don't advance automatically. */
function isBusy(): boolean {
  const { activeElement, body, fullscreenElement, hidden } = document;
  const isOutside =
    activeElement !== null && activeElement !== body && !activeElement.closest('.watch-stage');
  return (
    hidden ||
    fullscreenElement !== null ||
    document.querySelector('dialog[open], .watch-stage [aria-expanded="true"]') !== null ||
    isOutside ||
    matchMedia('(prefers-reduced-motion: reduce)').matches
  );
}

/** Empties within five seconds. */
function Ring({ onEnd }: { onEnd: () => void }) {
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true" className="-rotate-90">
      <circle
        cx="10"
        cy="10"
        r="8"
        fill="none"
        stroke="currentColor"
        strokeWidth="3"
        pathLength={1}
        strokeDasharray={1}
        className="animate-countdown"
        onAnimationEnd={onEnd}
      />
    </svg>
  );
}
