import { createContext } from 'react';
import type { ReactNode } from 'react';
import type { Video } from '#contract/videos/videos.ts';

/** Everything else a card offers; rendered by the page, over the card's picture. */
export const CardMenuContext = createContext<((video: Video) => ReactNode) | null>(null);
