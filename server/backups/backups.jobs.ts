import { z } from 'zod';
import { job } from '#server/app/jobs/jobs.ts';
import { runBackup, runChangedBackup } from './backups.actions.ts';

/** Each hour in which something changed; when an admin asks for one in any case. */
export const backupJob = job({
  name: 'backup',
  schema: z.object({ asked: z.boolean().optional() }),
  cron: '20 * * * *',
  unique: true,
  concurrency: 1,
  seconds: 20 * 3600,
  retryLimit: 0,
  async run(ctx, { asked: requested }) {
    if (!ctx.settings.BACKUP) return;
    const run = requested ? await runBackup(ctx) : await runChangedBackup(ctx);
    if (run === null) return ctx.log.debug('Nothing changed since the last backup.');
    const { name, verification } = run;
    ctx.log.info('The backup was made, and came back when it was restored.', { name, ...verification });
  },
});
