import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';

/**
 * Waits until `count` statements of this database wait for a lock; polls on a connection that may be in a
 * transaction.
 */
export async function untilWaiting(client: pg.Client, count: number): Promise<void> {
  for (let tries = 0; tries < 2000; tries += 1) {
    await client.query('select pg_stat_clear_snapshot()');
    const { rows } = await client.query(`select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`);
    if (rows[0].count >= count) return;
    await delay(10);
  }
  throw new Error(`Fewer than ${count} statements wait for a lock.`);
}

/** Waits until `probe` returns a value; the caller's test times out otherwise. */
export async function until<T>(
  probe: () => Promise<T | null | undefined | false> | T | null | undefined | false,
): Promise<T> {
  for (;;) {
    const found = await probe();
    if (found) return found;
    await new Promise((done) => {
      setTimeout(done, 25);
    });
  }
}
