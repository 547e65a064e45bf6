import { sql, type RawBuilder } from 'kysely';
import type { Progress, ViewSource } from '#contract/statistics/statistics.ts';
import type { Db } from '#server/app/database/database.ts';
import { canSee, type Viewer } from '#server/app/database/may-see.ts';

/** A view's origin; `detail` is a host or a search query. */
export interface Origin {
  source: ViewSource;
  detail: string;
}

/** Of one kind of source, video and day; what comes beyond is counted without its detail. */
const MAX_DETAILS = 100;

/** How many other details of this kind there are today; each of both by its own look-up in the index. */
const others = (videoId: RawBuilder<unknown>, { source, detail }: Origin): RawBuilder<unknown> => sql`
  (select count(*) from creator_sources c where c.user_id = v.uploader_id and ${videoId} and c.day = current_date
    and c.source = ${source} and c.detail <> ${detail})`;

/** Counts where the view in `seen` came from, for the video and for all videos of its creator. */
export const countSource = (origin: Origin): RawBuilder<unknown> => sql`
      insert into creator_sources as s (user_id, video_id, day, source, detail, views)
      select v.uploader_id, each.id, current_date, ${origin.source}, case when ${origin.detail} = '' or ${MAX_DETAILS} >
          case when each.id is null then ${others(sql`c.video_id is null`, origin)} else ${others(sql`c.video_id = each.id`, origin)} end
        then ${origin.detail} else '' end, 1
      from seen join videos v on v.id = seen.video_id cross join lateral (values (null::bigint), (v.id)) each(id)
      where v.uploader_id is not null
      on conflict (user_id, video_id, day, source, detail) do update set views = s.views + 1`;

/** Counts the tenths of the video that a viewer came to. False: they see no such live video. */
export async function countProgress(
  db: Db,
  id: number,
  viewer: Viewer,
  { after, reached }: Progress,
): Promise<boolean> {
  const { rows } = await sql`
    with clip as (select id, uploader_id from videos where id = ${id} and is_live and ${canSee(viewer)}), counted as (
      insert into creator_days as d (user_id, video_id, day, reached)
      select clip.uploader_id, each.id, current_date,
        array(select (tenth > ${after} and tenth <= ${reached})::int from generate_series(0, 10) tenth order by tenth)
      from clip cross join lateral (values (null::bigint), (clip.id)) each(id)
      where clip.uploader_id is distinct from ${viewer?.id ?? null}::bigint and clip.uploader_id is not null
      on conflict (user_id, video_id, day) do update set reached =
        array(select was + more from unnest(d.reached, excluded.reached) with ordinality each(was, more, tenth) order by tenth)
    )
    select from clip`.execute(db);
  return rows.length > 0;
}
