import type { DataExport } from '#contract/exports/exports.ts';
import type { Db, DbOrTrx } from '#server/app/database/database.ts';

interface Row {
  id: number;
  status: string;
  size: number | null;
  created_at: Date;
  expires_at: Date | null;
}
const COLUMNS = ['id', 'status', 'size', 'created_at', 'expires_at'] as const;

const toExport = (row: Row): DataExport => ({
  id: row.id,
  status: row.status as DataExport['status'],
  size: row.size,
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at?.toISOString() ?? null,
});

/** The index rejects a second one in progress. */
export async function addExport(trx: DbOrTrx, userId: number, now: number): Promise<DataExport> {
  return toExport(
    await trx
      .insertInto('exports')
      .values({ user_id: userId, created_at: new Date(now) })
      .returning(COLUMNS)
      .executeTakeFirstOrThrow(),
  );
}

export async function listExports(db: Db, userId: number, now: number): Promise<DataExport[]> {
  const rows = await db
    .selectFrom('exports')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', new Date(now))]))
    .orderBy('id', 'desc')
    .limit(10)
    .execute();
  return rows.map(toExport);
}

/** Of one that can be downloaded. */
export async function findReady(db: Db, userId: number, id: number, now: number) {
  const row = await db
    .selectFrom('exports')
    .innerJoin('users', 'users.id', 'exports.user_id')
    .select(['key', 'expires_at', 'sign_in_epoch'])
    .where('exports.id', '=', id)
    .where('user_id', '=', userId)
    .where('status', '=', 'READY')
    .where('expires_at', '>', new Date(now))
    .executeTakeFirst();
  return row?.key && row.expires_at
    ? { key: row.key, expiresAt: row.expires_at, epoch: row.sign_in_epoch }
    : null;
}

/** Records the file about to be written, in place of a killed process's. Null: the export was cancelled. */
export async function nameFile(
  db: Db,
  id: number,
  key: string,
): Promise<{ userId: number; before: string | null } | null> {
  const row = await db
    .selectFrom('exports')
    .select(['user_id', 'key'])
    .where('id', '=', id)
    .where('status', '=', 'PENDING')
    .executeTakeFirst();
  if (!row) return null;
  await db.updateTable('exports').set({ key }).where('id', '=', id).where('status', '=', 'PENDING').execute();
  return { userId: row.user_id, before: row.key };
}

/** False: the account was deleted, or the export was cancelled meanwhile. */
export async function finishExport(
  trx: DbOrTrx,
  id: number,
  { key, size, expiresAt }: { key: string; size: number; expiresAt: number },
): Promise<boolean> {
  const finished = await trx
    .updateTable('exports')
    .set({ status: 'READY', size, expires_at: new Date(expiresAt) })
    .where('id', '=', id)
    .where('key', '=', key)
    .where('status', '=', 'PENDING')
    .executeTakeFirst();
  return finished.numUpdatedRows > 0n;
}

export async function failExport(db: Db, id: number, expiresAt: number): Promise<void> {
  await db
    .updateTable('exports')
    .set({ status: 'FAILED', expires_at: new Date(expiresAt) })
    .where('id', '=', id)
    .where('status', '=', 'PENDING')
    .execute();
}

/** Those that expired, or were begun before `stuck` and never finished; gives their files. */
export async function dropOldExports(trx: DbOrTrx, now: number, stuck: number): Promise<string[]> {
  const rows = await trx
    .deleteFrom('exports')
    .where((where) =>
      where.or([
        where('expires_at', '<', new Date(now)),
        where.and([where('status', '=', 'PENDING'), where('created_at', '<', new Date(stuck))]),
      ]),
    )
    .returning('key')
    .execute();
  return rows.flatMap(({ key }) => key ?? []);
}

export async function dropExportsOf(trx: DbOrTrx, userId: number): Promise<string[]> {
  const rows = await trx.deleteFrom('exports').where('user_id', '=', userId).returning('key').execute();
  return rows.flatMap(({ key }) => key ?? []);
}
