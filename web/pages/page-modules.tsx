import { createElement, lazy, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { PAGES, type PageName } from '#contract/pages.ts';
import { matchPath } from '#web/ui/router.tsx';
import type { Preload } from './preload.ts';

/**
 * A page's file: a component named after it, and, where its first view asks for something that is the same for
 * everybody, `preload`, which puts the answers where the component finds them.
 */
interface PageModule {
  preload?: Preload;
  [component: string]: unknown;
}

interface LoadedPage {
  Page: ComponentType;
  preload: Preload | undefined;
}

const files = import.meta.glob<PageModule>('./*Page.tsx');
const loaded = new Map<string, LoadedPage>();

const componentOf = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}Page`;

/** A page's code, fetched when its address is first opened. The file's name says the page's (contract/pages.ts). */
export async function loadPage(name: PageName | 'notFound'): Promise<LoadedPage> {
  const known = loaded.get(name);
  if (known) return known;
  const component = componentOf(name);
  const file = await files[`./${component}.tsx`]?.();
  const Page = file?.[component] as ComponentType | undefined;
  if (!Page) throw new Error(`web/pages/${component}.tsx exports no ${component}.`);
  const page = { Page, preload: file?.preload };
  loaded.set(name, page);
  return page;
}

/** Shows a page whose code is here at once, any other one as soon as it is. */
function pageOf(name: PageName | 'notFound'): ComponentType | null {
  if (!files[`./${componentOf(name)}.tsx`]) return null;
  const Later = lazy(async () => ({ default: (await loadPage(name)).Page }));
  return function AnyPage(): ReactNode {
    // once shown it stays the one or the other: another component would begin anew, and forget what was typed
    const [Page] = useState(() => loaded.get(name)?.Page ?? Later);
    return createElement(Page);
  };
}

const names = Object.keys(PAGES) as PageName[];

export const pages = names.flatMap((name) => {
  const Page = pageOf(name);
  return Page ? [{ name, path: PAGES[name], element: <Page /> }] : [];
});

export const NotFoundPage = pageOf('notFound') ?? (() => null);

/** The page of an address that is none. */
export const NOT_FOUND = { name: 'notFound', params: {} } as const;

/** Which page an address is of, and what the names in its path stand for. */
export function findPage(
  pathname: string,
): { name: PageName; params: Record<string, string | undefined> } | null {
  for (const { name, path } of pages) {
    const params = matchPath(path, pathname);
    if (params) return { name, params };
  }
  return null;
}
