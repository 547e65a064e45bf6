import { t } from '@lingui/core/macro';
import { ExternalLink, Play } from 'lucide-react';
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Video } from '#contract/videos/videos.ts';
import { buttonClasses } from '#web/ui/controls/Button.tsx';
import { PlaySign } from '#web/ui/player/PlaySign.tsx';
import { isUnfinished, useWatched } from '#web/app/watched.ts';
import { Picture } from './Picture.tsx';
import { EMBED_STARTS } from './seek.ts';

const YouTubeFrame = lazy(async () => ({ default: (await import('./YouTubeFrame.tsx')).YouTubeFrame }));

/** Our poster until Play is pressed: before that, nothing of the platform loads. */
export function YouTubePlayer({
  id,
  video,
  isPressed,
  from,
}: {
  id: string;
  video: Video;
  /** The viewer pressed Play elsewhere: it plays at once. */
  isPressed: boolean;
  /** The second it starts at; 0: where the viewer left it. */
  from: number;
}) {
  const container = useRef<HTMLDivElement>(null);
  // another press on the same moment is another round
  const [begun, setBegun] = useState(isPressed ? { seconds: from, round: 0 } : null);
  const [isAway, setAway] = useState(false);
  const watched = useWatched(video.id) ?? 0;
  const beginning = from || (isUnfinished(video, watched) ? watched : 0);
  const start = (seconds: number): void => {
    setAway(!navigator.onLine);
    setBegun((before) => ({ seconds, round: (before?.round ?? 0) + 1 }));
  };
  const onStart = useEffectEvent((event: Event) => {
    if (event instanceof CustomEvent) start(Number(event.detail));
  });
  useEffect(() => {
    const { current } = container;
    const listen = (event: Event): void => onStart(event);
    current?.addEventListener(EMBED_STARTS, listen);
    return () => current?.removeEventListener(EMBED_STARTS, listen);
  }, []);
  useEffect(() => {
    if (!isAway) return undefined;
    const comeBack = (): void => setAway(false);
    addEventListener('online', comeBack);
    return () => removeEventListener('online', comeBack);
  }, [isAway]);
  const address = `https://www.youtube.com/watch?v=${encodeURIComponent(id)}`;
  return (
    <>
      <div
        ref={container}
        data-embed
        className="relative isolate aspect-video max-h-(--stage-height,80dvh) w-full"
      >
        <div className="absolute inset-0 -z-10">
          <Picture video={video} eager />
        </div>
        {begun && !isAway && (
          <Suspense>
            <YouTubeFrame key={begun.round} id={id} video={video} from={begun.seconds} />
          </Suspense>
        )}
        {!begun && (
          <button
            type="button"
            aria-label={t`Play ${video.title}. Plays on YouTube`}
            onClick={() => start(beginning)}
            className="absolute inset-0 size-full"
          >
            <PlaySign icon={Play} />
          </button>
        )}
        {isAway && (
          <div className="absolute inset-0">
            <Picture video={video} eager className="opacity-40" />
            <div className="absolute inset-0 flex flex-col items-center justify-center gap-4 p-6 text-center">
              <p className="text-ink">{t`You’re offline. This video plays on YouTube.`}</p>
              <a
                href={address}
                target="_blank"
                rel="noopener noreferrer"
                className={buttonClasses('primary', 'md')}
              >
                <ExternalLink aria-hidden="true" />
                {t`Open video`}
              </a>
            </div>
          </div>
        )}
      </div>
      <p className="flex flex-wrap items-center justify-end gap-x-2 px-4 py-2 text-sm text-ink-soft">
        <span>{t`Not playing?`}</span>
        <a
          href={address}
          target="_blank"
          rel="noopener noreferrer"
          className="inline-flex items-center gap-1.5 py-1 font-semibold text-ink underline-offset-4 hover:underline"
        >
          {t`Watch on YouTube`}
          <ExternalLink aria-hidden="true" className="size-4" />
        </a>
      </p>
    </>
  );
}
