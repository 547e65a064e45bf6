import { lingui } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { translatedTexts } from './build/compile-english.ts';
import { contractTable } from './build/contract-table.ts';

const backend = process.env.VITE_API_HOST ?? `http://127.0.0.1:${process.env.PORT ?? '3000'}`;
const proxied = [
  '/api',
  '/embed',
  '/media',
  '/oauth2',
  '/login/oauth2',
  '/manifest.webmanifest',
  '/test-payments',
];

/** The browser's app; with `--ssr` what the server writes pages with (server/site/render.ts), packages and all. */
export default defineConfig(({ isSsrBuild }) => ({
  root: 'web',
  plugins: [
    contractTable(),
    // before React: it makes calls of the texts (docs/translating.md), which stay in the code for English
    babel({ presets: [translatedTexts] }),
    lingui({ failOnCompileError: true }),
    react(),
    tailwindcss({ optimize: false }),
  ],
  ssr: { noExternal: true },
  ...(isSsrBuild && { define: { 'process.env.NODE_ENV': '"production"' } }),
  build: {
    outDir: isSsrBuild ? '../dist/render' : '../dist/web',
    // of the site's own the build before stays (build/former-files.ts)
    emptyOutDir: isSsrBuild || Boolean(process.env.VITE_API_HOST),
    copyPublicDir: !isSsrBuild,
    // The server reads it to preload a route's chunk and to tell which pages exist.
    manifest: !isSsrBuild,
    // The first with light-dark() and popovers; an `esNNNN` here would pull in older browsers.
    target: isSsrBuild ? 'node20' : ['chrome123', 'firefox125', 'safari17.5'],
    minify: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // what a good part of all pages share is one file: dozens of small ones take a slow line longer
    ...(!isSsrBuild && {
      rolldownOptions: {
        // the player for pages of other sites is a script of its own (server/site/embed)
        // (the service worker: build/worker.config.ts)
        input: { index: 'web/index.html', embed: 'web/embed/embed.ts' },
        preserveEntrySignatures: 'exports-only',
        output: { codeSplitting: { groups: [{ name: 'shared', minShareCount: 10 }] } },
      },
    }),
  },
  server: { proxy: Object.fromEntries(proxied.map((path) => [path, { target: backend }])) },
}));
