import { sql } from 'kysely';
import type { Db, DbOrTrx } from '#server/app/database.ts';

/** Files on their way. What is not finished a day after its last byte is swept. */
export const KEPT_HOURS = 24;

export interface NewUpload {
  id: string;
  userId: number;
  total: number | null;
  fields: Record<string, string>;
  parts: string[];
  now: Date;
}

export async function insertUpload(db: DbOrTrx, upload: NewUpload): Promise<void> {
  await db
    .insertInto('uploads')
    .values({
      id: upload.id,
      user_id: upload.userId,
      bytes_total: upload.total,
      fields: JSON.stringify(upload.fields),
      parts: upload.parts,
      created_at: upload.now,
      expires_at: expiry(upload.now),
    })
    .execute();
}

export async function findUpload(db: DbOrTrx, id: string, userId: number) {
  return (
    (await db
      .selectFrom('uploads')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .selectAll()
      .executeTakeFirst()) ?? null
  );
}

/** Adds a stored piece behind `offset`; false when somebody else was there first. */
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
      parts: sql<string[]>`array_append(parts, ${part.key})`,
      expires_at: expiry(now),
    })
    .where('id', '=', id)
    .where('bytes_received', '=', offset)
    .where('video_id', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The upload became a video. Its row stays for a day, so that a sender who missed the answer still learns it. */
export async function finishUpload(db: DbOrTrx, id: string, videoId: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('uploads')
    .set({ video_id: videoId, parts: [] })
    .where('id', '=', id)
    .where('video_id', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteUpload(db: DbOrTrx, id: string): Promise<string[]> {
  const gone = await db.deleteFrom('uploads').where('id', '=', id).returning('parts').executeTakeFirst();
  return gone?.parts ?? [];
}

/** Takes out what expired; gives the keys of the stored pieces. */
export async function sweepUploads(db: Db, now: Date): Promise<string[]> {
  const gone = await db.deleteFrom('uploads').where('expires_at', '<', now).returning('parts').execute();
  return gone.flatMap(({ parts }) => parts);
}

function expiry(now: Date): Date {
  return new Date(now.getTime() + KEPT_HOURS * 3600 * 1000);
}
