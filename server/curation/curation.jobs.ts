import { ROTATION } from '#contract/site/counting.ts';
import { z } from 'zod';
import { ImportError } from '#server/adapters/video-import/video-import.ts';
import { openVideoImport } from '#server/adapters/video-import/youtube.ts';
import { job } from '#server/app/jobs/jobs.ts';
import type { Settings } from '#server/app/start/settings.ts';
import { refreshImports } from './imports.actions.ts';
import { rotate } from './rotation.actions.ts';

export const videoImport = (settings: Settings) =>
  openVideoImport({ apiUrl: settings.YOUTUBE_API_URL, apiKey: settings.YOUTUBE_API_KEY });

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
