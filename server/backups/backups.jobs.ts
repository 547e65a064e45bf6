import { z } from 'zod';
import { job } from '#server/app/jobs/jobs.ts';
import { continueArchive, runBackup, sendNewArchive, sendsArchive } from './backups.actions.ts';

export const nightlyBackup = job({
  name: 'backup',
  schema: z.object({}),
  cron: '20 2 * * *',
  unique: true,
  concurrency: 1,
  seconds: 20 * 3600,
  retryLimit: 0,
  async run(ctx) {
    if (!ctx.settings.BACKUP) return;
    const { name, proof } = await runBackup(ctx);
    ctx.log.info('The backup was made, and came back when it was restored.', { name, ...proof });
  },
});

/** How much at most is lost of what was written after the last nightly backup: a minute. */
export const walArchive = job({
  name: 'wal-archive',
  schema: z.object({}),
  cron: '* * * * *',
  unique: true,
  concurrency: 1,
  retryLimit: 0,
  async run(ctx) {
    await continueArchive(ctx);
    if (sendsArchive(ctx.settings)) await ctx.jobs.send(walBucket, {});
  },
});

/** Apart from the archive itself, which waits for no bucket. */
export const walBucket = job({
  name: 'wal-bucket',
  schema: z.object({}),
  unique: true,
  concurrency: 1,
  // the first time it sends all of it
  seconds: 20 * 3600,
  retryLimit: 0,
  run: (ctx) => sendNewArchive(ctx),
});
