import { expect, test } from 'vitest';
import { startShop } from '#server/testing/shopping.ts';

test("a process whose clock is ahead of the database's does not expire a checkout early", async () => {
  const ahead = { now: () => Date.now() + 4 * 3_600_000 };
  const shop = await startShop({}, { clock: ahead });
  const buyer = shop.site.visitor();
  const checkout = await shop.checkout(buyer);
  const early = await shop.place(buyer, checkout);
  expect([early.status, await early.json()]).toMatchObject([422, { code: 'PAYMENT_NOT_APPROVED' }]);
  shop.paypal.approve(checkout.paypalOrderId);
  expect((await shop.place(buyer, checkout)).status).toBe(201);
  await shop.paypal.close();
});
