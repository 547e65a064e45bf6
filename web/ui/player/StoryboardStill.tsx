import { formatDuration } from '../format.ts';
import type { Still } from './storyboard.rules.ts';

const LARGEST = 160;

/** The still and the time of a moment, above the place it has on the bar (`--shown`). */
export function StoryboardStill({
  still,
  seconds,
  name,
}: {
  still: Still | null;
  seconds: number;
  /** Of the section that contains it. */
  name: string | null;
}) {
  const size = still && LARGEST / Math.max(still.width, still.height);
  return (
    <div
      aria-hidden="true"
      data-storyboard={still ? `${still.x},${still.y}` : undefined}
      className="pointer-events-none absolute bottom-full left-[clamp(5rem,calc(var(--shown)*100%),calc(100%-5rem))] mb-1 flex -translate-x-1/2 animate-appear flex-col items-center gap-1.5"
    >
      {still && size && (
        <div
          className="overflow-hidden rounded-control bg-stage shadow-float ring-2 ring-on-scrim/85"
          style={{ width: still.width * size, height: still.height * size }}
        >
          <div
            className="origin-top-left bg-no-repeat"
            style={{
              width: still.width,
              height: still.height,
              scale: size,
              backgroundImage: `url("${still.sheet}")`,
              backgroundPosition: `-${still.x}px -${still.y}px`,
            }}
          />
        </div>
      )}
      {name && (
        <span
          dir="auto"
          className="max-w-40 truncate rounded-pill bg-scrim px-2 py-0.5 text-xs font-semibold text-on-scrim"
        >
          {name}
        </span>
      )}
      <span className="numbers rounded-pill bg-scrim px-2 py-0.5 text-xs font-semibold text-on-scrim">
        {formatDuration(seconds)}
      </span>
    </div>
  );
}
