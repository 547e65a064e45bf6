import { mayWithdraw } from '#contract/withdrawals/withdrawals.rules.ts';
import type { Context } from '#server/app/context.ts';
import { transact } from '#server/app/database/database.ts';
import { recordWithdrawal } from '#server/orders/order-events.actions.ts';
import type { OrderRow } from '#server/orders/orders.store.ts';
import { emailAdmins } from '#server/orders/refunds/refunds.actions.ts';
import { declaredEmail, receiptEmail } from './withdrawals.emails.ts';
import { isInTime, matchAddress } from './withdrawals.rules.ts';
import { insertWithdrawal } from './withdrawals.store.ts';

export const mayWithdrawFrom = ({ settings }: Context, order: OrderRow): boolean =>
  mayWithdraw(settings.owner.shop.withdrawalMode, {
    status: order.status,
    shippingCountry: order.shipping_country,
  });

/**
 * Records the withdrawal beside the order, whose status stays as it is. The receipt goes to `email`, and where that is
 * none of the order's addresses, to its buyer as well. The second time does nothing.
 */
export async function declareWithdrawal(ctx: Context, order: OrderRow, email: string): Promise<void> {
  const declaredAt = new Date(ctx.clock.now());
  const days = ctx.settings.owner.shop.withdrawalDays;
  const inTime = isInTime({ orderedAt: order.created_at, declaredAt, days });
  const buyer = order.account_email ?? order.payer_email;
  const recipients = matchAddress(order, email) === null && buyer !== null ? [email, buyer] : [email];
  await transact(ctx.db, async (trx) => {
    if (!(await insertWithdrawal(trx, { orderId: order.id, email, inTime, declaredAt }))) return;
    await recordWithdrawal(trx, order, inTime);
    for (const to of recipients)
      await ctx.outbox.sendTemplate(trx, to, receiptEmail(order, { email, declaredAt }), order.language);
    await emailAdmins(ctx, trx, declaredEmail(ctx, order, declaredAt));
  });
}
