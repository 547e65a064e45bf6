import { Suspense } from 'react';
import { Hydrated } from './Hydrated.tsx';
import { Routes } from '#web/ui/router.tsx';
import { NotFoundPage, pages } from './page-modules.tsx';
import { Shell } from './shell/Shell.tsx';
import { useCartDocument } from './shell/useCartDocument.ts';

export function Site() {
  const isLeaving = useCartDocument();
  const blank = <div className="min-h-dvh" />;
  return (
    <Shell>
      {isLeaving ? (
        blank
      ) : (
        <Suspense fallback={blank}>
          <Routes pages={pages} otherwise={<NotFoundPage />} />
          <Hydrated />
        </Suspense>
      )}
    </Shell>
  );
}
