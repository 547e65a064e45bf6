import { sql } from 'kysely';
import { TOP_COMMENT_DAYS } from '#contract/site/counting.ts';
import { TRENDING_COMMENTS, type TrendingComment } from '#contract/community/community.ts';
import type { LikeState } from '#contract/videos/videos.ts';
import type { JoinVisitor } from '#server/app/hooks.ts';
import type { Db, DbOrTrx } from '#server/app/database/database.ts';
import { canSee, type Viewer } from '#server/app/database/may-see.ts';
import { shownComments, toComment } from './comments.rows.ts';

/** Likes a visible comment of this video, or takes the like back. */
export async function likeComment(
  db: DbOrTrx,
  videoId: number,
  commentId: number,
  { viewer, person }: { viewer: Viewer; person: string },
): Promise<LikeState | null> {
  const { rows } = await sql<LikeState>`
    with toggled as (
      insert into comment_likes as l (comment_id, person)
      select comments.id, ${person} from comments join videos on videos.id = comments.video_id
      where comments.id = ${commentId} and video_id = ${videoId} and is_live and ${canSee(viewer)}
        and hidden_at is null and deleted_at is null and held_at is null
      on conflict (comment_id, person) do update set liked = not l.liked, changed_at = now()
      returning liked
    )
    update comments set like_count = like_count + case when toggled.liked then 1 else -1 end
    from toggled where comments.id = ${commentId}
    returning like_count as likes, toggled.liked`.execute(db);
  return rows[0] ?? null;
}

/** Comments by their ids, as everybody sees them, with the titles of their videos. */
export async function listCommentsByIds(
  db: Db,
  ids: number[],
  reader: number | null = null,
): Promise<TrendingComment[]> {
  if (!ids.length) return [];
  const rows = await shownComments(db, reader)
    .where('comments.id', 'in', ids)
    .select('videos.title')
    .execute();
  return rows.map((row) => ({ ...toComment(row), videoTitle: row.title }));
}

/** The most liked comments of the last 30 days on public videos. */
export async function listTrendingComments(db: Db, reader: number | null = null): Promise<TrendingComment[]> {
  const rows = await shownComments(db, reader)
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
