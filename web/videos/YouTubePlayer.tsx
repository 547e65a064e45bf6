import { t } from '@lingui/core/macro';
import { ExternalLink, Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Video } from '#contract/videos/videos.ts';
import { buttonClasses } from '#web/ui/controls/Button.tsx';
import { PlaySign } from '#web/ui/player/PlaySign.tsx';
import { Picture } from './Picture.tsx';
import { FRAME_STARTS, playFrom } from './seek.ts';

/**
 * The platform's own player, under our poster until it is wanted; without a connection the poster stays, with the words and
 * the link.
 */
export function YouTubePlayer({
  id,
  video,
  isPressed,
}: {
  id: string;
  video: Video;
  /** The viewer pressed play: there is no poster any more. */
  isPressed: boolean;
}) {
  const container = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const [isOn, setOn] = useState(isPressed);
  const [isAway, setAway] = useState(false);
  useEffect(() => {
    const { current } = frame;
    const start = (): void => {
      setAway(!navigator.onLine);
      setOn(true);
    };
    current?.addEventListener(FRAME_STARTS, start);
    return () => current?.removeEventListener(FRAME_STARTS, start);
  }, []);
  useEffect(() => {
    if (!isAway) return;
    const comeBack = (): void => {
      // what it began without a connection is the browser's own page of errors
      if (frame.current) frame.current.src = String(frame.current.src);
      setAway(false);
    };
    addEventListener('online', comeBack);
    return () => removeEventListener('online', comeBack);
  }, [isAway]);
  const address = `https://www.youtube.com/watch?v=${encodeURIComponent(id)}`;
  return (
    <>
      <div ref={container} className="relative isolate aspect-video max-h-(--stage-height,80dvh) w-full">
        <div className="absolute inset-0 -z-10">
          <Picture video={video} eager />
        </div>
        <iframe
          ref={frame}
          src={`https://www.youtube-nocookie.com/embed/${encodeURIComponent(id)}?rel=0`}
          title={video.title}
          className="size-full border-0"
          tabIndex={isOn ? undefined : -1}
          allow="accelerometer; autoplay; encrypted-media; fullscreen; picture-in-picture; web-share"
          allowFullScreen
          referrerPolicy="strict-origin-when-cross-origin"
        />
        {!isOn && (
          <button
            type="button"
            aria-label={t`Play ${video.title}. Plays on YouTube`}
            onClick={() => playFrom(container.current, 0)}
            className="absolute inset-0 size-full overflow-hidden"
          >
            <Picture video={video} eager />
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
