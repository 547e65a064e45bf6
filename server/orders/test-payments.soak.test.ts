import { afterAll, expect, test } from 'vitest';
import { orders as ordersApi } from '#contract/orders/orders.ts';
import { shop } from '#contract/shop/shop.ts';
import { startCluster } from '#server/testing/cluster.ts';
import { freePort, killAll } from '#server/testing/process.ts';
import { ADDRESS } from '#server/testing/shopping.ts';
import { startTestSite } from '#server/testing/site.ts';
import { settlePayment } from './orders.jobs.ts';

afterAll(killAll);

const soon = { timeout: 20_000, interval: 50 };

test("a separate worker settles at the web process's test provider, whose webhooks reach the web process", async () => {
  const PORT = String(await freePort());
  const site = await startTestSite({ ROLES: 'web', PAYMENTS: 'test', PORT, RATE_LIMIT: 'off' });
  const { PUBLIC_URL } = site.ctx.settings;
  await startCluster(site, { ROLES: 'worker', PAYMENTS: 'test', PUBLIC_URL }, 1);
  const [product] = await site.call(shop.products);
  const guest = site.visitor();
  const checkout = await guest.call(ordersApi.checkout, {
    body: { ...ADDRESS, items: [{ productId: product?.id ?? 0, quantity: 1 }] },
  });
  await guest.fetch(`/test-payments/checkoutnow/${checkout.paypalOrderId}/approve`, { method: 'POST' });
  // the browser never comes back
  await site.ctx.jobs.send(settlePayment, { checkoutId: checkout.checkoutId });

  const admin = await site.signUp('GLOBAL_ADMIN');
  const orders = () => admin.call(ordersApi.adminAll);
  await expect.poll(orders, soon).toMatchObject([{ paypalOrderId: checkout.paypalOrderId, status: 'PAID' }]);
  await expect
    .poll(() => site.ctx.payments.testProvider?.webhooks.sent, soon)
    .toContainEqual({ event: 'PAYMENT.CAPTURE.COMPLETED', status: 200 });
});
