import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openKillable, type Killable } from '#server/testing/killable.ts';
import { ADDRESS, startShop, type Checkout, type Shop } from '#server/testing/shopping.ts';
import { reportProgress } from '#server/testing/soak.ts';

let shop: Shop;
let server: Killable;
beforeAll(async () => {
  shop = await startShop({ ROLES: 'web' });
  server = await openKillable(shop.site, {
    PAYMENTS: 'paypal',
    PAYPAL_API_URL: shop.paypal.url,
    PAYPAL_CLIENT_ID: shop.paypal.clientId,
    PAYPAL_CLIENT_SECRET: shop.paypal.clientSecret,
  });
});
afterAll(async () => {
  await server.close();
  await shop.paypal.close();
});

const ROUNDS = 40;
const ORDERS = 6;

/** Also by the process that isn't killed. */
async function placeAtOnce(): Promise<void> {
  const items = [{ productId: shop.products[0]?.id, quantity: 1 }];
  const checkouts = await Promise.all(
    Array.from({ length: ORDERS }, () => server.call('/api/checkout', { ...ADDRESS, items })),
  );
  const guest = shop.site.visitor();
  const own = await shop.checkout(guest);
  for (const checkout of [own, ...checkouts])
    if (checkout) shop.paypal.approve((checkout as Checkout).paypalOrderId);
  await Promise.all([
    shop.place(guest, own),
    ...(checkouts as (Checkout | null)[]).map(
      (checkout) =>
        checkout &&
        server.call(
          '/api/orders',
          { paypalOrderId: checkout.paypalOrderId },
          { 'x-order-key': checkout.orderKey },
        ),
    ),
    delay(Math.random() * 120).then(() => server.kill()),
  ]);
}

test(
  'invoice numbers have no gap and no duplicate, however often a process is killed',
  { timeout: 900_000 },
  async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await server.start();
      await placeAtOnce();
      await shop.reconcile();
      const invoices = await shop.site.ctx.db
        .selectFrom('invoices')
        .select(['number', 'order_id'])
        .orderBy('number')
        .execute();
      expect(invoices.map(({ number }) => number)).toEqual(invoices.map((_, at) => at + 1));
      expect(new Set(invoices.map((invoice) => invoice.order_id)).size).toBe(invoices.length);
      // each payment that was taken has its order and its invoice
      expect(invoices.length).toBe(shop.captures());
      reportProgress(round + 1, ROUNDS);
    }
    expect(shop.captures()).toBeGreaterThan(ROUNDS);
  },
);
