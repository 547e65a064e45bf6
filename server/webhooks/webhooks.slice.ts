import type { Slice } from '#server/app/slice.ts';
import { deliverWebhook, sweepDeliveries } from './deliver.jobs.ts';
import { spreadAtOnce, spreadWebhooks } from './spread.jobs.ts';
import { webhooksRoutes } from './webhooks.routes.ts';

export const webhooksSlice: Slice = {
  routes: [webhooksRoutes],
  jobs: [deliverWebhook, spreadWebhooks, sweepDeliveries],
  async onReady(ctx) {
    if (ctx.settings.ROLES.includes('worker')) spreadAtOnce(ctx);
  },
};
