import babel from '@rolldown/plugin-babel';
import tailwindcss from '@tailwindcss/vite';
import react, { reactCompilerPreset } from '@vitejs/plugin-react';
import { defineConfig, type UserConfig } from 'vite';
import { compressFiles } from './build/compress-files.ts';
import { contractTable } from './build/contract-table.ts';
import { leanIcons } from './build/lean-icons.ts';
import { minifyInline } from './build/minify-inline.ts';
import { publicPagesAlone } from './build/public-pages.ts';
import { styleParts } from './build/style-parts.ts';
import { crossOriginBuild } from './build/cross-origin-build.ts';

const backend = process.env.VITE_API_HOST ?? `http://127.0.0.1:${process.env.PORT ?? '3000'}`;
const proxied = ['/api', '/media', '/oauth2', '/login/oauth2', '/manifest.webmanifest', '/test-payments'];

/** React alone: it is read in a task of its own (web/main.tsx). */
const BASE = /node_modules\/(react|react-dom|scheduler)\//;

/** What every page needs; what only some do (lists that go on, forms, drafts) comes with those. */
const EVERY_PAGE = new RegExp(
  [
    'node_modules/@tanstack/(?!.*nfiniteQuery(Observer)?[.]js)',
    'lucide-react/dist/esm/(createLucide|icons/(arrow-right|chevron-down|eye|heart|message-circle|play|plus|share-2|star)[.])',
    'web/app/(backend|call|capabilities|config|fresh-sign-in|initial-data|me|own|paths|queries|session|theme|title)[.]',
    'web/ui/(Avatar|Badge|Brand|Button|Numbers|icon|router|States|classes|format|store)',
  ].join('|'),
);

/** What stands around every page, and the cards that most of them show. */
const FRAME =
  /web\/(pages\/(Site|Hydrated|page-modules|shell\/(TabBar|ErrorBoundary|Footer|Header|MobileMenu|Shell|main-links|useArrival|useCartDocument))|ui\/(Hosts|confirm|hydration|toast|useLate|idle)|submissions\/UploadButton|videos\/(VideoGrid|CategorySelector|FeedLink))\./;

/** What both the player and the feed do with a clip: too little for files of their own. */
const PLAYING =
  /web\/(ui\/(fitting-file|player\/kept-sound)|feed\/sound|videos\/(files|views))[.]|contract\/files|icons\/(volume-[x2]|captions|captions-off)[.]/;

/** Controls, hooks and the frame around the pages. */
const CONTROLS =
  /web\/(ui|app|feed|pages\/shell|pages\/(Site|HomePage|VideoPage|FeedPage|feed|Hydrated|page-modules)|videos\/(ActivityBox|CardCounts|CategorySelector|FeaturedBanner|FeedLink|Picture|LikeButton|ShareButton|VideoGrid|VideoPlayer|NativePlayer|WatchNext|videos)|submissions\/UploadButton|accounts\/FreshSignInHost|search\/PlainSearch|startup\/useKeepAlive|puzzle\/PuzzleLauncher|shop\/cart-count)\b/;

/**
 * Chromium compiles all of these while they come, on another thread, instead of each function at its first call in the
 * thread that hydrates the page (docs/decisions/042).
 */
const EAGER = new Set(['base', 'frame']);

/** The entry's page names them, and they are loaded before anything else: what comes later need not name them again. */
const EVERYWHERE = /^assets\/(load|rolldown-runtime|base|frame)-[\w-]+[.]js$/;

/** What the server writes pages with (server/site/render.ts): its own bundle, React and all, of the public pages. */
const serverBuild: UserConfig = {
  root: 'web',
  plugins: [contractTable(), leanIcons(), react(), publicPagesAlone()],
  ssr: { noExternal: true },
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    outDir: '../dist/render',
    emptyOutDir: true,
    target: 'node20',
    minify: true,
    copyPublicDir: false,
    rolldownOptions: { output: { codeSplitting: false } },
  },
};

const browserBuild: UserConfig = {
  root: 'web',
  plugins: [
    contractTable(),
    leanIcons(),
    tailwindcss({ optimize: false }),
    react(),
    // What the compiler adds to each component is worth it where pages re-render, not in controls and frame.
    babel({
      presets: [reactCompilerPreset()],
      exclude: [/node_modules/, /rolldown\/runtime/, CONTROLS],
    }),
    styleParts(),
    minifyInline(),
    crossOriginBuild(process.env.VITE_API_HOST),
    // only our own server sends what is compressed beside a file
    ...(process.env.VITE_API_HOST ? [] : [compressFiles()]),
  ],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // The server reads it to preload a route's chunk and to tell which pages exist.
    manifest: true,
    // The first with light-dark() and popovers; an `esNNNN` here would pull in older browsers.
    target: ['chrome123', 'firefox125', 'safari17.5'],
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, needed, { hostType }) =>
        hostType === 'html' ? needed : needed.filter((file) => !EVERYWHERE.test(file)),
    },
    assetsInlineLimit: 0,
    // One file of what every page needs: many small ones compress worse, and this one outlives most changes.
    rolldownOptions: {
      output: {
        postBanner: ({ name }) => (EAGER.has(name) ? '//# allFunctionsCalledOnLoad\n' : ''),
        codeSplitting: {
          groups: [
            // what loads the others: the entry needs nothing else
            { name: 'load', test: /vite\/preload-helper|rolldown\/runtime/, priority: 2 },
            { name: 'base', test: BASE, priority: 1 },
            { name: 'frame', test: new RegExp(`${EVERY_PAGE.source}|${FRAME.source}`) },
            { name: 'playing', test: PLAYING },
            // the shop's pages share three small files
            { name: 'money', test: /contract\/shipping\.ts|shop\/shipping-terms\.ts|app\/money\.ts/ },
          ],
        },
      },
    },
    reportCompressedSize: false,
  },
  server: { proxy: Object.fromEntries(proxied.map((path) => [path, { target: backend }])) },
};

export default defineConfig(({ isSsrBuild }) => (isSsrBuild ? serverBuild : browserBuild));
