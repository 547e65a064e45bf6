import type { Db, DbOrTrx } from '#server/app/database/database.ts';

export interface BackupRun {
  startedAt: Date;
  name: string | null;
  bytes: number | null;
  provenAt: Date | null;
  failure: string | null;
}

/** When a backup was last sent to the second bucket. */
export async function readLastSent(db: Db): Promise<Date | null> {
  const row = await db
    .selectFrom('backups')
    .select(({ fn }) => fn.max('sent_at').as('at'))
    .executeTakeFirst();
  return row?.at ?? null;
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
    sent_at?: Date;
    failure?: string;
  },
): Promise<void> {
  await db.updateTable('backups').set(result).where('id', '=', id).execute();
}

/** The last run, and when one was last proven. */
export async function readLastBackup(db: Db): Promise<{ last: BackupRun | null; provenAt: Date | null }> {
  const last = await db
    .selectFrom('backups')
    .select(['started_at', 'name', 'bytes', 'proven_at', 'failure'])
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const proven = await db
    .selectFrom('backups')
    .select(({ fn }) => fn.max('proven_at').as('at'))
    .executeTakeFirst();
  return {
    last: last
      ? {
          startedAt: last.started_at,
          name: last.name,
          bytes: last.bytes,
          provenAt: last.proven_at,
          failure: last.failure,
        }
      : null,
    provenAt: proven?.at ?? null,
  };
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
