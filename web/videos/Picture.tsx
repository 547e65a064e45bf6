import { useState } from 'react';
import type { Crop } from '#contract/videos/pictures.ts';
import type { Video } from '#contract/videos/videos.ts';
import { backend } from '#web/app/client/backend.ts';
import { SiteLogo } from '#web/app/SiteLogo.tsx';
import { classes } from '#web/ui/classes.ts';
import { blurred, useBlurs } from '#web/app/sensitive.ts';
import { cropOf, positionOf, ratioOf, widthsOf } from '#web/app/thumbnails.ts';

/** A little less than it is: on a common phone (412 px at 1.75) the next larger picture has twice the bytes for 4 % more pixels. */
const CARD_SIZES = '(width >= 56.25rem) 20rem, (width >= 30rem) 50vw, 88vw';

interface PictureProps {
  video: Video;
  eager?: boolean;
  /** As for `img`. */
  sizes?: string;
  /** The frame's aspect ratio, if the server has crops of it. */
  crop?: Crop | undefined;
  className?: string;
}

/**
 * A video's thumbnail fills its frame, cropped around the focal point, over a tiny preview until it loads. Rendered inside
 * buttons, so without `div`. `eager` is for what is above the fold.
 */
export function Picture(props: PictureProps) {
  return props.video.labels.sensitive ? <SensitivePicture {...props} /> : <Shown {...props} />;
}

function SensitivePicture({ video, ...props }: PictureProps) {
  return <Shown {...props} video={useBlurs(video) ? blurred(video) : video} />;
}

function Shown({ video, eager = false, sizes = CARD_SIZES, crop, className }: PictureProps) {
  const [failed, setFailed] = useState<'crop' | 'picture' | null>(null);
  if (!video.thumbnail || failed === 'picture') {
    return (
      <span
        aria-hidden="true"
        className={classes('grid size-full place-items-center bg-raised text-ink-soft/40', className)}
      >
        <SiteLogo className="h-10" />
      </span>
    );
  }
  const cropped = crop && !failed ? cropOf(video.thumbnail, crop) : null;
  // the content policy allows no style in the server's HTML
  const inFocus = (image: HTMLImageElement | null): void => {
    if (image) image.style.objectPosition = cropped ? '' : positionOf(video);
  };
  return (
    <span className={classes('relative block size-full overflow-hidden bg-raised', className)}>
      {video.placeholder && (
        <img
          ref={inFocus}
          src={video.placeholder}
          alt=""
          aria-hidden="true"
          draggable={false}
          className="absolute inset-0 size-full object-cover"
        />
      )}
      <img
        ref={inFocus}
        {...(cropped
          ? { ...cropped, sizes }
          : { src: backend(video.thumbnail), ...widthsOf(video.thumbnail, sizes, ratioOf(video)) })}
        alt=""
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : 'auto'}
        decoding={eager ? 'auto' : 'async'}
        draggable={false}
        onError={() => setFailed(cropped ? 'crop' : 'picture')}
        referrerPolicy="no-referrer"
        className="relative size-full object-cover transition-transform duration-200 ease-out group-hover:scale-[1.02]"
      />
    </span>
  );
}
