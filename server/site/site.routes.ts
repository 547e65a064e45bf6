import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { contract } from '#contract/all.ts';
import { site } from '#contract/site.ts';
import { StorageFull } from '#server/adapters/storage/storage.ts';
import type { Context } from '#server/app/context.ts';
import { notFound } from '#server/app/http/errors.ts';
import type { Route, Routes } from '#server/app/http/handle.ts';
import { isFull } from '#server/app/observe/disk.ts';
import { describeApi } from '#server/app/http/openapi.ts';
import { askDatabase } from './health.store.ts';
import { publicSettings } from './public-settings.ts';
import { isAdmin } from '#server/app/http/roles.ts';

export const siteRoutes: Routes = (route) => {
  // a context there is no answer without: the call is rejected with 503 before
  route(site.ping, async () => ({ status: 'ok' as const }));

  let kept: { until: number; health: ReturnType<typeof checkHealth> } | null = null;
  route(site.health, async ({ ctx, user }) => {
    // the store is written to and the mail server asked: a stranger can't have that done as often as they like
    if (isAdmin(user)) return checkHealth(ctx);
    if (!kept || kept.until <= ctx.clock.now())
      kept = { until: ctx.clock.now() + HEALTH_KEPT_MS, health: checkHealth(ctx) };
    return kept.health;
  });

  route(site.config, async ({ ctx: { settings } }) => publicSettings(settings));

  documentation(route);
};

const HEALTH_KEPT_MS = 30_000;

async function checkHealth(ctx: Context) {
  const [database, storage, queue, mail] = await Promise.all([
    check(() => askDatabase(ctx.db).then(() => null)),
    check(() => checkStorage(ctx)),
    check(() =>
      ctx.jobs.boss.isInstalled().then((installed) => {
        if (!installed) throw new Error('The queue is not set up.');
        return null;
      }),
    ),
    check(() => ctx.mail.check().then(() => null)),
  ]);
  const pubsub = ctx.pubsub.isLive() ? { ok: true, detail: null } : { ok: false, detail: 'unreachable' };
  const disk = isFull(ctx.disk()) ? { ok: false, detail: 'full' } : { ok: true, detail: null };
  const parts = { database, storage, queue, mail, disk, pubsub };
  const ok = Object.values(parts).every((part) => part.ok);
  return { status: ok ? ('ok' as const) : ('degraded' as const), ...parts };
}

async function checkStorage({ storage, settings }: Context): Promise<null> {
  await storage.check();
  const free = await storage.freeBytes();
  if (free !== null && free < settings.MIN_FREE_DISK_BYTES) throw new StorageFull('The storage is full.');
  return null;
}

/** Why a part fails is for the operator's log; the public learns that it does. */
async function check(probe: () => Promise<string | null>) {
  try {
    return { ok: true, detail: await probe() };
  } catch (error) {
    return { ok: false, detail: error instanceof StorageFull ? 'full' : 'unreachable' };
  }
}

const swaggerFolder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const SWAGGER_FILES: Record<string, string> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
};
const DOCS_PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>API</title><meta name="viewport" content="width=device-width">
<link rel="stylesheet" href="/api/docs/swagger-ui.css"><div id="swagger"></div>
<script src="/api/docs/swagger-ui-bundle.js"></script><script src="/api/docs/start.js"></script></html>`;
const DOCS_START = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#swagger', deepLinking: true, validatorUrl: null });`;

/** GET /api/openapi.json, and /api/docs that shows it. */
function documentation({ app, ctx }: Route): void {
  let kept: { of: string; document: string } | null = null;
  const describe = ({ settings }: Context) =>
    JSON.stringify(describeApi(contract, { title: `${settings.SITE_NAME} API`, url: settings.PUBLIC_URL }));
  app.get('/api/openapi.json', async (_request, reply) => {
    const { SITE_NAME, PUBLIC_URL } = ctx().settings;
    const of = `${SITE_NAME} ${PUBLIC_URL}`;
    if (kept?.of !== of) kept = { of, document: describe(ctx()) };
    return reply.type('application/json; charset=utf-8').send(kept.document);
  });
  app.get('/api/docs', async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'self'",
      )
      .send(DOCS_PAGE),
  );
  app.get<{ Params: { file: string } }>('/api/docs/:file', async ({ params: { file } }, reply) => {
    if (file === 'start.js') return reply.type('text/javascript; charset=utf-8').send(DOCS_START);
    const type = SWAGGER_FILES[file];
    if (!type) throw notFound('This page');
    return reply
      .type(type)
      .header('cache-control', 'public, max-age=3600')
      .send(await readFile(join(swaggerFolder, file)));
  });
}
