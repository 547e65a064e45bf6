import { sql } from 'kysely';
import { MAX_COUNT, type Overview } from '#contract/admin.ts';
import { TO_SHIP_STATUSES } from '#contract/shop/order-states.ts';
import type { Db } from '#server/app/database/database.ts';

/** Counts no further than anybody wants to know, so that a count costs the same with a thousand rows and a million. */
const upTo = (rows: ReturnType<typeof sql>) =>
  sql<number>`(select count(*) from (${rows} limit ${MAX_COUNT + 1}) as counted)::int`;

/** What waits for an admin. */
export async function readOverview(db: Db): Promise<Overview> {
  const waiting = (origin: string) =>
    upTo(sql`select 1 from videos where origin = ${origin} and status = 'PENDING' and archived_at is null
      and visibility <> 'PRIVATE'`);
  const { rows } = await sql<Omit<Overview, 'waitingReviews'>>`
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
  };
}
