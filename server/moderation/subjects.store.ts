import { sql, type RawBuilder } from 'kysely';
import type { StoredMessage } from '#contract/text/message.ts';
import type { SubjectType } from '#contract/moderation/moderation.ts';
import type { DbOrTrx, Trx } from '#server/app/database/database.ts';
import { mediaUrl } from '#server/app/http/files/media-url.ts';
import type { User } from '#server/app/http/callers/sessions.ts';
import type { PublishesMedia } from '#server/app/slice.ts';
import { cutText } from '#contract/text/cut-text.ts';

/** An item as moderation reads it, whatever its kind. */
export interface SubjectRow {
  id: number;
  /** Its text, or a video's title. */
  excerpt: string;
  /** The video itself, or the one it belongs to. */
  video_id: number | null;
  author_id: number | null;
  guest_name: string | null;
  /** Waits unseen for a moderator. */
  held: boolean;
  /** Others than who made it and admins can see it. */
  is_public: boolean;
  /** And of these who is signed in alone. */
  is_for_members: boolean;
  /** It needs a decision. */
  is_reviewable: boolean;
  /** Hidden, deleted or archived. */
  is_away: boolean;
  /** The stored picture that shows it; none while it is hidden from everyone. */
  picture_key: string | null;
}

/**
 * What moderation needs of a reportable kind of item. Its slice provides it, and server/slices.ts passes it
 * to moderation, which so depends on none of these slices.
 */
export interface ModeratedSubject {
  type: SubjectType;
  /** A query for all of them, whatever became of them. */
  rows: RawBuilder<SubjectRow>;
  /** Takes one away so that `show` can bring it back; its author may read the reason. False, or an error for the moderator: it was away already. */
  hide(
    ctx: PublishesMedia,
    trx: Trx,
    id: number,
    by: { admin: User; reason: StoredMessage | null },
  ): Promise<boolean>;
  show(ctx: PublishesMedia, trx: Trx, id: number, admin: User): Promise<boolean>;
  /** Left out: this kind never needs review. */
  setPending?(trx: Trx, id: number, pending: boolean): Promise<boolean>;
}

export type ModeratedSubjects = Record<SubjectType, ModeratedSubject>;

/** Items of every kind, with their `type`. */
export const allSubjects = (subjects: ModeratedSubjects) =>
  sql.join(
    Object.values(subjects).map(
      ({ type, rows }) => sql`select ${sql.lit(type)}::text as type, r.* from (${rows}) r`,
    ),
    sql` union all `,
  );

export interface Subject {
  excerpt: string;
  picture: string | null;
  videoId: number | null;
  authorId: number | null;
  authorUsername: string | null;
  isGuest: boolean;
  held: boolean;
}

const EXCERPT = 300;

export const toSubject = (
  row: Omit<SubjectRow, 'is_public' | 'is_for_members' | 'is_reviewable' | 'is_away'> & {
    username: string | null;
  },
): Subject => ({
  excerpt: row.excerpt.length > EXCERPT ? `${cutText(row.excerpt, EXCERPT)}…` : row.excerpt,
  picture: row.picture_key && mediaUrl(row.picture_key),
  videoId: row.video_id,
  authorId: row.author_id,
  authorUsername: row.username ?? row.guest_name,
  isGuest: row.guest_name !== null,
  held: row.held,
});

/** An item that a moderator can decide on. Null: it doesn't exist (any more). */
export async function findSubject(
  db: DbOrTrx,
  { rows: all }: ModeratedSubject,
  id: number,
): Promise<(Subject & { isPublic: boolean; isForMembers: boolean }) | null> {
  const { rows } = await sql<SubjectRow & { username: string | null }>`
    select s.*, u.username from (${all}) s left join users u on u.id = s.author_id
    where s.id = ${id} and s.is_reviewable`.execute(db);
  const [row] = rows;
  return row ? { ...toSubject(row), isPublic: row.is_public, isForMembers: row.is_for_members } : null;
}

/** Whether it wasn't removed, or has been restored. */
export async function isBack(db: DbOrTrx, { rows: all }: ModeratedSubject, id: number): Promise<boolean> {
  const { rows } = await sql`select from (${all}) s where s.id = ${id} and not s.is_away`.execute(db);
  return rows.length > 0;
}
