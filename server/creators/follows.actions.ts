import type { Trx } from '#server/app/database/database.ts';
import { deleteFollowsBetween } from './follows.store.ts';

/** In the transaction of what comes between two people. True: one of them followed the other. */
export const endFollowsBetween = (trx: Trx, a: number, b: number): Promise<boolean> =>
  deleteFollowsBetween(trx, a, b);
