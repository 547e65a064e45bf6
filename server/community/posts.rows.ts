import { sql, type ExpressionBuilder } from 'kysely';
import type { ListedPost, Post } from '#contract/community.ts';
import type { DbOrTrx } from '#server/app/database/database.ts';
import type { DB as Database } from '#server/app/database/database.types.ts';
import { blockedEither, hiddenAuthors, keptFrom, mutedFor } from '#server/app/database/may-see.ts';
import { writeAuthor } from '#server/app/http/author.ts';
import { mediaUrl, profileImageUrl } from '#server/app/http/media-url.ts';
import { mentionsOf, showMentions, type StoredMention } from '#server/mentions/mentions.store.ts';
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
  mentions: StoredMention[];
}

/** As somebody reads it. */
export interface ReadRow extends PostRow {
  is_blocked: boolean;
  answered_blocked: boolean;
  /** Of the thread's replies, by people whose words the reader doesn't see. */
  kept_replies: number;
}

type Sign = (key: string) => string;

/** One that nobody deleted. `sign` gives the address of a file that isn't everybody's. */
export function toPost(row: PostRow, sign: Sign = mediaUrl): Post {
  const { text: content, mentions } = showMentions(row.content, row.mentions);
  return {
    id: row.id,
    content,
    mentions,
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

export function toListed(row: ReadRow, sign: Sign = mediaUrl): ListedPost {
  const deleted = row.deleted_at !== null;
  const blocked = !deleted && row.is_blocked;
  const isWritten = !deleted && !blocked;
  const post = {
    ...toPost(isWritten ? row : { ...row, pictures: [] }, sign),
    replyCount: row.thread_id === null && !blocked ? row.reply_count - row.kept_replies : 0,
    deleted,
    blocked,
  };
  if (post.replyTo && row.answered_blocked) post.replyTo.username = null;
  if (isWritten) return post;
  return {
    ...post,
    content: null,
    mentions: [],
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
      mentionsOf('posts').as('mentions'),
    ]);

const WORDS = { author: sql.ref('posts.author_id'), text: sql.ref('posts.content') };

/** Posts that nobody took away; `reader` sees less. */
export const shownPosts = (db: DbOrTrx, reader: number | null = null) =>
  selectPosts(db)
    .where('posts.deleted_at', 'is', null)
    .$if(reader !== null, (rows) => rows.where(sql<boolean>`not ${keptFrom(reader, WORDS)}`));

/** Who reads a list. */
export interface Reading {
  /** Also sees own ones that wait for a moderator. */
  viewerId: number | null;
  /** A member who sees less than everybody. */
  reader: number | null;
}

/** What a list shows to somebody: `all` that waits, as to an admin. */
export function listedPosts(db: DbOrTrx, { viewerId, reader, all = false }: Reading & { all?: boolean }) {
  const rows = all ? shownPosts(db) : selectPosts(db).where(isListed(viewerId));
  if (reader === null)
    return rows.select([
      sql<boolean>`false`.as('is_blocked'),
      sql<boolean>`false`.as('answered_blocked'),
      sql<number>`0`.as('kept_replies'),
    ]);
  return rows.where(sql<boolean>`not ${mutedFor(reader, WORDS)}`).select([
    blockedEither(reader, WORDS.author).as('is_blocked'),
    blockedEither(reader, sql.ref('answered.author_id')).as('answered_blocked'),
    sql<number>`(select count(*) from posts r where r.thread_id = posts.id
        and r.hidden_at is null and r.held_at is null and r.deleted_at is null
        and r.author_id in ${hiddenAuthors(reader)})::int`.as('kept_replies'),
  ]);
}

type Rows = ExpressionBuilder<Database & { posts: Database['posts'] }, 'posts'>;

/** Also what was deleted while something that is seen answers it. `viewerId` sees own ones that wait. */
const isListed = (viewerId: number | null) => (where: Rows) =>
  where.and([
    where.or([where('posts.held_at', 'is', null), where('posts.author_id', '=', viewerId)]),
    where.or([
      where('posts.deleted_at', 'is', null),
      where('posts.reply_count', '>', 0),
      sql<boolean>`exists (select from posts r where r.reply_to = posts.id
        and r.hidden_at is null and r.held_at is null and r.deleted_at is null)`,
    ]),
  ]);
