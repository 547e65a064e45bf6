import type { OrderStatus } from '#contract/orders/order-states.ts';
import type { Context } from '#server/app/context.ts';
import type { Trx } from '#server/app/database/database.ts';
import { notify } from '#server/notifications/notify.actions.ts';

/** Notifies the buyer, if they have an account, in the transaction that sets this status. */
export const notifyOrder = (
  ctx: Pick<Context, 'jobs'>,
  trx: Trx,
  id: number,
  status: OrderStatus,
): Promise<void> => notify(ctx, trx, { kind: 'ORDER_STATUS', type: 'ORDER', id, note: status });
