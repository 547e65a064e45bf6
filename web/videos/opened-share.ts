import type { Video } from '#contract/videos/videos.ts';
import { createStore } from '#web/ui/store.ts';

/** What the share dialog is open for. `video`: where it is a video that plays on other pages, too. */
export interface Shared {
  title: string;
  path: string;
  video?: Video;
}

export const openedShare = createStore<Shared | null>(null);

export const closeShare = (): void => openedShare.set(null);
