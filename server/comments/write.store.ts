import { sql } from 'kysely';
import { COMMENT_EDIT_MINUTES } from '#contract/comments/comments.ts';
import { compileOnce, type Param } from '#server/app/database/compile-once.ts';
import type { DbOrTrx, Trx } from '#server/app/database/database.ts';
import { blockedEither, canSee, canSeeAs, type Viewer } from '#server/app/database/may-see.ts';
import { isAdmin } from '#server/app/http/callers/roles.ts';
import { lockThread } from '#server/app/database/threads.ts';

interface NewComment {
  videoId: number;
  text: string;
  person: string;
  authorId: number | null;
  guestName: string | null;
  pending: boolean;
  replyTo: number | null;
}

const insertComment = compileOnce(
  (db, param: Param<NewComment & { viewer: number | null; admin: boolean }>) => {
    const [authorId, replyTo, pending] = [param('authorId'), param('replyTo'), param('pending')];
    return sql<{ id: number | null }>`
    with answered as (
      select id, coalesce(thread_id, id) as thread_id, author_id from comments
      where id = ${replyTo} and video_id = ${param('videoId')} and hidden_at is null and deleted_at is null and held_at is null
    ), place as (
      select videos.id as video_id, answered.thread_id, answered.id as reply_to,
        ${blockedEither(authorId, sql.ref('videos.uploader_id'))} or ${blockedEither(authorId, sql.ref('answered.author_id'))}
          or ${blockedEither(authorId, sql.ref('first.author_id'))} as is_blocked,
        videos.comments_held and not coalesce(videos.uploader_id = ${authorId}, false) and not ${param('admin')}::boolean as is_held
      from videos left join answered on true left join comments first on first.id = answered.thread_id
      where videos.id = ${param('videoId')} and is_live and ${canSeeAs({ id: param('viewer'), admin: param('admin') })}
        and (${replyTo}::bigint is null or answered.id is not null)
    ), added as (
      insert into comments (video_id, author_id, guest_name, person, text, held_at, held_for_creator, thread_id, reply_to)
      select video_id, ${authorId}::bigint, ${param('guestName')}::text, ${param('person')}, ${param('text')},
        case when ${pending}::boolean or is_held then now() end, is_held and not ${pending}::boolean, thread_id, reply_to
      from place where not is_blocked
      returning *
    ), counted as (
      update videos set comment_count = comment_count + 1 from added where videos.id = added.video_id and added.held_at is null
    ), answers as (
      update comments c set reply_count = c.reply_count + 1 from added where c.id = added.thread_id and added.held_at is null
    )
    select (select id from added) as id from place`.compile(db);
  },
);

/**
 * Adds a comment and counts it unless it is pending review; a reply to a reply joins the same thread. Null: `viewer`
 * can't see the video, or it has no such comment to reply to. 'blocked': a block between the author and the video's
 * creator, the thread's author or the author replied to.
 */
export async function createComment(
  trx: Trx,
  { viewer, ...comment }: NewComment & { viewer: Viewer },
): Promise<number | 'blocked' | null> {
  // so that the thread can't be hidden between this check and the insert
  if (comment.replyTo !== null) await lockThread(trx, 'comments', comment.replyTo);
  const [row] = await insertComment(trx, {
    ...comment,
    viewer: viewer?.id ?? null,
    admin: isAdmin(viewer),
  });
  return row ? (row.id ?? 'blocked') : null;
}

/** Changes an own comment. 'late': its 15 minutes are over; null: no such own comment of this video. */
export async function editComment(
  trx: Trx,
  { videoId, id }: { videoId: number; id: number },
  { person, text }: { person: string; text: string },
): Promise<'changed' | 'late' | null> {
  const own = ownComment({ videoId, id }, person);
  const changed = await sql`
    update comments set text = ${text}, edited_at = now()
    where ${own} and created_at > now() - make_interval(mins => ${COMMENT_EDIT_MINUTES})`.execute(trx);
  if (changed.numAffectedRows) return 'changed';
  return (await isOwnComment(trx, { videoId, id }, person)) ? 'late' : null;
}

const ownComment = ({ videoId, id }: { videoId: number; id: number }, person: string) =>
  sql`id = ${id} and video_id = ${videoId} and person = ${person} and hidden_at is null and deleted_at is null`;

/** Whether the caller wrote this comment and it still exists. */
export async function isOwnComment(
  db: DbOrTrx,
  comment: { videoId: number; id: number },
  person: string,
): Promise<boolean> {
  const { rows } = await sql`select from comments where ${ownComment(comment, person)}`.execute(db);
  return rows.length > 0;
}

/** Puts the first comment of a thread of this video before all others, or takes it from there. False: no such one. */
export async function pinComment(
  db: DbOrTrx,
  { videoId, id }: { videoId: number; id: number },
  pinned: boolean,
): Promise<boolean> {
  const { rows } = await sql`
    with first as (
      select id from comments where id = ${id} and video_id = ${videoId} and thread_id is null
        and hidden_at is null and deleted_at is null and held_at is null
    ), changed as (
      update videos set pinned_comment_id = case when ${pinned}::boolean then first.id end from first
      where videos.id = ${videoId} and (${pinned}::boolean or pinned_comment_id = first.id)
    )
    select from first`.execute(db);
  return rows.length > 0;
}

export async function setCommentsOff(db: DbOrTrx, videoId: number, commentsOff: boolean): Promise<void> {
  await db.updateTable('videos').set({ comments_off: commentsOff }).where('id', '=', videoId).execute();
}

/** What decides about the comments of a live video. Null: `viewer` sees none. */
export async function getCommentRules(
  db: DbOrTrx,
  videoId: number,
  viewer: Viewer,
): Promise<{ uploaderId: number | null; commentsOff: boolean | null } | null> {
  const row = await db
    .selectFrom('videos')
    .select(['uploader_id', 'comments_off'])
    .where('id', '=', videoId)
    .where('is_live', '=', true)
    .where(canSee(viewer))
    .executeTakeFirst();
  return row ? { uploaderId: row.uploader_id, commentsOff: row.comments_off } : null;
}
