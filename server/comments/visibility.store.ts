import { sql, type RawBuilder } from 'kysely';
import type { Trx } from '#server/app/database/database.ts';
import { changeInThread, standsInTheOpen } from '#server/app/database/threads.ts';
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

/** True if it changed something, as in all of these; replies and the video's counter follow in the same transaction. */
export function setCommentHidden(trx: Trx, id: number, hidden: boolean): Promise<boolean> {
  if (hidden) return change(trx, id, sql`hidden_at = now()`, sql`hidden_at is null`);
  return change(
    trx,
    id,
    sql`hidden_at = null`,
    sql`hidden_at is not null and hidden_with is null and ${standsInTheOpen('comments', id)}`,
  );
}

export function setCommentHeld(trx: Trx, id: number, held: boolean): Promise<boolean> {
  return change(
    trx,
    id,
    sql`held_at = ${held ? sql`now()` : null}`,
    held ? sql`held_at is null` : sql`held_at is not null`,
  );
}

/** Deletes an own comment of this video. Its replies stay. */
export function deleteComment(
  trx: Trx,
  videoId: number,
  id: number,
  person: string | null,
): Promise<boolean> {
  return change(
    trx,
    id,
    sql`deleted_at = now()`,
    sql`deleted_at is null and video_id = ${videoId} and person = ${person}`,
  );
}

async function change(
  trx: Trx,
  id: number,
  set: RawBuilder<unknown>,
  where: RawBuilder<unknown>,
): Promise<boolean> {
  const changed = await changeInThread(trx, 'comments', id, { set, where });
  if (!changed) return false;
  const more = Number(changed.isShown) - Number(changed.wasShown) + changed.below;
  if (more !== 0)
    await sql`
      update videos set comment_count = comment_count + ${more}
      where id = (select video_id from comments where id = ${id})`.execute(trx);
  return true;
}
