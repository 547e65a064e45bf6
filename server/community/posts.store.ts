import { sql } from 'kysely';
import { POST_EDIT_MINUTES, POSTS_PAGE, type Post } from '#contract/community.ts';
import type { LikeState } from '#contract/videos.ts';
import { writeAuthor } from '#server/app/http/author.ts';
import { readCursor } from '#server/app/http/cursor.ts';
import { pageOf, type Page } from '#server/app/http/page.ts';
import type { Db, DbOrTrx } from '#server/app/database/database.ts';
import { mediaUrl, profileImageUrl } from '#server/app/http/media-url.ts';
import type { User } from '#server/app/http/sessions.ts';
import type { SignedUrls } from '#server/app/http/signed-urls.ts';
import type { SubjectRow } from '#server/moderation/subjects.store.ts';
import { PICTURES, pictureKey, type PictureRow } from './post-pictures.store.ts';
import { isAdmin } from '#server/app/http/roles.ts';

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
  pictures: PictureRow[];
  username: string | null;
  display_name: string | null;
  profile_image: string | null;
}

/** `sign` gives the address of a file that isn't everybody's. */
function toPost(row: PostRow, sign: (key: string) => string = mediaUrl): Post {
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
    pictures: row.pictures.map(({ folder, ...picture }) => ({
      url: (row.held_at === null ? mediaUrl : sign)(pictureKey(folder)),
      ...picture,
    })),
  };
}

/** Posts that nobody hid or deleted, with their authors. */
const selectPosts = (db: DbOrTrx) =>
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
      PICTURES.as('pictures'),
    ]);

/** Null: there is no such post, or it waits for a moderator and the viewer is neither its author nor an admin. */
export async function getPost(
  db: DbOrTrx,
  id: number,
  { viewer, signedUrls }: { viewer: Pick<User, 'id' | 'role'> | null; signedUrls: SignedUrls },
): Promise<Post | null> {
  let query = selectPosts(db).where('posts.id', '=', id);
  if (!isAdmin(viewer))
    query = query.where((where) =>
      where.or([where('posts.held_at', 'is', null), where('posts.author_id', '=', viewer?.id ?? null)]),
    );
  const row = await query.executeTakeFirst();
  return row ? toPost(row, signedUrls.url) : null;
}

/** Posts, newest first. `viewerId` also sees own ones that wait for a moderator; `authorId` asks for one person's. */
export async function listPosts(
  db: Db,
  {
    cursor,
    limit = POSTS_PAGE,
    viewerId,
    authorId,
    signedUrls,
  }: {
    cursor?: string | undefined;
    limit?: number | undefined;
    viewerId: number | null;
    authorId?: number;
    /** Left out: what waits isn't asked for. */
    signedUrls?: SignedUrls;
  },
): Promise<Page<Post>> {
  const size = Math.min(limit, MAX_POSTS);
  let query = selectPosts(db)
    .where((where) => where.or([where('posts.held_at', 'is', null), where('posts.author_id', '=', viewerId)]))
    .orderBy('posts.id', 'desc')
    .limit(size + 1);
  if (authorId !== undefined) query = query.where('posts.author_id', '=', authorId);
  if (cursor) query = query.where('posts.id', '<', Number(readCursor(cursor, 'n')[0]));
  return pageOf(await query.execute(), size, (row) => [row.id]).map((row) => toPost(row, signedUrls?.url));
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
  const rows = await selectPosts(db).where('posts.id', 'in', ids).where('held_at', 'is', null).execute();
  return rows.map((row) => toPost(row));
}

export async function createPost(
  db: DbOrTrx,
  { authorId, content, held }: { authorId: number; content: string; held: boolean },
): Promise<number> {
  const { id } = await db
    .insertInto('posts')
    .values({ author_id: authorId, content, held_at: held ? sql<Date>`now()` : null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Changes an own post. 'late': the 15 minutes are over; null: no such own post. */
export async function editPost(
  db: DbOrTrx,
  id: number,
  { authorId, content, held }: { authorId: number; content: string; held: boolean },
): Promise<'changed' | 'late' | null> {
  const changed = await sql`
    update posts set content = ${content}, edited_at = now(), held_at = coalesce(held_at, ${held ? sql`now()` : null}::timestamptz)
    where id = ${id} and author_id = ${authorId} and hidden_at is null and deleted_at is null
      and created_at > now() - make_interval(mins => ${POST_EDIT_MINUTES})`.execute(db);
  if (changed.numAffectedRows) return 'changed';
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
    p.hidden_at is not null or p.deleted_at is not null as is_away,
    (select folder || ${sql.lit(pictureKey(''))} from post_pictures where post_id = p.id and swept_at is null
      and p.held_at is null order by place limit 1) as picture_key
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
