import { sql } from 'kysely';
import type { COMMENT_SORTS, Comment } from '#contract/comments.ts';
import { TOP_COMMENT_DAYS } from '#contract/counting.ts';
import { TRENDING_COMMENTS, type TrendingComment } from '#contract/community.ts';
import type { LikeState } from '#contract/videos.ts';
import type { JoinVisitor } from '#server/app/hooks.ts';
import { writeAuthor } from '#server/app/http/author.ts';
import { readCursor } from '#server/app/http/cursor.ts';
import { pageOf } from '#server/app/http/page.ts';
import { type Db, type DbOrTrx } from '#server/app/database/database.ts';
import { profileImageUrl } from '#server/app/http/media-url.ts';

export const COMMENTS_PAGE = 50;
const MAX_COMMENTS = 500;

interface CommentRow {
  id: number;
  video_id: number;
  text: string;
  like_count: number;
  held_at: Date | null;
  guest_name: string | null;
  author_id: number | null;
  created_at: Date;
  username: string | null;
  display_name: string | null;
  profile_image: string | null;
}

function toComment(row: CommentRow): Comment {
  return {
    id: row.id,
    videoId: row.video_id,
    text: row.text,
    likes: row.like_count,
    authorUsername: writeAuthor(row.username, row.guest_name),
    authorDisplayName: row.display_name,
    authorAvatar: profileImageUrl(row.profile_image),
    isGuest: row.guest_name !== null,
    held: row.held_at !== null,
    createdAt: row.created_at.toISOString(),
  };
}

/** Comments that nobody took away, on public videos, as `toComment` reads them. */
const shownComments = (db: Db) =>
  db
    .selectFrom('comments')
    .leftJoin('users', 'users.id', 'comments.author_id')
    .innerJoin('videos', 'videos.id', 'comments.video_id')
    .where('is_public', '=', true)
    .where('comments.hidden_at', 'is', null)
    .where('comments.deleted_at', 'is', null)
    .select([
      'comments.id',
      'comments.video_id',
      'comments.text',
      'comments.like_count',
      'comments.held_at',
      'guest_name',
      'author_id',
      'comments.created_at',
      'username',
      'display_name',
      'profile_image',
    ]);

/** Comments of a public video, newest or most liked first; `viewer` also sees own ones that wait for a moderator. Null: no such public video. */
export async function listComments(
  db: Db,
  videoId: number,
  {
    cursor,
    limit = COMMENTS_PAGE,
    sort = 'new',
    viewer,
  }: {
    cursor?: string | undefined;
    limit?: number | undefined;
    sort?: (typeof COMMENT_SORTS)[number] | undefined;
    viewer: string | null;
  },
) {
  const size = Math.min(limit, MAX_COMMENTS);
  const isTop = sort === 'top';
  let query = shownComments(db)
    .where('comments.video_id', '=', videoId)
    .where((where) =>
      where.or([where('comments.held_at', 'is', null), where('comments.person', '=', viewer)]),
    )
    .$if(isTop, (all) => all.orderBy('comments.like_count', 'desc'))
    .orderBy('comments.id', 'desc')
    .limit(size + 1);
  if (cursor) {
    const [id = 0, likes = 0] = readCursor(cursor, isTop ? 'nn' : 'n').map(Number);
    query = isTop
      ? query.where(sql<boolean>`(comments.like_count, comments.id) < (${likes}, ${id})`)
      : query.where('comments.id', '<', id);
  }
  const rows = await query.execute();
  if (
    !rows.length &&
    !(await db
      .selectFrom('videos')
      .select('id')
      .where('id', '=', videoId)
      .where('is_public', '=', true)
      .executeTakeFirst())
  )
    return null;
  return pageOf(rows, size, (row) => (isTop ? [row.id, row.like_count] : [row.id])).map(toComment);
}

/** More people than this who wait for a moderator aren't told apart any more. */
const MAX_WAITING = 1000;

