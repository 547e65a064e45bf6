import { rule } from '#contract/text/message.ts';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { Cursor, IdParams, Limit, Timestamp, Sentence } from '../values.ts';

export const WEBHOOK_EVENTS = ['CLIP_SUBMITTED', 'CLIP_PUBLISHED', 'ORDER_PAID', 'REPORT_NEW'] as const;
export const WebhookEvent = z.enum(WEBHOOK_EVENTS, rule`Events are ${WEBHOOK_EVENTS.join(', ')}.`);
export type WebhookEvent = z.infer<typeof WebhookEvent>;

export const MAX_WEBHOOKS = 20;
const MAX_URL = 500;
/** Deliveries retained per webhook, and for how many days. */
export const MAX_DELIVERIES = 1000;
export const DELIVERY_DAYS = 30;
export const DELIVERIES_PAGE = 50;
/** How often a delivery is tried again; the waits double from about 20 seconds, to some five hours in all. */
export const DELIVERY_RETRIES = 9;

const isHttps = (url: string): boolean => {
  const read = URL.canParse(url) ? new URL(url) : null;
  return read !== null && read.protocol === 'https:' && read.username === '' && read.password === '';
};

const address = z
  .string('Please enter an address.')
  .max(MAX_URL, 'This address is too long.')
  .refine(isHttps, 'Please enter an address that begins with https://, without a password.')
  .transform((url) => new URL(url).href);
const events = z
  .array(WebhookEvent)
  .min(1, 'Please choose at least one event.')
  .max(20)
  .transform((given) => WEBHOOK_EVENTS.filter((event) => given.includes(event)));

export const Webhook = z.object({
  id: z.number().int(),
  url: z.string(),
  events: z.array(WebhookEvent),
  active: z.boolean(),
  createdAt: Timestamp,
  /** How the last delivery that ended went; null: none did yet. */
  lastStatus: z.enum(['DELIVERED', 'FAILED']).nullable(),
  /** Deliveries that wait, for their first try or another. */
  waiting: z.number().int(),
});
export type Webhook = z.infer<typeof Webhook>;

/** With its signing secret, which is returned this once. */
export const NewWebhook = Webhook.extend({ secret: z.string() });
export type NewWebhook = z.infer<typeof NewWebhook>;

export const WebhookDelivery = z.object({
  id: z.number().int(),
  /** TEST: sent by an admin to try the webhook. */
  event: z.enum([...WEBHOOK_EVENTS, 'TEST']),
  status: z.enum(['WAITING', 'DELIVERED', 'FAILED']),
  tries: z.number().int(),
  /** What the receiver answered last; null: no answer came. */
  responseStatus: z.number().int().nullable(),
  /** Why the last try failed, in a sentence. */
  problem: Sentence.nullable(),
  body: z.string(),
  createdAt: Timestamp,
  triedAt: Timestamp.nullable(),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;
export type WebhookDeliveryAnswer = z.input<typeof WebhookDelivery>;

export const webhooks = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/webhooks',
    access: 'admin',
    response: z.array(Webhook),
    summary: 'Webhooks, in the order they were created',
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/admin/webhooks',
    access: 'admin',
    fresh: true,
    status: 201,
    body: z.object({ url: address, events: events.optional() }),
    response: NewWebhook,
    errorStatuses: [409],
    summary: `Create a webhook, for all events by default. Only https URLs at public addresses. The secret is returned once. At most ${MAX_WEBHOOKS}`,
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/api/admin/webhooks/{id}',
    access: 'admin',
    fresh: true,
    params: IdParams,
    body: z.object({ url: address.optional(), events: events.optional(), active: z.boolean().optional() }),
    response: Webhook,
    summary: "Update a webhook's URL or events, or turn it off or on. Omitted fields stay unchanged",
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/admin/webhooks/{id}',
    access: 'admin',
    params: IdParams,
    summary: 'Delete a webhook and its deliveries',
  }),
  test: endpoint({
    method: 'POST',
    path: '/api/admin/webhooks/{id}/test',
    access: 'admin',
    params: IdParams,
    status: 202,
    response: WebhookDelivery,
    errorStatuses: [429],
    summary: 'Send a TEST event',
  }),
  deliveries: endpoint({
    method: 'GET',
    path: '/api/admin/webhooks/{id}/deliveries',
    access: 'admin',
    params: IdParams,
    query: z.object({ cursor: Cursor.optional(), limit: Limit.optional() }),
    response: z.array(WebhookDelivery),
    summary: `Deliveries of a webhook, newest first, ${DELIVERIES_PAGE} per page: the last ${MAX_DELIVERIES} of ${DELIVERY_DAYS} days`,
  }),
  resend: endpoint({
    method: 'POST',
    path: '/api/admin/webhooks/deliveries/{id}/resend',
    access: 'admin',
    params: IdParams,
    status: 202,
    response: WebhookDelivery,
    errorStatuses: [409],
    summary: 'Send the same payload again. 409 while a delivery is pending',
  }),
};
