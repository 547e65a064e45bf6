import { sql } from 'kysely';
import type { ListedPost, Post } from '#contract/community.ts';
import type { DbOrTrx } from '#server/app/database/database.ts';
import { writeAuthor } from '#server/app/http/author.ts';
import { mediaUrl, profileImageUrl } from '#server/app/http/media-url.ts';
import { PICTURES, pictureKey, type PictureRow } from './post-pictures.store.ts';

export interface PostRow {
  id: number;
  content: string;
  like_count: number;
  held_at: Date | null;
  deleted_at: Date | null;
  edited_at: Date | null;
  created_at: Date;
  thread_id: number | null;
  reply_to: number | null;
  reply_count: number;
  pictures: PictureRow[];
  username: string | null;
  display_name: string | null;
  profile_image: string | null;
  /** Who wrote what it answers. */
  answered_username: string | null;
  answered_deleted: boolean | null;
}

type Sign = (key: string) => string;

/** One that nobody deleted. `sign` gives the address of a file that isn't everybody's. */
export function toPost(row: PostRow, sign: Sign = mediaUrl): Post {
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
    threadId: row.thread_id,
    replyTo:
      row.reply_to === null
        ? null
        : {
            id: row.reply_to,
            username: row.answered_deleted === true ? null : writeAuthor(row.answered_username),
          },
  };
}

export function toListed(row: PostRow, sign: Sign = mediaUrl): ListedPost {
  const replyCount = row.thread_id === null ? row.reply_count : 0;
  if (row.deleted_at === null) return { ...toPost(row, sign), replyCount, deleted: false };
  return {
    ...toPost({ ...row, pictures: [] }),
    replyCount,
    deleted: true,
    content: null,
    likes: 0,
    authorUsername: null,
    authorDisplayName: null,
    authorAvatar: null,
    editedAt: null,
  };
}

/** Posts that nobody hid, with their authors. */
export const selectPosts = (db: DbOrTrx) =>
  db
    .selectFrom('posts')
    .leftJoin('users', 'users.id', 'posts.author_id')
    .leftJoin('posts as answered', 'answered.id', 'posts.reply_to')
    .leftJoin('users as answered_author', 'answered_author.id', 'answered.author_id')
    .where('posts.hidden_at', 'is', null)
    .select([
      'posts.id',
      'posts.content',
      'posts.like_count',
      'posts.held_at',
      'posts.deleted_at',
      'posts.edited_at',
      'posts.created_at',
      'posts.thread_id',
      'posts.reply_to',
      'posts.reply_count',
      'users.username',
      'users.display_name',
      'users.profile_image',
      'answered_author.username as answered_username',
      sql<boolean | null>`answered.deleted_at is not null`.as('answered_deleted'),
      PICTURES.as('pictures'),
    ]);

/** Posts that nobody took away. */
export const shownPosts = (db: DbOrTrx) => selectPosts(db).where('posts.deleted_at', 'is', null);

/** What a list shows: also what was deleted while something that is seen answers it. `viewerId` sees own ones that wait. */
export const listedPosts = (db: DbOrTrx, viewerId: number | null) =>
  selectPosts(db).where((where) =>
    where.and([
      where.or([where('posts.held_at', 'is', null), where('posts.author_id', '=', viewerId)]),
      where.or([
        where('posts.deleted_at', 'is', null),
        where('posts.reply_count', '>', 0),
        sql<boolean>`exists (select from posts r where r.reply_to = posts.id
          and r.hidden_at is null and r.held_at is null and r.deleted_at is null)`,
      ]),
    ]),
  );
