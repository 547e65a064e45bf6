import type { ReactNode } from 'react';
import { classes } from '../classes.ts';

/**
 * A video's picture beside its title in a list, by its full URL. `className` sets the width and the shape, `children` lie
 * on it; `fallback` stands where there is no picture.
 */
export function Thumbnail({
  src,
  className,
  imageClassName,
  fallback,
  children,
}: {
  src: string | null | undefined;
  className?: string;
  imageClassName?: string;
  fallback?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <span className={classes('relative block shrink-0 overflow-hidden bg-raised', className)}>
      {src ? (
        <img
          src={src}
          alt=""
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          className={classes('absolute inset-0 size-full object-cover', imageClassName)}
        />
      ) : (
        fallback && <span className="absolute inset-0 grid place-items-center text-ink-soft">{fallback}</span>
      )}
      {children}
    </span>
  );
}
