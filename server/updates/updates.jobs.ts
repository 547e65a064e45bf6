import { z } from 'zod';
import { job } from '#server/app/jobs/jobs.ts';
import { checkForUpdate } from './updates.actions.ts';

const HOUR_S = 3600;

/** Once a day, at another moment every time: sites that all ask at the same minute would be a flood. */
export const planUpdateCheck = job({
  name: 'updates.plan',
  schema: z.object({}),
  cron: '0 4 * * *',
  async run(ctx) {
    if (!ctx.settings.UPDATE_FEED_URL) return;
    const after = (ctx.random.bytes(4).readUInt32BE() / 2 ** 32) * 20 * HOUR_S;
    await ctx.jobs.send(updateCheck, {}, { after: Math.round(after), singletonKey: 'one' });
  },
});

export const updateCheck = job({
  name: 'updates.check',
  schema: z.object({}),
  unique: true,
  seconds: 60,
  retryLimit: 1,
  run: checkForUpdate,
});
