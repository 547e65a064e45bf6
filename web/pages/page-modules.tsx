import { useQueryClient } from '@tanstack/react-query';
import { createElement, lazy, useCallback, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { PAGES, type PageHead, type PageName } from '#contract/pages.ts';
import { loadTexts } from '#web/app/texts.ts';
import { useTitle } from '#web/app/title.ts';
import { matchPath, useParams, useSearchParams } from '#web/ui/router.tsx';
import type { Head, Opened, Preload } from './page.ts';

/**
 * A page's file: a component named after it, what it says of itself, and, where its first view asks for something that is
 * the same for everybody, `preload`, which puts the answers where the component and `head` find them.
 */
interface PageModule {
  head?: Head;
  preload?: Preload;
  [component: string]: unknown;
}

interface LoadedPage {
  Page: ComponentType;
  head: Head;
  preload: Preload | undefined;
}

const files = import.meta.glob<PageModule>('./*Page.tsx');
const loaded = new Map<string, LoadedPage>();

/** Pages whose texts stand in the catalog of what only admins read (lingui.config.ts). */
const FOR_ADMINS = /^(Admin|Nearby)/;

const componentOf = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}Page`;

/** A page's code, fetched when its address is first opened. The file's name says the page's (contract/pages.ts). */
export async function loadPage(name: PageName | 'notFound'): Promise<LoadedPage> {
  const known = loaded.get(name);
  if (known) return known;
  const component = componentOf(name);
  const [file] = await Promise.all([
    files[`./${component}.tsx`]?.(),
    ...(FOR_ADMINS.test(component) ? [loadTexts('admin')] : []),
  ]);
  const Content = file?.[component] as ComponentType | undefined;
  if (!Content || !file?.head) throw new Error(`web/pages/${component}.tsx lacks ${component} or its head.`);
  const { head, preload } = file;
  const Page = (): ReactNode => (
    <>
      <Title head={head} />
      <Content />
    </>
  );
  const page = { Page, head, preload };
  loaded.set(name, page);
  return page;
}

export const describePage = (head: Head, opened: Opened): PageHead =>
  typeof head === 'function' ? head(opened) : head;

/** The tab's, which follows what the page comes to know. */
function Title({ head }: { head: Head }): ReactNode {
  const client = useQueryClient();
  const params = useParams();
  const [search] = useSearchParams();
  const title = useCallback(
    () => describePage(head, { client, params, search }).title,
    [head, client, params, search],
  );
  const watch = useCallback(
    (changed: () => void) =>
      client.getQueryCache().subscribe((event) => {
        // not at every component that begins to ask
        if (event.type === 'updated' && event.action.type !== 'fetch') changed();
      }),
    [client],
  );
  useTitle(title, watch);
  return null;
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
