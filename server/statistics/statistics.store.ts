import { sql } from 'kysely';
import {
  MIN_CURVE_VIEWERS,
  type Period,
  type Statistics,
  type StatisticsQuery,
  type ViewSource,
} from '#contract/statistics/statistics.ts';
import type { Db } from '#server/app/database/database.ts';

/** A longer list isn't useful. */
const MAX_SOURCES = 50;
const MAX_PHRASES = 50;
/** Days of `all` at most. */
const MAX_DAYS = 3653;
const TENTHS = 10;

interface DayRow {
  day: string;
  views: number;
  likes: number;
  comments: number;
  followers: number;
  reached: number[] | null;
}

/** Statistics of a person's videos, or of one. Null: it isn't theirs. */
export async function readStatistics(
  db: Db,
  userId: number,
  { days: period = '28', videoId }: StatisticsQuery,
): Promise<Statistics | null> {
  if (videoId !== undefined && !(await isOwn(db, userId, videoId))) return null;
  // no "is not distinct from": it would read the rows of all videos
  const ofVideo = videoId === undefined ? sql`video_id is null` : sql`video_id = ${videoId}`;
  const which = sql`user_id = ${userId} and ${ofVideo}`;
  const [days, found] = await Promise.all([readDays(db, period, which), readSources(db, period, which)]);
  const sum = (name: 'views' | 'likes' | 'comments' | 'followers') =>
    days.reduce((total, row) => total + row[name], 0);
  return {
    totals: {
      views: sum('views'),
      likes: sum('likes'),
      comments: sum('comments'),
      followers: videoId === undefined ? sum('followers') : null,
    },
    days: days.map(({ day, views, likes, comments, followers }) => ({
      day,
      views,
      likes,
      comments,
      followers,
    })),
    ...found,
    curve: drawCurve(days, sum('views')),
  };
}

async function isOwn(db: Db, userId: number, videoId: number): Promise<boolean> {
  const row = await db
    .selectFrom('videos')
    .select('id')
    .where('id', '=', videoId)
    .where('uploader_id', '=', userId)
    .where('origin', '=', 'UPLOAD')
    .executeTakeFirst();
  return row !== undefined;
}

const since = (period: Period) =>
  period === 'all' ? sql`current_date - ${MAX_DAYS}::int` : sql`current_date - ${Number(period) - 1}::int`;

/** A row for every day, including days without activity; for `all` from the first active day on. */
async function readDays(db: Db, period: Period, which: ReturnType<typeof sql>): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    with counted as (select * from creator_days where ${which} and day >= ${since(period)})
    select to_char(each.day, 'YYYY-MM-DD') as day, coalesce(c.views, 0) as views, coalesce(c.likes, 0) as likes,
      coalesce(c.comments, 0) as comments, coalesce(c.followers, 0) as followers, c.reached
    from generate_series(${period === 'all' ? sql`coalesce((select min(day) from counted), current_date)` : since(period)},
      current_date, interval '1 day') each(day)
    left join counted c on c.day = each.day::date
    order by each.day`.execute(db);
  return rows.map((row) => ({ ...row, reached: row.reached?.map(Number) ?? null }));
}

async function readSources(
  db: Db,
  period: Period,
  which: ReturnType<typeof sql>,
): Promise<Pick<Statistics, 'sources' | 'phrases'>> {
  const { rows } = await sql<{ source: ViewSource; detail: string; views: number }>`
    select source, detail, sum(views)::bigint as views from creator_sources where ${which} and day >= ${since(period)}
    group by source, detail order by 3 desc, source, detail`.execute(db);
  const sources = new Map<string, Statistics['sources'][number]>();
  for (const { source, detail, views } of rows) {
    const host = source === 'SEARCH' ? null : detail || null;
    const key = `${source} ${host}`;
    sources.set(key, { source, host, views: (sources.get(key)?.views ?? 0) + views });
  }
  return {
    sources: [...sources.values()].toSorted((a, b) => b.views - a.views).slice(0, MAX_SOURCES),
    phrases: rows
      .filter(({ source, detail }) => source === 'SEARCH' && detail !== '')
      .slice(0, MAX_PHRASES)
      .map(({ detail, views }) => ({ phrase: detail, views })),
  };
}

/** Everyone who opened the page is a viewer, whether they started the video or not. */
function drawCurve(days: DayRow[], views: number): Statistics['curve'] {
  const at = (tenth: number) => days.reduce((total, { reached }) => total + (reached?.[tenth] ?? 0), 0);
  const viewers = Math.max(views, at(0));
  if (viewers < MIN_CURVE_VIEWERS) return null;
  let percent = 100;
  return Array.from({ length: TENTHS }, (_, index) => {
    // duplicate or lost events must not make the curve rise
    percent = Math.min(percent, Math.round((at(index + 1) / viewers) * 1000) / 10);
    return { tenth: index + 1, percent };
  });
}
