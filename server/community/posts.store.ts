import { sql } from 'kysely';
import { z } from 'zod';
import { POST_EDIT_MINUTES } from '#contract/community/community.ts';
import type { DbOrTrx, Trx } from '#server/app/database/database.ts';
import { blockedEither } from '#server/app/database/may-see.ts';
import {
  changeInThread,
  hiding,
  setPending,
  lockThread,
  setAuthorHidden,
  type Change,
} from '#server/app/database/threads.ts';
import type { SubjectRow } from '#server/moderation/subjects.store.ts';
import { pictureKey } from './post-pictures.store.ts';
import { sqlColumn } from '#server/app/database/read-rows.ts';

/**
 * A reply to a reply joins its thread. Null: no such post to reply to. 'blocked': between the author and the
 * thread's author or the one replied to.
 */
export async function createPost(
  trx: Trx,
  post: { authorId: number; content: string; pending: boolean; replyTo: number | null },
): Promise<number | 'blocked' | null> {
  const { replyTo, authorId } = post;
  // the thread can't be hidden between this check and the reply
  if (replyTo !== null) await lockThread(trx, 'posts', replyTo);
  const [id] = await sqlColumn(z.number().nullable())`
    with answered as (
      select id, coalesce(thread_id, id) as thread_id, author_id from posts
      where id = ${replyTo} and hidden_at is null and deleted_at is null and held_at is null
    ), place as (
      select answered.thread_id, answered.id as reply_to, ${blockedEither(authorId, sql.ref('answered.author_id'))}
        or ${blockedEither(authorId, sql.ref('first.author_id'))} as is_blocked
      from (select) one left join answered on true left join posts first on first.id = answered.thread_id
      where ${replyTo}::bigint is null or answered.id is not null
    ), added as (
      insert into posts (author_id, content, held_at, thread_id, reply_to)
      select ${authorId}::bigint, ${post.content}, ${post.pending ? sql`now()` : null}::timestamptz, thread_id, reply_to
      from place where not is_blocked
      returning *
    ), answers as (
      update posts p set reply_count = p.reply_count + 1 from added where p.id = added.thread_id and added.held_at is null
    )
    select (select id from added) as id from place`.execute(trx);
  return id === undefined ? null : (id ?? 'blocked');
}

/** Changes an own post. 'late': the 15 minutes are over; null: no such own post. */
export async function editPost(
  db: DbOrTrx,
  id: number,
  { authorId, content }: { authorId: number; content: string },
): Promise<'changed' | 'late' | null> {
  const changed = await sql`
    update posts set content = ${content}, edited_at = now()
    where id = ${id} and author_id = ${authorId} and hidden_at is null and deleted_at is null
      and created_at > now() - make_interval(mins => ${POST_EDIT_MINUTES})`.execute(db);
  if (changed.numAffectedRows) return 'changed';
  return (await isOwnPost(db, id, authorId)) ? 'late' : null;
}

/** Whether the user wrote this post, and it still exists. */
export async function isOwnPost(db: DbOrTrx, id: number, authorId: number): Promise<boolean> {
  const { rows } = await sql`
    select from posts where id = ${id} and author_id = ${authorId} and hidden_at is null and deleted_at is null`.execute(
    db,
  );
  return rows.length > 0;
}

async function change(trx: Trx, id: number, changing: Change): Promise<boolean> {
  return (await changeInThread(trx, 'posts', id, changing)) !== null;
}

/** Deletes an own post; its replies stay. False: there is none. */
export const deletePost = (trx: Trx, id: number, authorId: number): Promise<boolean> =>
  change(trx, id, {
    set: sql`deleted_at = now()`,
    where: sql`author_id = ${authorId} and deleted_at is null`,
  });

/** Posts as moderation reads them. */
export const POST_ROWS = sql<SubjectRow>`
  select p.id, p.content as excerpt, null::bigint as video_id, p.author_id, null::text as guest_name,
    p.held_at is not null as held,
    p.hidden_at is null and p.deleted_at is null and p.held_at is null as is_public,
    false as is_for_members,
    (p.hidden_at is null or p.hidden_with = p.id) and p.deleted_at is null as is_reviewable,
    p.hidden_at is not null or p.deleted_at is not null as is_away,
    (select folder || ${sql.lit(pictureKey(''))} from post_pictures where post_id = p.id and swept_at is null
      and p.held_at is null order by place limit 1) as picture_key
  from posts p`;

/** True if it changed; replies follow. */
export const setPostHidden = (trx: Trx, id: number, hidden: boolean): Promise<boolean> =>
  change(trx, id, hiding('posts', id, hidden));

export const setPostPending = (trx: Trx, id: number, pending: boolean): Promise<boolean> =>
  change(trx, id, setPending(pending));

/** Hides or restores all posts of a user. */
export async function setPosterHidden(trx: Trx, userId: number, hidden: boolean): Promise<void> {
  await setAuthorHidden(trx, 'posts', userId, hidden);
}
