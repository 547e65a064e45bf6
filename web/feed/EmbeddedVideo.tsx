import { t } from '@lingui/core/macro';
import { Play } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { VIEW_SECONDS } from '#contract/site/counting.ts';
import type { Video } from '#contract/videos/videos.ts';
import { useFeedControl } from './feed.context.ts';

const VIEW_MS = VIEW_SECONDS * 1000;

/** A video of another platform: nothing of it loads before the press, and it is removed on leaving. */
export function EmbeddedVideo({ video, isShown }: { video: Video; isShown: boolean }) {
  const { parts, memory, settle } = useFeedControl();
  const [isOn, setOn] = useState(false);
  const platform = video.externalPlatformName ?? t`another site`;
  const onShown = useEffectEvent(settle);
  useEffect(() => {
    if (!isShown) return undefined;
    onShown();
    // not only on leaving: the page may be closed
    const timer = setTimeout(() => memory.see(video.id), VIEW_MS);
    return () => {
      clearTimeout(timer);
      memory.see(video.id);
      setOn(false);
    };
  }, [isShown, memory, video.id]);
  const count = useEffectEvent(() => parts.recordView(video));
  useEffect(() => {
    if (!isOn) return undefined;
    const timer = setTimeout(() => count(), VIEW_MS);
    return () => clearTimeout(timer);
  }, [isOn]);
  if (isOn)
    return <div className="absolute inset-0 grid place-items-center bg-stage">{parts.foreign(video)}</div>;
  return (
    <button
      type="button"
      aria-label={t`Play ${video.title}. Plays on ${platform}`}
      onClick={() => setOn(true)}
      inert={!isShown}
      aria-hidden={!isShown || undefined}
      className="absolute inset-0 grid touch-pan-y place-items-center"
    >
      <span className="clip-mark grid place-content-center justify-items-center gap-3">
        <span className="grid size-18 place-items-center rounded-pill bg-scrim text-on-scrim">
          <Play aria-hidden="true" className="ms-1 size-9 fill-current" />
        </span>
        <span className="rounded-pill bg-scrim px-3 py-1 text-sm font-semibold text-on-scrim">
          {t`Plays on ${platform}`}
        </span>
      </span>
    </button>
  );
}
