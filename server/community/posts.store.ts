import { sql } from 'kysely';
import { POST_EDIT_MINUTES, POSTS_PAGE, type Post } from '#contract/community.ts';
import type { LikeState } from '#contract/videos.ts';
import type { JoinVisitor } from '#server/app/slice.ts';
import { writeAuthor } from '#server/app/http/author.ts';
import { readCursor } from '#server/app/http/cursor.ts';
import { pageOf, type Page } from '#server/app/http/page.ts';
import type { Db, DbOrTrx } from '#server/app/database/database.ts';
import { joinLikes } from '#server/app/database/likes.ts';
import { profileImageUrl } from '#server/app/http/media-url.ts';
import type { User } from '#server/app/http/sessions.ts';
import type { SubjectRow } from '#server/moderation/subjects.store.ts';

const MAX_POSTS = 500;
const MAX_LIKED = 2000;
/** More authors than this who wait for a moderator aren't told apart any more. */
const MAX_WAITING = 1000;

interface PostRow {
  id: number;
  content: string;
  like_count: number;
  held_at: Date | null;
  edited_at: Date | null;
  created_at: Date;
  username: string | null;
  display_name: string | null;
  profile_image: string | null;
}

function toPost(row: PostRow): Post {
  return {
    id: row.id,
    content: row.content,
    likes: row.like_count,
    authorUsername: writeAuthor(row.username),
    authorDisplayName: row.display_name,
    authorAvatar: profileImageUrl(row.profile_image),
    createdAt: row.created_at.toISOString(),
    editedAt: row.edited_at?.toISOString() ?? null,
    held: row.held_at !== null,
  };
}

/** Posts that nobody hid or deleted, with their authors. */
const selectPosts = (db: Db) =>
  db
    .selectFrom('posts')
    .leftJoin('users', 'users.id', 'posts.author_id')
    .where('posts.hidden_at', 'is', null)
    .where('posts.deleted_at', 'is', null)
    .select([
      'posts.id',
      'posts.content',
      'posts.like_count',
      'posts.held_at',
      'posts.edited_at',
      'posts.created_at',
      'username',
      'display_name',
      'profile_image',
    ]);

/** Null: there is no such post, or it waits for a moderator and the viewer is neither its author nor an admin. */
export async function getPost(
  db: Db,
  id: number,
  viewer: Pick<User, 'id' | 'role'> | null,
): Promise<Post | null> {
  let query = selectPosts(db).where('posts.id', '=', id);
  if (viewer?.role !== 'GLOBAL_ADMIN')
    query = query.where((where) =>
      where.or([where('posts.held_at', 'is', null), where('posts.author_id', '=', viewer?.id ?? null)]),
    );
  const row = await query.executeTakeFirst();
  return row ? toPost(row) : null;
}

/** Posts, newest first. `viewerId` also sees own ones that wait for a moderator; `authorId` asks for one person's. */
export async function listPosts(
  db: Db,
  {
    cursor,
    limit = POSTS_PAGE,
    viewerId,
    authorId,
  }: {
    cursor?: string | undefined;
    limit?: number | undefined;
    viewerId: number | null;
    authorId?: number;
  },
): Promise<Page<Post>> {
  const size = Math.min(limit, MAX_POSTS);
  let query = selectPosts(db)
    .where((where) => where.or([where('posts.held_at', 'is', null), where('posts.author_id', '=', viewerId)]))
    .orderBy('posts.id', 'desc')
    .limit(size + 1);
  if (authorId !== undefined) query = query.where('posts.author_id', '=', authorId);
  if (cursor) query = query.where('posts.id', '<', Number(readCursor(cursor, 'n')[0]));
  return pageOf(await query.execute(), size, (row) => [row.id]).map(toPost);
}

/** Who has a post that waits for a moderator; null: too many to name. */
export async function listWaitingAuthors(db: Db): Promise<string[] | null> {
  const rows = await db
    .selectFrom('posts')
    .distinct()
    .select('author_id')
    .where('held_at', 'is not', null)
    .where('hidden_at', 'is', null)
    .where('deleted_at', 'is', null)
    .limit(MAX_WAITING + 1)
    .execute();
  return rows.length > MAX_WAITING ? null : rows.map(({ author_id: id }) => `u${id}`);
}

/** Posts by their ids, as everybody sees them. */
export async function listPostsByIds(db: Db, ids: number[]): Promise<Post[]> {
  if (!ids.length) return [];
  const { rows } = await sql<PostRow>`
    select posts.id, content, like_count, held_at, edited_at, posts.created_at, ${WITH_AUTHOR}
    from posts left join users on users.id = posts.author_id
    where posts.id = any(${ids}) and hidden_at is null and posts.deleted_at is null and held_at is null`.execute(
    db,
  );
  return rows.map(toPost);
}

