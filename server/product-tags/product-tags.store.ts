import { sql } from 'kysely';
import { z } from 'zod';
import { REVENUE_STATUSES } from '#contract/orders/order-states.ts';
import type { ProductTag, TagsInput, VideoSales } from '#contract/product-tags/product-tags.ts';
import { toShown, type Span } from '#contract/submissions/edit-times.rules.ts';
import { nameVariant } from '#contract/shop/variants.rules.ts';
import { toAmount } from '#server/adapters/payments/money.ts';
import type { Db, DbOrTrx, Trx } from '#server/app/database/database.ts';
import { canSee, type Viewer } from '#server/app/database/may-see.ts';
import { sqlRows } from '#server/app/database/read-rows.ts';

/** Products on sale that a video shows, in order of start: in the times of what plays. */
export async function listTags(db: DbOrTrx, videoId: number): Promise<ProductTag[]> {
  const video = await db.selectFrom('videos').where('id', '=', videoId).select('edit').executeTakeFirst();
  return toShown(await listStoredTags(db, videoId), video?.edit ?? null);
}

/** The same in the times of the original, with what was cut away. */
export async function listStoredTags(db: DbOrTrx, videoId: number): Promise<ProductTag[]> {
  const rows = await db
    .selectFrom('video_products as tag')
    .innerJoin('products', 'products.id', 'tag.product_id')
    .innerJoinLateral(
      ({ selectFrom }) =>
        selectFrom('product_variants as variant')
          .whereRef('variant.product_id', '=', 'tag.product_id')
          .where(({ or, eb }) =>
            or([eb('tag.variant_id', 'is', null), eb('tag.variant_id', '=', eb.ref('variant.id'))]),
          )
          .orderBy(sql`variant.stock is not distinct from 0`)
          .orderBy('variant.position')
          .orderBy('variant.id')
          .limit(1)
          .select([
            'variant.options',
            'variant.price_cents',
            'variant.stock',
            'variant.images as variant_images',
          ])
          .as('sold'),
      (join) => join.onTrue(),
    )
    .where('tag.video_id', '=', videoId)
    .where('products.hidden_at', 'is', null)
    .orderBy('tag.start_at')
    .orderBy('tag.position')
    .select([
      'tag.product_id',
      'tag.variant_id',
      'tag.start_at',
      'tag.end_at',
      'products.name',
      'products.images',
      'sold.options',
      'sold.price_cents',
      'sold.stock',
      'sold.variant_images',
    ])
    .execute();
  return rows.map((row) => ({
    productId: row.product_id,
    variantId: row.variant_id,
    variant: nameVariant(row.options),
    name: row.name,
    image: row.variant_images[0] ?? row.images[0] ?? null,
    price: toAmount(row.price_cents),
    inStock: row.stock !== 0,
    start: row.start_at,
    end: row.end_at,
  }));
}

