import type { RawBuilder } from 'kysely';
import type { WrittenComment, CommentReply } from '#contract/comments/comments.ts';
import type { Db, DbOrTrx } from '#server/app/database/database.ts';
import { compileOnce, type Param } from '#server/app/database/compile-once.ts';
import { canSee, canSeeAs, type Viewer } from '#server/app/database/may-see.ts';
import {
  isListed,
  isOpenTo,
  isUnmuted,
  hiddenColumns,
  type ReadThreadRow,
  type ThreadViewer,
} from '#server/app/database/thread-rows.ts';
import { mentionsOf, showMentions } from '#server/mentions/mentions.store.ts';
import { asRead, toEntry, type ThreadRow } from '#server/threads/threads.rows.ts';

export interface CommentRow extends ThreadRow {
  video_id: number;
  text: string;
  guest_name: string | null;
  author_id: number | null;
  answered_guest: string | null;
}

export type ReadRow = CommentRow & ReadThreadRow;

/** A comment that isn't deleted. */
export const toComment = (row: CommentRow): WrittenComment => ({
  ...toEntry(row),
  ...showMentions(row.text, row.mentions),
  videoId: row.video_id,
  isGuest: row.guest_name !== null,
});

export const toListed = (row: ReadRow): CommentReply =>
  asRead(row, toComment(row), { text: null, isGuest: false });

/** Comments that aren't hidden, as `toComment` reads them. */
const commentRows = (db: DbOrTrx) =>
  db
    .selectFrom('comments')
    .leftJoin('users', 'users.id', 'comments.author_id')
    .innerJoin('videos', 'videos.id', 'comments.video_id')
    .leftJoin('comments as answered', 'answered.id', 'comments.reply_to')
    .leftJoin('users as answered_author', 'answered_author.id', 'answered.author_id')
    .where('comments.hidden_at', 'is', null)
    .select((eb) => [
      'comments.id',
      'comments.video_id',
      'comments.text',
      'comments.like_count',
      'comments.held_at',
      'comments.deleted_at',
      'comments.edited_at',
      'comments.guest_name',
      'comments.author_id',
      'comments.created_at',
      'comments.thread_id',
      'comments.reply_to',
      'comments.reply_count',
      'users.username',
      'users.display_name',
      'users.profile_image',
      'answered_author.username as answered_username',
      'answered.guest_name as answered_guest',
      eb('answered.deleted_at', 'is not', null).$castTo<boolean>().as('answered_deleted'),
      mentionsOf('comments').as('mentions'),
    ]);

/** Who reads a list. */
export interface Reading {
  user: Viewer;
  /** Also sees own ones that wait for a moderator. */
  viewer: string | null;
  /** A member who sees less than the public. */
  filteredViewer: number | null;
}

/** What a list shows to a viewer: comments on live videos that they may see. */
export const listedComments = (db: DbOrTrx, { user, viewer, filteredViewer }: Reading) =>
  listedWhere(db, canSee(user), { viewer, filteredViewer });

const listedWhere = (
  db: DbOrTrx,
  isSeen: RawBuilder<boolean>,
  { viewer, filteredViewer }: { viewer: ThreadViewer; filteredViewer: number | null },
) =>
  commentRows(db)
    .where('videos.is_live', '=', true)
    .where(isSeen)
    .where(isListed('comments', viewer))
    .where(isUnmuted('comments', filteredViewer))
    .select(hiddenColumns('comments', filteredViewer));

/** One of these, which its author sees while it waits for a moderator. */
export const findListed = compileOnce(
  (db, param: Param<{ id: number; person: string; user: number | null; admin: boolean }>) =>
    listedWhere(db, canSeeAs({ id: param('user'), admin: param('admin') }), {
      viewer: param('person'),
      filteredViewer: null,
    })
      .where('comments.id', '=', param('id'))
      .compile(),
);

/**
 * The given comments that are on this member's own videos, with the video titles; includes those pending the member's
 * approval.
 */
export const selectInbox = (db: Db, userId: number, ids: RawBuilder<number>) =>
  commentRows(db)
    .where('comments.id', 'in', ids)
    .where('videos.uploader_id', '=', userId)
    .select([
      'videos.title as video_title',
      'videos.poster_key',
      'videos.is_public',
      'videos.published_url',
      'videos.published_keys',
      canSee(null).as('is_open'),
      'comments.held_for_creator',
      ...hiddenColumns('comments', null),
    ]);

/** Those that a person wrote as a member, whatever became of the videos. */
export const selectCommentsOf = (db: DbOrTrx, userId: number) =>
  commentRows(db).where('comments.author_id', '=', userId).where('comments.deleted_at', 'is', null);

/** Comments on public videos that aren't hidden, as the public sees them; `filteredViewer` sees fewer. */
export const shownComments = (db: Db, filteredViewer: number | null = null) =>
  commentRows(db)
    .where('videos.is_public', '=', true)
    .where('comments.deleted_at', 'is', null)
    .where('comments.held_at', 'is', null)
    .where(isOpenTo('comments', filteredViewer));
