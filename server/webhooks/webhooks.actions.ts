import {
  MAX_WEBHOOKS,
  WEBHOOK_EVENTS,
  type NewWebhook,
  type Webhook,
  type WebhookDeliveryAnswer,
  type webhooks,
} from '#contract/webhooks/webhooks.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { msg } from '#contract/text/message.ts';
import { InnerAddress } from '#server/adapters/outbound.ts';
import { audit } from '#server/app/database/audit.ts';
import { openSecretBox } from '#server/app/database/secret-box.ts';
import type { Context } from '#server/app/context.ts';
import { transact } from '#server/app/database/database.ts';
import { fail, notFound } from '#server/app/http/errors.ts';
import type { User } from '#server/app/http/callers/sessions.ts';
import { deliverWebhook, SECRET_CONTEXT } from './deliver.jobs.ts';
import {
  changeWebhook,
  deleteWebhook,
  findWebhook,
  insertDelivery,
  insertWebhook,
  listWebhooks,
  renewDelivery,
} from './webhooks.store.ts';

const noWebhook = () => notFound('This webhook');
const tooMany = () =>
  fail(409, 'TOO_MANY', msg`You've reached the limit of ${MAX_WEBHOOKS} webhooks. Delete one first.`);

/** Throws 400 for a URL that resolves to an internal address now; each delivery checks again. */
async function checkAddress({ outbound }: Context, url: string): Promise<void> {
  try {
    await outbound.check(url);
  } catch (error) {
    if (!(error instanceof InnerAddress)) throw error;
    const message = 'Please enter a public address. This one points to a private network.';
    throw fail(400, 'INVALID_INPUT', message, { fields: { url: message } });
  }
}

/** Throws 400, 409. */
export async function createWebhook(
  ctx: Context,
  admin: User,
  { url, events = [...WEBHOOK_EVENTS] }: BodyOf<typeof webhooks.create>,
): Promise<NewWebhook> {
  if ((await listWebhooks(ctx.db)).length >= MAX_WEBHOOKS) throw tooMany();
  await checkAddress(ctx, url);
  const secret = `whsec_${ctx.random.bytes(32).toString('base64url')}`;
  const created = await transact(ctx.db, async (trx) => {
    const id = await insertWebhook(trx, {
      url,
      events,
      secret: openSecretBox(ctx.settings).lock(SECRET_CONTEXT, secret),
    });
    if (id === null) throw tooMany();
    await audit(trx, admin, {
      action: 'webhook.create',
      subjectType: 'webhook',
      subjectId: id,
      after: { url, events },
    });
    return await findWebhook(trx, id);
  });
  if (!created) throw noWebhook();
  return { ...created, secret };
}

/** Throws 400, 404. */
export async function updateWebhook(
  ctx: Context,
  admin: User,
  id: number,
  change: BodyOf<typeof webhooks.change>,
): Promise<Webhook | null> {
  if (!(await findWebhook(ctx.db, id))) throw noWebhook();
  if (change.url !== undefined) await checkAddress(ctx, change.url);
  return await transact(ctx.db, async (trx) => {
    const before = await changeWebhook(trx, id, change);
    if (!before) throw noWebhook();
    const { url, events, active } = before;
    await audit(trx, admin, {
      action: 'webhook.change',
      subjectType: 'webhook',
      subjectId: id,
      before: { url, events, active },
      after: change,
    });
    return await findWebhook(trx, id);
  });
}

/** Throws 404. */
export async function removeWebhook(ctx: Context, admin: User, id: number): Promise<void> {
  await transact(ctx.db, async (trx) => {
    const url = await deleteWebhook(trx, id);
    if (url === null) throw noWebhook();
    await audit(trx, admin, {
      action: 'webhook.delete',
      subjectType: 'webhook',
      subjectId: id,
      before: { url },
    });
  });
}

/** Throws 404. */
export async function testWebhook(ctx: Context, admin: User, id: number): Promise<WebhookDeliveryAnswer> {
  const now = new Date(ctx.clock.now());
  return await transact(ctx.db, async (trx) => {
    if (!(await findWebhook(trx, id))) throw noWebhook();
    const body = JSON.stringify({ event: 'TEST', at: now.toISOString(), data: { by: admin.username } });
    const delivery = await insertDelivery(trx, { webhookId: id, event: 'TEST', body, now });
    await ctx.jobs.send(deliverWebhook, { id: delivery.id }, { trx });
    await audit(trx, admin, { action: 'webhook.test', subjectType: 'webhook', subjectId: id });
    return delivery;
  });
}

/** Throws 404, 409. */
export async function resendDelivery(ctx: Context, admin: User, id: number): Promise<WebhookDeliveryAnswer> {
  return await transact(ctx.db, async (trx) => {
    const renewed = await renewDelivery(trx, id);
    if (!renewed) throw notFound('This delivery');
    if (renewed === 'waiting') throw fail(409, 'STILL_WAITING', 'This delivery is still queued.');
    await ctx.jobs.send(deliverWebhook, { id }, { trx });
    await audit(trx, admin, { action: 'webhook.resend', subjectType: 'webhook delivery', subjectId: id });
    return renewed;
  });
}
