import type { ReactNode } from 'react';
import { classes } from '../classes.ts';

const TONES = {
  plain: 'bg-raised text-ink',
  accent: 'bg-accent text-accent-ink',
  ok: 'bg-ok/14 text-ok',
  warn: 'bg-warn/14 text-warn',
  bad: 'bg-bad/14 text-bad',
  info: 'bg-info/14 text-info',
  pending: 'bg-pending/14 text-pending',
  paid: 'bg-paid/14 text-paid',
  processing: 'bg-processing/14 text-processing',
  shipped: 'bg-shipped/14 text-shipped',
  delivered: 'bg-delivered/14 text-delivered',
  cancelled: 'bg-cancelled/14 text-cancelled',
  scrim: 'bg-scrim text-on-scrim backdrop-blur-sm',
} as const;
export type BadgeTone = keyof typeof TONES;

/** A short label: a status, a source, a place. `scrim` is for use on pictures. */
export function Badge({
  tone = 'plain',
  className,
  children,
}: {
  tone?: BadgeTone;
  className?: string;
  children: ReactNode;
}) {
  return (
    <span
      data-badge
      className={classes(
        'inline-flex max-w-full empty:hidden items-center gap-1 rounded-pill px-2.5 py-1 text-xs font-semibold whitespace-nowrap [&_svg]:size-3.5 [&_svg]:shrink-0',
        TONES[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}

/** One option in a row, such as a category. */
export function Pill({
  selected,
  onClick,
  children,
}: {
  selected: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-pressed={selected}
      onClick={onClick}
      className={classes(
        'touch-target inline-flex h-10 shrink-0 items-center gap-2 rounded-pill border px-5 text-base font-semibold whitespace-nowrap transition duration-150 ease-out active:scale-[0.97]',
        selected
          ? 'border-accent bg-accent text-accent-ink'
          : 'border-line bg-surface text-ink hover:border-edge/70 hover:bg-raised',
      )}
    >
      {children}
    </button>
  );
}
