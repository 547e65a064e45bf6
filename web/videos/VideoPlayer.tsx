import { t } from '@lingui/core/macro';
import { ExternalLink } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Video } from '#contract/videos/videos.ts';
import { LabelBadges } from '#web/app/LabelBadges.tsx';
import { SensitiveCover } from '#web/app/SensitiveCover.tsx';
import { useBlurs } from '#web/app/sensitive.ts';
import { backend } from '#web/app/client/backend.ts';
import { buttonClasses } from '#web/ui/controls/Button.tsx';
import type { Chapter, Corner } from '#web/ui/player/player.types.ts';
import { isFile } from './files.ts';
import { NativePlayer } from './NativePlayer.tsx';
import { Picture } from './Picture.tsx';
import { playFrom } from './seek.ts';
import { YouTubePlayer } from './YouTubePlayer.tsx';
import { platformName } from './platform.ts';

interface VideoPlayerProps {
  video: Video;
  autoPlay: boolean;
  /** The second an embedded player starts at. */
  from?: number;
  /** The page is this video's own: the player's keys count anywhere on it. */
  pageKeys?: boolean;
  chapters?: Chapter[] | undefined;
  corner?: Corner;
}

/**
 * An embedded player for YouTube, a native one for a playable file, else a link to where the video lives. A sensitive video
 * is blurred until the viewer wants to see it.
 */
export function VideoPlayer(props: VideoPlayerProps) {
  const { video, from = 0 } = props;
  const [shown, setShown] = useState<number | null>(null);
  const container = useRef<HTMLDivElement>(null);
  const isUncovered = shown === video.id;
  useEffect(() => {
    if (isUncovered && from > 0) playFrom(container.current, from);
  }, [isUncovered, from]);
  if (useBlurs(video) && !isUncovered)
    return (
      <div className="relative aspect-video max-h-(--stage-height,80dvh) w-full overflow-hidden">
        <Picture video={video} eager />
        <SensitiveCover onShow={() => setShown(video.id)} />
        {video.sourceUrl && isFile(video) && (
          // the only way to play without scripts
          <noscript>
            <video
              src={backend(video.sourceUrl)}
              controls
              playsInline
              preload="none"
              poster={video.placeholder ?? undefined}
              aria-label={video.title}
              className="absolute inset-0 z-20 size-full bg-stage object-contain"
            />
          </noscript>
        )}
      </div>
    );
  return (
    <div ref={container} className="contents">
      <AnyPlayer {...props} autoPlay={props.autoPlay || isUncovered} />
      <div className="pointer-events-none absolute start-3 top-3 flex flex-wrap gap-1.5 transition-opacity [.player[data-idle]~&]:opacity-0">
        <LabelBadges labels={video.labels} tone="scrim" />
      </div>
    </div>
  );
}

function AnyPlayer({ video, autoPlay, from = 0, pageKeys = false, chapters, corner }: VideoPlayerProps) {
  if (video.source === 'YOUTUBE' && video.sourceId)
    return <YouTubePlayer id={video.sourceId} video={video} isPressed={!pageKeys} from={from} />;
  if (video.sourceUrl && isFile(video)) {
    return (
      <NativePlayer
        key={video.id}
        video={video}
        src={video.sourceUrl}
        autoPlay={autoPlay}
        pageKeys={pageKeys}
        chapters={chapters}
        corner={corner}
      />
    );
  }
  return <OpenOnPlatform video={video} />;
}

function OpenOnPlatform({ video }: { video: Video }) {
  const platform = platformName(video);
  return (
    <div className="relative aspect-video max-h-(--stage-height,80dvh) w-full">
      <Picture video={video} eager className="opacity-40" />
      <div className="absolute inset-0 flex flex-col items-center justify-center gap-4 p-6 text-center">
        <p className="text-ink-soft">
          {platform ? t`This video plays on ${platform}.` : t`This video can’t be played here.`}
        </p>
        {video.sourceUrl && (
          <a
            href={backend(video.sourceUrl)}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonClasses('primary', 'md')}
          >
            <ExternalLink aria-hidden="true" />
            {t`Open video`}
          </a>
        )}
      </div>
    </div>
  );
}
