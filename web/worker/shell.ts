import { registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';
import { OFFLINE_PAGE } from '#contract/site/offline-names.ts';

/** The files that the offline page is made of, and the name of this build; written in by the build. */
declare const SHELL_FILES: string[];
declare const SHELL_NAME: string;

const isShell = (name: string): boolean => name.startsWith('shell-');

/** Only for who has the site installed or keeps videos: nobody else downloads anything. */
export async function cacheShell(): Promise<void> {
  const shell = await caches.open(SHELL_NAME);
  await shell.addAll([OFFLINE_PAGE, ...SHELL_FILES].map((path) => new Request(path, { cache: 'no-cache' })));
}

/** A new version brings its own files before it takes over, where those of the old one were kept. */
export async function renewShell(): Promise<void> {
  if ((await caches.keys()).some(isShell)) await cacheShell();
}

export async function dropFormerShells(): Promise<void> {
  const former = (await caches.keys()).filter((name) => isShell(name) && name !== SHELL_NAME);
  await Promise.all(former.map((name) => caches.delete(name)));
}

/** Pages come from the network; without one the offline page says so, and knows where the visitor wanted to go. */
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
  // what was not kept on purpose never is
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
