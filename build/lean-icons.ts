import { join } from 'node:path';
import type { Plugin } from 'vite';

const OURS = join(import.meta.dirname, '../web/ui/icon.ts');

/**
 * Lucide's icons, drawn by our own twenty lines (web/ui/icon.ts). Its component knows themes, sizes and aliases that
 * this site doesn't use: 1.5 KB on every page, and two components in place of one for each icon to be taken over.
 */
export function leanIcons(): Plugin {
  return {
    name: 'lean-icons',
    apply: 'build',
    load: {
      filter: { id: /lucide-react\/dist\/esm\/createLucideIcon\.mjs$/ },
      handler: () => `export { createIcon as default } from ${JSON.stringify(OURS)}`,
    },
  };
}
