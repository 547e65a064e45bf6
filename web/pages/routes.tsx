import type { QueryClient } from '@tanstack/react-query';
import { Suspense, use } from 'react';
import { createContext, type LoaderFunctionArgs, type RouteObject } from 'react-router';
import { isShopPage, PAGES, type PageName } from '#contract/site/pages.ts';
import { useConfig } from '#web/app/config.ts';
import { HeadContext } from '#web/app/page.ts';
import { Skeleton } from '#web/ui/lists/States.tsx';
import { fileOf, loadPage, pageNow, type Name } from './load-page.ts';
import { Hydrated } from './shell/Hydrated.tsx';
import { PageError } from './shell/PageError.tsx';
import { PageTitle } from './shell/PageTitle.tsx';
import { Site } from './shell/Site.tsx';

export const queryClientContext = createContext<QueryClient>();

/** Renders at once if the page's code is loaded; suspends otherwise. */
function LoadedPage({ name }: { name: Name }) {
  const page = pageNow(name);
  const { Component, head } = page instanceof Promise ? use(page) : page;
  return (
    <HeadContext value={head}>
      <PageTitle />
      <Component />
      <Hydrated />
    </HeadContext>
  );
}

const PageSkeleton = () => (
  <div className="wrap min-h-dvh pb-16">
    <Skeleton className="my-8 h-9 w-56" />
    <Skeleton className="h-72" />
  </div>
);

function RoutedPage({ name }: { name: Name }) {
  const { shopOffered, withdrawalMode } = useConfig();
  const isOff = (!shopOffered && isShopPage(name)) || (name === 'withdraw' && withdrawalMode === 'OFF');
  return (
    // keyed, so that a navigation shows the skeleton instead of the previous page
    <Suspense key={name} fallback={<PageSkeleton />}>
      <LoadedPage name={isOff ? 'notFound' : name} />
    </Suspense>
  );
}

const routeOf = (name: Name, path: string): RouteObject => ({
  id: name,
  path,
  caseSensitive: true,
  element: <RoutedPage name={name} />,
  HydrateFallback: PageSkeleton,
  ErrorBoundary: PageError,
  loader: async ({ request, params, context }: LoaderFunctionArgs) => {
    const opened = {
      client: context.get(queryClientContext),
      params,
      search: new URL(request.url).searchParams,
    };
    const requested = loadPage(name).then(({ load }) => load?.(opened));
    // the browser doesn't wait: the page retries and reports failures
    if (import.meta.env.SSR) await requested;
    else requested.catch(() => undefined);
    return null;
  },
});

const names = Object.keys(PAGES) as PageName[];

/** One route per page, and one for all other addresses. */
const pageRoutes: RouteObject[] = [
  ...names.filter((name) => fileOf(name)).map((name) => routeOf(name, PAGES[name])),
  routeOf('notFound', '*'),
];

/** All routes, inside the site's frame; used by the server and the browser. */
export const routes: RouteObject[] = [
  { id: 'site', Component: Site, ErrorBoundary: PageError, children: pageRoutes },
];
