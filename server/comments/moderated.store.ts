import { sql } from 'kysely';
import type { DbOrTrx } from '#server/app/database/database.ts';

/** What a moderator does to a comment. True if it changed something; the video's counter follows in the same statement. */
export function setCommentHidden(trx: DbOrTrx, id: number, hidden: boolean): Promise<boolean> {
  return change(
    trx,
    id,
    sql`hidden_at = ${hidden ? sql`now()` : null}`,
    hidden ? sql`hidden_at is null` : sql`hidden_at is not null`,
  );
}

export function setCommentHeld(trx: DbOrTrx, id: number, held: boolean): Promise<boolean> {
  return change(
    trx,
    id,
    sql`held_at = ${held ? sql`now()` : null}`,
    held ? sql`held_at is null` : sql`held_at is not null`,
  );
}

/** Deletes an own comment of this video. */
export function deleteComment(
  db: DbOrTrx,
  videoId: number,
  id: number,
  person: string | null,
): Promise<boolean> {
  return change(
    db,
    id,
    sql`deleted_at = now()`,
    sql`deleted_at is null and video_id = ${videoId} and person = ${person}`,
  );
}

const visible = sql`(hidden_at is null and deleted_at is null and held_at is null)::int`;

async function change(
  trx: DbOrTrx,
  id: number,
  set: ReturnType<typeof sql>,
  where: ReturnType<typeof sql>,
): Promise<boolean> {
  const { rows } = await sql`
    with before as (select id, ${visible} as shown from comments where id = ${id} and ${where} for update),
    changed as (
      update comments set ${set} from before where comments.id = before.id
      returning comments.video_id, before.shown as was_shown,
        (comments.hidden_at is null and comments.deleted_at is null and comments.held_at is null)::int as is_shown
    ), counted as (
      update videos set comment_count = comment_count + is_shown - was_shown from changed where videos.id = changed.video_id and is_shown <> was_shown
    )
    select 1 from changed`.execute(trx);
  return rows.length > 0;
}
