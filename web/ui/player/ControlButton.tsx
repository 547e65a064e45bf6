import type { ComponentProps } from 'react';
import { classes } from '../classes.ts';

export function ControlButton({
  label,
  hint,
  className,
  ...rest
}: Omit<ComponentProps<'button'>, 'aria-label'> & { label: string; hint?: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={hint ? `${label} (${hint})` : label}
      className={classes(
        'grid size-11 shrink-0 place-items-center rounded-pill text-on-scrim transition duration-150 hover:bg-on-scrim/15 active:scale-95 [&_svg]:size-5.5',
        className,
      )}
      {...rest}
    />
  );
}
