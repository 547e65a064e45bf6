import { t } from '@lingui/core/macro';
import { Pause, Play } from 'lucide-react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { withoutAv1 } from '#contract/videos/files.ts';
import type { Video } from '#contract/videos/videos.ts';
import { useRemembered } from '#web/app/forms/draft.ts';
import { backend } from '#web/app/client/backend.ts';
import { classes } from '#web/ui/classes.ts';
import { positionOf } from '#web/app/thumbnails.ts';
import { PHONE, phoneFile, sizedFile } from '#web/ui/player/fitting-file.ts';
import { STILL, isMotionWelcome } from './motion.ts';
import { useFeatured } from './videos.queries.ts';

/** Only this much of a long video loops, as the viewer didn't start it. */
const LOOP_SECONDS = 15;
/** Of its picture, before it moves. */
const MIN_SEEN = 0.3;

/** The banner's own video, muted, over its poster. */
export function BannerLoop() {
  const video = useFeatured();
  const isWelcome = useSyncExternalStore(followMotion, isMotionWelcome);
  const isLoaded = useSyncExternalStore(followLoading, () => document.readyState === 'complete');
  if (!video?.sourceUrl || video.source !== 'OTHER' || !isWelcome || !isLoaded) return null;
  return <Loop key={video.id} video={video} src={lightest(video, video.sourceUrl)} />;
}

function Loop({ video, src }: { video: Video; src: string }) {
  const player = useRef<HTMLVideoElement>(null);
  const [choice, choose] = useRemembered('banner');
  const [isShown, setShown] = useState(false);
  const isStopped = choice === 'still';
  useEffect(() => (isStopped || !player.current ? undefined : playWhileSeen(player.current)), [isStopped]);
  return (
    <>
      <video
        ref={player}
        src={backend(src)}
        preload="none"
        muted
        loop
        playsInline
        disablePictureInPicture
        disableRemotePlayback
        aria-hidden="true"
        tabIndex={-1}
        style={{ objectPosition: positionOf(video) }}
        onPlaying={() => setShown(true)}
        onTimeUpdate={({ currentTarget }) => {
          if (currentTarget.currentTime >= LOOP_SECONDS) currentTarget.currentTime = 0;
        }}
        className={classes(
          'absolute inset-0 size-full object-cover transition duration-200 ease-out group-hover:scale-[1.02]',
          !isShown && 'opacity-0',
        )}
      />
      {(isShown || isStopped) && (
        <button
          type="button"
          aria-label={isStopped ? t`Play preview` : t`Pause preview`}
          title={isStopped ? t`Play preview` : t`Pause preview`}
          onClick={(event) => {
            event.stopPropagation();
            choose(isStopped ? 'moving' : 'still');
          }}
          className="absolute top-3 end-3 z-10 grid size-11 animate-appear place-items-center rounded-pill bg-scrim text-on-scrim backdrop-blur-sm transition duration-150 hover:bg-stage active:scale-95 lg:top-5 lg:end-5 [&_svg]:size-5 [&_svg]:fill-current"
        >
          {isStopped ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
        </button>
      )}
    </>
  );
}

/** Pauses below the fold and in background tabs. A browser that refuses autoplay (low power mode) shows the poster. */
function playWhileSeen(player: HTMLVideoElement): () => void {
  let isSeen = false;
  const follow = (): void => {
    if (isSeen && !document.hidden) void player.play().catch(() => undefined);
    else player.pause();
  };
  const observer = new IntersectionObserver(
    ([entry]) => {
      isSeen = entry?.isIntersecting ?? false;
      follow();
    },
    { threshold: MIN_SEEN },
  );
  observer.observe(player);
  document.addEventListener('visibilitychange', follow);
  return () => {
    observer.disconnect();
    document.removeEventListener('visibilitychange', follow);
    player.pause();
  };
}

/** Autoplay uses a small rendition, or HLS on phones that play it natively. */
function lightest({ hlsUrl, lines }: Video, file: string): string {
  const isPhone = matchMedia(PHONE).matches;
  const small = isPhone ? sizedFile(file, lines, 0) : phoneFile(file, lines);
  if (small !== file) return small;
  const ladder = hlsUrl && document.createElement('video').canPlayType('application/vnd.apple.mpegurl');
  return isPhone && ladder ? withoutAv1(hlsUrl) : file;
}

function followMotion(changed: () => void): () => void {
  const query = matchMedia(STILL);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

/** What the page itself needs comes first. */
function followLoading(changed: () => void): () => void {
  addEventListener('load', changed);
  return () => removeEventListener('load', changed);
}
