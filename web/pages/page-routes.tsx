import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { createContext, type LoaderFunctionArgs, type RouteObject } from 'react-router';
import { PAGES, type PageName } from '#contract/site/pages.ts';
import type { Head, Loader, PageHandle } from '#web/app/page.ts';
import { loadTexts } from '#web/app/i18n/texts.ts';
import { PageError } from './shell/PageError.tsx';

/** A page's file: a component named after it, what it says of itself, and what its first view asks for. */
interface PageModule {
  head?: Head;
  loader?: Loader;
  [component: string]: unknown;
}

type Name = PageName | 'notFound';

const files = import.meta.glob<PageModule>('./*Page.tsx');

/** Pages whose texts stand in the catalog of what only admins read (lingui.config.ts). */
const FOR_ADMINS = /^(admin|nearby)/;

export const queryClientContext = createContext<QueryClient>();

const fileOf = (name: Name) => files[`./${componentOf(name)}.tsx`];
const componentOf = (name: Name): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}Page`;

/** A page's code, fetched when its address is first opened. The file's name says the page's (contract/site/pages.ts). */
export async function loadPage(name: Name) {
  const [file] = await Promise.all([fileOf(name)?.(), FOR_ADMINS.test(name) && loadTexts('admin')]);
  const component = componentOf(name);
  const Component = file?.[component] as ComponentType | undefined;
  if (!Component || !file?.head)
    throw new Error(`web/pages/${component}.tsx lacks ${component} or its head.`);
  return { Component, load: file.loader, handle: { head: file.head } satisfies PageHandle };
}

const Blank = () => <div className="min-h-dvh" />;

const routeOf = (name: Name, path: string): RouteObject => ({
  id: name,
  path,
  caseSensitive: true,
  HydrateFallback: Blank,
  ErrorBoundary: PageError,
  lazy: async () => {
    const { load, ...page } = await loadPage(name);
    const loader = async ({ request, params, context }: LoaderFunctionArgs) => {
      const search = new URL(request.url).searchParams;
      const loading = load?.({ client: context.get(queryClientContext), params, search });
      // in the browser what fails is asked for again, and reported, by the page
      if (import.meta.env.SSR) await loading;
      else loading?.catch(() => undefined);
      return null;
    };
    return { ...page, loader };
  },
});

const names = Object.keys(PAGES) as PageName[];

/** One per address that has a page, and the one of all others. */
export const pageRoutes: RouteObject[] = [
  ...names.filter((name) => fileOf(name)).map((name) => routeOf(name, PAGES[name])),
  routeOf('notFound', '*'),
];
