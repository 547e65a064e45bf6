import { useEffect, useEffectEvent } from 'react';
import type { Video } from '#contract/videos/videos.ts';
import { SensitiveCover } from '#web/app/SensitiveCover.tsx';
import { useFeedControl } from './feed.context.ts';

/** A sensitive video before it is revealed: nothing of it loads until then. */
export function CoveredVideo({
  video,
  isShown,
  onShow,
}: {
  video: Video;
  isShown: boolean;
  onShow: () => void;
}) {
  const { memory, settle } = useFeedControl();
  const onShown = useEffectEvent(settle);
  useEffect(() => {
    if (!isShown) return undefined;
    onShown();
    return () => memory.see(video.id);
  }, [isShown, memory, video.id]);
  // above the video's details
  return <SensitiveCover isAside={!isShown} onShow={onShow} className="pt-[24cqh]" />;
}
