import { z } from 'zod';
import { transact } from '#server/app/database/database.ts';
import { job } from '#server/app/jobs/jobs.ts';
import { resetEmail } from './accounts.emails.ts';
import { addLink, dropExpired, findForReset } from './links.store.ts';
import { SIGN_UP_WINDOW_MS } from './sign-up-limits.rules.ts';
import { dropOldSignUps } from './sign-up-limits.store.ts';
import { dropOldRequests } from './sign-up-requests.store.ts';
import { addressee, newToken } from './login.rules.ts';
import { dropFormerNames } from './names.store.ts';
import { lockPlainSecrets } from './second-step-secrets.actions.ts';
import { dropOldEvents } from './security-events.store.ts';

const RESETS_AN_HOUR = 5;

/** Mails a reset link, if the address belongs to an account. */
export const forgotPassword = job({
  name: 'accounts.forgot-password',
  schema: z.object({ email: z.string() }),
  async run(ctx, { email }) {
    await transact(ctx.db, async (trx) => {
      const user = await findForReset(trx, email, ctx.clock.now(), RESETS_AN_HOUR);
      if (!user) return;
      const token = newToken(ctx);
      await addLink(trx, {
        token,
        userId: user.id,
        purpose: 'RESET',
        email: user.email,
        now: ctx.clock.now(),
      });
      await ctx.outbox.sendTemplate(trx, user.email, resetEmail(addressee(ctx, user.username), token));
    });
  },
});

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
