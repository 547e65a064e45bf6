import type { Context } from '#server/app/context.ts';
import type { Slice } from '#server/app/slice.ts';
import { refreshSettings } from './refresh.actions.ts';
import { settingsRoutes } from './settings.routes.ts';

/** How often a process that receives no notifications polls the database. */
const DEAF_MS = 5000;

/** Puts the owner's settings into force, and again whenever another process changed them. */
async function followSettings(ctx: Context): Promise<void> {
  await refreshSettings(ctx);
  const again = () => {
    refreshSettings(ctx).catch((error: unknown) =>
      ctx.log.warn('The settings could not be read again.', { error }),
    );
  };
  ctx.pubsub.subscribe('settings', again);
  ctx.pubsub.onGap(again);
  const timer = setInterval(() => {
    if (!ctx.pubsub.isLive()) again();
  }, DEAF_MS);
  timer.unref();
  ctx.stopping.addEventListener('abort', () => clearInterval(timer), { once: true });
}

export const settingsSlice: Slice = { routes: [settingsRoutes], onReady: followSettings };
