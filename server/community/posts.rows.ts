import { sql } from 'kysely';
import type { ListedPost, Post } from '#contract/community/community.ts';
import type { DbOrTrx } from '#server/app/database/database.ts';
import {
  isListed,
  isOpenTo,
  isUnmuted,
  hiddenColumns,
  type ReadThreadRow,
} from '#server/app/database/thread-rows.ts';
import { mediaUrl } from '#server/app/http/files/media-url.ts';
import { mentionsOf, showMentions } from '#server/mentions/mentions.store.ts';
import { asRead, toEntry, type ThreadRow } from '#server/threads/threads.rows.ts';
import { PICTURES, pictureKey, type PictureRow } from './post-pictures.store.ts';

export interface PostRow extends ThreadRow {
  content: string;
  pictures: PictureRow[];
  tags: string[];
}

export type ReadRow = PostRow & ReadThreadRow;

/** Those that aren't blocked. */
const TAGS = sql<string[]>`array(select pt.tag from post_tags pt join tags t on t.name = pt.tag
  where pt.post_id = posts.id and t.blocked_at is null order by pt.position, pt.tag)`;

type Sign = (key: string) => string;

/** A post that isn't deleted. `sign` returns the URL of a private file. */
export function toPost(row: PostRow, sign: Sign = mediaUrl): Post {
  const { text: content, mentions } = showMentions(row.content, row.mentions);
  const urlOf = row.held_at === null ? mediaUrl : sign;
  return {
    ...toEntry(row),
    content,
    mentions,
    tags: row.tags,
    pictures: row.pictures.map(({ folder, ...picture }) => ({ url: urlOf(pictureKey(folder)), ...picture })),
  };
}

export const toListed = (row: ReadRow, sign: Sign = mediaUrl): ListedPost =>
  asRead(row, toPost(row, sign), { content: null, pictures: [], tags: [] });

/** Posts that aren't hidden, with their authors. */
export const selectPosts = (db: DbOrTrx) =>
  db
    .selectFrom('posts')
    .leftJoin('users', 'users.id', 'posts.author_id')
    .leftJoin('posts as answered', 'answered.id', 'posts.reply_to')
    .leftJoin('users as answered_author', 'answered_author.id', 'answered.author_id')
    .where('posts.hidden_at', 'is', null)
    .select((eb) => [
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
      eb('answered.deleted_at', 'is not', null).$castTo<boolean>().as('answered_deleted'),
      PICTURES.as('pictures'),
      TAGS.as('tags'),
      mentionsOf('posts').as('mentions'),
    ]);

/** Posts that aren't removed; `filteredViewer` applies the viewer's blocks and mutes. */
export const shownPosts = (db: DbOrTrx, filteredViewer: number | null = null) =>
  selectPosts(db).where('posts.deleted_at', 'is', null).where(isOpenTo('posts', filteredViewer));

/** It has this tag, by any of the tag's names. */
export const isTagged = (tag: string) =>
  sql<boolean>`posts.id in (select pt.post_id from post_tags pt join tags t on t.name = pt.tag
    where pt.tag = (select coalesce(moved_to, name) from tags where name = ${tag}) and t.blocked_at is null)`;

/** Who reads a list. */
export interface Reading {
  /** Also sees own ones that wait for a moderator. */
  viewerId: number | null;
  /** A member who sees less than everybody. */
  filteredViewer: number | null;
}

/** The posts that a reader's list shows; `all` includes pending ones, as for an admin. */
export const listedPosts = (
  db: DbOrTrx,
  { viewerId, filteredViewer, all = false }: Reading & { all?: boolean },
) =>
  (all ? shownPosts(db) : selectPosts(db).where(isListed('posts', viewerId)))
    .where(isUnmuted('posts', filteredViewer))
    .select(hiddenColumns('posts', filteredViewer));
