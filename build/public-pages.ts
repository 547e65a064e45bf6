import type { Plugin } from 'vite';
import { SERVER_PAGES } from '../contract/pages.ts';

/**
 * In the server's bundle: of the code that is fetched late, only the pages that the server writes and their later parts. Dialogs, the player
 * of ladders, maps and the admin's rooms are for browsers.
 */
export function publicPagesAlone(): Plugin {
  const wanted = new Set([
    ...SERVER_PAGES.map((name) => `${name.charAt(0).toUpperCase()}${name.slice(1)}Page.tsx`),
    'NotFoundPage.tsx',
    'Discussion.tsx',
  ]);
  const nothing = '\0nothing';
  return {
    name: 'public-pages-alone',
    enforce: 'pre',
    resolveDynamicImport(specifier) {
      const file = typeof specifier === 'string' ? specifier.split('/').at(-1) : undefined;
      return file !== undefined && wanted.has(file) ? null : nothing;
    },
    load: { filter: { id: /^\0nothing$/ }, handler: () => 'export {}' },
  };
}
