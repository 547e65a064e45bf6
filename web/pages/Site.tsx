import { Suspense, lazy } from 'react';
import type { ComponentType } from 'react';
import { Route, Routes } from 'react-router';
import { PAGES } from '#contract/pages.ts';
import { Shell } from './shell/Shell.tsx';
import { useCartDocument } from './shell/useCartDocument.ts';

type PageModule = Record<string, ComponentType>;
const modules = import.meta.glob<PageModule>('./*Page.tsx');

/** A page's component, fetched when its address is first opened. The file's name says the page's (contract/pages.ts). */
function pageOf(name: string): ComponentType | null {
  const component = `${name.charAt(0).toUpperCase()}${name.slice(1)}Page`;
  const load = modules[`./${component}.tsx`];
  if (!load) return null;
  return lazy(async () => {
    const page = (await load())[component];
    if (!page) throw new Error(`web/pages/${component}.tsx exports no ${component}.`);
    return { default: page };
  });
}

const pages = Object.entries(PAGES).flatMap(([name, path]) => {
  const Page = pageOf(name);
  return Page ? [{ path, Page }] : [];
});

const NotFoundPage = pageOf('notFound') ?? (() => null);

export function Site() {
  const isLeaving = useCartDocument();
  const blank = <div className="min-h-dvh" />;
  return (
    <Shell>
      {isLeaving ? (
        blank
      ) : (
        <Suspense fallback={blank}>
          <Routes>
            {pages.map(({ path, Page }) => (
              <Route key={path} path={path} element={<Page />} />
            ))}
            <Route path="*" element={<NotFoundPage />} />
          </Routes>
        </Suspense>
      )}
    </Shell>
  );
}
