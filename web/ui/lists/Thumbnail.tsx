import type { ReactNode } from 'react';
import { classes } from '../classes.ts';

/**
 * A video's thumbnail in a list, by its full URL. `className` sets its width and shape, `children` are drawn on top, and
 * `fallback` replaces a missing picture.
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
