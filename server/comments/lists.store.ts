import { sql } from 'kysely';
import type { COMMENT_SORTS, Comment, CommentReply, ReplyToMe } from '#contract/comments/comments.ts';
import type { TrendingComment } from '#contract/community/community.ts';
import type { Db, DbOrTrx } from '#server/app/database/database.ts';
import { readCursor } from '#server/app/http/cursor.ts';
import { Page, pageOf } from '#server/app/http/page.ts';
import { canSee, type Viewer } from '#server/app/database/may-see.ts';
import { firstReplies, isBlocked } from '#server/app/database/thread-rows.ts';
import { isAdmin } from '#server/app/http/callers/roles.ts';
import {
  findListed,
  listedComments,
  selectCommentsOf,
  shownComments,
  toComment,
  toListed,
  type ReadRow,
  type Reading,
} from './comments.rows.ts';

const PAGE = 50;
const MAX_PAGE = 500;

interface ListOptions extends Reading {
  cursor?: string | undefined;
  limit?: number | undefined;
}

const sizeOf = ({ limit = PAGE }: ListOptions): number => Math.min(limit, MAX_PAGE);

/**
 * Comments of a live video that answer no other: the pinned one, then the newest or most liked first. Null: the reader sees
 * no such video.
 */
export async function listComments(
  db: Db,
  videoId: number,
  { sort = 'new', ...options }: ListOptions & { sort?: (typeof COMMENT_SORTS)[number] | undefined },
): Promise<Page<Comment> | null> {
  const isTop = sort === 'top';
  const after = options.cursor ? readCursor(options.cursor, isTop ? 'nn' : 'n') : null;
  const video = await db
    .selectFrom('videos')
    .select('pinned_comment_id')
    .where('id', '=', videoId)
    .where('is_live', '=', true)
    .where(canSee(options.user))
    .executeTakeFirst();
  if (!video) return null;
  const firsts = listedComments(db, options)
    .where('comments.video_id', '=', videoId)
    .where('comments.thread_id', 'is', null);
  const pinned =
    video.pinned_comment_id === null
      ? undefined
      : await firsts
          .where('comments.id', '=', video.pinned_comment_id)
          .where('comments.deleted_at', 'is', null)
          .executeTakeFirst();
  const size = sizeOf(options);
  let query = firsts
    .$if(isTop, (all) => all.orderBy('comments.like_count', 'desc'))
    .orderBy('comments.id', 'desc')
    .limit(size + 1);
  if (pinned) query = query.where('comments.id', '!=', pinned.id);
  if (after) {
    const [id, likes = 0] = after;
    query = isTop
      ? query.where((eb) => eb(eb.refTuple('comments.like_count', 'comments.id'), '<', eb.tuple(likes, id)))
      : query.where('comments.id', '<', id);
  }
  const page = pageOf(await query.execute(), size, (row) => (isTop ? [row.id, row.like_count] : [row.id]));
  const rows = pinned && !after ? [pinned, ...page.items] : page.items;
  const threads = await withReplies(db, rows, options);
  return page.replace(threads.map((thread) => ({ ...thread, pinned: thread.id === pinned?.id })));
}

/** With the first replies of each. */
async function withReplies(db: DbOrTrx, rows: ReadRow[], reading: Reading): Promise<Comment[]> {
  // replies below a blocked author aren't shown either
  const open = rows.filter((row) => !row.is_blocked);
  const replies = open.length === 0 ? [] : await readFirstReplies(db, open, reading);
  return rows.map((row) => ({
    ...toListed(row),
    pinned: false,
    replies: replies.filter(({ thread_id: thread }) => thread === row.id).map(toListed),
  }));
}

const readFirstReplies = (db: DbOrTrx, rows: ReadRow[], reading: Reading): Promise<ReadRow[]> =>
  listedComments(db, reading)
    .where(
      'comments.id',
      'in',
      firstReplies(
        'comments',
        rows.map(({ id }) => id),
        reading,
      ),
    )
    .orderBy('comments.id')
    .execute();

