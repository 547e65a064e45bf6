import { createContext, use } from 'react';
import type { ReactNode } from 'react';
import type { FeedSource } from '#contract/videos/feed-address.ts';
import type { Video } from '#contract/videos/videos.ts';
import type { Store } from '#web/ui/store.ts';
import type { Memory } from './memory.ts';
import type { Pool } from './pool.ts';
import type { Queue } from './queue.ts';

/** Where a video's comments are shown. */
export type CommentsLayout = 'beside' | 'sheet';

/** What other rooms bring to a video; the page puts them in. */
export interface FeedParts {
  picture(video: Video): { src: string } | null;
  /** The URL of a file of this site. */
  address(path: string): string;
  like(video: Video, onLiked: (likes: number, liked: boolean) => void): ReactNode;
  share(video: Video): ReactNode;
  /** The same from the list of actions. */
  openShare(video: Video): void;
  /** Filled where the video is saved. */
  bookmark(video: Video): ReactNode;
  saveDialog(video: Video, onClose: () => void): ReactNode;
  reportDialog(video: Video, onClose: () => void): ReactNode;
  comments(video: Video, layout: CommentsLayout, onTime: (seconds: number) => void): ReactNode;
  creator(video: Video): ReactNode;
  title(video: Video): ReactNode;
  product(video: Video): ReactNode;
  /** In the upper corner of the video that plays. */
  corner(video: Video, playing: HTMLVideoElement): ReactNode;
  /** Hides a video the viewer isn't interested in, with Undo. */
  hide(video: Video): void;
  isHidden(video: Video): boolean;
  /** The player of another platform; mounted once it is wanted. */
  foreign(video: Video): ReactNode;
  recordView(video: Video): void;
  /** Reports watch progress from now on; returns a function that stops it. */
  recordProgress(video: Video, layout: HTMLElement): () => void;
  /** Prefetches the code of panels over a video. */
  prepare(): Promise<unknown>;
  /** Where to continue at the end of the feed. */
  onward(source: FeedSource, isEmpty: boolean): ReactNode;
  /** A link to how views are counted and the rotation picks. */
  counting(): ReactNode;
}

export type Panel = 'menu' | 'speed' | 'why' | 'keys' | 'comments' | 'save' | 'report';

export interface FeedControl {
  parts: FeedParts;
  pool: Pool;
  queue: Queue;
  memory: Memory;
  muted: Store<boolean>;
  captions: Store<boolean>;
  /** The element of the video that is shown. */
  playing: { readonly current: HTMLVideoElement | null };
  hold(playing: HTMLVideoElement | null): void;
  open(panel: Panel): void;
  /** The number of videos. */
  go(by: number): void;
  showLess(video: Video): void;
  /** The video shown has what it needs: the next one may load. */
  settle(): void;
}

export const FeedContext = createContext<FeedControl | null>(null);

export function useFeedControl(): FeedControl {
  const control = use(FeedContext);
  if (!control) throw new Error('There is no feed around this.');
  return control;
}
