import type { Trx } from './database.ts';

/**
 * Serialises changes to these people's data until the transaction ends, so that limits can be counted. Rows are locked
 * in a fixed order, so that two such transactions wait and don't deadlock.
 */
export async function lockPeople(trx: Trx, ...ids: number[]): Promise<void> {
  await trx.selectFrom('users').select('id').where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute();
}
