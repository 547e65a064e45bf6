import { sql } from 'kysely';
import type { DbOrTrx } from '#server/app/database/database.ts';
import type { SubjectRow } from '#server/moderation/subjects.store.ts';

/** Comments as moderation reads them. Those of a video that isn't public are reviewed all the same. */
export const COMMENT_ROWS = sql<SubjectRow>`
  select c.id, c.text as excerpt, c.video_id, c.author_id, c.guest_name, c.held_at is not null as held,
    c.hidden_at is null and c.deleted_at is null and c.held_at is null
      and exists (select from videos v where v.id = c.video_id and v.is_public) as is_public,
    c.hidden_at is null and c.deleted_at is null as is_reviewable,
    c.hidden_at is not null or c.deleted_at is not null as is_away,
    (select v.poster_key from videos v where v.id = c.video_id and v.is_public) as picture_key
  from comments c`;

/** True if it changed something, as in all of these; the video's counter follows in the same statement. */
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
