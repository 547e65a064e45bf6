import type { FeedSource } from '#contract/videos/feed-address.ts';
import type { Video } from '#contract/videos/videos.ts';
import { findVideo, loadPage } from './feed.queries.ts';
import { feedMemory, type Memory } from './memory.ts';
import { createQueue } from './queue.ts';
import type { Queue } from './queue.ts';
import { addressOfFeed, hasPortraitFirst, isSaved, isList, UPRIGHT_PHONE } from './source.ts';

interface Opened {
  queue: Queue;
  memory: Memory;
  /** The place of the video that is shown first. */
  at: number;
}

const isUprightPhone = (): boolean => !import.meta.env.SSR && matchMedia(UPRIGHT_PHONE).matches;

let last: { key: string; queue: Queue } | null = null;

/** A feed left a moment ago resumes where it was, with its previous videos. */
export function openFeed(
  source: FeedSource,
  start: number | null,
  isHidden: (video: Video) => boolean,
): Opened {
  const memory = feedMemory();
  const key = addressOfFeed(source, null);
  if (last?.key === key && start !== null) {
    const at = last.queue.get().items.findLastIndex(({ video }) => video.id === start);
    if (at >= 0) return { queue: last.queue, memory, at };
  }
  const queue = createQueue({
    start,
    preserveOrder: isList(source),
    includeSeen: isSaved(source),
    portraitFirst: hasPortraitFirst(source) && isUprightPhone(),
    load: (begin, cursor, many, orientation = source.orientation) =>
      loadPage({ ...source, orientation }, begin, cursor, many),
    // in an ordered list, only its own videos are played
    find: isSaved(source) ? null : findVideo,
    isHidden,
    memory,
  });
  last = { key, queue };
  return { queue, memory, at: 0 };
}
