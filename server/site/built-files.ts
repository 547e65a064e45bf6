import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { fail } from '#server/app/http/errors.ts';
import type { Route } from '#server/app/http/handle.ts';
import { openWebFiles, type WebFiles } from './web-files.ts';

const FOLDER = join(import.meta.dirname, '../../dist/web');

const opened = new WeakMap<FastifyInstance, Promise<WebFiles | null>>();

/** The built web app, read on first use; 503 until it is built. */
export async function builtFiles({ app }: Pick<Route, 'app'>): Promise<WebFiles> {
  const opening = opened.get(app) ?? openWebFiles(FOLDER);
  opened.set(app, opening);
  const files = await opening;
  if (files) return files;
  opened.delete(app);
  throw fail(503, 'NOT_BUILT', 'The web app has not been built. Run npm run build.', { retryAfter: 5 });
}
