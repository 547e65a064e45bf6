import { t } from '@lingui/core/macro';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
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
  const { video } = props;
  const [shown, setShown] = useState<number | null>(null);
  if (useBlurs(video) && shown !== video.id)
    return (
      <div className="relative aspect-video max-h-(--stage-height,80dvh) w-full overflow-hidden">
        <Picture video={video} eager />
        <SensitiveCover onShow={() => setShown(video.id)} />
      </div>
    );
  return (
    <>
      <AnyPlayer {...props} autoPlay={props.autoPlay || shown === video.id} />
      <div className="pointer-events-none absolute start-3 top-3 flex flex-wrap gap-1.5 transition-opacity [:has(>.player[data-idle])>&]:opacity-0">
        <LabelBadges labels={video.labels} tone="scrim" />
      </div>
    </>
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
