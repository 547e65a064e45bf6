import { webhooks } from '#contract/webhooks/webhooks.ts';
import { notFound } from '#server/app/http/errors.ts';
import { guardExisting } from '#server/app/http/guards.ts';
import type { Routes } from '#server/app/http/handle.ts';
import {
  createWebhook,
  removeWebhook,
  resendDelivery,
  testWebhook,
  updateWebhook,
} from './webhooks.actions.ts';
import { findWebhook, listDeliveries, listWebhooks } from './webhooks.store.ts';

const noWebhook = () => notFound('This webhook');

export const webhooksRoutes: Routes = (route) => {
  route(webhooks.list, async ({ ctx }) => listWebhooks(ctx.db));

  route(webhooks.create, async ({ ctx, user, body }) => createWebhook(ctx, user, body));

  route(
    webhooks.change,
    async ({ ctx, user, params, body }) => updateWebhook(ctx, user, params.id, body),
    guardExisting('webhooks', noWebhook),
  );

  route(webhooks.remove, async ({ ctx, user, params }) => removeWebhook(ctx, user, params.id));

  route(webhooks.test, async ({ ctx, user, params }) => {
    ctx.rateLimits.require('webhook-test', String(user.id));
    return testWebhook(ctx, user, params.id);
  });

  route(webhooks.deliveries, async ({ ctx, params, query }) => {
    const page = await listDeliveries(ctx.db, params.id, query);
    if (!(await findWebhook(ctx.db, params.id))) throw noWebhook();
    return page;
  });

  route(webhooks.resend, async ({ ctx, user, params }) => resendDelivery(ctx, user, params.id));
};
