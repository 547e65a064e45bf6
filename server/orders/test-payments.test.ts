import { afterAll, expect, test } from 'vitest';
import type { Order } from '#contract/orders/orders.ts';
import type { Product } from '#contract/shop/shop.ts';
import { startCluster } from '#server/testing/cluster.ts';
import { freePort, killAll } from '#server/testing/process.ts';
import { ADDRESS, type Checkout } from '#server/testing/shopping.ts';
import { startTestSite } from '#server/testing/site.ts';
import { settlePayment } from './orders.jobs.ts';

afterAll(killAll);

const soon = { timeout: 20_000, interval: 50 };

test('a worker of its own settles at the provider of the web process, whose webhooks reach the web process', async () => {
  const PORT = String(await freePort());
  const site = await startTestSite({ ROLES: 'web', PAYMENTS: 'test', PORT, RATE_LIMIT: 'off' });
  const { PUBLIC_URL } = site.ctx.settings;
  await startCluster(site, { ROLES: 'worker', PAYMENTS: 'test', PUBLIC_URL }, 1);
  const [product] = (await (await site.fetch('/api/products')).json()) as Product[];
  const guest = site.visitor().fetch;
  const checkout = (await (
    await guest('/api/checkout', {
      json: { ...ADDRESS, items: [{ productId: product?.id ?? 0, quantity: 1 }] },
    })
  ).json()) as Checkout;
  await guest(`/test-payments/checkoutnow/${checkout.paypalOrderId}/approve`, { method: 'POST' });
  // the browser never comes back
  await site.ctx.jobs.send(settlePayment, { checkoutId: checkout.checkoutId });

  const admin = await site.signUp('GLOBAL_ADMIN');
  const orders = async () => (await (await admin.fetch('/api/orders/admin/all')).json()) as Order[];
  await expect.poll(orders, soon).toMatchObject([{ paypalOrderId: checkout.paypalOrderId, status: 'PAID' }]);
  await expect
    .poll(() => site.ctx.payments.testProvider?.webhooks.sent, soon)
    .toContainEqual({ event: 'PAYMENT.CAPTURE.COMPLETED', status: 200 });
});
