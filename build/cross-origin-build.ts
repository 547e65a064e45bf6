import type { Plugin } from 'vite';
import { webManifest } from '../server/site/manifest.ts';

/** What the backend writes into its own pages, for a build that another server hands out (`VITE_API_HOST`). */
export function crossOriginBuild(host = ''): Plugin {
  const backend = host.replace(/\/+$/, '');
  return {
    name: 'cross-origin-build',
    apply: () => backend !== '',
    transformIndexHtml: (html) =>
      html
        .replace('href="/feed.xml"', `href="${backend}/feed.xml"`)
        // for pages that stand before their scripts; another host's content policy knows nothing of it
        .replace(/<script>.*?<\/script>\s*/s, ''),
    generateBundle() {
      this.emitFile({
        type: 'asset',
        fileName: 'manifest.webmanifest',
        source: JSON.stringify(
          webManifest(process.env.SITE_NAME ?? 'LLL', process.env.SITE_TAGLINE ?? 'Look. Like. Live.'),
        ),
      });
    },
  };
}
