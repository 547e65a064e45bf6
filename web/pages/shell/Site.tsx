import { Suspense, lazy, useEffect } from 'react';
import { Outlet, useMatches } from 'react-router';
import { useConfig } from '#web/app/config.ts';
import { usePageTitle } from '#web/app/page.ts';
import { Hydrated } from './Hydrated.tsx';
import { Shell } from './Shell.tsx';
import { useCartDocument } from './useCartDocument.ts';

const NotFoundPage = lazy(async () => ({ default: (await import('../NotFoundPage.tsx')).NotFoundPage }));

const SHOP_PAGES = new Set(['shop', 'product', 'cart']);

export function Site() {
  const isLeaving = useCartDocument();
  const { siteName, siteTagline, shopOffered } = useConfig();
  const page = useMatches().at(-1)?.id ?? '';
  const isClosed = !shopOffered && SHOP_PAGES.has(page);
  const own = usePageTitle();
  const title = own ? `${own} · ${siteName}` : `${siteName} – ${siteTagline}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
  const blank = <div className="min-h-dvh" />;
  return (
    <Shell>
      {isLeaving ? (
        blank
      ) : (
        <Suspense fallback={blank}>
          {isClosed ? <NotFoundPage /> : <Outlet />}
          <Hydrated />
        </Suspense>
      )}
    </Shell>
  );
}
