import { readMessageOrNull, type StoredMessage } from '#contract/text/message.ts';
import { z } from 'zod';
import type { Db, DbOrTrx } from '#server/app/database/database.ts';
import { sqlColumn } from '#server/app/database/read-rows.ts';

export interface BackupRun {
  startedAt: Date;
  name: string | null;
  bytes: number | null;
  verifiedAt: Date | null;
  failure: StoredMessage | null;
}

/** When a backup was last sent to the second bucket, and until when everything is there; null: none was. */
export async function readLastSent(db: Db): Promise<{ at: Date; heldUntil: Date } | null> {
  const row = await db
    .selectFrom('backups')
    .select(({ fn }) => [fn.max('sent_at').as('at'), fn.max('unchanged_at').as('unchanged')])
    .where('sent_at', 'is not', null)
    .executeTakeFirst();
  if (!row?.at) return null;
  return { at: row.at, heldUntil: new Date(Math.max(row.at.getTime(), row.unchanged?.getTime() ?? 0)) };
}

export async function startBackupRun(db: Db, startedAt: Date): Promise<number> {
  const row = await db
    .insertInto('backups')
    .values({ started_at: startedAt })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function finishBackupRun(
  db: DbOrTrx,
  id: number,
  result: {
    name?: string;
    bytes?: number;
    media_files?: number;
    proven_at?: Date;
    changes?: string;
    authenticated?: boolean;
    sent_at?: Date;
    failure?: string;
  },
): Promise<void> {
  await db.updateTable('backups').set(result).where('id', '=', id).execute();
}

/**
 * What has been written to the tables so far, as the server counts it; the same again where nothing was. What is
 * committed in the same second may be counted late, and only be seen the next time.
 */
export async function readChanges(db: Db): Promise<string> {
  const [changes] = await sqlColumn(z.string().nullable())`
    select md5(string_agg(relname || ':' || n_tup_ins || ':' || n_tup_upd || ':' || n_tup_del, ',' order by relname)) as changes
    from pg_stat_user_tables where schemaname = 'public' and relname <> 'backups'`.execute(db);
  return changes ?? '';
}

/** Whether nothing changed since the last backup that was verified (and sent, where `sent`); noted then. */
export async function recordUnchanged(
  db: Db,
  { changes, sent, now }: { changes: string; sent: boolean; now: Date },
): Promise<boolean> {
  const row = await db
    .updateTable('backups')
    .set({ unchanged_at: now })
    .where('id', '=', (last) => last.selectFrom('backups').select(({ fn }) => fn.max('id').as('id')))
    .where('changes', '=', changes)
    .where('proven_at', 'is not', null)
    .where('failure', 'is', null)
    .$if(sent, (query) => query.where('sent_at', 'is not', null))
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Verified backups whose facts were never vouched for by a key; each is named once. */
export async function takeUnvouched(db: Db): Promise<string[]> {
  const rows = await db
    .updateTable('backups')
    .set({ authenticated: true })
    .where('authenticated', '=', false)
    .where('proven_at', 'is not', null)
    .returning('name')
    .execute();
  return rows.flatMap(({ name }) => name ?? []);
}

/** Whether another run failed since then. */
export async function hasFailedSince(db: DbOrTrx, since: Date, but: number): Promise<boolean> {
  const row = await db
    .selectFrom('backups')
    .select('id')
    .where('started_at', '>=', since)
    .where('failure', 'is not', null)
    .where('id', '<>', but)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Forgets runs that began before then. */
export async function forgetRuns(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('backups').where('started_at', '<', before).execute();
}

/**
 * The last run, when one was last verified, and since when at most something changed that no verified backup holds; null
 * without any.
 */
export async function readLastBackup(
  db: Db,
): Promise<{ last: BackupRun | null; verifiedAt: Date | null; heldUntil: Date | null }> {
  const last = await db
    .selectFrom('backups')
    .select(['started_at', 'name', 'bytes', 'proven_at', 'failure'])
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const verified = await db
    .selectFrom('backups')
    .select(({ fn }) => [
      fn.max('proven_at').as('at'),
      fn.max('started_at').as('from'),
      fn.max('unchanged_at').as('unchanged'),
    ])
    .where('proven_at', 'is not', null)
    .executeTakeFirst();
  const verifiedTimes = [verified?.from, verified?.unchanged].flatMap((time) => time?.getTime() ?? []);
  return {
    last: last
      ? {
          startedAt: last.started_at,
          name: last.name,
          bytes: last.bytes,
          verifiedAt: last.proven_at,
          failure: readMessageOrNull(last.failure),
        }
      : null,
    verifiedAt: verified?.at ?? null,
    heldUntil: verifiedTimes.length > 0 ? new Date(Math.max(...verifiedTimes)) : null,
  };
}

/** When the first account was made; about when the site began. */
export async function readFirstAccount(db: Db): Promise<Date | null> {
  const row = await db
    .selectFrom('users')
    .select(({ fn }) => fn.min('created_at').as('at'))
    .executeTakeFirst();
  return row?.at ?? null;
}

export async function listAdminAddresses(db: DbOrTrx): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('email')
    .where('role', '=', 'GLOBAL_ADMIN')
    .where('suspended_at', 'is', null)
    .where('deleted_at', 'is', null)
    .execute();
  return rows.flatMap(({ email }) => email ?? []);
}
