import { inEnglish, readMessage, type Stored } from '#contract/text/message.ts';
import { expressionBuilder, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { ExportDocument } from '#contract/exports/exports.ts';
import { FIELD_TAGS, toLabels } from '#server/videos/videos.rows.ts';
import { nameVariant } from '#contract/shop/variants.rules.ts';
import type { Db } from '#server/app/database/database.ts';
import type { DB as Database } from '#server/app/database/database.types.ts';
import type { PricedLine } from '#server/app/database/columns.ts';
import { PICTURES } from '#server/community/post-pictures.store.ts';

type Part<Name extends keyof ExportDocument> = ExportDocument[Name];
const cents = (amount: number): number => amount / 100;

export async function readAccount(
  db: Db,
  userId: number,
): Promise<{ account: Part<'account'>; image: string | null } | null> {
  const row = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst();
  if (!row) return null;
  return {
    account: {
      username: row.username,
      email: row.email,
      emailVerified: row.email_verified_at !== null,
      displayName: row.display_name,
      bio: row.bio,
      supportLink: row.support_link,
      sensitive: row.sensitive,
      language: row.language,
      role: row.role,
      createdAt: row.created_at.toISOString(),
    },
    image: row.profile_image,
  };
}

const PRODUCTS = jsonArrayFrom(
  expressionBuilder<Database, 'videos'>()
    .selectFrom('video_products as tag')
    .innerJoin('products', 'products.id', 'tag.product_id')
    .leftJoin('product_variants as variant', 'variant.id', 'tag.variant_id')
    .whereRef('tag.video_id', '=', 'videos.id')
    .orderBy('tag.start_at')
    .orderBy('tag.position')
    .select(['products.name', 'variant.options', 'tag.start_at as start', 'tag.end_at as end']),
);

/** With the keys of their originals. */
export async function readVideos(
  db: Db,
  userId: number,
): Promise<{ video: Omit<Part<'videos'>[number], 'file'>; key: string | null }[]> {
  const rows = await db
    .selectFrom('videos')
    .selectAll()
    .select([PRODUCTS.as('products'), FIELD_TAGS.as('tags')])
    .where('uploader_id', '=', userId)
    .where('replaces', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    video: {
      id: row.id,
      title: row.title,
      description: row.description,
      category: row.category,
      status: row.status,
      rejectReason: describe(row.reject_reason),
      visibility: row.visibility,
      publishAt: row.publish_at?.toISOString() ?? null,
      focus: { x: row.focus_x, y: row.focus_y },
      location: {
        name: row.location_name,
        city: row.location_city,
        state: row.location_state,
        country: row.location_country,
        address: row.location_address,
        latitude: row.latitude,
        longitude: row.longitude,
      },
      tags: row.tags,
      labels: toLabels(row.labels),
      edit: row.edit,
      downloadable: row.downloadable,
      supportLink: row.support_link,
      views: row.view_count,
      likes: row.like_count,
      submittedAt: row.submitted_at.toISOString(),
      firstPublished: row.first_published?.toISOString() ?? null,
      products: row.products.map(({ options, ...tag }) => ({
        ...tag,
        variant: options && nameVariant(options),
      })),
    },
    key: row.original_key,
  }));
}

export async function readComments(db: Db, userId: number): Promise<Part<'comments'>> {
  const rows = await db
    .selectFrom('comments')
    .innerJoin('videos', 'videos.id', 'comments.video_id')
    .select([
      'comments.id',
      'comments.video_id',
      'videos.title',
      'comments.text',
      'comments.like_count',
      'comments.created_at',
    ])
    // those written as a guest before they joined are theirs, too
    .where((where) => where.or([where('author_id', '=', userId), where('person', '=', `u${userId}`)]))
    .where('comments.deleted_at', 'is', null)
    .orderBy('comments.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    videoId: row.video_id,
    videoTitle: row.title,
    text: row.text,
    likes: row.like_count,
    createdAt: row.created_at.toISOString(),
  }));
}

/** With the folders of their pictures, in the same order. */
export async function readPosts(
  db: Db,
  userId: number,
): Promise<{ post: Part<'posts'>[number]; folders: string[] }[]> {
  const rows = await db
    .selectFrom('posts')
    .select(['id', 'content', 'like_count', 'created_at', 'edited_at', PICTURES.as('pictures')])
    .where('author_id', '=', userId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    post: {
      id: row.id,
      text: row.content,
      likes: row.like_count,
      createdAt: row.created_at.toISOString(),
      editedAt: row.edited_at?.toISOString() ?? null,
      pictures: row.pictures.map(({ alt }, at) => ({ file: `posts/${row.id}-${at + 1}.webp`, alt })),
    },
    folders: row.pictures.map(({ folder }) => folder),
  }));
}

export async function readLikes(db: Db, userId: number): Promise<Part<'likes'>> {
  const person = `u${userId}`;
  const { rows } = await sql<Part<'likes'>[number]>`
    select 'video' as kind, video_id as id from video_likes where person = ${person} and liked
    union all select 'comment', comment_id from comment_likes where person = ${person} and liked
    union all select 'post', post_id from post_likes where person = ${person} and liked
    order by kind, id`.execute(db);
  return rows;
}

export async function readOrders(db: Db, userId: number): Promise<Part<'orders'>> {
  const rows = await db
    .selectFrom('orders')
    .leftJoin('withdrawals', 'withdrawals.order_id', 'orders.id')
    .selectAll('orders')
    .select('declared_at')
    .where('user_id', '=', userId)
    .orderBy('orders.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    status: row.status,
    total: cents(row.total_cents),
    shipping: cents(row.shipping_cents),
    refunded: cents(row.refunded_cents),
    currency: row.currency,
    items: row.items.map(toItem),
    shippedTo: [
      row.shipping_name,
      row.shipping_address,
      row.shipping_city,
      row.shipping_state,
      row.shipping_zip_code,
      row.shipping_country,
      row.shipping_phone,
    ]
      .filter(Boolean)
      .join(', '),
    trackingNumber: row.tracking_number,
    withdrawnAt: row.declared_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
  }));
}

const toItem = (line: PricedLine) => ({
  name: line.name,
  quantity: line.quantity,
  price: cents(line.cents),
});

export async function readEvents(db: Db, userId: number): Promise<Part<'securityEvents'>> {
  const rows = await db
    .selectFrom('security_events')
    .select(['kind', 'device', 'address', 'detail', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
  return rows.map(({ created_at: at, detail, ...event }) => ({
    ...event,
    detail: describe(detail),
    createdAt: at.toISOString(),
  }));
}

/** An export is in English. */
const describe = (stored: Stored | null): string | null =>
  stored === null ? null : inEnglish(readMessage(stored));