export async function canSeeVideo(db: Db, id: number, viewer: Viewer): Promise<boolean> {
  const row = await db
    .selectFrom('videos')
    .where('id', '=', id)
    .where(canSee(viewer))
    .select('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** A video whose tags are locked until the transaction ends; null: there is none. */
export async function lockVideo(
  trx: Trx,
  id: number,
): Promise<{ uploaderId: number | null; durationMs: number | null; cut: Span | null } | null> {
  const row = await trx
    .selectFrom('videos')
    .where('id', '=', id)
    .select(['uploader_id', 'duration_ms', 'edit'])
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ? { uploaderId: row.uploader_id, durationMs: row.duration_ms || null, cut: row.edit } : null;
}

/** The variants of those of these products that are on sale. */
export async function listVariants(
  db: DbOrTrx,
  productIds: number[],
): Promise<{ productId: number; variantId: number }[]> {
  if (productIds.length === 0) return [];
  const rows = await db
    .selectFrom('product_variants')
    .innerJoin('products', 'products.id', 'product_id')
    .where('products.hidden_at', 'is', null)
    .where('product_id', 'in', productIds)
    .select(['product_id', 'product_variants.id'])
    .execute();
  return rows.map((row) => ({ productId: row.product_id, variantId: row.id }));
}

/** Tags of products that are hidden just now, which editors don't show, stay. */
export async function replaceTags(trx: Trx, videoId: number, tags: TagsInput): Promise<void> {
  const onSale = trx.selectFrom('products').select('id').where('hidden_at', 'is', null);
  await trx
    .deleteFrom('video_products')
    .where('video_id', '=', videoId)
    .where('product_id', 'in', onSale)
    .execute();
  if (tags.length === 0) return;
  const { next } = await trx
    .selectFrom('video_products')
    .select(({ fn, eb }) => eb(fn.coalesce(fn.max<number>('position'), eb.lit(-1)), '+', 1).as('next'))
    .where('video_id', '=', videoId)
    .executeTakeFirstOrThrow();
  const rows = tags.map(({ productId, variantId, start, end }, at) => ({
    video_id: videoId,
    position: next + at,
    product_id: productId,
    variant_id: variantId ?? null,
    start_at: start,
    end_at: end,
  }));
  await trx.insertInto('video_products').values(rows).execute();
}

/** Whether something of it is left by the cut. */
const isShownTag = sql<boolean>`(videos.edit is null
  or end_at > (videos.edit->>'start')::float8 and start_at < (videos.edit->>'end')::float8)`;

/** The newest public videos that show a product. */
export async function listVideoIds(db: Db, productId: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('videos')
    .where('is_public', '=', true)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('video_products')
          .whereRef('video_id', '=', 'videos.id')
          .where('product_id', '=', productId)
          .where(isShownTag)
          .select('video_id'),
      ),
    )
    .orderBy('approved_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .select('id')
    .execute();
  return rows.map(({ id }) => id);
}

const Sales = z.object({ videoId: z.number(), units: z.number(), cents: z.number(), currency: z.string() });

/**
 * What a person's videos sold, or one of them; null: it isn't theirs. Returned pieces are taken off, and of a refund by
 * amount each line's share of its order.
 */
export async function listSales(
  db: Db,
  userId: number,
  videoId: number | undefined,
): Promise<VideoSales[] | null> {
  const own = db.selectFrom('videos').where('uploader_id', '=', userId).select('id');
  if (videoId !== undefined && !(await own.where('id', '=', videoId).executeTakeFirst())) return null;
  const rows = await sqlRows(Sales)`
    select videos.id as "videoId", sum(quantity - pieces)::int as units, currency,
      sum(greatest(0, paid - round(paid * pieces / quantity) - round(paid * amounts / greatest(total_cents, 1))))::bigint as cents
    from videos
    join orders on jsonb_path_query_array(items, '$[*].videoId') @> to_jsonb(videos.id)
    cross join lateral rows from (jsonb_to_recordset(items) as (quantity int, cents int, "videoId" bigint))
      with ordinality line(quantity, cents, video_id, place)
    cross join lateral (
      select (cents * quantity - coalesce((pricing -> 'discounts' ->> (place - 1)::int)::int, 0))::numeric as paid) of_line
    cross join lateral (
      select coalesce(sum((piece ->> 'quantity')::int) filter (where (piece ->> 'lineId')::int = place), 0) as pieces,
        coalesce(sum(refunds.cents) filter (where piece is null), 0) as amounts
      from refunds left join lateral jsonb_array_elements(lines) piece on true
      where order_id = orders.id and refunds.status = 'DONE') returned
    where uploader_id = ${userId} and line.video_id = videos.id and orders.status = any(${REVENUE_STATUSES}) ${
      videoId === undefined ? sql`` : sql`and videos.id = ${videoId}`
    }
    group by videos.id, currency order by videos.id, currency`.execute(db);
  return rows.map(({ cents, ...sales }) => ({ ...sales, amount: toAmount(cents) }));
}
