import { useContext } from 'react';
import { useHydrated } from '../hydration.ts';
import { WrittenAt } from '../written-at.ts';
import { formatCompact, formatCount, formatDuration, formatExact, formatRelative } from '../format.ts';

type FormatCount = (n: number, count: string) => string;

/** A compact count (1.2K); in full on hover and for screen readers, there with the text of `inFull`. */
export function Count({
  of,
  format = (_, count) => count,
  inFull = format,
}: {
  of: number;
  format?: FormatCount;
  inFull?: FormatCount;
}) {
  const full = inFull(of, formatCount(of));
  return (
    <span className="numbers relative whitespace-nowrap" title={full}>
      <span aria-hidden="true">{format(of, formatCompact(of))}</span>
      <span className="sr-only">{full}</span>
    </span>
  );
}

/** A relative date; exact on hover, in the reader's time zone. Only then: the first formatter costs a phone 70 ms. */
export function Time({ at, className }: { at: string; className?: string }) {
  const hydrated = useHydrated();
  const writtenAt = useContext(WrittenAt);
  return (
    <time
      dateTime={at}
      onPointerEnter={({ currentTarget }) => {
        currentTarget.title = formatExact(at);
      }}
      className={className}
    >
      {formatRelative(at, hydrated ? undefined : (writtenAt ?? Date.parse(at)))}
    </time>
  );
}

/** m:ss; nothing where it isn't known, or would read 0:00. */
export function Duration({ seconds, className }: { seconds: number; className?: string }) {
  if (Math.round(seconds) <= 0) return null;
  return <span className={`numbers ${className ?? ''}`}>{formatDuration(seconds)}</span>;
}
