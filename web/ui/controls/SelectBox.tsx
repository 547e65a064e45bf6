import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classes } from '../classes.ts';

/** A select with the same caret everywhere; its look and its label are the caller's. */
export function SelectBox({
  className,
  boxClassName,
  ...rest
}: ComponentProps<'select'> & { boxClassName?: string }) {
  return (
    <span className={classes('relative', boxClassName)}>
      <select {...rest} className={classes('appearance-none truncate pe-9', className)} />
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 end-3 my-auto size-4 text-ink-soft"
      />
    </span>
  );
}
