import { t } from '@lingui/core/macro';
import { MapPin } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import type { Video } from '#contract/videos/videos.ts';
import { LabelBadges } from '#web/app/LabelBadges.tsx';
import { paths } from '#web/app/paths.ts';
import { classes } from '#web/ui/classes.ts';
import { TaggedText } from '#web/ui/lists/RichText.tsx';
import { useFeedControl } from './feed.context.ts';

/** Title, creator, place and description, on a shade as tall as the text. */
export function FeedDetails({
  video,
  titleId,
  isShown,
  isAgain,
}: {
  video: Video;
  titleId: string;
  isShown: boolean;
  isAgain: boolean;
}) {
  const { parts } = useFeedControl();
  const box = useRef<HTMLDivElement>(null);
  const [isWhole, setWhole] = useState(false);
  const isCut = useCut(box, isShown && !isWhole);
  const location = video.location?.name ?? video.location?.address;
  return (
    <div
      ref={box}
      className="clip-words pointer-events-auto flex min-w-0 flex-col gap-1 pb-1.5 text-on-scrim"
    >
      {isAgain && (
        <p className="text-sm font-semibold">{t`You’re all caught up. Here’s what you watched longest ago.`}</p>
      )}
      <div inert={!isShown} aria-hidden={!isShown || undefined} className="min-w-0 text-sm">
        {parts.creator(video)}
      </div>
      <h2
        id={titleId}
        data-cut
        className={classes(
          'text-lg leading-snug break-words',
          isWhole ? 'max-h-[35cqh] overflow-y-auto' : 'line-clamp-2 short:line-clamp-1',
        )}
      >
        {parts.title(video)}
      </h2>
      <div className="flex flex-wrap gap-1.5 empty:hidden">
        <LabelBadges labels={video.labels} tone="scrim" />
      </div>
      {location && (
        <p className="flex items-center gap-1 text-sm short:hidden">
          <MapPin aria-hidden="true" className="size-4 shrink-0" />
          <span className="truncate">{location}</span>
        </p>
      )}
      <div className={classes('flex text-sm', isWhole ? 'flex-col items-start' : 'items-baseline gap-1.5')}>
        {video.description && (
          <p
            dir="auto"
            data-cut
            inert={!isShown}
            className={classes(
              'min-w-0 whitespace-pre-line [&_a]:text-inherit',
              isWhole
                ? 'max-h-[35cqh] overflow-y-auto overscroll-contain wrap-anywhere'
                : 'line-clamp-1 break-all',
            )}
          >
            <TaggedText text={video.description} tags={{ names: video.tags, pathOf: paths.tag }} />
          </p>
        )}
        {(isWhole || isCut) && (
          <button
            type="button"
            aria-label={isWhole ? undefined : t`Show more`}
            aria-expanded={isWhole}
            inert={!isShown}
            className="min-h-6 shrink-0 font-semibold hover:underline"
            onClick={() => setWhole(!isWhole)}
          >
            {isWhole ? t`Show less` : t`more`}
          </button>
        )}
      </div>
    </div>
  );
}

/** Whether a line inside is truncated. */
function useCut(box: RefObject<HTMLElement | null>, wanted: boolean): boolean {
  const [isCut, setCut] = useState(false);
  useLayoutEffect(() => {
    const lines = wanted ? [...(box.current?.querySelectorAll('[data-cut]') ?? [])] : [];
    if (lines.length === 0) return undefined;
    const look = (): void =>
      setCut(lines.some(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 2));
    const watcher = new ResizeObserver(look);
    for (const line of lines) watcher.observe(line);
    return () => watcher.disconnect();
  }, [box, wanted]);
  return isCut;
}
