import { ROTATION } from '#contract/site/counting.ts';
import { sql } from 'kysely';
import type { Db, Trx } from '#server/app/database/database.ts';
import { ROTATION_SIZE, type Candidate } from './rotation.rules.ts';

interface CandidateRow {
  id: number;
  category: string;
  creator: string;
  approved_at: Date;
  is_featured: boolean;
  featured_position: number | null;
  is_trending: boolean;
  recent_views: number;
  likes: number;
  comments: number;
  external_views: number;
}

const POOL = 400;

/**
 * Who may come into the rotation: all flagged ones, the newest, the most viewed of late and of all time. Each part reads an
 * index from its end, so that it costs the same with a thousand videos and a million.
 */
export async function listPool(db: Db): Promise<Candidate[]> {
  const { rows } = await sql<CandidateRow>`
    with pool as (
      (select id from videos where is_public and (is_featured or is_trending) limit ${POOL})
      union
      (select id from videos where is_public order by approved_at desc, id desc limit ${POOL})
      union
      (select id from videos where is_public order by (view_count + coalesce(external_views, 0)) desc, id desc limit ${POOL})
      union
      (select video_id from (select video_id, views from video_days where day >= current_date - 1
        order by day desc limit 20000) d group by video_id order by sum(views) desc limit ${POOL})
    )
    select v.id, v.category, coalesce('u' || v.uploader_id, v.external_creator, 'v' || v.id) as creator, v.approved_at,
      v.is_featured, v.featured_position, v.is_trending, v.like_count as likes, v.comment_count as comments,
      coalesce(v.external_views, 0) as external_views,
      coalesce((select sum(d.views) from generate_series(current_date - ${ROTATION.viewDays - 1}::int, current_date, interval '1 day') as days(day)
        join video_days d on d.day = days.day::date and d.video_id = v.id), 0)::bigint as recent_views
    from pool join videos v using (id) where v.is_public`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    category: row.category,
    creator: row.creator,
    approvedAt: row.approved_at,
    featured: row.is_featured,
    featuredPosition: row.featured_position,
    trending: row.is_trending,
    recentViews: row.recent_views,
    likes: row.likes,
    comments: row.comments,
    externalViews: row.external_views,
  }));
}

/** Stores a rotation; returns whether it changed. */
export async function storeRotation(trx: Trx, ids: number[], now: number): Promise<boolean> {
  // one at a time: two processes must not mix their picks
  await sql`insert into site_facts (name, value) values ('rotation', to_jsonb(${now}::bigint))
    on conflict (name) do update set value = excluded.value`.execute(trx);
  const { numAffectedRows = 0n } = await sql`
    with picked as (
      select id, ${ROTATION_SIZE} + 1 - place as rank from unnest(${ids}::bigint[]) with ordinality as p(id, place)
    ), wanted as (
      select id, rank from picked
      union all select v.id, 0 from videos v where v.rotation_rank > 0 and v.id not in (select id from picked)
    )
    update videos set rotation_rank = wanted.rank from wanted
    where videos.id = wanted.id and videos.rotation_rank <> wanted.rank`.execute(trx);
  return numAffectedRows > 0n;
}
