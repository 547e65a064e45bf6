import { sql } from 'kysely';
import { MAX_COUNT, type Overview } from '#contract/admin.ts';
import { REVENUE_STATUSES, TO_SHIP_STATUSES } from '#contract/order-states.ts';
import type { Db } from '#server/app/database/database.ts';

const DAYS = 30;

/** Counts no further than anybody wants to know, so that a count costs the same with a thousand rows and a million. */
const upTo = (rows: ReturnType<typeof sql>) =>
  sql<number>`(select count(*) from (${rows} limit ${MAX_COUNT + 1}) as counted)::int`;

/** What waits for an admin, and the last 30 days. */
export async function readOverview(db: Db): Promise<Overview> {
  const waiting = (origin: string) =>
    upTo(sql`select 1 from videos where origin = ${origin} and status = 'PENDING' and archived_at is null`);
  const { rows } = await sql<Omit<Overview, 'days' | 'waitingReviews'>>`
    select ${waiting('UPLOAD')} as "waitingUploads", ${waiting('IMPORT')} as "waitingImports",
      ${upTo(sql`select 1 from pgboss.job where state = 'failed'`)} as "failedJobs",
      (select least(coalesce(sum(orders), 0), ${MAX_COUNT + 1}) from order_totals where status in (${sql.join(TO_SHIP_STATUSES)}))::int as "ordersToShip",
      ${upTo(sql`select 1 from users where created_at > now() - interval '7 days' and deleted_at is null`)} as "newPeople",
      ${upTo(sql`select 1 from upgrade_requests where status = 'PENDING'`)} as "waitingRequests",
      ${upTo(sql`select 1 from reports where closed_at is null`)} as "openReports",
      ${upTo(sql`select 1 from videos where archived_at is not null`)} as "archived"`.execute(db);
  const counts = rows[0];
  if (!counts) throw new Error('The overview could not be counted.');
  const { waitingUploads, waitingImports } = counts;
  return {
    ...counts,
    waitingReviews: Math.min(waitingUploads + waitingImports, MAX_COUNT + 1),
    days: await listDays(db),
  };
}

async function listDays(db: Db): Promise<Overview['days']> {
  const { rows } = await sql<{ day: string; views: number; cents: number }>`
    select days.day::date::text as day, coalesce(s.views, 0)::bigint as views, coalesce(o.cents, 0)::bigint as cents
    from generate_series(current_date - ${DAYS - 1}::int, current_date, interval '1 day') as days(day)
    left join site_days s on s.day = days.day::date
    left join (
      select created_at::date as day, sum(total_cents - refunded_cents) as cents from orders
      where created_at >= current_date - ${DAYS - 1}::int and status in (${sql.join(REVENUE_STATUSES)})
      group by 1
    ) o on o.day = days.day::date
    order by days.day`.execute(db);
  return rows.map(({ day, views, cents }) => ({ day, views, sales: cents / 100 }));
}

/** Sums up the days that may have changed, all of the last 30 the first time; a sum of the last minute is good enough. */
export async function sumDays(db: Db): Promise<void> {
  await sql`
    insert into site_days (day, views)
    select day, sum(views) from video_days
    where not exists (select 1 from site_days where summed_at > now() - interval '1 minute')
      and day >= coalesce((select max(day) - 1 from site_days), current_date - ${DAYS}::int)
    group by day
    on conflict (day) do update set views = excluded.views, summed_at = excluded.summed_at`.execute(db);
}
