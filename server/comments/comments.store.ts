import { TOP_COMMENT_DAYS } from '#contract/site/counting.ts';
import { TRENDING_COMMENTS, type TrendingComment } from '#contract/community/community.ts';
import type { JoinVisitor } from '#server/app/hooks.ts';
import type { Db } from '#server/app/database/database.ts';
import { daysAgo } from '#server/app/database/expressions.ts';
import { shownComments, toComment } from './comments.rows.ts';

/** Comments by their ids, as the public sees them, with the titles of their videos. */
export async function listCommentsByIds(
  db: Db,
  ids: number[],
  filteredViewer: number | null = null,
): Promise<TrendingComment[]> {
  if (!ids.length) return [];
  const rows = await shownComments(db, filteredViewer)
    .where('comments.id', 'in', ids)
    .select('videos.title')
    .execute();
  return rows.map((row) => ({ ...toComment(row), videoTitle: row.title }));
}

/** The most liked comments of the last 30 days on public videos. */
export async function listTrendingComments(
  db: Db,
  filteredViewer: number | null = null,
): Promise<TrendingComment[]> {
  const rows = await shownComments(db, filteredViewer)
    .where('comments.created_at', '>', daysAgo(TOP_COMMENT_DAYS))
    .select('videos.title')
    .orderBy('comments.like_count', 'desc')
    .orderBy('comments.id', 'desc')
    .limit(TRENDING_COMMENTS)
    .execute();
  return rows.map((row) => ({ ...toComment(row), videoTitle: row.title }));
}

/** A visitor's comments stay a guest's, and the account they sign in to can delete them. */
export const joinComments: JoinVisitor = async (trx, { visitor, person }) => {
  const { numUpdatedRows } = await trx
    .updateTable('comments')
    .set({ person })
    .where('person', '=', visitor)
    .where('author_id', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n ? ['comments'] : [];
};
