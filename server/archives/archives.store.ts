import { sql } from 'kysely';
import { ARCHIVE_DAYS, type ArchiveAnswer, type ArchiveItemAnswer } from '#contract/archives/archives.ts';
import { readMessageOrNull, type Stored, type StoredMessage } from '#contract/text/message.ts';
import { readLeftOut, type LeftOut } from '#server/adapters/untrusted/faults.ts';
import type { Db, DbOrTrx, Trx } from '#server/app/database/database.ts';

interface ItemRow {
  id: number;
  title: string;
  published_at: Date | null;
  duration_ms: number | null;
  is_duplicate: boolean;
  visibility: string;
  problem: Stored | null;
  status: string;
  video_id: number | null;
}

const ITEM = [
  'id',
  'title',
  'published_at',
  'duration_ms',
  'is_duplicate',
  'visibility',
  'problem',
  'status',
  'video_id',
] as const;

const toItem = (row: ItemRow): ArchiveItemAnswer => ({
  id: row.id,
  title: row.title,
  date: row.published_at?.toISOString() ?? null,
  durationSec: row.duration_ms === null ? null : Math.round(row.duration_ms / 100) / 10,
  duplicate: row.is_duplicate,
  visibility: row.visibility as ArchiveItemAnswer['visibility'],
  problem: readMessageOrNull(row.problem),
  status: row.status as ArchiveItemAnswer['status'],
  submissionId: row.video_id,
});

interface ArchiveRow {
  id: number;
  name: string | null;
  status: string;
  problem: Stored | null;
  left_out: unknown;
  created_at: Date;
}
const ARCHIVE = ['id', 'name', 'status', 'problem', 'left_out', 'created_at'] as const;

async function withItems(db: DbOrTrx, row: ArchiveRow): Promise<ArchiveAnswer> {
  const items = await db
    .selectFrom('archive_items')
    .where('archive_id', '=', row.id)
    .select(ITEM)
    .orderBy('id')
    .execute();
  return {
    id: row.id,
    name: row.name,
    status: row.status as ArchiveAnswer['status'],
    problem: readMessageOrNull(row.problem),
    items: items.map(toItem),
    leftOut: readLeftOut(row.left_out),
    createdAt: row.created_at.toISOString(),
  };
}

/** Its index rejects a second archive that is read at the same time. */
export async function insertArchive(
  trx: Trx,
  { userId, key, name, now }: { userId: number; key: string; name: string | null; now: Date },
): Promise<ArchiveAnswer> {
  const row = await trx
    .insertInto('archives')
    .values({ user_id: userId, key, name, created_at: now })
    .returning(ARCHIVE)
    .executeTakeFirstOrThrow();
  return withItems(trx, row);
}

