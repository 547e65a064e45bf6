import { t } from '@lingui/core/macro';
import { ChevronDown, ChevronUp } from 'lucide-react';
import type { Video } from '#contract/videos/videos.ts';
import { ratioOf, useRatio } from './ratio.ts';

/** Beside the video where it leaves room, so they know its shape. */
export function FeedArrows({
  video,
  at,
  last,
  go,
}: {
  video: Video | undefined;
  at: number;
  last: number;
  go: (by: number) => void;
}) {
  const button =
    'on-picture grid size-11 place-items-center rounded-pill text-on-scrim transition duration-150 hover:bg-on-scrim/10 disabled:opacity-40';
  return (
    // touch users swipe; screen reader and keyboard users still find them
    <div
      {...useRatio(video ? ratioOf(video) : 1)}
      className="pointer-events-none absolute inset-0 @container-[size]"
    >
      <div className="feed-arrows pointer-events-auto absolute flex pointer-coarse:not-focus-within:sr-only [&_svg]:size-7">
        <button
          type="button"
          aria-label={t`Previous video`}
          title={t`Previous video (↑)`}
          className={button}
          disabled={at === 0}
          onClick={() => go(-1)}
        >
          <ChevronUp aria-hidden="true" />
        </button>
        <button
          type="button"
          aria-label={t`Next video`}
          title={t`Next video (↓)`}
          className={button}
          disabled={at >= last}
          onClick={() => go(1)}
        >
          <ChevronDown aria-hidden="true" />
        </button>
      </div>
    </div>
  );
}
