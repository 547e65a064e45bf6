import { Trans } from '@lingui/react/macro';
import type { Chapter } from '#contract/captions/captions.ts';
import { paths } from '#web/app/paths.ts';
import { formatMoment, momentDuration } from '#web/ui/format.ts';

/** The parts of a video, each leading to its beginning. */
export function ChapterList({
  videoId,
  chapters,
  onTime,
}: {
  videoId: number;
  chapters: Chapter[];
  onTime: (seconds: number) => void;
}) {
  return (
    <section aria-labelledby="chapters">
      <h2 id="chapters" className="mb-3 text-lg">
        <Trans>Chapters</Trans>
      </h2>
      <ol className="flex flex-wrap gap-2">
        {chapters.map(({ start, title }) => (
          <li key={start} className="min-w-0 max-w-full">
            <a
              href={paths.video(videoId, start)}
              onClick={(event) => {
                if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                event.preventDefault();
                onTime(start);
              }}
              className="flex min-h-10 pointer-coarse:min-h-11 items-center gap-2 rounded-pill bg-raised px-4 text-sm font-semibold transition-colors hover:bg-line"
            >
              <time dateTime={momentDuration(start)} className="numbers text-accent-text">
                {formatMoment(start)}
              </time>
              <span dir="auto" className="truncate">
                {title}
              </span>
            </a>
          </li>
        ))}
      </ol>
    </section>
  );
}
