import { verbatim } from '#contract/text/message.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { OrderStatus } from '#contract/orders/order-states.ts';
import type { DbOrTrx, Trx } from '#server/app/database/database.ts';
import { sqlColumn } from '#server/app/database/read-rows.ts';
import { likers } from './sample.store.ts';

/** A sample post with its likes. Null: its author already posted it. */
export async function addPost(
  trx: Trx,
  post: { authorId: number; text: string; at: Date; likedBy: number[]; likes: number },
): Promise<number | null> {
  const [id] = await sqlColumn(z.number())`
    with added as (
      insert into posts (author_id, content, created_at, like_count)
      select ${post.authorId}::bigint, ${post.text}, ${post.at}::timestamptz, ${post.likes}
      where not exists (select from posts where author_id = ${post.authorId} and content = ${post.text}) returning id
    ), liked as (
      insert into post_likes (post_id, person)
      select id, person from added, (${likers(post.likedBy, post.likes)}) as liked(person)
    )
    select id from added`.execute(trx);
  return id ?? null;
}

export async function addReport(
  trx: Trx,
  commentId: number,
  report: { by: number; reason: string },
): Promise<void> {
  await trx
    .insertInto('reports')
    .values({
      subject_type: 'COMMENT',
      subject_id: commentId,
      reporter: `u${report.by}`,
      reason: verbatim(report.reason).json,
    })
    .execute();
}

/** A request to become a creator, unless this person already made one. */
export async function addRequest(db: DbOrTrx, userId: number, message: string, at: Date): Promise<void> {
  await sql`
    insert into upgrade_requests (user_id, message, created_at)
    select ${userId}::bigint, ${message}, ${at}::timestamptz
    where not exists (select from upgrade_requests where user_id = ${userId})`.execute(db);
}

/** Fetches an imported video's picture. */
export const PICTURE_JOB = 'import-picture';

export async function hasPictureJob(db: DbOrTrx, videoId: number): Promise<boolean> {
  const { rows } = await sql`
    select from pgboss.job where name = ${PICTURE_JOB} and data->>'videoId' = ${String(videoId)} limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

export interface SampleOrder {
  paymentId: string;
  status: OrderStatus;
  hoursAgo: number;
  name: string;
  city: string;
  state: string;
  zip: string;
  address: string;
  email: string;
  /** Product's place in the catalogue (from 1) and how many. */
  lines: [place: number, quantity: number][];
  tracking: string | null;
}

/** A sample order, priced from the catalogue; skipped where it already exists. */
export async function addOrder(db: DbOrTrx, order: SampleOrder, at: Date, orderKey: string): Promise<void> {
  const products = await db.selectFrom('products').selectAll().orderBy('id').limit(3).execute();
  const lines = order.lines.flatMap(([index, quantity]) => {
    const product = products[index - 1];
    if (!product) return [];
    const [image = null] = product.images;
    return [
      {
        productId: product.id,
        name: product.name,
        cents: product.price_cents,
        quantity,
        description: product.description,
        image,
        category: product.category,
      },
    ];
  });
  if (!lines.length) return;
  const total = lines.reduce((sum, { cents, quantity }) => sum + cents * quantity, 0);
  await db
    .insertInto('orders')
    .values({
      order_key: orderKey,
      payment_id: order.paymentId,
      capture_id: `${order.paymentId}-CAPTURE`,
      status: order.status,
      total_cents: total,
      shipping_name: order.name,
      shipping_address: order.address,
      shipping_city: order.city,
      shipping_state: order.state,
      shipping_zip_code: order.zip,
      shipping_country: 'US',
      payer_email: order.email,
      items: JSON.stringify(lines),
      carrier: order.tracking && 'UPS',
      tracking_number: order.tracking,
      claimed: true,
      paid_at: at,
      created_at: at,
      refunded_at: order.status === 'CANCELLED' ? at : null,
      refunded_cents: order.status === 'CANCELLED' ? total : 0,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
