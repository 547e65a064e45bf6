import { sql } from 'kysely';
import { z } from 'zod';
import { OVERVIEW_ITEMS, PERIODS, type Activity } from '#contract/admin/admin.ts';
import { REVENUE_STATUSES } from '#contract/orders/order-states.ts';
import { toAmount } from '#server/adapters/payments/money.ts';
import type { Db } from '#server/app/database/database.ts';
import { writeAuthor } from '#server/app/http/callers/author.ts';
import { canSee } from '#server/app/database/may-see.ts';
import { publishedUrls } from '#server/videos/videos.rows.ts';
import { sqlRows } from '#server/app/database/read-rows.ts';

const MAX_DAYS = Math.max(...PERIODS);

const ViewDay = z.object({ day: z.string(), views: z.number() });

/** Views by day, all of the last days, oldest first. */
export async function listViewDays(db: Db, days: number): Promise<Activity['days']> {
  return await sqlRows(ViewDay)`
    select days.day::date::text as day, coalesce(s.views, 0)::bigint as views
    from generate_series(current_date - ${days - 1}::int, current_date, interval '1 day') as days(day)
    left join site_days s on s.day = days.day::date
    order by days.day`.execute(db);
}

/** Sales of the given days by currency, `own` first. */
export async function listSales(db: Db, days: Activity['days'], own: string): Promise<Activity['sales']> {
  const rows = await db
    .selectFrom('sales_days')
    .select(({ cast, fn }) => [
      'currency',
      cast<string>('day', 'text').as('day'),
      fn.sum<number>('orders').as('orders'),
      fn.sum<number>('cents').as('cents'),
    ])
    .where('day', '>=', days[0]?.day ?? '')
    .where('status', 'in', REVENUE_STATUSES)
    .groupBy(['currency', 'day'])
    .having(({ fn }) => fn.sum('orders'), '>', 0)
    .execute();
  const others = [...new Set(rows.map(({ currency }) => currency))].filter((each) => each !== own);
  return [own, ...others.toSorted()].map((currency) => {
    const found = rows.filter((row) => row.currency === currency);
    const sum = (of: 'orders' | 'cents', day?: string): number =>
      found.reduce(
        (total, row) => (day === undefined || row.day === day ? total + Number(row[of]) : total),
        0,
      );
    return {
      currency,
      orders: sum('orders'),
      total: toAmount(sum('cents')),
      byDay: days.map(({ day }) => toAmount(sum('cents', day))),
    };
  });
}

export async function listLatestOrders(db: Db): Promise<Activity['orders']> {
  const rows = await db
    .selectFrom('orders')
    .select(['id', 'status', 'shipping_name', 'total_cents', 'currency', 'created_at'])
    .orderBy('id', 'desc')
    .limit(OVERVIEW_ITEMS)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    status: row.status,
    shippingName: row.shipping_name,
    totalAmount: toAmount(row.total_cents),
    currency: row.currency,
    createdAt: row.created_at.toISOString(),
  }));
}

/** Also those that only a moderator sees: an admin wants to know of them first. */
export async function listLatestComments(db: Db): Promise<Activity['comments']> {
  const rows = await db
    .selectFrom('comments')
    .innerJoin('videos', 'videos.id', 'comments.video_id')
    .leftJoin('users', 'users.id', 'comments.author_id')
    .select([
      'comments.id',
      'comments.text',
      'comments.guest_name',
      'comments.video_id',
      'comments.held_at',
      'comments.hidden_at',
      'comments.created_at',
      'videos.title',
      'users.username',
    ])
    .where('comments.deleted_at', 'is', null)
    .orderBy('comments.created_at', 'desc')
    .orderBy('comments.id', 'desc')
    .limit(OVERVIEW_ITEMS)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    text: row.text,
    author: writeAuthor(row.username, row.guest_name),
    videoId: row.video_id,
    videoTitle: row.title,
    state: row.hidden_at ? 'hidden' : row.held_at ? 'held' : null,
    createdAt: row.created_at.toISOString(),
  }));
}

/** By the views per day; only the rows of these days are read, by their index. */
export async function listTopVideos(db: Db, days: Activity['days']): Promise<Activity['clips']> {
  const { rows } = await sql<{
    id: number;
    title: string;
    poster_key: string | null;
    published_url: string | null;
    published_keys: string[] | null;
    views: number;
  }>`
    select v.id, v.title, case when ${canSee(null, 'v')} then v.poster_key end as poster_key, v.published_url, v.published_keys, top.views from (
      select video_id, sum(views)::bigint as views from video_days where day >= ${days[0]?.day}::date
      group by video_id order by 2 desc, 1 desc limit ${OVERVIEW_ITEMS}
    ) as top join videos v on v.id = top.video_id
    where top.views > 0
    order by top.views desc, v.id desc`.execute(db);
  return rows.map(({ id, title, poster_key: poster, views, ...copies }) => ({
    id,
    title,
    thumbnail: poster === null ? null : publishedUrls(copies)(poster),
    views,
  }));
}

/** Sums up the days that may have changed, all that can be shown the first time; a sum of the last minute is good enough. */
export async function sumDays(db: Db): Promise<void> {
  await sql`
    insert into site_days (day, views)
    select day, sum(views) from video_days
    where not exists (select 1 from site_days where summed_at > now() - interval '1 minute')
      and day >= coalesce((select max(day) - 1 from site_days), current_date - ${MAX_DAYS}::int)
    group by day
    on conflict (day) do update set views = excluded.views, summed_at = excluded.summed_at`.execute(db);
}
