import { ROTATION } from '#contract/counting.ts';
import { z } from 'zod';
import { ImportError } from '#server/adapters/video-import/video-import.ts';
import { openVideoImport } from '#server/adapters/video-import/youtube.ts';
import type { Context } from '#server/app/context.ts';
import { job } from '#server/app/jobs/jobs.ts';
import type { Settings } from '#server/app/start/settings.ts';
import { refreshImports } from './imports.ts';
import { reloadRotation } from './rotation.store.ts';

export const videoImport = (settings: Settings) =>
  openVideoImport({ apiUrl: settings.YOUTUBE_API_URL, apiKey: settings.YOUTUBE_API_KEY });

/** Computes the rotation; lists that show it are made anew if it is another one. */
export async function rotate(ctx: Context): Promise<number> {
  const { videos, changed } = await reloadRotation(ctx.db, ctx.clock.now());
  if (changed) ctx.cache.drop('videos');
  return videos;
}

export const rotation = job({
  name: 'rotation',
  schema: z.object({}),
  cron: `*/${ROTATION.minutes} * * * *`,
  unique: true,
  retryLimit: 1,
  run: async (ctx) => {
    await rotate(ctx);
  },
});

export const refreshExternal = job({
  name: 'refresh-imports',
  schema: z.object({}),
  cron: '20 9 * * *',
  unique: true,
  seconds: 3600,
  run: async (ctx, _data, { signal }) => {
    const source = videoImport(ctx.settings);
    if (!source.configured) return;
    try {
      const done = await refreshImports({ db: ctx.db, source, now: ctx.clock.now() }, signal);
      if (done.refreshed + done.removed > 0) ctx.cache.drop('videos');
      ctx.log.info('The counters of imported videos were refreshed.', done);
    } catch (error) {
      // the quota is back tomorrow, and so is this job
      if (!(error instanceof ImportError && error.fault === 'quota')) throw error;
      ctx.log.warn(error.message);
    }
  },
});
