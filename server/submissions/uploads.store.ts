import { sql } from 'kysely';
import { z } from 'zod';
import type { Db, DbOrTrx, Trx } from '#server/app/database/database.ts';
import { sqlRows } from '#server/app/database/read-rows.ts';

/** Uploads in progress. An upload expires a day after its last byte. */
export const RETENTION_HOURS = 24;

export interface NewUpload {
  id: string;
  userId: number;
  total: number | null;
  /** What it takes of its creator's bytes a day. */
  bytes: number;
  fields: Record<string, string>;
  parts: string[];
  now: Date;
  /** Its sender's own name for it: under one name one video is made. */
  idempotencyKey?: string | null;
}

const Usage = z.object({
  /** Uploads of the last day, those in progress counted at their full size. */
  bytes: z.number(),
  /** When the first of these bytes counts no longer. */
  since: z.date().nullable(),
  /** Pending review and in progress. */
  pending: z.number(),
});
export type Usage = z.output<typeof Usage>;

/** A creator's usage, locked: no other upload of theirs can begin until the transaction ends. */
export async function measureUsage(trx: Trx, userId: number, now: Date): Promise<Usage> {
  await lockUploader(trx, userId);
  const day = new Date(now.getTime() - 24 * 3600 * 1000);
  const [usage] = await sqlRows(Usage)`
    select coalesce(sum(reserved_bytes), 0)::bigint as bytes, min(created_at) filter (where reserved_bytes > 0) as since,
      (count(*) filter (where video_id is null and not (bytes_received > 0 and parts = '{}')) + (
        select count(*) from videos where uploader_id = ${userId} and origin = 'UPLOAD' and status = 'PENDING'
          and archived_at is null and visibility <> 'PRIVATE'))::int as pending
    from uploads where user_id = ${userId} and created_at > ${day}`.execute(trx);
  return usage ?? { bytes: 0, since: null, pending: 0 };
}

/** Blocks other uploads of this person until the transaction ends. */
export async function lockUploader(trx: Trx, userId: number): Promise<void> {
  await trx.selectFrom('users').where('id', '=', userId).select('id').forNoKeyUpdate().execute();
}

export async function insertUpload(db: DbOrTrx, upload: NewUpload): Promise<void> {
  await db
    .insertInto('uploads')
    .values({
      id: upload.id,
      user_id: upload.userId,
      bytes_total: upload.total,
      reserved_bytes: upload.bytes,
      fields: JSON.stringify(upload.fields),
      parts: upload.parts,
      created_at: upload.now,
      expires_at: expiry(upload.now),
      idempotency_key: upload.idempotencyKey ?? null,
    })
    .execute();
}

export type KeyClaim = { videoId: number } | { videoId: null; left: string[] };

/**
 * The video that an earlier upload under the same key became. An unfinished one is dropped, as its sender is retrying;
 * its stored pieces are returned in `left`. Waits for an upload that is being completed.
 */
export async function claimKey(trx: Trx, { userId, idempotencyKey: key }: NewUpload): Promise<KeyClaim> {
  if (!key) return { videoId: null, left: [] };
  const deleted = await trx
    .deleteFrom('uploads')
    .where('user_id', '=', userId)
    .where('idempotency_key', '=', key)
    .where('video_id', 'is', null)
    .returning('parts')
    .executeTakeFirst();
  if (deleted) return { videoId: null, left: deleted.parts };
  const existing = await trx
    .selectFrom('uploads')
    .where('user_id', '=', userId)
    .where('idempotency_key', '=', key)
    .select('video_id')
    .executeTakeFirst();
  return existing?.video_id ? { videoId: existing.video_id } : { videoId: null, left: [] };
}

export async function findUpload(db: DbOrTrx, id: string, userId: number) {
  return (
    (await db
      .selectFrom('uploads')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      // what it became was deleted, and with it the pieces: there is nothing to go on with
      .where(sql<boolean>`not (video_id is null and bytes_received > 0 and parts = '{}')`)
      .selectAll()
      .executeTakeFirst()) ?? null
  );
}

/** Adds a stored piece at `offset`; false when another request wrote there first. */
export async function addPart(
  db: DbOrTrx,
  id: string,
  offset: number,
  part: { key: string; size: number },
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('uploads')
    .set({
      bytes_received: offset + part.size,
      parts: sql`array_append(parts, ${part.key})`,
      expires_at: expiry(now),
    })
    .where('id', '=', id)
    .where('bytes_received', '=', offset)
    .where('video_id', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The upload became a video. Its row stays for a day, so that a sender who missed the answer still learns it. */
export async function finishUpload(
  db: DbOrTrx,
  id: string,
  { videoId, bytes }: { videoId: number; bytes: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('uploads')
    .set({ video_id: videoId, parts: [], reserved_bytes: bytes })
    .where('id', '=', id)
    .where('video_id', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** What an upload became, and which of `keys` no video names. Waits for a transaction that is still ending it. */
export async function findOutcome(
  trx: Trx,
  id: string,
  keys: string[],
): Promise<{ videoId: number | null; unnamed: string[] }> {
  const upload = await trx
    .selectFrom('uploads')
    .where('id', '=', id)
    .select('video_id')
    .forUpdate()
    .executeTakeFirst();
  const videos = await trx
    .selectFrom('videos')
    .where((where) =>
      where.or([where('original_key', 'in', keys), where('original_thumbnail_key', 'in', keys)]),
    )
    .select(['original_key', 'original_thumbnail_key'])
    .execute();
  const named = new Set(videos.flatMap((video) => [video.original_key, video.original_thumbnail_key]));
  return { videoId: upload?.video_id ?? null, unnamed: keys.filter((key) => !named.has(key)) };
}

/** Deletes an upload that failed. */
export async function dropUpload(db: DbOrTrx, id: string): Promise<void> {
  await db.deleteFrom('uploads').where('id', '=', id).where('video_id', 'is', null).execute();
}

/** The result of an upload is no longer reported once its video was withdrawn. */
export async function forgetUploadsOf(trx: Trx, videoId: number): Promise<void> {
  await trx.deleteFrom('uploads').where('video_id', '=', videoId).execute();
}

export async function deleteUpload(db: DbOrTrx, id: string): Promise<string[]> {
  const deleted = await db.deleteFrom('uploads').where('id', '=', id).returning('parts').executeTakeFirst();
  return deleted?.parts ?? [];
}

/** Deletes a person's uploads in progress, before their account; returns the keys of the stored pieces. */
export async function deleteUploadsOf(trx: Trx, userId: number): Promise<string[]> {
  // in the order in which an upload's end takes them
  await trx.selectFrom('users').where('id', '=', userId).select('id').forUpdate().execute();
  const deleted = await trx.deleteFrom('uploads').where('user_id', '=', userId).returning('parts').execute();
  return deleted.flatMap(({ parts }) => parts);
}

/** Deletes expired uploads; returns the keys of the stored pieces. */
export async function sweepUploads(db: Db, now: Date): Promise<string[]> {
  const deleted = await db.deleteFrom('uploads').where('expires_at', '<', now).returning('parts').execute();
  return deleted.flatMap(({ parts }) => parts);
}

function expiry(now: Date): Date {
  return new Date(now.getTime() + RETENTION_HOURS * 3600 * 1000);
}

/** Moves uploads in progress to another category. */
export async function moveUploads(trx: Trx, from: string, to: string): Promise<void> {
  await sql`update uploads set fields = jsonb_set(fields, '{category}', to_jsonb(${to}::text))
    where video_id is null and fields->>'category' = ${from}`.execute(trx);
}