const WITH_AUTHOR = sql`username, display_name, profile_image`;

export async function createPost(
  db: DbOrTrx,
  { authorId, content, held }: { authorId: number; content: string; held: boolean },
): Promise<Post> {
  const { rows } = await sql<PostRow>`
    with added as (
      insert into posts (author_id, content, held_at) values (${authorId}, ${content}, ${held ? sql`now()` : null}) returning *
    ) select added.*, ${WITH_AUTHOR} from added join users on users.id = added.author_id`.execute(db);
  if (!rows[0]) throw new Error('A post came back without its row.');
  return toPost(rows[0]);
}

/** Changes an own post. 'late': the 15 minutes are over; null: no such own post. */
export async function editPost(
  db: DbOrTrx,
  id: number,
  { authorId, content, held }: { authorId: number; content: string; held: boolean },
): Promise<Post | 'late' | null> {
  const { rows } = await sql<PostRow & { done: boolean }>`
    with changed as (
      update posts set content = ${content}, edited_at = now(), held_at = coalesce(held_at, ${held ? sql`now()` : null}::timestamptz)
      where id = ${id} and author_id = ${authorId} and hidden_at is null and deleted_at is null
        and created_at > now() - make_interval(mins => ${POST_EDIT_MINUTES})
      returning *
    ) select changed.*, ${WITH_AUTHOR} from changed join users on users.id = changed.author_id`.execute(db);
  if (rows[0]) return toPost(rows[0]);
  const there = await db
    .selectFrom('posts')
    .select('id')
    .where('id', '=', id)
    .where('author_id', '=', authorId)
    .where('hidden_at', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return there ? 'late' : null;
}

/** Deletes an own post. False: there is none. */
export async function deletePost(db: DbOrTrx, id: number, authorId: number): Promise<boolean> {
  const done = await db
    .updateTable('posts')
    .set({ deleted_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('author_id', '=', authorId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}

/** Posts as moderation reads them. */
export const POST_ROWS = sql<SubjectRow>`
  select p.id, p.content as excerpt, null::bigint as video_id, p.author_id, null::text as guest_name,
    p.held_at is not null as held,
    p.hidden_at is null and p.deleted_at is null and p.held_at is null as is_public,
    p.hidden_at is null and p.deleted_at is null as is_reviewable,
    p.hidden_at is not null or p.deleted_at is not null as is_away
  from posts p`;

/** True if it changed something. */
export async function setPostHidden(trx: DbOrTrx, id: number, hidden: boolean): Promise<boolean> {
  const done = await trx
    .updateTable('posts')
    .set({ hidden_at: hidden ? sql<Date>`now()` : null })
    .where('id', '=', id)
    .where('hidden_at', hidden ? 'is' : 'is not', null)
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}

export async function setPostHeld(trx: DbOrTrx, id: number, held: boolean): Promise<boolean> {
  const done = await trx
    .updateTable('posts')
    .set({ held_at: held ? sql<Date>`now()` : null })
    .where('id', '=', id)
    .where('held_at', held ? 'is' : 'is not', null)
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}

/** Likes a post, or takes the like back: one statement, one locked row per person. */
export async function likePost(db: Db, id: number, person: string): Promise<LikeState | null> {
  const { rows } = await sql<LikeState>`
    with toggled as (
      insert into post_likes as l (post_id, person)
      select id, ${person} from posts where id = ${id} and hidden_at is null and deleted_at is null and held_at is null
      on conflict (post_id, person) do update set liked = not l.liked, changed_at = now()
      returning liked
    )
    update posts set like_count = like_count + case when toggled.liked then 1 else -1 end
    from toggled where posts.id = ${id}
    returning like_count as likes, toggled.liked`.execute(db);
  return rows[0] ?? null;
}

/** Ids of posts a person likes at present, the latest first. */
export async function listLikedPosts(db: Db, person: string): Promise<number[]> {
  const rows = await db
    .selectFrom('post_likes')
    .where('person', '=', person)
    .where('liked', '=', true)
    .orderBy('changed_at', 'desc')
    .limit(MAX_LIKED)
    .select('post_id')
    .execute();
  return rows.map(({ post_id }) => post_id);
}

/** A visitor's likes join the account; a like of both becomes one. */
export const joinPosts: JoinVisitor = async (trx, joining) => {
  const changed = await joinLikes(trx, { likes: 'post_likes', key: 'post_id', things: 'posts' }, joining);
  return changed ? ['community'] : [];
};
