import { Search } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { classes } from '../classes.ts';
import { SelectBox } from './SelectBox.tsx';

const CONTROL =
  'block h-10 rounded-control border border-edge/60 bg-surface text-sm text-ink transition-colors duration-150 hover:border-edge focus:border-accent-text focus:outline-2 focus:outline-offset-0 focus:outline-accent-text/40';

/** Filters above a list, in one row. On phones it scrolls sideways if needed, unless it `wraps`; on wider screens it wraps. */
export function Toolbar({
  label,
  wraps = false,
  children,
}: {
  label: string;
  wraps?: boolean;
  children: ReactNode;
}) {
  return (
    <div
      role="group"
      aria-label={label}
      className={classes(
        '-m-1 flex items-center gap-2 p-1 sm:flex-wrap',
        wraps ? 'flex-wrap' : 'no-scrollbar overflow-x-auto sm:overflow-x-visible',
      )}
    >
      {children}
    </div>
  );
}

/** The chosen option explains itself; the label is for screen readers and the tooltip. */
export function ToolbarSelect({
  label,
  className,
  ...rest
}: Omit<ComponentProps<'select'>, 'aria-label'> & { label: string }) {
  return (
    <SelectBox
      {...rest}
      aria-label={label}
      title={label}
      boxClassName={classes('shrink-0', className)}
      className={classes(CONTROL, 'w-full ps-3 font-semibold')}
    />
  );
}

/** A date alone doesn't show what it is for: its label is visible. */
export function ToolbarDate({ label, ...rest }: Omit<ComponentProps<'input'>, 'type'> & { label: string }) {
  return (
    <label className="flex shrink-0 items-center gap-2 text-sm text-ink-soft">
      <span>{label}</span>
      <input {...rest} type="date" className={classes(CONTROL, 'px-3 max-sm:text-base')} />
    </label>
  );
}

export function ToolbarSearch({
  label,
  className,
  ...rest
}: Omit<ComponentProps<'input'>, 'aria-label' | 'type'> & { label: string }) {
  return (
    <span className={classes('relative', className)}>
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 start-3 my-auto size-4 text-ink-soft"
      />
      <input
        {...rest}
        type="search"
        aria-label={label}
        className={classes(CONTROL, 'w-full pe-3 ps-9 max-sm:text-base')}
      />
    </span>
  );
}
