import { sql } from 'kysely';
import { MAX_COUNT, type Overview } from '#contract/admin/admin.ts';
import { TO_SHIP_STATUSES } from '#contract/orders/order-states.ts';
import type { Db } from '#server/app/database/database.ts';

/** Caps the count, so that it costs the same with a thousand rows and a million. */
const upTo = (rows: ReturnType<typeof sql>) =>
  sql`(select count(*) from (${rows} limit ${MAX_COUNT + 1}) as counted)::int`;

const waiting = (origin: string) => sql`select 1 from videos where origin = ${origin} and status = 'PENDING'
  and archived_at is null and visibility <> 'PRIVATE'`;

/** Approved videos of which their creators want to change text, thumbnail, file or captions. */
const CHANGED = sql`select 1 from (
    select id from videos where pending_change is not null
    union select id from videos where pending_thumbnail_key is not null
    union select video_id from captions where state = 'WAITING'
    union select replaces from videos where replaces is not null and status = 'PENDING' and processing <> 'FAILED'
  ) changed join videos v using (id) where v.status = 'APPROVED' and v.archived_at is null and v.visibility <> 'PRIVATE'`;

/** What waits for an admin. */
export async function readOverview(db: Db): Promise<Overview> {
  const { rows } = await sql<Omit<Overview, 'waitingReviews'>>`
    select ${upTo(sql`${waiting('UPLOAD')} union all ${CHANGED}`)} as "waitingUploads", ${upTo(waiting('IMPORT'))} as "waitingImports",
      ${upTo(sql`select 1 from pgboss.job where state = 'failed'`)} as "failedJobs",
      (select least(coalesce(sum(orders), 0), ${MAX_COUNT + 1}) from sales_days where status in (${sql.join(TO_SHIP_STATUSES)}))::int as "ordersToShip",
      ${upTo(sql`select 1 from users where created_at > now() - interval '7 days' and deleted_at is null`)} as "newPeople",
      ${upTo(sql`select 1 from upgrade_requests where status = 'PENDING'`)} as "waitingRequests",
      ${upTo(sql`select 1 from reports where closed_at is null`)} as "openReports",
      ${upTo(sql`select 1 from videos where archived_at is not null`)} as "archived",
      (select coalesce(sum(bytes_saved), 0) from reencodes r join videos v on v.id = r.video_id and v.media_rev = r.rev)::bigint as "bytesSaved"`.execute(
    db,
  );
  const counts = rows[0];
  if (!counts) throw new Error('The overview could not be counted.');
  const { waitingUploads, waitingImports } = counts;
  return {
    ...counts,
    waitingReviews: Math.min(waitingUploads + waitingImports, MAX_COUNT + 1),
  };
}
