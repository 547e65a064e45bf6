import { z } from 'zod';
import { transact } from '#server/app/database/database.ts';
import { job } from '#server/app/jobs/jobs.ts';
import { resetEmail } from '../accounts.emails.ts';
import { addressee, newToken } from '../links.rules.ts';
import { addLink } from '../links.store.ts';
import { findForReset } from './password-reset.store.ts';

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
