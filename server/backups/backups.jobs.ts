import { z } from 'zod';
import { job } from '#server/app/jobs/jobs.ts';
import { continueArchive, runBackup } from './backups.actions.ts';

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
  run: (ctx) => continueArchive(ctx),
});
