import { use, useDeferredValue } from 'react';
import type { Video } from '#contract/videos/videos.ts';
import { useHydrated } from '#web/ui/hydration.ts';
import { CardMenuContext } from './card-menu.ts';

/** A card's menu. The server doesn't render it, and rendering all of them at once after hydration would block a phone. */
export function CardCorner({ video, recommended }: { video: Video; recommended: boolean }) {
  const menu = use(CardMenuContext);
  const hydrated = useHydrated();
  if (!useDeferredValue(hydrated)) return null;
  return (
    menu && (
      <div className="absolute end-1 top-1 z-20 opacity-0 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100">
        {menu(video, recommended)}
      </div>
    )
  );
}