export async function isReading(db: Db, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('archives')
    .where('user_id', '=', userId)
    .where('status', '=', 'READING')
    .select('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function findArchive(db: DbOrTrx, userId: number, id: number): Promise<ArchiveAnswer | null> {
  const row = await db
    .selectFrom('archives')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .select(ARCHIVE)
    .executeTakeFirst();
  return row ? withItems(db, row) : null;
}

export async function listArchives(db: Db, userId: number): Promise<ArchiveAnswer[]> {
  const rows = await db
    .selectFrom('archives')
    .where('user_id', '=', userId)
    .select(ARCHIVE)
    .orderBy('id', 'desc')
    .limit(10)
    .execute();
  return Promise.all(rows.map((row) => withItems(db, row)));
}

/** The owner and the file of an archive, while it is stored. */
export async function findFile(
  db: Db,
  id: number,
  status: ArchiveAnswer['status'],
): Promise<{ userId: number; key: string } | null> {
  const row = await db
    .selectFrom('archives')
    .where('id', '=', id)
    .where('status', '=', status)
    .select(['user_id', 'key'])
    .executeTakeFirst();
  return row?.key ? { userId: row.user_id, key: row.key } : null;
}

export interface FoundVideo {
  path: string;
  title: string;
  description: string | null;
  date: Date | null;
  size: number;
  durationMs: number | null;
  isDuplicate: boolean;
  visibility: ArchiveItemAnswer['visibility'];
  problem: StoredMessage | null;
}

/** A video as soon as it was looked at; one that an earlier try of the job looked at stays as it is. */
export async function insertArchiveVideo(db: Db, archiveId: number, item: FoundVideo): Promise<void> {
  await db
    .insertInto('archive_items')
    .values({
      archive_id: archiveId,
      path: item.path,
      title: item.title,
      description: item.description,
      published_at: item.date,
      size: item.size,
      duration_ms: item.durationMs,
      is_duplicate: item.isDuplicate,
      visibility: item.visibility,
      problem: item.problem?.json ?? null,
    })
    .onConflict((same) => same.doNothing())
    .execute();
}

export async function listVideoPaths(db: Db, archiveId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('archive_items')
    .where('archive_id', '=', archiveId)
    .select('path')
    .execute();
  return rows.map(({ path }) => path);
}

/** Whether one of a person's videos was made from this very file. */
export async function hasFile(db: Db, userId: number, sha256: string): Promise<boolean> {
  const row = await db
    .selectFrom('videos')
    .where('uploader_id', '=', userId)
    .where('original_sha256', '=', sha256)
    .select('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function finishReading(
  trx: DbOrTrx,
  id: number,
  { problem, leftOut }: { problem: StoredMessage | null; leftOut: LeftOut[] },
): Promise<void> {
  await trx
    .updateTable('archives')
    .set({
      status: problem === null ? 'READ' : 'FAILED',
      problem: problem?.json ?? null,
      left_out: JSON.stringify(leftOut),
      ...(problem === null ? {} : { key: null }),
    })
    .where('id', '=', id)
    .where('status', '=', 'READING')
    .execute();
}

/** Lines up what can be sent. How many of these items the archive has. */
export async function chooseItems(
  trx: Trx,
  archiveId: number,
  { items, category }: { items: number[]; category: string },
): Promise<number> {
  await trx
    .updateTable('archive_items')
    .set({ status: 'WAITING', category, problem: null })
    .where('archive_id', '=', archiveId)
    .where('id', 'in', items)
    .where((where) =>
      where.or([
        where.and([where('status', '=', 'FOUND'), where('problem', 'is', null)]),
        where('status', '=', 'FAILED'),
      ]),
    )
    .execute();
  const { count } = await trx
    .selectFrom('archive_items')
    .where('archive_id', '=', archiveId)
    .where('id', 'in', items)
    .select((of) => of.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The next queued item. */
export async function findWaitingItem(db: Db, archiveId: number) {
  const row = await db
    .selectFrom('archive_items')
    .where('archive_id', '=', archiveId)
    .where('status', '=', 'WAITING')
    .select(['id', 'path', 'title', 'description', 'visibility', 'published_at', 'size', 'category'])
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** It is a submission now, with its original publication date. */
export async function markSent(trx: Trx, itemId: number, videoId: number): Promise<void> {
  await sql`
    with sent as (
      update archive_items set status = 'SENT', video_id = ${videoId} where id = ${itemId} returning published_at
    )
    update videos set first_published = sent.published_at from sent where videos.id = ${videoId}`.execute(
    trx,
  );
}

export async function markFailed(db: Db, itemId: number, problem: StoredMessage): Promise<void> {
  await db
    .updateTable('archive_items')
    .set({ status: 'FAILED', problem: problem.json })
    .where('id', '=', itemId)
    .execute();
}

/** Returns its file, where it has one. Null: this person has no such archive. */
export async function deleteArchive(trx: Trx, userId: number, id: number): Promise<string[] | null> {
  const deleted = await trx
    .deleteFrom('archives')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('key')
    .executeTakeFirst();
  return deleted ? (deleted.key === null ? [] : [deleted.key]) : null;
}

export async function dropArchivesOf(trx: Trx, userId: number): Promise<string[]> {
  const rows = await trx.deleteFrom('archives').where('user_id', '=', userId).returning('key').execute();
  return rows.flatMap(({ key }) => key ?? []);
}

export async function dropOldArchives(trx: Trx, now: Date): Promise<string[]> {
  const rows = await trx
    .deleteFrom('archives')
    .where('created_at', '<', new Date(now.getTime() - ARCHIVE_DAYS * 24 * 3_600_000))
    .returning('key')
    .execute();
  return rows.flatMap(({ key }) => key ?? []);
}