/** Replies of the thread that this comment of the video begins, oldest first. Null: there is no such comment to be seen. */
export async function listReplies(
  db: Db,
  { videoId, commentId }: { videoId: number; commentId: number },
  options: ListOptions,
): Promise<Page<CommentReply> | null> {
  const after = options.cursor ? readCursor(options.cursor, 'n')[0] : 0;
  // without counting the replies hidden from this viewer, which is slow in long threads
  const first = await listedComments(db, options)
    .where('comments.id', '=', commentId)
    .where('comments.video_id', '=', videoId)
    .clearSelect()
    .select(isBlocked('comments', options.filteredViewer).as('is_blocked'))
    .executeTakeFirst();
  if (!first) return null;
  if (first.is_blocked) return new Page<CommentReply>([]);
  const size = sizeOf(options);
  const rows = await listedComments(db, options)
    .where('comments.thread_id', '=', commentId)
    .where('comments.id', '>', after)
    .orderBy('comments.id')
    .limit(size + 1)
    .execute();
  return pageOf(rows, size, (row) => [row.id]).map(toListed);
}

/** The thread of a comment. Null: this viewer can't see the comment. */
export async function getThread(
  db: DbOrTrx,
  { videoId, commentId }: { videoId: number; commentId: number },
  reading: Reading,
): Promise<Comment | null> {
  const row = await listedComments(db, reading)
    .where('comments.id', '=', commentId)
    .where('comments.video_id', '=', videoId)
    .executeTakeFirst();
  if (row && row.thread_id !== null) return getThread(db, { videoId, commentId: row.thread_id }, reading);
  const [thread] = row ? await withReplies(db, [row], reading) : [];
  if (!thread) return null;
  const { pinned_comment_id: pinned } = await db
    .selectFrom('videos')
    .select('pinned_comment_id')
    .where('id', '=', videoId)
    .executeTakeFirstOrThrow();
  return { ...thread, pinned: thread.id === pinned };
}

/** One comment as its author sees it. */
export async function getOwn(
  db: DbOrTrx,
  id: number,
  { user, person }: { user: Viewer; person: string },
): Promise<CommentReply | null> {
  const [row] = await findListed(db, { id, person, user: user?.id ?? null, admin: isAdmin(user) });
  return row ? toListed(row) : null;
}

/** Replaces the title of a video that the commenter can no longer see. */
const NOT_SEEN = 'A video that is not public';

/** A person's own comments, with the titles of their videos, newest first. */
export async function listCommentsOf(
  db: Db,
  user: NonNullable<Viewer>,
  cursor: string | undefined,
): Promise<Page<TrendingComment>> {
  let query = selectCommentsOf(db, user.id)
    .select((eb) =>
      eb.case().when(canSee(user)).then(eb.ref('videos.title')).else(NOT_SEEN).end().as('title'),
    )
    .orderBy('comments.id', 'desc')
    .limit(PAGE + 1);
  if (cursor) query = query.where('comments.id', '<', readCursor(cursor, 'n')[0]);
  const page = pageOf(await query.execute(), PAGE, (row) => [row.id]);
  return page.map((row) => ({ ...toComment(row), videoTitle: row.title }));
}

/** Replies to what this person wrote, newest first. */
export async function listRepliesTo(
  db: Db,
  {
    person,
    userId,
    filteredViewer,
  }: { person: string; userId: number | null; filteredViewer: number | null },
  { cursor, limit = PAGE }: { cursor?: string | undefined; limit?: number | undefined },
): Promise<Page<ReplyToMe>> {
  const size = Math.min(limit, MAX_PAGE);
  // as a guest before they joined, too
  const asGuest = sql`select id from comments where person = ${person} and author_id is null and deleted_at is null`;
  const own =
    userId === null
      ? asGuest
      : sql`${asGuest} union all select id from comments where author_id = ${userId} and deleted_at is null`;
  let query = shownComments(db, filteredViewer)
    .where(sql<boolean>`comments.reply_to in (${own})`)
    .where('comments.person', '<>', person)
    .select('videos.title')
    .orderBy('comments.id', 'desc')
    .limit(size + 1);
  if (cursor) query = query.where('comments.id', '<', readCursor(cursor, 'n')[0]);
  const page = pageOf(await query.execute(), size, (row) => [row.id]);
  return page.map((row) => ({ ...toComment(row), videoTitle: row.title }));
}
