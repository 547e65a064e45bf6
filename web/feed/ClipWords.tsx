import { MapPin } from 'lucide-react';
import { useState } from 'react';
import type { Video } from '#contract/videos.ts';
import { classes } from '#web/ui/classes.ts';
import { useFeedControl } from './feed.context.ts';

const SMALL =
  'rounded-pill bg-on-scrim/15 px-2.5 py-1 text-xs font-semibold whitespace-nowrap hover:bg-on-scrim/25';

/** Title, creator, place and description, on a shade that is as high as what it says. */
export function ClipWords({
  clip,
  titleId,
  isShown,
  isAgain,
}: {
  clip: Video;
  titleId: string;
  isShown: boolean;
  isAgain: boolean;
}) {
  const { parts, open, lessLike } = useFeedControl();
  const [isWhole, setWhole] = useState(false);
  const place = clip.location?.name ?? clip.location?.address;
  return (
    <div className="shade-top pointer-events-auto flex flex-col gap-1.5 pt-12 pr-17 pb-1.5 pl-3 text-on-scrim">
      {isAgain && (
        <p className="w-fit rounded-control bg-accent px-2.5 py-1 text-sm font-semibold text-accent-ink">
          You have seen everything new
        </p>
      )}
      <div inert={!isShown} aria-hidden={!isShown || undefined} className="min-w-0 text-sm">
        {parts.creator(clip)}
      </div>
      <h2 id={titleId} className={classes('text-lg leading-snug break-words', !isWhole && 'line-clamp-2')}>
        {parts.title(clip)}
      </h2>
      {place && (
        <p className="flex items-center gap-1 text-sm">
          <MapPin aria-hidden="true" className="size-4 shrink-0" />
          <span className="truncate">{place}</span>
        </p>
      )}
      {clip.description && (
        <p
          dir="auto"
          className={classes(
            'text-sm break-words whitespace-pre-line [overflow-wrap:anywhere]',
            isWhole ? 'max-h-[35cqh] overflow-y-auto overscroll-contain' : 'line-clamp-1',
          )}
        >
          {clip.description}
        </p>
      )}
      <div inert={!isShown} aria-hidden={!isShown || undefined} className="flex flex-wrap gap-2">
        {(clip.description || clip.title.length > 60) && (
          <button type="button" aria-expanded={isWhole} className={SMALL} onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Shorter text' : 'More text'}
          </button>
        )}
        <button type="button" aria-haspopup="dialog" className={SMALL} onClick={() => open('why')}>
          Why this?
        </button>
        <button type="button" className={SMALL} onClick={() => lessLike(clip)}>
          Less like this
        </button>
      </div>
    </div>
  );
}
