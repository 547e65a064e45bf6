import { registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';
import { OFFLINE_PAGE } from '#contract/site/offline-names.ts';

/** The offline page's files, and the name of this build; inserted by the build. */
declare const SHELL_FILES: string[];
declare const SHELL_NAME: string;

const isShell = (name: string): boolean => name.startsWith('shell-');

/** Only for those who installed the site or save videos: no one else downloads anything. */
export async function cacheShell(): Promise<void> {
  const shell = await caches.open(SHELL_NAME);
  await shell.addAll([OFFLINE_PAGE, ...SHELL_FILES].map((path) => new Request(path, { cache: 'no-cache' })));
}

/** A new version caches its own files before it takes over, if the old one's were cached. */
export async function renewShell(): Promise<void> {
  if ((await caches.keys()).some(isShell)) await cacheShell();
}

export async function dropFormerShells(): Promise<void> {
  const former = (await caches.keys()).filter((name) => isShell(name) && name !== SHELL_NAME);
  await Promise.all(former.map((name) => caches.delete(name)));
}

/** Pages come from the network; without one, the offline page explains it and remembers the requested URL. */
export function serveShell(): void {
  const files = new Set(SHELL_FILES);
  registerRoute(
    ({ request }) => request.mode === 'navigate',
    async ({ request, url }) => {
      try {
        return await fetch(request);
      } catch {
        const page = await caches.match(OFFLINE_PAGE, { cacheName: SHELL_NAME, ignoreVary: true });
        if (!page) return Response.error();
        if (url.pathname === OFFLINE_PAGE) return page;
        const from = encodeURIComponent(url.pathname + url.search);
        return Response.redirect(`${OFFLINE_PAGE}?from=${from}`);
      }
    },
  );
  // only what is precached on purpose is ever cached
  const neverCache = { cacheWillUpdate: () => Promise.resolve(null) };
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && files.has(url.pathname),
    new CacheFirst({
      cacheName: SHELL_NAME,
      matchOptions: { ignoreVary: true },
      plugins: [neverCache],
    }),
  );
}
