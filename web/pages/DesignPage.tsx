import { t } from '@lingui/core/macro';
import { Suspense, lazy } from 'react';
import { useConfig } from '#web/app/config.ts';
import { NotFoundPage } from './NotFoundPage.tsx';
import type { Head } from '#web/app/page.ts';

const Gallery = lazy(async () => ({ default: (await import('./design/Gallery.tsx')).Gallery }));

export const head: Head = () => ({ title: t`Design`, hidden: true });

/** Every part of web/ui in all its states, for those who build the site; in production there is no such page. */
export function DesignPage() {
  const { development } = useConfig();
  if (!development) return <NotFoundPage />;
  return (
    <Suspense fallback={<div className="min-h-dvh" />}>
      <Gallery />
    </Suspense>
  );
}
