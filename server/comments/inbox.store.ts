import { sql } from 'kysely';
import { INBOX_PAGE, type InboxComment } from '#contract/submissions/studio.ts';
import type { Db } from '#server/app/database/database.ts';
import { isHiddenFrom } from '#server/app/database/may-see.ts';
import { readCursor } from '#server/app/http/cursor.ts';
import type { SignedUrls } from '#server/app/http/files/signed-urls.ts';
import { pageOf, type Page } from '#server/app/http/page.ts';
import { urlsOf } from '#server/videos/videos.rows.ts';
import { selectInbox, toListed } from './comments.rows.ts';

const MAX_PAGE = 200;

/**
 * What others wrote on a member's videos, newest first: the newest of each video by its index, then the newest of
 * those. Leaves out what is hidden or pending review, and people whom the member blocks or mutes.
 */
export async function listInbox(
  db: Db,
  signedUrls: SignedUrls,
  userId: number,
  {
    videoId,
    held: pendingOnly,
    cursor,
    limit = INBOX_PAGE,
  }: {
    videoId?: number | undefined;
    held?: 'true' | undefined;
    cursor?: string | undefined;
    limit?: number | undefined;
  },
): Promise<Page<InboxComment>> {
  const size = Math.min(limit, MAX_PAGE);
  const before = cursor ? readCursor(cursor, 'n')[0] : null;
  const isWaiting = sql`(c.held_for_creator and c.held_at is not null)`;
  const ids = sql<number>`(
    select newest.id from videos v cross join lateral (
      select c.id from comments c
      where c.video_id = v.id and c.hidden_at is null and c.deleted_at is null and c.author_id is distinct from ${userId}
        and not ${isHiddenFrom(userId, { author: sql.ref('c.author_id'), text: sql.ref('c.text') })}
        and ${pendingOnly ? isWaiting : sql`(c.held_at is null or ${isWaiting})`}
        ${before === null ? sql`` : sql`and c.id < ${before}`}
      order by c.id desc limit ${size + 1}
    ) newest
    where v.uploader_id = ${userId} ${videoId === undefined ? sql`` : sql`and v.id = ${videoId}`}
    order by newest.id desc limit ${size + 1})`;
  const rows = await selectInbox(db, userId, ids).orderBy('comments.id', 'desc').execute();
  return pageOf(rows, size, (row) => [row.id]).map((row) => ({
    ...toListed(row),
    videoTitle: row.video_title,
    videoThumbnail: row.poster_key && urlsOf(row, signedUrls)(row.poster_key),
    waits: row.held_for_creator && row.held_at !== null,
  }));
}
