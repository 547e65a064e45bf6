import type { ComponentType } from 'react';
import type { PageName } from '#contract/site/pages.ts';
import { loadTexts } from '#web/app/i18n/texts.ts';
import type { Head, Loader } from '#web/app/page.ts';

/** A page's module: a component named after it, its metadata, and the queries of its first view. */
interface PageModule {
  head?: Head;
  loader?: Loader;
  [component: string]: unknown;
}

interface Page {
  Component: ComponentType;
  head: Head;
  load: Loader | undefined;
}

export type Name = PageName | 'notFound';

const modules = import.meta.glob<PageModule>(['./*Page.tsx', './*/*Page.tsx']);
/** By component: a page may be in a folder of its group. */
const files = new Map(
  Object.entries(modules).map(([path, load]) => [
    path.slice(path.lastIndexOf('/') + 1, -'.tsx'.length),
    load,
  ]),
);

/** Pages whose texts are in the admin catalog (lingui.config.ts). */
const FOR_ADMINS = /^(admin|nearby)/;

export const fileOf = (name: Name) => files.get(componentOf(name));
const componentOf = (name: Name): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}Page`;

const loading = new Map<Name, Promise<Page>>();
const loaded = new Map<Name, Page>();
const failed = new Set<Name>();

/** Loads a page's code once, again if that failed. File names follow the page names of contract/site/pages.ts. */
export function loadPage(name: Name): Promise<Page> {
  const known = failed.delete(name) ? undefined : loading.get(name);
  if (known) return known;
  const page = fetchPage(name);
  loading.set(name, page);
  page.then(
    (there) => loaded.set(name, there),
    () => failed.add(name),
  );
  return page;
}

async function fetchPage(name: Name): Promise<Page> {
  const [file] = await Promise.all([fileOf(name)?.(), FOR_ADMINS.test(name) && loadTexts('admin')]);
  const component = componentOf(name);
  const Component = file?.[component] as ComponentType | undefined;
  if (!Component || !file?.head)
    throw new Error(`${component}.tsx in web/pages lacks ${component} or its head.`);
  return { Component, head: file.head, load: file.loader };
}

/** The page's code, or its promise. */
export const pageNow = (name: Name): Page | Promise<Page> =>
  loaded.get(name) ?? loading.get(name) ?? loadPage(name);
