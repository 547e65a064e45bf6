import { createContext } from 'react';
import type { ReactNode } from 'react';
import type { Video } from '#contract/videos/videos.ts';

/** Everything else a card offers; rendered by the page, over the card's picture. `recommended`: in such a grid. */
export const CardMenuContext = createContext<((video: Video, recommended: boolean) => ReactNode) | null>(
  null,
);
