import { z } from 'zod';
import { LINK_DAYS } from '#contract/withdrawals/withdrawals.ts';
import { transact } from '#server/app/database/database.ts';
import { job } from '#server/app/jobs/jobs.ts';
import { findOrder } from '#server/orders/orders.store.ts';
import { mayWithdrawFrom } from './withdrawals.actions.ts';
import { linkEmail } from './withdrawals.emails.ts';
import { matchAddress } from './withdrawals.rules.ts';
import { addLink, dropExpiredLinks } from './withdrawals.store.ts';

/** Mails a link, if the email belongs to the order; the caller learns nothing of it. */
export const mailWithdrawalLink = job({
  name: 'withdrawals.link',
  schema: z.object({ orderId: z.number().int(), email: z.string() }),
  async run(ctx, { orderId, email }) {
    const order = await findOrder(ctx.db, { id: orderId });
    const to = order && mayWithdrawFrom(ctx, order) ? matchAddress(order, email) : null;
    if (!order || !to) return;
    if ((await ctx.rateLimits.take('withdrawal-mail', String(orderId))) > 0) return;
    // begins with the order's number, which its page shows without asking
    const token = `${orderId}-${ctx.random.bytes(32).toString('base64url')}`;
    const expiresAt = new Date(ctx.clock.now() + LINK_DAYS * 24 * 3_600_000);
    await transact(ctx.db, async (trx) => {
      await addLink(trx, { token, orderId, email: to, expiresAt });
      await ctx.outbox.sendTemplate(trx, to, linkEmail(ctx, order, token), order.language);
    });
  },
});

export const sweepWithdrawals = job({
  name: 'withdrawals.sweep',
  schema: z.object({}),
  cron: '41 3 * * *',
  run: (ctx) => dropExpiredLinks(ctx.db, ctx.clock.now()),
});
