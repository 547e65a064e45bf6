import { use, useDeferredValue } from 'react';
import type { Video } from '#contract/videos/videos.ts';
import { useHydrated } from '#web/ui/hydration.ts';
import { CardMenuContext } from './card-menu.ts';

/** A card's menu. It has no place in the server's page; there, all menus at once would hold up a phone. */
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
