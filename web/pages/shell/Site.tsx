import { Suspense } from 'react';
import { Hydrated } from './Hydrated.tsx';
import { useConfig } from '#web/app/config.ts';
import { Routes } from '#web/ui/router.tsx';
import { NotFoundPage, pages } from '../page-modules.tsx';
import { Shell } from './Shell.tsx';
import { useCartDocument } from './useCartDocument.ts';

const SHOP_PAGES = new Set(['shop', 'product', 'cart']);
const withoutShop = pages.filter(({ name }) => !SHOP_PAGES.has(name));

export function Site() {
  const isLeaving = useCartDocument();
  const { shopOffered } = useConfig();
  const blank = <div className="min-h-dvh" />;
  return (
    <Shell>
      {isLeaving ? (
        blank
      ) : (
        <Suspense fallback={blank}>
          <Routes pages={shopOffered ? pages : withoutShop} otherwise={<NotFoundPage />} />
          <Hydrated />
        </Suspense>
      )}
    </Shell>
  );
}
