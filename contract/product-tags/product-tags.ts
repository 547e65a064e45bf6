import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { rule } from '../text/message.ts';
import { Currency, Id, IdParams } from '../values.ts';
import { Video } from '../videos/videos.ts';

/** Of one video. */
export const MAX_TAGS = 20;
const MAX_SECONDS = 36_000;

const Seconds = z
  .number('Please enter the time in seconds.')
  .min(0, 'A time can’t be negative.')
  .max(MAX_SECONDS, 'This time is too late.');

const TagInput = z
  .object({
    productId: Id,
    /** Left out: the first variant in stock. */
    variantId: Id.nullish(),
    /** Seconds into the video. */
    start: Seconds,
    end: Seconds,
  })
  .refine(({ start, end }) => start < end, { path: ['end'], message: 'It must end after it starts.' });
const TagsInput = z.array(TagInput).max(MAX_TAGS, rule`Up to ${MAX_TAGS} products.`);
export type TagsInput = z.output<typeof TagsInput>;

/** A product that a video shows from one second to another, and the variant that a press on it adds to the cart. */
export const ProductTag = z.object({
  productId: z.number().int(),
  /** Null: the first in stock, whose price and options are these. */
  variantId: z.number().int().nullable(),
  /** As in "Black / Large"; null: it has no options. */
  variant: z.string().nullable(),
  name: z.string(),
  image: z.string().nullable(),
  price: z.number(),
  inStock: z.boolean(),
  start: z.number(),
  end: z.number(),
});
export type ProductTag = z.infer<typeof ProductTag>;

/** What paid orders contain that was put in the cart from a video: pieces, and what they cost less discounts and refunds. */
export const VideoSales = z.object({
  videoId: z.number().int(),
  units: z.number().int(),
  amount: z.number(),
  currency: Currency,
});
export type VideoSales = z.infer<typeof VideoSales>;

export const productTags = {
  list: endpoint({
    method: 'GET',
    path: '/api/videos/{id}/products',
    access: 'public',
    params: IdParams,
    response: z.array(ProductTag),
    summary: 'The products on sale shown in a video, with their times',
  }),
  save: endpoint({
    method: 'PUT',
    path: '/api/videos/{id}/products',
    access: 'creator',
    params: IdParams,
    body: TagsInput,
    errorStatuses: [422],
    response: z.array(ProductTag),
    summary:
      'Replace the products shown in a video, as its creator where the owner allows it, or as an admin',
  }),
  videos: endpoint({
    method: 'GET',
    path: '/api/products/{id}/videos',
    access: 'public',
    params: IdParams,
    response: z.array(Video),
    summary: 'The newest public videos that show a product',
  }),
  sales: endpoint({
    method: 'GET',
    path: '/api/me/sales',
    access: 'creator',
    scope: 'READ_OWN',
    query: z.object({ videoId: Id.optional() }),
    response: z.array(VideoSales),
    summary: "What the caller's videos, or one of them, sold, per currency",
  }),
};
