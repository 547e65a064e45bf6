import { useEffect, useState } from 'react';
import type { Video } from '#contract/videos/videos.ts';
import { backend } from '#web/app/client/backend.ts';
import { positionOf } from '#web/app/thumbnails.ts';
import { sizedFile } from '#web/ui/player/fitting-file.ts';
import { isMotionWelcome } from './motion.ts';

const WAIT_MS = 300;

/** A silent look into an own video; mounted while a mouse rests on its card. */
export function HoverPreview({ video }: { video: Video }) {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (video.source !== 'OTHER' || !video.sourceUrl || !isMotionWelcome()) return;
    const timer = setTimeout(() => setShown(true), WAIT_MS);
    return () => clearTimeout(timer);
  }, [video]);
  if (!shown || !video.sourceUrl) return null;
  return (
    <video
      src={backend(sizedFile(video.sourceUrl, video.lines, 0))}
      muted
      autoPlay
      loop
      playsInline
      disablePictureInPicture
      aria-hidden="true"
      tabIndex={-1}
      style={{ objectPosition: positionOf(video) }}
      className="absolute inset-0 size-full animate-appear object-cover"
    />
  );
}
