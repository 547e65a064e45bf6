import { rule } from '../text/message.ts';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { jsonSchemaFacts } from '../openapi/json-schema.ts';
import { IdParams } from '../values.ts';

/** oEmbed 1.0 (oembed.com). `html` is left out for a video that plays on another platform. */
export const Oembed = z.object({
  version: z.literal('1.0'),
  type: z.enum(['video', 'link']),
  title: z.string(),
  author_name: z.string(),
  author_url: z.string().optional(),
  provider_name: z.string(),
  provider_url: z.string(),
  /** Seconds. */
  cache_age: z.number().int(),
  thumbnail_url: z.string().optional(),
  thumbnail_width: z.number().int().optional(),
  thumbnail_height: z.number().int().optional(),
  html: z.string().optional(),
  width: z.number().int().optional(),
  height: z.number().int().optional(),
});
export type Oembed = z.infer<typeof Oembed>;

/** How large an embedded player may be at most, in pixels. */
const most = (name: string) =>
  z.coerce
    .string()
    .regex(/^0*[1-9]\d{0,99}$/, rule`${name} must be a whole number of pixels, from 1.`)
    .transform(Number)
    .register(jsonSchemaFacts, { type: 'integer', minimum: 1 })
    .optional();

export const sharing = {
  oembed: endpoint({
    method: 'GET',
    path: '/api/oembed',
    access: 'public',
    anonymous: true,
    query: z.object({
      /** Of a video's page, or of its embedded player. */
      url: z
        .string("Please enter a video's address.")
        .min(1, "Please enter a video's address.")
        .max(2000, 'This address is too long.'),
      format: z.string().max(20).optional(),
      maxwidth: most('maxwidth'),
      maxheight: most('maxheight'),
    }),
    response: Oembed,
    errorStatuses: [404, 501],
    summary: 'Embed data for a video (oEmbed 1.0), as JSON, or as XML with `format=xml`',
  }),
  card: endpoint({
    method: 'GET',
    path: '/api/videos/{id}/card.png',
    access: 'public',
    anonymous: true,
    params: IdParams,
    produces: 'image/png',
    errorStatuses: [404],
    summary: "A video's share card: 1200×630, with title, creator and logo",
  }),
  blurred: endpoint({
    method: 'GET',
    path: '/api/videos/{id}/blurred.jpg',
    access: 'public',
    anonymous: true,
    params: IdParams,
    produces: 'image/jpeg',
    errorStatuses: [404],
    summary: 'The thumbnail of a video, blurred: what other sites show of a sensitive one',
  }),
};