/** Who has a comment below this video that waits for a moderator; null: too many to name. */
export async function listWaitingPeople(db: Db, videoId: number): Promise<string[] | null> {
  const rows = await db
    .selectFrom('comments')
    .distinct()
    .select('person')
    .where('video_id', '=', videoId)
    .where('held_at', 'is not', null)
    .where('hidden_at', 'is', null)
    .where('deleted_at', 'is', null)
    .limit(MAX_WAITING + 1)
    .execute();
  return rows.length > MAX_WAITING ? null : rows.map(({ person }) => person);
}

/** Adds a comment and counts it unless it waits for a moderator, in one statement. Null: no such public video. */
export async function createComment(
  db: DbOrTrx,
  comment: {
    videoId: number;
    text: string;
    person: string;
    authorId: number | null;
    guestName: string | null;
    held: boolean;
  },
): Promise<Comment | null> {
  const { rows } = await sql<CommentRow>`
    with added as (
      insert into comments (video_id, author_id, guest_name, person, text, held_at)
      select id, ${comment.authorId}::bigint, ${comment.guestName}::text, ${comment.person}, ${comment.text}, ${comment.held ? sql`now()` : null}::timestamptz from videos where id = ${comment.videoId} and is_public
      returning *
    ), counted as (
      update videos set comment_count = comment_count + 1 from added where videos.id = added.video_id and added.held_at is null
    )
    select added.id, video_id, text, like_count, held_at, guest_name, author_id, added.created_at, username, display_name, profile_image
    from added left join users on users.id = added.author_id`.execute(db);
  return rows[0] ? toComment(rows[0]) : null;
}

/** Likes a visible comment of this video, or takes the like back. */
export async function likeComment(
  db: Db,
  videoId: number,
  commentId: number,
  person: string,
): Promise<LikeState | null> {
  const { rows } = await sql<LikeState>`
    with toggled as (
      insert into comment_likes as l (comment_id, person)
      select comments.id, ${person} from comments join videos on videos.id = comments.video_id
      where comments.id = ${commentId} and video_id = ${videoId} and is_public and hidden_at is null and deleted_at is null and held_at is null
      on conflict (comment_id, person) do update set liked = not l.liked, changed_at = now()
      returning liked
    )
    update comments set like_count = like_count + case when toggled.liked then 1 else -1 end
    from toggled where comments.id = ${commentId}
    returning like_count as likes, toggled.liked`.execute(db);
  return rows[0] ?? null;
}

const MAX_LIKED = 2000;

/** Ids of comments a person likes at present, the latest first. */
export async function listLikedComments(db: Db, person: string): Promise<number[]> {
  const rows = await db
    .selectFrom('comment_likes')
    .where('person', '=', person)
    .where('liked', '=', true)
    .orderBy('changed_at', 'desc')
    .limit(MAX_LIKED)
    .select('comment_id')
    .execute();
  return rows.map(({ comment_id }) => comment_id);
}

/** Comments by their ids, as everybody sees them, with the titles of their videos. */
export async function listCommentsByIds(db: Db, ids: number[]): Promise<TrendingComment[]> {
  if (!ids.length) return [];
  const rows = await shownComments(db)
    .where('comments.id', 'in', ids)
    .where('comments.held_at', 'is', null)
    .select('videos.title')
    .execute();
  return rows.map((row) => ({ ...toComment(row), videoTitle: row.title }));
}

/** The most liked comments of the last 30 days on public videos. */
export async function listTrendingComments(db: Db): Promise<TrendingComment[]> {
  const rows = await shownComments(db)
    .where('comments.held_at', 'is', null)
    .where(sql<boolean>`comments.created_at > now() - make_interval(days => ${TOP_COMMENT_DAYS})`)
    .select('videos.title')
    .orderBy('comments.like_count', 'desc')
    .orderBy('comments.id', 'desc')
    .limit(TRENDING_COMMENTS)
    .execute();
  return rows.map((row) => ({ ...toComment(row), videoTitle: row.title }));
}

/** A visitor's comments stay a guest's, and whoever signed in can delete them. */
export const joinComments: JoinVisitor = async (trx, { visitor, person }) => {
  const { numUpdatedRows } = await trx
    .updateTable('comments')
    .set({ person })
    .where('person', '=', visitor)
    .where('author_id', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n ? ['comments'] : [];
};
