import { Suspense, lazy } from 'react';
import { useCanBuy } from '#web/shop/can-buy.ts';

const BuyFromVideo = lazy(async () => ({ default: (await import('./BuyFromVideo.tsx')).BuyFromVideo }));

/** The product that a playing video shows. Nothing of it loads before there is a video to show it in. */
export function ProductCorner({ id, video }: { id: number; video: HTMLVideoElement }) {
  return (
    useCanBuy() && (
      <Suspense>
        <BuyFromVideo id={id} video={video} />
      </Suspense>
    )
  );
}
