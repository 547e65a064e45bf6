import { Suspense, lazy, useEffect, useState } from 'react';
import { useCanBuy } from '#web/shop/can-buy.ts';

const BuyFromVideo = lazy(async () => ({ default: (await import('./BuyFromVideo.tsx')).BuyFromVideo }));

/** The product that a playing video shows. Nothing of it loads before the video's first frame. */
export function ProductCorner({ id, video }: { id: number; video: HTMLVideoElement }) {
  const canBuy = useCanBuy();
  const [hasPlayed, setPlayed] = useState(video.currentTime > 0);
  useEffect(() => {
    const look = (): void => setPlayed((before) => before || video.currentTime > 0);
    video.addEventListener('timeupdate', look);
    return () => video.removeEventListener('timeupdate', look);
  }, [video]);
  return (
    canBuy &&
    hasPlayed && (
      <Suspense>
        <BuyFromVideo id={id} video={video} />
      </Suspense>
    )
  );
}
