import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADDRESS, startShop, type Shop } from '#server/testing/shopping.ts';
import { reconcilePayments } from './orders.jobs.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop({ ROLES: 'web', RATE_LIMIT: 'on' });
});
afterAll(() => shop.paypal.close());

const runOnce = () =>
  reconcilePayments.run(shop.site.ctx, {}, { id: 'test', signal: new AbortController().signal });

/** `count` unpaid checkouts, long overdue. */
const addLeft = (count: number, address: string | null = null) =>
  sql`insert into checkouts (person, order_key, payment_id, total_cents, lines, shipping, check_at, expires_at, reserved, address)
    select 'vleft' || i, 'k' || i, 'LEFT' || ${address ?? ''} || i, 100, '[]', '{}', now() - interval '1 hour', now() + interval '1 hour', false, ${address}
    from generate_series(1, ${count}::int) i`.execute(shop.site.ctx.db);

test('settles a lost capture ahead of 150 unpaid checkouts, and handles them all in one run', async () => {
  const guest = shop.site.visitor();
  const checkout = await shop.checkout(guest);
  shop.paypal.approve(checkout.paypalOrderId);
  shop.paypal.switches.drop = 'capture';
  expect(await shop.order(guest, checkout)).toMatchObject({ status: 'PENDING' });
  shop.paypal.switches.drop = null;
  await addLeft(150);
  await sql`update checkouts set check_at = now() where id = ${checkout.checkoutId}`.execute(
    shop.site.ctx.db,
  );
  const before = shop.paypal.calls.length;
  await runOnce();
  // four run in parallel
  expect(shop.paypal.calls.slice(before, before + 4)).toContain(
    `GET /v2/checkout/orders/${checkout.paypalOrderId}`,
  );
  expect((await shop.ordersOf(checkout.paypalOrderId))[0]?.status).toBe('PAID');
  const { rows } = await sql`
    select count(*)::int as due from checkouts where status = 'OPEN' and check_at <= now()`.execute(
    shop.site.ctx.db,
  );
  expect(rows).toEqual([{ due: 0 }]);
});

test('a buyer has at most ten open checkouts: older ones are closed, and the newest can be paid', async () => {
  const guest = shop.site.visitor();
  const checkouts = [];
  for (let count = 0; count < 11; count += 1) checkouts.push(await shop.checkout(guest));
  const statuses = await shop.site.ctx.db
    .selectFrom('checkouts')
    .select('status')
    .where(
      'id',
      'in',
      checkouts.map(({ checkoutId }) => checkoutId),
    )
    .orderBy('id')
    .execute();
  expect(statuses.map(({ status }) => status)).toEqual(['EXPIRED', ...Array<string>(10).fill('OPEN')]);
  const [oldest, newest] = [checkouts[0], checkouts.at(-1)];
  if (!oldest || !newest) throw new Error('There are no checkouts.');
  for (const { paypalOrderId } of [oldest, newest]) shop.paypal.approve(paypalOrderId);
  expect(await (await shop.place(guest, oldest)).json()).toMatchObject({ code: 'PAYMENT_GONE' });
  expect(shop.paypal.orders.get(oldest.paypalOrderId)?.capture).toBeNull();
  expect((await shop.place(guest, newest)).status).toBe(201);
});

test('a checkout closed by newer ones cancels its pending order', async () => {
  const guest = shop.site.visitor();
  const checkout = await shop.checkout(guest);
  shop.paypal.approve(checkout.paypalOrderId);
  // down at the capture, then declined: the order waits, and no money is on its way
  await shop.paypal.down();
  expect(await shop.order(guest, checkout)).toMatchObject({ status: 'PENDING' });
  await shop.paypal.up();
  shop.paypal.switches.outcome = 'DECLINED';
  await sql`update checkouts set check_at = now() where id = ${checkout.checkoutId}`.execute(
    shop.site.ctx.db,
  );
  await runOnce();
  shop.paypal.switches.outcome = null;
  const statuses = async () => (await shop.ordersOf(checkout.paypalOrderId)).map(({ status }) => status);
  expect(await statuses()).toEqual(['PENDING']);
  for (let count = 0; count < 10; count += 1) await shop.checkout(guest);
  expect(await statuses()).toEqual(['CANCELLED']);
});

test('an IP address has at most 200 open checkouts; another is rejected until some are closed', async () => {
  await addLeft(200, '127.0.0.1');
  const begin = () =>
    shop.site.visitor().fetch('/api/checkout', {
      json: { ...ADDRESS, items: [{ productId: shop.products[0]?.id, quantity: 1 }] },
    });
  const rejected = await begin();
  expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([429, '600']);
  await sql`update checkouts set check_at = now() where status = 'OPEN'`.execute(shop.site.ctx.db);
  await runOnce();
  expect((await begin()).status).toBe(200);
});
