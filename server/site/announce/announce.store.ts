import { sql } from 'kysely';
import type { Trx } from '#server/app/database/database.ts';
import { sqlNumbers } from '#server/app/database/read-rows.ts';

/** Takes so many of the oldest; another worker at once takes others. */
export async function takeAnnouncements(trx: Trx, limit: number): Promise<number[]> {
  return await sqlNumbers`
    delete from announcements where id in (
      select id from announcements order by id limit ${limit} for update skip locked)
    returning video_id`.execute(trx);
}

/** What the feeds that a video is or was in go by. */
export interface InFeeds {
  category: string;
  creator: string | null;
  tags: string[];
  series: number | null;
}

/** Of those videos that are still there. */
export async function listFeedsOf(trx: Trx, videoIds: number[]): Promise<InFeeds[]> {
  const { rows } = await sql<InFeeds>`
    select distinct array(select tag from video_tags where video_id = v.id) as tags, v.category, u.username as creator, i.series_id as series
    from videos v left join users u on u.id = v.uploader_id left join series_items i on i.video_id = v.id
    where v.id = any(${videoIds}::bigint[])`.execute(trx);
  return rows;
}
