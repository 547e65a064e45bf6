import type { Trx } from './database.ts';

/**
 * Lets only one at a time change what these people keep, until the transaction ends; so it can be counted. They are locked
 * in one order, so that two who lock each other wait and don't fail.
 */
export async function lockPeople(trx: Trx, ...ids: number[]): Promise<void> {
  await trx.selectFrom('users').select('id').where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute();
}
