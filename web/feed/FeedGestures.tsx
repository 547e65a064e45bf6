import { t } from '@lingui/core/macro';
import { Heart } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useFeedControl } from './feed.context.ts';
import { setRate, togglePlay } from './play.ts';
import { useSurface } from './useSurface.ts';

const FAST = 2;
const HEART_MS = 700;

/** What presses on the picture do: play and pause, like, the menu, faster at the edge. */
export function FeedGestures({
  video,
  article,
  isShown,
}: {
  video: HTMLVideoElement | null;
  article: React.RefObject<HTMLElement | null>;
  /** And it plays, or could. */
  isShown: boolean;
}) {
  const { open } = useFeedControl();
  const [heart, setHeart] = useState<{ x: number; y: number; key: number } | null>(null);
  const [fast, setFast] = useState(false);
  useEffect(() => {
    if (!heart) return undefined;
    const timer = setTimeout(() => setHeart(null), HEART_MS);
    return () => clearTimeout(timer);
  }, [heart]);
  const surface = useSurface({
    onTap: () => video && togglePlay(video),
    onTwice: (x, y) => {
      setHeart({ x, y, key: Date.now() });
      pressLike(article.current);
    },
    onLong: () => open('menu'),
    onEdge: (touching) => {
      setFast(touching);
      setRate(video, touching ? FAST : 1);
    },
  });
  return (
    <>
      <div
        {...surface}
        data-surface
        className="absolute inset-0 touch-pan-y select-none [-webkit-touch-callout:none]"
      />
      {isShown && video && <PausedSign video={video} />}
      {heart && (
        <Heart
          key={heart.key}
          aria-hidden="true"
          style={{ left: heart.x, top: heart.y }}
          className="pointer-events-none absolute size-24 -translate-1/2 animate-pop fill-accent stroke-accent drop-shadow-lg"
        />
      )}
      {fast && (
        <p className="pointer-events-none absolute top-16 left-1/2 -translate-x-1/2 rounded-pill bg-scrim px-3 py-1 font-semibold text-on-scrim">
          {t`2× speed`}
        </p>
      )}
    </>
  );
}

/** Twice likes, and never takes a like back. */
function pressLike(article: HTMLElement | null): void {
  const buttons = article?.querySelectorAll<HTMLButtonElement>('[aria-pressed="false"]') ?? [];
  [...buttons].find(({ ariaLabel }) => ariaLabel === t`Like`)?.click();
}

function PausedSign({ video }: { video: HTMLVideoElement }) {
  const [paused, setPaused] = useState(false);
  useEffect(() => {
    const look = (): void => setPaused(video.paused && video.readyState > 1);
    for (const name of ['play', 'pause']) video.addEventListener(name, look);
    return () => {
      for (const name of ['play', 'pause']) video.removeEventListener(name, look);
    };
  }, [video]);
  if (!paused) return null;
  return (
    <span
      aria-hidden="true"
      data-paused
      className="pointer-events-none absolute inset-0 grid animate-appear place-items-center"
    >
      <span className="grid size-18 place-items-center rounded-pill bg-scrim text-on-scrim">
        <svg viewBox="0 0 24 24" className="ms-1 size-9 fill-current">
          <path d="M7 4.5v15l12.5-7.5z" />
        </svg>
      </span>
    </span>
  );
}
