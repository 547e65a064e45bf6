import { formatCompact, formatCount, formatDuration, formatExact, formatRelative } from './format.ts';

/** A compact count (1.2K); in full on hover and to screen readers, there with the words of `inFull`. */
export function Count({ of, unit, inFull = unit }: { of: number; unit?: string; inFull?: string }) {
  const full = inFull ? `${formatCount(of)} ${inFull}` : formatCount(of);
  return (
    <span className="numbers relative" title={full}>
      <span aria-hidden="true">
        {formatCompact(of)}
        {unit ? ` ${unit}` : ''}
      </span>
      <span className="sr-only">{full}</span>
    </span>
  );
}

/** A relative date; exact on hover. */
export function Time({ at, className }: { at: string; className?: string }) {
  return (
    <time dateTime={at} title={formatExact(at)} className={className}>
      {formatRelative(at)}
    </time>
  );
}

/** m:ss */
export function Duration({ seconds, className }: { seconds: number; className?: string }) {
  return <span className={`numbers ${className ?? ''}`}>{formatDuration(seconds)}</span>;
}
