import { z } from 'zod';
import { job } from '#server/app/jobs/jobs.ts';
import { runEach } from '#server/app/jobs/run-each.ts';
import { dropExpired } from './links.store.ts';
import { SIGN_UP_WINDOW_MS } from './sign-up/sign-up-limits.rules.ts';
import { dropOldSignUps } from './sign-up/sign-up-limits.store.ts';
import { dropOldRequests } from './sign-up/sign-up-requests.store.ts';
import { dropFormerNames } from './names.store.ts';
import { lockPlainSecrets } from './sign-in/two-factor-secrets.actions.ts';
import { dropOldEvents } from './security-events.store.ts';

export const sweepAccounts = job({
  name: 'accounts.sweep',
  schema: z.object({}),
  cron: '23 * * * *',
  async run(ctx, _data, { signal }) {
    const now = ctx.clock.now();
    const sweeps = [
      () => dropExpired(ctx.db, now),
      () => dropFormerNames(ctx.db),
      () => dropOldRequests(ctx.db, now),
      () => dropOldEvents(ctx.db, now),
      () => dropOldSignUps(ctx.db, now - SIGN_UP_WINDOW_MS),
      () => ctx.rateLimits.sweep(),
      () => lockPlainSecrets(ctx),
    ];
    await runEach(sweeps, signal, (sweep) => sweep());
  },
});
