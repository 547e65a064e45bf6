import { POSTS_PAGE, type ListedPost, type Post, type PostThread } from '#contract/community/community.ts';
import type { Db, DbOrTrx } from '#server/app/database/database.ts';
import { firstReplies, isBlocked } from '#server/app/database/thread-rows.ts';
import { readCursor } from '#server/app/http/cursor.ts';
import { Page, pageOf } from '#server/app/http/page.ts';
import { isAdmin } from '#server/app/http/callers/roles.ts';
import { readerOf, type User } from '#server/app/http/callers/sessions.ts';
import type { SignedUrls } from '#server/app/http/files/signed-urls.ts';
import { listedPosts, shownPosts, toListed, toPost, type ReadRow, type Reading } from './posts.rows.ts';

const MAX_POSTS = 500;

interface Asked extends Reading {
  cursor?: string | undefined;
  limit?: number | undefined;
  /** Left out: what waits isn't asked for. */
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
  const reading = { viewerId: viewer?.id ?? null, reader: readerOf(viewer) };
  const row = await listedPosts(db, { ...reading, all: isAdmin(viewer) })
    .where('posts.id', '=', id)
    .executeTakeFirst();
  const [post] = row ? await withReplies(db, [row], { ...reading, signedUrls }) : [];
  return post ?? null;
}

/** Posts that answer no other, newest first. */
export async function listPosts(db: Db, asked: Asked): Promise<Page<PostThread>> {
  const { cursor, limit = POSTS_PAGE } = asked;
  const size = Math.min(limit, MAX_POSTS);
  let query = listedPosts(db, asked)
    .where('posts.thread_id', 'is', null)
    .orderBy('posts.id', 'desc')
    .limit(size + 1);
  if (cursor) query = query.where('posts.id', '<', readCursor(cursor, 'n')[0]);
  const page = pageOf(await query.execute(), size, (row) => [row.id]);
  return page.replace(await withReplies(db, page.items, asked));
}

/** What a person wrote, replies too, newest first. */
export async function listPostsOf(
  db: Db,
  authorId: number,
  {
    cursor,
    limit = POSTS_PAGE,
    viewerId,
    reader = null,
    signedUrls,
  }: Omit<Asked, 'reader'> & Partial<Reading>,
): Promise<Page<Post>> {
  const size = Math.min(limit, MAX_POSTS);
  let query = shownPosts(db, reader)
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
  { viewerId, reader, signedUrls }: Pick<Asked, keyof Reading | 'signedUrls'>,
): Promise<PostThread[]> {
  // what stands below somebody whose words aren't seen isn't seen either
  const ids = rows.filter((row) => !row.is_blocked).map(({ id }) => id);
  const replies =
    ids.length === 0
      ? []
      : await listedPosts(db, { viewerId, reader })
          .where('posts.id', 'in', firstReplies('posts', ids, { viewer: viewerId, reader }))
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
  { cursor, limit = POSTS_PAGE, viewerId, reader, signedUrls }: Asked,
): Promise<Page<ListedPost> | null> {
  const reading = { viewerId, reader };
  const after = cursor ? readCursor(cursor, 'n')[0] : 0;
  const first = await listedPosts(db, reading)
    .where('posts.id', '=', postId)
    .clearSelect()
    .select(isBlocked('posts', reader).as('is_blocked'))
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
export async function listPostsByIds(db: Db, ids: number[], reader: number | null = null): Promise<Post[]> {
  if (!ids.length) return [];
  const rows = await shownPosts(db, reader)
    .where('posts.id', 'in', ids)
    .where('posts.held_at', 'is', null)
    .execute();
  return rows.map((row) => toPost(row));
}
