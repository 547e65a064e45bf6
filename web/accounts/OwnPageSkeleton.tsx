import type { ReactNode } from 'react';
import { usePageTitle } from '#web/app/page.ts';
import { PageHeading } from '#web/ui/lists/Card.tsx';
import { Skeleton } from '#web/ui/lists/States.tsx';
import { classes } from '#web/ui/classes.ts';

/** A personal page until the viewer is known: the server renders it like this for everyone. */
export function OwnPageSkeleton({ wide, children }: { wide?: boolean; children?: ReactNode }) {
  return (
    <div className={classes('wrap pb-16', !wide && 'max-w-3xl')}>
      <PageHeading title={usePageTitle()} />
      {children ?? <Skeleton className="h-72" />}
    </div>
  );
}
