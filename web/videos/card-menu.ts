import { createContext } from 'react';
import type { ReactNode } from 'react';
import type { Video } from '#contract/videos/videos.ts';

/** What else can be done with a clip and its creator; drawn by the page, over a card's picture. */
export const CardMenuContext = createContext<((video: Video) => ReactNode) | null>(null);
