import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { defineConfig } from 'vite';
import { contractTable } from './contract-table.ts';

interface Chunk {
  file: string;
  css?: string[];
  assets?: string[];
  imports?: string[];
}

/** The pages and parts that must work without a network, by their sources. */
const OFFLINE_PARTS = [
  'index.html',
  'pages/OfflinePage.tsx',
  'pages/look-ahead.ts',
  'offline/follow-worker.ts',
  'puzzle/PuzzleGame.tsx',
  'ui/dialogs/Toasts.tsx',
];
/** Beside what is built. */
const ROOT_FILES = ['/favicon.svg'];

/** Every file that a part of the app needs to begin. */
function filesOf(parts: string[]): string[] {
  const manifest = JSON.parse(readFileSync('dist/web/.vite/manifest.json', 'utf8')) as Record<string, Chunk>;
  const seen = new Set<string>();
  const visit = (key: string): void => {
    if (seen.has(key)) return;
    seen.add(key);
    for (const other of manifest[key]?.imports ?? []) visit(other);
  };
  for (const part of parts) visit(part);
  return [...seen].flatMap((key) => {
    const { file, css = [], assets = [] } = manifest[key] ?? { file: '' };
    return [file, ...css, ...assets].filter(Boolean).map((path) => `/${path}`);
  });
}

/** The service worker, one file beside the app; `vite build` of the app comes before. */
export default defineConfig(() => {
  const files = [...new Set([...filesOf(OFFLINE_PARTS), ...ROOT_FILES])];
  const name = createHash('sha256').update(files.join()).digest('hex').slice(0, 12);
  return {
    plugins: [contractTable()],
    publicDir: false as const,
    define: {
      SHELL_FILES: JSON.stringify(files),
      SHELL_NAME: JSON.stringify(`shell-${name}`),
      'process.env.NODE_ENV': '"production"',
    },
    build: {
      outDir: 'dist/web',
      emptyOutDir: false,
      minify: true,
      target: ['chrome123', 'firefox125', 'safari17.5'],
      rolldownOptions: {
        input: 'web/worker/sw.ts',
        output: { format: 'iife' as const, entryFileNames: 'sw.js' },
      },
    },
  };
});
