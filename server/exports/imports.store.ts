import type { DataImportAnswer } from '#contract/exports/exports.ts';
import { readMessageOrNull, type Stored, type StoredMessage } from '#contract/text/message.ts';
import { readLeftOut, type LeftOut } from '#server/adapters/untrusted/faults.ts';
import type { Db, DbOrTrx } from '#server/app/database/database.ts';

export interface Outcome {
  problem: StoredMessage | null;
  clips: number;
  profile: DataImportAnswer['profile'];
  leftOut: LeftOut[];
}

const COLUMNS = ['id', 'status', 'created_at', 'problem', 'clips', 'profile', 'left_out'] as const;

interface Row {
  id: number;
  status: string;
  created_at: Date;
  problem: Stored | null;
  clips: number;
  profile: string[];
  left_out: unknown;
}

const toImport = (row: Row): DataImportAnswer => ({
  id: row.id,
  status: row.status as DataImportAnswer['status'],
  createdAt: row.created_at.toISOString(),
  problem: readMessageOrNull(row.problem),
  clips: row.clips,
  profile: row.profile as DataImportAnswer['profile'],
  leftOut: readLeftOut(row.left_out),
});

/** The index rejects a second one in progress. */
export async function addImport(
  trx: DbOrTrx,
  { userId, key, now }: { userId: number; key: string; now: number },
): Promise<DataImportAnswer> {
  return toImport(
    await trx
      .insertInto('imports')
      .values({ user_id: userId, key, created_at: new Date(now) })
      .returning(COLUMNS)
      .executeTakeFirstOrThrow(),
  );
}

export async function listImports(db: Db, userId: number): Promise<DataImportAnswer[]> {
  const rows = await db
    .selectFrom('imports')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(10)
    .execute();
  return rows.map(toImport);
}

export async function isImporting(db: Db, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('imports')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', '=', 'PENDING')
    .executeTakeFirst();
  return row !== undefined;
}

/** One that waits to be unpacked. */
export async function findImport(db: Db, id: number): Promise<{ userId: number; key: string } | null> {
  const row = await db
    .selectFrom('imports')
    .select(['user_id', 'key'])
    .where('id', '=', id)
    .where('status', '=', 'PENDING')
    .executeTakeFirst();
  return row?.key ? { userId: row.user_id, key: row.key } : null;
}

export async function finishImport(trx: DbOrTrx, id: number, outcome: Outcome): Promise<void> {
  await trx
    .updateTable('imports')
    .set({
      status: outcome.problem === null ? 'DONE' : 'FAILED',
      key: null,
      problem: outcome.problem?.json ?? null,
      clips: outcome.clips,
      profile: outcome.profile,
      left_out: JSON.stringify(outcome.leftOut),
    })
    .where('id', '=', id)
    .where('status', '=', 'PENDING')
    .execute();
}

/** Those from before `before`, whether they were finished or not; gives their files. */
export async function dropOldImports(trx: DbOrTrx, before: number): Promise<string[]> {
  const rows = await trx
    .deleteFrom('imports')
    .where('created_at', '<', new Date(before))
    .returning('key')
    .execute();
  return rows.flatMap(({ key }) => key ?? []);
}

export async function dropImportsOf(trx: DbOrTrx, userId: number): Promise<string[]> {
  const rows = await trx.deleteFrom('imports').where('user_id', '=', userId).returning('key').execute();
  return rows.flatMap(({ key }) => key ?? []);
}
