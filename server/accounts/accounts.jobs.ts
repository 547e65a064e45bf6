import { z } from 'zod';
import { job } from '#server/app/jobs/jobs.ts';
import { dropExpired } from './links.store.ts';
import { SIGN_UP_WINDOW_MS } from './sign-up/sign-up-limits.rules.ts';
import { dropOldSignUps } from './sign-up/sign-up-limits.store.ts';
import { dropOldRequests } from './sign-up/sign-up-requests.store.ts';
import { dropFormerNames } from './names.store.ts';
import { lockPlainSecrets } from './sign-in/second-step-secrets.actions.ts';
import { dropOldEvents } from './security-events.store.ts';

export const sweepAccounts = job({
  name: 'accounts.sweep',
  schema: z.object({}),
  cron: '23 * * * *',
  async run(ctx) {
    await dropExpired(ctx.db, ctx.clock.now());
    await dropFormerNames(ctx.db);
    await dropOldRequests(ctx.db, ctx.clock.now());
    await dropOldEvents(ctx.db, ctx.clock.now());
    await dropOldSignUps(ctx.db, ctx.clock.now() - SIGN_UP_WINDOW_MS);
    await ctx.sharedRateLimits.sweep();
    await lockPlainSecrets(ctx);
  },
});
