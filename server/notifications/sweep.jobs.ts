import { z } from 'zod';
import { job } from '#server/app/jobs/jobs.ts';
import { sweepNotifications } from './notifications.store.ts';

export const sweepNotificationsJob = job({
  name: 'notifications.sweep',
  schema: z.object({}),
  cron: '40 3 * * *',
  run: (ctx) => sweepNotifications(ctx.db),
});
