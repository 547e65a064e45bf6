import { sql } from 'kysely';
import type { Trx } from '#server/app/database/database.ts';
import { changeInThread, hiding, setAuthorHidden, type Change } from '#server/app/database/threads.ts';
import { canSee } from '#server/app/database/may-see.ts';
import type { SubjectRow } from '#server/moderation/subjects.store.ts';

/** Comments as moderation reads them. Those of a video that isn't live are reviewed all the same. */
export const COMMENT_ROWS = sql<SubjectRow>`
  select c.id, c.text as excerpt, c.video_id, c.author_id, c.guest_name, c.held_at is not null as held,
    c.hidden_at is null and c.deleted_at is null and c.held_at is null
      and exists (select from videos v where v.id = c.video_id and v.is_live) as is_public,
    exists (select from videos v where v.id = c.video_id and v.visibility = 'MEMBERS') as is_for_members,
    (c.hidden_at is null or c.hidden_with = c.id) and c.deleted_at is null as is_reviewable,
    c.hidden_at is not null or c.deleted_at is not null as is_away,
    (select v.poster_key from videos v where v.id = c.video_id and ${canSee(null, 'v')}) as picture_key
  from comments c`;

/** True if it changed something, as in all of these; replies and the video's counter follow in the same transaction. */
export const setCommentHidden = (trx: Trx, id: number, hidden: boolean): Promise<boolean> =>
  change(trx, id, hiding('comments', id, hidden));

/** Lets a comment wait for a moderator, or no longer; the video's creator decides about it no more. */
export const setCommentPending = (trx: Trx, id: number, pending: boolean): Promise<boolean> =>
  change(trx, id, {
    set: sql`held_at = case when ${pending}::boolean then coalesce(held_at, now()) end, held_for_creator = false`,
    where: pending ? sql`(held_at is null or held_for_creator)` : sql`held_at is not null`,
  });

/** An edited comment waits for its video's creator again, where all of that video do but the creator's own. */
export const setPendingForCreator = (trx: Trx, id: number): Promise<boolean> =>
  change(trx, id, {
    set: sql`held_at = now(), held_for_creator = true`,
    where: sql`held_at is null and exists (select from videos v where v.id = b.video_id and v.comments_held
      and v.uploader_id is distinct from b.author_id)`,
  });

/** Approves a comment on this video that is pending its creator's approval. False: there is none. */
export const approveForCreator = (trx: Trx, videoId: number, id: number): Promise<boolean> =>
  change(trx, id, {
    set: sql`held_at = null, held_for_creator = false`,
    where: sql`video_id = ${videoId} and held_for_creator and held_at is not null and hidden_at is null and deleted_at is null`,
  });

/** Deletes an own comment of this video. Its replies stay. */
export function deleteComment(
  trx: Trx,
  videoId: number,
  id: number,
  person: string | null,
): Promise<boolean> {
  return change(trx, id, {
    set: sql`deleted_at = now()`,
    where: sql`deleted_at is null and video_id = ${videoId} and person = ${person}`,
  });
}

/** Hides or restores everything a member wrote; the videos' counters follow. */
export async function setCommenterHidden(trx: Trx, userId: number, hidden: boolean): Promise<void> {
  const changed = await setAuthorHidden(trx, 'comments', userId, hidden);
  if (changed.length === 0) return;
  await sql`
    update videos v set comment_count = (select count(*) from comments c where c.video_id = v.id
      and c.hidden_at is null and c.deleted_at is null and c.held_at is null)
    where v.id in (select video_id from comments where id = any(${changed}::bigint[]))`.execute(trx);
}

async function change(trx: Trx, id: number, changing: Change): Promise<boolean> {
  const changed = await changeInThread(trx, 'comments', id, changing);
  if (!changed) return false;
  const more = Number(changed.isShown) - Number(changed.wasShown) + changed.below;
  if (more !== 0)
    await sql`
      update videos set comment_count = comment_count + ${more}
      where id = (select video_id from comments where id = ${id})`.execute(trx);
  return true;
}
