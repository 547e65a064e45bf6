import type { ReactNode } from 'react';
import { classes } from '../classes.ts';

/** A quiet box that groups content; `empty` is shown beside its title when there is none. */
export function Card({
  title,
  aside,
  empty,
  className,
  children,
  as: Tag = 'section',
}: {
  title?: ReactNode;
  aside?: ReactNode;
  empty?: ReactNode;
  className?: string;
  children: ReactNode;
  as?: 'section' | 'article' | 'div' | 'li';
}) {
  if (empty)
    return (
      <Tag
        className={classes(
          'flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1 rounded-card border border-line bg-surface px-5 py-3',
          className,
        )}
      >
        {title && <h2 className="text-base max-sm:me-auto">{title}</h2>}
        <p className="min-w-0 flex-1 text-sm text-ink-soft max-sm:order-last max-sm:basis-full">{empty}</p>
        {aside}
      </Tag>
    );
  return (
    <Tag className={classes('min-w-0 rounded-card border border-line bg-surface p-5', className)}>
      {(title || aside) && (
        <header className="mb-4 flex items-center justify-between gap-3">
          {title && <h2 className="text-lg">{title}</h2>}
          {aside}
        </header>
      )}
      {children}
    </Tag>
  );
}

/** The top of a page: its title, a line about it, and what can be done. */
export function PageHeading({
  title,
  text,
  picture,
  actions,
}: {
  title: ReactNode;
  text?: ReactNode;
  picture?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <header
      className={classes('flex flex-wrap justify-between gap-4 py-8', picture ? 'items-center' : 'items-end')}
    >
      <div className={picture ? 'flex min-w-0 items-center gap-4 sm:flex-1' : 'min-w-0'}>
        {picture}
        <div className="min-w-0">
          <h1 className="text-2xl break-words sm:text-3xl">{title}</h1>
          {text && <p className={classes('prose-width text-ink-soft', !picture && 'mt-2')}>{text}</p>}
        </div>
      </div>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </header>
  );
}
