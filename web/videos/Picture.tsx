import { useState } from 'react';
import type { Video } from '#contract/videos/videos.ts';
import { backend } from '#web/app/client/backend.ts';
import { SiteLogo } from '#web/app/SiteLogo.tsx';
import { classes } from '#web/ui/classes.ts';
import { widthsOf } from '#web/app/thumbnails.ts';

/** A little less than it is: on a common phone (412 px at 1.75) the next larger picture has twice the bytes for 4 % more pixels. */
const CARD_SIZES = '(width >= 56.25rem) 20rem, (width >= 30rem) 50vw, 88vw';

/** Of a tiny picture's middle, drawn so wide and blurred so far that its colours above and below remain. */
const SIDES = 'scale-x-400 scale-y-125 blur-2xl brightness-75 saturate-150';

/**
 * A video's poster in a 16:9 frame, over a tiny preview until it loads. A portrait video gets a gradient of its own
 * colors. Rendered inside buttons, so without `div`. `eager` is for what is above the fold; `sizes` as for `img`.
 */
export function Picture({
  video,
  eager = false,
  sizes = CARD_SIZES,
  className,
}: {
  video: Video;
  eager?: boolean;
  sizes?: string;
  className?: string;
}) {
  const [broken, setBroken] = useState(false);
  const portrait = (video.height ?? 0) > (video.width ?? 0);
  if (!video.thumbnail || broken) {
    return (
      <span
        aria-hidden="true"
        className={classes('grid size-full place-items-center bg-raised text-ink-soft/40', className)}
      >
        <SiteLogo className="h-10" />
      </span>
    );
  }
  const src = backend(video.thumbnail);
  return (
    <span className={classes('relative block size-full overflow-hidden bg-raised', className)}>
      {video.placeholder && (
        // no background: the content policy allows no style in the server's HTML
        <img
          src={video.placeholder}
          alt=""
          aria-hidden="true"
          draggable={false}
          className={classes('absolute inset-0 size-full', portrait ? SIDES : 'object-cover')}
        />
      )}
      <img
        src={src}
        {...widthsOf(video.thumbnail, sizes)}
        alt=""
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : 'auto'}
        decoding={eager ? 'auto' : 'async'}
        draggable={false}
        onError={() => setBroken(true)}
        referrerPolicy="no-referrer"
        className={classes(
          'relative size-full transition-transform duration-200 ease-out group-hover:scale-[1.02]',
          portrait ? 'object-contain' : 'object-cover',
        )}
      />
    </span>
  );
}
