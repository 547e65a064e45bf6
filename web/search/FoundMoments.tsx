import { Trans } from '@lingui/react/macro';
import type { Moment } from '#contract/captions/captions.ts';
import { Link } from 'react-router';
import { paths } from '#web/app/paths.ts';
import { formatMoment, momentDuration } from '#web/ui/format.ts';

/** The moments of a matching video where the words are spoken: each links there. */
export function FoundMoments({ videoId, moments }: { videoId: number; moments: Moment[] }) {
  if (moments.length === 0) return null;
  return (
    <div className="mt-2">
      <h4 className="text-xs font-semibold text-ink-soft">
        <Trans>In this video</Trans>
      </h4>
      <ul className="mt-1 flex flex-col">
        {moments.map(({ start, text }) => (
          <li key={start}>
            <Link
              to={paths.video(videoId, start)}
              className="-mx-2 flex gap-2 rounded-control px-2 py-1 text-sm hover:bg-raised"
            >
              <time
                dateTime={momentDuration(start)}
                className="numbers shrink-0 font-semibold text-accent-text"
              >
                {formatMoment(start)}
              </time>
              <span dir="auto" className="line-clamp-2 min-w-0 break-words">
                {text}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
