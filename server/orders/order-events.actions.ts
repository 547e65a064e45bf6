import type { Trx } from '#server/app/database/database.ts';
import { EVENTS } from './order-events.rules.ts';
import { recordOrderEvent, type OrderRow } from './orders.store.ts';

/** The order's status stays as it is. */
export const recordWithdrawal = (
  trx: Trx,
  { id, status }: Pick<OrderRow, 'id' | 'status'>,
  inTime: boolean,
): Promise<void> =>
  recordOrderEvent(trx, id, 'buyer', inTime ? EVENTS.WITHDRAWN() : EVENTS.WITHDRAWN_LATE(), status);
