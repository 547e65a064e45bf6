import { standingOf, type ReadThreadRow } from '#server/app/database/thread-rows.ts';
import { writeAuthor } from '#server/app/http/callers/author.ts';
import { profileImageUrl } from '#server/app/http/files/media-url.ts';
import type { StoredMention } from '#server/mentions/mentions.store.ts';

/** What comments and posts both are as rows. */
export interface ThreadRow {
  id: number;
  like_count: number;
  held_at: Date | null;
  deleted_at: Date | null;
  edited_at: Date | null;
  created_at: Date;
  thread_id: number | null;
  reply_to: number | null;
  reply_count: number;
  username: string | null;
  display_name: string | null;
  profile_image: string | null;
  guest_name?: string | null;
  /** Who wrote what it answers. */
  answered_username: string | null;
  answered_guest?: string | null;
  answered_deleted: boolean | null;
  mentions: StoredMention[];
}

/** What both are on the wire. */
export function toEntry(row: ThreadRow) {
  const answered =
    row.answered_deleted === true ? null : writeAuthor(row.answered_username, row.answered_guest ?? null);
  return {
    id: row.id,
    likes: row.like_count,
    authorUsername: writeAuthor(row.username, row.guest_name ?? null),
    authorDisplayName: row.display_name,
    authorAvatar: profileImageUrl(row.profile_image),
    held: row.held_at !== null,
    createdAt: row.created_at.toISOString(),
    editedAt: row.edited_at?.toISOString() ?? null,
    threadId: row.thread_id,
    replyTo: row.reply_to === null ? null : { id: row.reply_to, username: answered },
  };
}

type Entry = ReturnType<typeof toEntry>;

/** As the viewer gets it: a deleted or blocked entry without text (`blank`) and name. */
export function asRead<E extends Entry, Blank>(row: ReadThreadRow, entry: E, blank: Blank) {
  const { isWritten, ...standing } = standingOf(row);
  const { replyTo } = entry;
  const read = {
    ...entry,
    ...standing,
    replyTo: replyTo && row.answered_blocked ? { ...replyTo, username: null } : replyTo,
  };
  if (isWritten) return read;
  return {
    ...read,
    mentions: [],
    likes: 0,
    authorUsername: null,
    authorDisplayName: null,
    authorAvatar: null,
    editedAt: null,
    ...blank,
  };
}
