import { setTimeout as delay } from 'node:timers/promises';
import type { PgBoss } from 'pg-boss';

const LOOK_MS = 2000;

/**
 * Wakes the workers of queues with a due job: PostgreSQL notifies of new jobs, but not of delayed ones. One
 * statement for all queues, where separate workers would poll dozens of times as often.
 */
export function wakeForDueJobs(boss: PgBoss, workers: ReadonlyMap<string, readonly string[]>) {
  const stopping = new AbortController();
  const ended = (async () => {
    while (!stopping.signal.aborted) {
      await delay(LOOK_MS, null, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return;
      // without a database there is no job to wake for; the workers log the failure themselves
      const names = await findDueQueues(boss).catch(() => []);
      for (const id of names.flatMap((name) => workers.get(name) ?? [])) boss.notifyWorker(id);
    }
  })();
  return {
    async stop(): Promise<void> {
      stopping.abort();
      await ended;
    },
  };
}

async function findDueQueues(boss: PgBoss): Promise<string[]> {
  const { rows }: { rows: { name: string }[] } = await boss
    .getDb()
    .executeSql(
      "select distinct name from pgboss.job where state < 'active' and not blocked and start_after <= now()",
    );
  return rows.map(({ name }) => name);
}
