import { existsSync, globSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

/** The server in few files: a start that reads twelve hundred takes four times as long (docs/decisions/076). */
export const SERVER_BUNDLE = 'dist/server/main.js';
const SOURCES = ['scripts/build-server.ts', 'server/**/*.ts', 'contract/**/*.ts', 'package-lock.json'];
/** Native, or large and loaded only where a setting or a request asks for it. */
const APART = [/^sharp$/, /^@aws-sdk\//, /^@opentelemetry\//, /^@simplewebauthn\//];

/** Is the bundle there, and made of what lies here now? */
export function isServerBuilt(): boolean {
  if (!existsSync(SERVER_BUNDLE)) return false;
  const { mtimeMs } = statSync(SERVER_BUNDLE);
  return globSync(SOURCES).every((file) => statSync(file).mtimeMs <= mtimeMs);
}

/** Files of the project are named from where the source lies, so they are found from where the bundle lies too. */
function keepPlaces(root: string): Plugin {
  return {
    name: 'keep-places',
    enforce: 'pre',
    transform(code, id) {
      const name = path.relative(root, id);
      if (!id.startsWith(root + path.sep) || name.startsWith('node_modules')) return null;
      return code
        .replaceAll('import.meta.dirname', `__dirOf(${JSON.stringify(path.dirname(name))})`)
        .replaceAll('import.meta.url', `__urlOf(${JSON.stringify(name)})`);
    },
  };
}

const PLACES = `const __urlOf = (name) => new URL('../../' + name, import.meta.url).href;
const __dirOf = (name) => process.getBuiltinModule('node:url').fileURLToPath(__urlOf(name));`;

/** Whether it could be: an install without build tools can't. */
async function buildServer(): Promise<boolean> {
  const vite = await import('vite').catch(() => null);
  if (vite === null) return false;
  const root = path.resolve(import.meta.dirname, '..');
  await vite.build({
    configFile: false,
    root,
    logLevel: 'warn',
    plugins: [keepPlaces(root)],
    ssr: { noExternal: true },
    build: {
      ssr: 'server/main.ts',
      outDir: path.dirname(SERVER_BUNDLE),
      emptyOutDir: true,
      copyPublicDir: false,
      target: 'node24',
      minify: false,
      rolldownOptions: {
        external: APART,
        output: { banner: PLACES, entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
  return true;
}

if (process.argv[1] === import.meta.filename) process.exitCode = (await buildServer()) ? 0 : 1;
