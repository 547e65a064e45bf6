import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import { classes } from '../classes.ts';
import { Spinner } from '../lists/Spinner.tsx';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';
export type ButtonSize = 'sm' | 'md' | 'lg';

const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-accent-ink hover:bg-accent-strong active:scale-[0.98]',
  secondary:
    'border border-edge/60 bg-surface text-ink hover:bg-raised hover:border-edge active:scale-[0.98]',
  quiet: 'text-ink hover:bg-raised',
  danger: 'bg-bad-fill text-on-fill hover:opacity-90 active:scale-[0.98]',
};
const SIZES: Record<ButtonSize, string> = {
  sm: 'h-9 px-3.5 text-sm gap-1.5',
  md: 'h-11 px-5 text-base gap-2',
  lg: 'h-13 px-7 text-lg gap-2.5',
};

export function buttonClasses(variant: ButtonVariant, size: ButtonSize, more?: string): string {
  return classes(
    'touch-target inline-flex shrink-0 items-center justify-center rounded-control font-semibold whitespace-nowrap select-none',
    'transition duration-150 ease-out disabled:opacity-55 aria-disabled:opacity-55 [&_svg]:size-[1.15em] [&_svg]:shrink-0',
    // on a phone at 200% text size labels wrap
    'max-[15rem]:h-auto max-[15rem]:min-h-9 max-[15rem]:shrink max-[15rem]:px-3 max-[15rem]:py-1 max-[15rem]:whitespace-normal',
    VARIANTS[variant],
    SIZES[size],
    more,
  );
}

interface Shared {
  variant?: ButtonVariant;
  size?: ButtonSize;
  children: ReactNode;
}

/** `pending` shows progress in place: the width stays, a second press is ignored. */
export function Button({
  variant = 'secondary',
  size = 'md',
  pending = false,
  className,
  children,
  type = 'button',
  disabled,
  ...rest
}: ComponentProps<'button'> & Shared & { pending?: boolean }) {
  return (
    <button
      type={type}
      disabled={disabled || pending}
      aria-busy={pending || undefined}
      className={buttonClasses(variant, size, classes('relative', className))}
      {...rest}
    >
      <span className={classes('contents', pending && '[&>*]:invisible [&]:text-transparent')}>
        {children}
      </span>
      {pending && (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner />
        </span>
      )}
    </button>
  );
}

/** A link that looks like a button. */
export function ButtonLink({
  variant = 'secondary',
  size = 'md',
  className,
  children,
  ...rest
}: ComponentProps<typeof Link> & Shared) {
  return (
    <Link className={buttonClasses(variant, size, className)} {...rest}>
      {children}
    </Link>
  );
}

/** A round button with a picture only; `label` is its accessible name and tooltip. */
export function IconButton({
  label,
  className,
  children,
  type = 'button',
  small = false,
  ...rest
}: Omit<ComponentProps<'button'>, 'aria-label'> & { label: string; small?: boolean }) {
  return (
    <button
      type={type}
      aria-label={label}
      title={label}
      className={classes(
        'touch-target relative inline-grid shrink-0 place-items-center rounded-pill text-ink transition duration-150 ease-out',
        'hover:bg-raised active:scale-95 disabled:opacity-55 aria-disabled:opacity-55',
        small ? 'size-9 [&_svg]:size-4.5' : 'size-11 [&_svg]:size-5.5',
        className,
      )}
      {...rest}
    >
      {children}
    </button>
  );
}
