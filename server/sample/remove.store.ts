import { sql } from 'kysely';
import { z } from 'zod';
import type { Db, DbOrTrx, Trx } from '#server/app/database/database.ts';
import type { Content } from './sample.content.ts';
import { sqlRows } from '#server/app/database/read-rows.ts';

/** The ids of the sample content that still exists. */
const IDS = z.array(z.number());
const Sample = z.object({ people: IDS, videos: IDS, posts: IDS, orders: IDS });
export type Sample = z.output<typeof Sample>;

/**
 * Sample people have neither address nor password, so no one can sign in as them: their content is the
 * sample's. Imported videos and orders are recognised by the ids in the sample.
 */
export async function findSample(db: DbOrTrx, content: Content): Promise<Sample> {
  const names = content.people.map(({ username }) => username);
  const external = content.external.map(({ sourceId, title }) => `${sourceId} ${title}`);
  const payments = content.orders.map(({ paymentId }) => paymentId);
  const [sample] = await sqlRows(Sample)`
    with people as (
      select id from users u where username = any(${names}) and email is null and password_hash is null
        and not exists (select from user_identities i where i.user_id = u.id)
    )
    select array(select id::int from people) as people,
      array(select id::int from videos where uploader_id in (select id from people)
        or (source = 'YOUTUBE' and origin = 'IMPORT' and source_id || ' ' || title = any(${external}))) as videos,
      array(select id::int from posts where author_id in (select id from people)) as posts,
      array(select id::int from orders where payment_id = any(${payments})) as orders`.execute(db);
  return sample ?? { people: [], videos: [], posts: [], orders: [] };
}

/** Whether there is an approved video of anybody but these people. */
export async function hasOwnVideo(db: Db, people: number[]): Promise<boolean> {
  const { rows } = await sql`
    select from videos where origin = 'UPLOAD' and status = 'APPROVED' and archived_at is null
      and uploader_id <> all(${people}::bigint[]) limit 1`.execute(db);
  return rows.length > 0;
}

/** Whether a job still puts it in place. */
export async function isArriving(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select from pgboss.job where name = 'sample-content' and state in ('created', 'retry', 'active') limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/**
 * Deletes the views of these videos, and subtracts them from the site's daily totals: once, however often it
 * is called.
 */
export async function revertViews(trx: Trx, videos: number[]): Promise<void> {
  await sql`
    with gone as (delete from video_days where video_id = any(${videos}) returning day, views),
      of_them as (select day, sum(views)::bigint as views from gone group by day)
    update site_days s set views = greatest(0, s.views - of_them.views) from of_them where s.day = of_them.day`.execute(
    trx,
  );
}

/**
 * Reports by sample people, and failed jobs of sample videos: both would stay in the admin's counts forever.
 */
export async function deleteWaiting(trx: Trx, { people, videos }: Sample): Promise<void> {
  await sql`delete from reports where reporter = any(${people.map((id) => `u${id}`)})`.execute(trx);
  await sql`
    delete from pgboss.job where state = 'failed' and data->>'videoId' = any(${videos.map(String)})`.execute(
    trx,
  );
}

export async function deletePostsAndOrders(trx: Trx, { posts, orders }: Sample): Promise<void> {
  if (posts.length > 0) await trx.deleteFrom('posts').where('id', 'in', posts).execute();
  if (orders.length > 0) await trx.deleteFrom('orders').where('id', 'in', orders).execute();
}
