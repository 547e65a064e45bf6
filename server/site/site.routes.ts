import { site } from '#contract/site/site.ts';
import { StorageFull } from '#server/adapters/storage/storage.ts';
import type { Context } from '#server/app/context.ts';
import type { Routes } from '#server/app/http/handle.ts';
import { languageOf } from '#server/app/i18n/request-language.ts';
import { isFull } from '#server/app/observe/disk.ts';
import { pingDatabase } from './health.store.ts';
import { publicSettings } from './public-settings.ts';
import { isAdmin } from '#server/app/http/callers/roles.ts';

export const siteRoutes: Routes = (route) => {
  // reached once the site is ready: until then every call is answered with 503
  route(site.ping, async () => ({ status: 'ok' as const }));

  let cached: { until: number; health: ReturnType<typeof checkHealth> } | null = null;
  route(site.health, async ({ ctx, user }) => {
    // writes to the store and contacts the mail server: visitors must not trigger that without limit
    if (isAdmin(user)) return checkHealth(ctx);
    if (cached && cached.until > ctx.clock.now()) return cached.health;
    const check = (cached = { until: ctx.clock.now() + HEALTH_CACHE_MS, health: checkHealth(ctx) });
    const health = await check.health;
    if (health.status !== 'ok') check.until = ctx.clock.now() + FAILURE_CACHE_MS;
    return health;
  });

  route(site.config, async ({ ctx, request, reply }) => {
    const language = languageOf(request, ctx.settings.owner.languages);
    reply.header('content-language', language);
    return publicSettings(ctx.settings, ctx.push, language);
  });
};

const HEALTH_CACHE_MS = 30_000;
const FAILURE_CACHE_MS = 1_000;

async function checkHealth(ctx: Context) {
  const [database, storage, queue, mail] = await Promise.all([
    check(() => pingDatabase(ctx.db).then(() => null)),
    check(() => checkStorage(ctx)),
    check(() =>
      ctx.jobs.boss.isInstalled().then((installed) => {
        if (!installed) throw new Error("The queue isn't set up.");
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
  if (free !== null && free < settings.LIMITS.freeDisk) throw new StorageFull('The storage is full.');
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
