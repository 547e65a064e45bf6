import { POSTS_PAGE, type ListedPost, type Post, type PostThread } from '#contract/community/community.ts';
import type { Db, DbOrTrx } from '#server/app/database/database.ts';
import { firstReplies, isBlocked, isOpenTo } from '#server/app/database/thread-rows.ts';
import { readCursor } from '#server/app/http/cursor.ts';
import { Page, pageOf } from '#server/app/http/page.ts';
import { isAdmin } from '#server/app/http/callers/roles.ts';
import { getFilteredViewer, type User } from '#server/app/http/callers/sessions.ts';
import type { SignedUrls } from '#server/app/http/files/signed-urls.ts';
import {
  isTagged,
  listedPosts,
  shownPosts,
  toListed,
  toPost,
  type ReadRow,
  type Reading,
} from './posts.rows.ts';

const MAX_POSTS = 500;

interface ListOptions extends Reading {
  cursor?: string | undefined;
  limit?: number | undefined;
  /** Left out: pending posts aren't included. */
  signedUrls?: SignedUrls;
}

/**
 * One post or reply. Null: there is none, or it waits for a moderator and the viewer is neither its author nor an admin.
 */
export async function getPost(
  db: DbOrTrx,
  id: number,
  { viewer, signedUrls }: { viewer: User | null; signedUrls: SignedUrls },
): Promise<PostThread | null> {
  const reading = { viewerId: viewer?.id ?? null, filteredViewer: getFilteredViewer(viewer) };
  const row = await listedPosts(db, { ...reading, all: isAdmin(viewer) })
    .where('posts.id', '=', id)
    .executeTakeFirst();
  const [post] = row ? await withReplies(db, [row], { ...reading, signedUrls }) : [];
  return post ?? null;
}

/** Posts that answer no other, newest first; with `tag`, all that have it and are public. */
export async function listPosts(
  db: Db,
  options: ListOptions & { tag?: string | undefined },
): Promise<Page<PostThread>> {
  const { tag, cursor, limit = POSTS_PAGE } = options;
  const size = Math.min(limit, MAX_POSTS);
  let query = listedPosts(db, options)
    .orderBy('posts.id', 'desc')
    .limit(size + 1);
  if (tag === undefined) query = query.where('posts.thread_id', 'is', null);
  else
    query = query
      .where(isTagged(tag))
      .where('posts.deleted_at', 'is', null)
      .where('posts.held_at', 'is', null)
      .where(isOpenTo('posts', options.filteredViewer));
  if (cursor) query = query.where('posts.id', '<', readCursor(cursor, 'n')[0]);
  const page = pageOf(await query.execute(), size, (row) => [row.id]);
  return page.replace(await withReplies(db, page.items, options));
}

/** What a person wrote, replies too, newest first. */
export async function listPostsOf(
  db: Db,
  authorId: number,
  {
    cursor,
    limit = POSTS_PAGE,
    viewerId,
    filteredViewer = null,
    signedUrls,
  }: Omit<ListOptions, 'filteredViewer'> & Partial<Reading>,
): Promise<Page<Post>> {
  const size = Math.min(limit, MAX_POSTS);
  let query = shownPosts(db, filteredViewer)
    .where('posts.author_id', '=', authorId)
    .orderBy('posts.id', 'desc')
    .limit(size + 1);
  if (viewerId !== authorId) query = query.where('posts.held_at', 'is', null);
  if (cursor) query = query.where('posts.id', '<', readCursor(cursor, 'n')[0]);
  return pageOf(await query.execute(), size, (row) => [row.id]).map((row) => toPost(row, signedUrls?.url));
}

/** With the first replies of each. */
async function withReplies(
  db: DbOrTrx,
  rows: ReadRow[],
  { viewerId, filteredViewer, signedUrls }: Pick<ListOptions, keyof Reading | 'signedUrls'>,
): Promise<PostThread[]> {
  // replies to a blocked author's post aren't shown either
  const ids = rows.filter((row) => !row.is_blocked).map(({ id }) => id);
  const replies =
    ids.length === 0
      ? []
      : await listedPosts(db, { viewerId, filteredViewer })
          .where('posts.id', 'in', firstReplies('posts', ids, { viewer: viewerId, filteredViewer }))
          .orderBy('posts.id')
          .execute();
  const listed = (row: ReadRow) => toListed(row, signedUrls?.url);
  return rows.map((row) => ({
    ...listed(row),
    replies: replies.filter(({ thread_id: thread }) => thread === row.id).map(listed),
  }));
}

/** All replies of a post, oldest first. Null: there is no such post to be seen. */
export async function listReplies(
  db: Db,
  postId: number,
  { cursor, limit = POSTS_PAGE, viewerId, filteredViewer, signedUrls }: ListOptions,
): Promise<Page<ListedPost> | null> {
  const reading = { viewerId, filteredViewer };
  const after = cursor ? readCursor(cursor, 'n')[0] : 0;
  const first = await listedPosts(db, reading)
    .where('posts.id', '=', postId)
    .clearSelect()
    .select(isBlocked('posts', filteredViewer).as('is_blocked'))
    .executeTakeFirst();
  if (!first) return null;
  if (first.is_blocked) return new Page<ListedPost>([]);
  const size = Math.min(limit, MAX_POSTS);
  const rows = await listedPosts(db, reading)
    .where('posts.thread_id', '=', postId)
    .where('posts.id', '>', after)
    .orderBy('posts.id')
    .limit(size + 1)
    .execute();
  return pageOf(rows, size, (row) => [row.id]).map((row) => toListed(row, signedUrls?.url));
}

/** Posts by their ids, as everybody sees them. */
export async function listPostsByIds(
  db: Db,
  ids: number[],
  filteredViewer: number | null = null,
): Promise<Post[]> {
  if (!ids.length) return [];
  const rows = await shownPosts(db, filteredViewer)
    .where('posts.id', 'in', ids)
    .where('posts.held_at', 'is', null)
    .execute();
  return rows.map((row) => toPost(row));
}
