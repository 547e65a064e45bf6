import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { settings } from '#contract/settings/settings.ts';
import { shop as shopApi } from '#contract/shop/shop.ts';
import { orders, Order } from '#contract/orders/orders.ts';
import { startShop, type Shop } from '#server/testing/shopping.ts';
import type { TestPerson } from '#server/testing/site.ts';
import { until } from '#server/testing/waiting.ts';
import { bodyOf } from '#server/testing/client.ts';

let shop: Shop;
let admin: TestPerson;

beforeAll(async () => {
  shop = await startShop();
  admin = await shop.site.signUp('GLOBAL_ADMIN', 'boss');
});
afterAll(() => shop.paypal.close());
beforeEach(() => {
  Object.assign(shop.paypal.switches, { status: null, drop: null });
});

const move = (order: { id: number }, status: string, more: object = {}) =>
  admin.fetch(`/api/orders/${order.id}/status`, { method: 'PUT', json: { status, ...more } });
const stats = () => admin.call(orders.adminStats);
const captureOf = (order: Order) => shop.paypal.orders.get(order.paypalOrderId)?.capture;
const mails = async () => {
  const folder = join(shop.site.ctx.settings.DATA_DIR, 'mail');
  return (
    await Promise.all(
      (await readdir(folder).catch(() => []))
        .filter((name) => name.endsWith('.eml'))
        .map((name) => readFile(join(folder, name), 'utf8')),
    )
  ).join('\n');
};

describe('the order lifecycle', () => {
  test('paid, processing, shipped with tracking (emailed), delivered: each step is logged and counted in the stats', async () => {
    const order = await shop.buy(shop.site.visitor());
    const before = await stats();
    expect(await (await move(order, 'PROCESSING')).json()).toMatchObject({
      id: order.id,
      status: 'PROCESSING',
    });
    expect(await stats()).toEqual({
      ...before,
      paidOrders: before.paidOrders - 1,
      processingOrders: before.processingOrders + 1,
    });
    expect(
      await (await move(order, 'SHIPPED', { carrier: 'UPS', trackingNumber: '1Z999' })).json(),
    ).toMatchObject({ carrier: 'UPS', trackingNumber: '1Z999' });
    expect((await move(order, 'DELIVERED')).status).toBe(200);
    const after = await stats();
    expect(after.totalRevenue).toBe(before.totalRevenue);
    const events = await admin.call(orders.events, { params: { id: order.id } });
    expect(events.map(({ actor, text }) => `${actor}: ${text}`)).toEqual([
      'boss: Marked as delivered.',
      'boss: Marked as shipped (UPS 1Z999).',
      'boss: Marked as processing.',
      'buyer: Paid.',
    ]);
    await until(async () => (await mails()).includes(`Your order ${order.id} is on its way`));
    expect(await mails()).toContain('1Z999');
  });

  test('rejects invalid transitions: skipped, backward, from a final status, unknown', async () => {
    const order = await shop.buy(shop.site.visitor());
    expect(
      await Promise.all(
        ['SHIPPED', 'DELIVERED', 'PENDING', 'PAID'].map(async (status) => (await move(order, status)).status),
      ),
    ).toEqual([409, 409, 409, 409]);
    expect((await move(order, 'CANCELLED')).status).toBe(200);
    for (const status of ['PAID', 'PROCESSING', 'SHIPPED', 'DELIVERED', 'CANCELLED'])
      expect((await move(order, status)).status).toBe(409);
    expect((await move(order, 'LOST')).status).toBe(400);
    expect((await move({ id: 999_999 }, 'PROCESSING')).status).toBe(404);
  });

  test('when ten admins update an order at once, only one succeeds', async () => {
    const order = await shop.buy(shop.site.visitor());
    const answers = await Promise.all(Array.from({ length: 10 }, () => move(order, 'PROCESSING')));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(9).fill(409)]);
  });

  test('only the payment provider can make an order PAID', async () => {
    const guest = shop.site.visitor();
    const checkout = await shop.checkout(guest);
    shop.paypal.switches.status = 500;
    const order = await shop.order(guest, checkout);
    expect(order.status).toBe('PENDING');
    shop.paypal.switches.status = null;
    expect((await move(order, 'PAID')).status).toBe(409);
    shop.paypal.approve(checkout.paypalOrderId);
    expect(await (await move(order, 'PAID')).json()).toMatchObject({ status: 'PAID' });
  });
});

describe('cancelling', () => {
  test('refunds an order without a checkout if the provider knows the payment, and logs it if not', async () => {
    for (const known of [true, false]) {
      const order = await shop.buy(shop.site.visitor());
      await shop.site.ctx.db
        .updateTable('orders')
        .set({ checkout_id: null, ...(known ? {} : { capture_id: `ELSEWHERE-${order.id}` }) })
        .where('id', '=', order.id)
        .execute();
      expect(await (await move(order, 'CANCELLED')).json()).toMatchObject({
        status: 'CANCELLED',
        checkedOutHere: false,
        refundedAt: known ? expect.any(String) : null,
      });
      expect(captureOf(order)?.status).toBe(known ? 'REFUNDED' : 'COMPLETED');
      const [event] = await admin.call(orders.events, { params: { id: order.id } });
      expect(event?.text).toBe(
        known
          ? 'Cancelled and refunded.'
          : 'Cancelled. Not refunded: the payment provider has no payment for this order.',
      );
    }
  });

  test('refunds first, then restores the stock and notifies the buyer', async () => {
    const created = await admin.call(shopApi.createProduct, {
      body: { name: 'Few', price: 5, category: 'Casual', stock: 3 },
    });
    const order = await shop.buy(shop.site.visitor(), [{ productId: created.id, quantity: 2 }]);
    const stock = async () => (await shop.site.call(shopApi.product, { params: { id: created.id } })).stock;
    expect(await stock()).toBe(1);
    const before = await stats();
    expect(await (await move(order, 'CANCELLED', { reason: 'Out of frames.' })).json()).toMatchObject({
      status: 'CANCELLED',
      refundedAt: expect.any(String),
    });
    expect(captureOf(order)?.status).toBe('REFUNDED');
    expect(await stock()).toBe(3);
    expect((await stats()).totalRevenue).toBeCloseTo(before.totalRevenue - 10);
    await until(async () => (await mails()).includes(`Your order ${order.id} was cancelled`));
    expect(await mails()).toContain('Out of frames.');
  });

  test('requires re-authentication above the refund threshold, and to change that threshold', async () => {
    const { site } = shop;
    const careful = await site.signUp('GLOBAL_ADMIN');
    const cancel = async (order: Order) =>
      await careful.fetch(`/api/orders/${order.id}/status`, { method: 'PUT', json: { status: 'CANCELLED' } });
    const signedIn = async (at: number) => {
      const since = { fresh_at: new Date(at) };
      await site.ctx.db.updateTable('sessions').set(since).where('user_id', '=', careful.id).execute();
      site.ctx.sessions.forget(careful.id);
    };
    const change = async (confirmRefundsAbove: number) => {
      const path = '/api/admin/settings/shop';
      const { version } = await careful.call(settings.readShop);
      return await careful.fetch(path, { method: 'PUT', json: { version, open: true, confirmRefundsAbove } });
    };
    const line = (quantity: number) => [{ productId: shop.products[0]?.id ?? 0, quantity }];
    const [little, much] = [await shop.buy(site.visitor(), line(5)), await shop.buy(site.visitor(), line(6))];
    const stale = { code: 'FRESH_SIGN_IN_NEEDED' };
    await signedIn(site.ctx.clock.now() - 16 * 60_000);
    expect((await cancel(little)).status).toBe(200);
    const refused = await cancel(much);
    expect([refused.status, await refused.json()]).toMatchObject([403, stale]);
    expect(captureOf(much)).toMatchObject({ status: 'COMPLETED' });
    const raised = await change(1_000);
    expect([raised.status, await raised.json()]).toMatchObject([403, stale]);
    expect((await change(500)).status).toBe(200);
    await signedIn(site.ctx.clock.now());
    expect((await cancel(much)).status).toBe(200);
    expect((await change(700.5)).status).toBe(200);
    await signedIn(0);
    expect((await cancel(await shop.buy(site.visitor(), line(7)))).status).toBe(200);
  });

  test('returns 202 on every attempt while the provider is down, blocks shipping, and completes in the job', async () => {
    const order = await shop.buy(shop.site.visitor());
    shop.paypal.switches.status = 500;
    for (const _ of ['first', 'again']) {
      const answer = await move(order, 'CANCELLED', { reason: 'Out of frames.' });
      expect([answer.status, await answer.json()]).toEqual([
        202,
        expect.objectContaining({ id: order.id, status: 'PAID', cancelling: true }),
      ]);
    }
    expect((await move(order, 'PROCESSING')).status).toBe(409);
    shop.paypal.switches.status = null;
    await shop.site.ctx.db
      .updateTable('orders')
      .set({ cancelling_at: new Date(0) })
      .where('id', '=', order.id)
      .execute();
    await shop.reconcile();
    expect((await shop.ordersOf(order.paypalOrderId))[0]?.status).toBe('CANCELLED');
    expect(captureOf(order)?.status).toBe('REFUNDED');
    const done = await move(order, 'CANCELLED');
    expect([done.status, await done.json()]).toEqual([
      200,
      expect.objectContaining({ status: 'CANCELLED', cancelling: false, refundedAmount: order.totalAmount }),
    ]);
    // attributed to the user who requested it, though the job completed it
    const events = await admin.call(orders.events, { params: { id: order.id } });
    expect(`${events[0]?.actor}: ${events[0]?.text}`).toBe('boss: Cancelled and refunded. Out of frames.');
  });

  test('a retry completes it when the provider is back before the job runs', async () => {
    const order = await shop.buy(shop.site.visitor());
    shop.paypal.switches.status = 500;
    expect((await move(order, 'CANCELLED')).status).toBe(202);
    shop.paypal.switches.status = null;
    expect(await (await move(order, 'CANCELLED')).json()).toMatchObject({ status: 'CANCELLED' });
    expect(captureOf(order)?.status).toBe('REFUNDED');
  });

  test('refunds once when the response to the refund is lost', async () => {
    const order = await shop.buy(shop.site.visitor());
    shop.paypal.switches.drop = 'refund';
    expect((await move(order, 'CANCELLED')).status).toBe(202);
    shop.paypal.switches.drop = null;
    await shop.site.ctx.db
      .updateTable('orders')
      .set({ cancelling_at: new Date(0) })
      .where('id', '=', order.id)
      .execute();
    await shop.reconcile();
    expect((await shop.ordersOf(order.paypalOrderId))[0]?.status).toBe('CANCELLED');
  });

  test('a payment in progress is not captured, or is refunded if it was', async () => {
    for (const taken of [false, true]) {
      const guest = shop.site.visitor();
      const checkout = await shop.checkout(guest);
      shop.paypal.approve(checkout.paypalOrderId);
      if (taken) shop.paypal.switches.drop = 'capture';
      else await shop.paypal.down();
      const order = await shop.order(guest, checkout);
      expect((await move(order, 'CANCELLED')).status).toBe(200);
      shop.paypal.switches.drop = null;
      if (!taken) await shop.paypal.up();
      await shop.reconcile();
      if (taken) await until(() => captureOf(order)?.status === 'REFUNDED');
      else expect(captureOf(order)).toBeNull();
      expect((await shop.ordersOf(order.paypalOrderId))[0]?.status).toBe('CANCELLED');
    }
  });
});

describe('the list', () => {
  test('is sorted newest first, filtered by status and words, paginated, and exported as CSV', async () => {
    const order = await shop.buy(shop.site.visitor());
    await shop.site.ctx.db
      .updateTable('orders')
      .set({ shipping_name: '=HYPERLINK("x")', payer_email: 'zoe.smith@example.org' })
      .where('id', '=', order.id)
      .execute();
    const list = async (query: string) => {
      const answer = await admin.fetch(`/api/orders/admin/all?${query}`);
      return { next: answer.headers.get('x-next-cursor'), orders: await bodyOf(answer, Order.array()) };
    };
    const all = await list('');
    expect(all.orders.map(({ id }) => id)).toEqual(all.orders.map(({ id }) => id).toSorted((a, b) => b - a));
    expect((await list('status=CANCELLED')).orders.every(({ status }) => status === 'CANCELLED')).toBe(true);
    for (const q of [
      'zoe',
      'Smith',
      'zoe.smith@exa',
      'smiht',
      'HYPERLINK',
      String(order.id),
      order.paypalOrderId.slice(0, 6),
    ]) {
      expect(
        (await list(`q=${encodeURIComponent(q)}`)).orders.map(({ id }) => id),
        q,
      ).toContain(order.id);
    }
    expect((await list('q=nobodyatall')).orders).toEqual([]);
    expect((await list(`q=${encodeURIComponent("' & | !:*")}`)).orders).toEqual([]);
    const first = await list('limit=2');
    const second = await list(`limit=2&cursor=${first.next}`);
    expect([...first.orders, ...second.orders].map(({ id }) => id)).toEqual(
      all.orders.slice(0, 4).map(({ id }) => id),
    );
    for (const bad of ['limit=0', 'limit=x', 'status=NOPE'])
      expect((await admin.fetch(`/api/orders/admin/all?${bad}`)).status).toBe(400);
    const csv = await admin.fetch('/api/orders/admin/export?q=zoe.smith');
    expect(csv.headers.get('content-type')).toContain('text/csv');
    const rows = (await csv.text()).trim().split('\r\n');
    expect(rows).toHaveLength(2);
    expect(rows[1]).toContain(`"'=HYPERLINK(""x"")"`);
  });

  test('finds orders behind thousands of newer ones', async () => {
    const { db } = shop.site.ctx;
    await sql`insert into orders (order_key, payment_id, capture_id, status, total_cents, shipping_name, shipping_address,
        shipping_city, shipping_state, shipping_zip_code, shipping_country, items)
      select 'k' || i, 'OLD' || i, 'OLDC' || i, 'PAID', 100, case when i <= 3 then 'Rare Bird' else 'Common Bird' end, 'a', 'b', 'c', 'd', 'US', '[]'
      from generate_series(1, 6000) i`.execute(db);
    const found = async (q: string) =>
      (await admin.call(orders.adminAll, { query: { limit: 2, q } })).map(
        ({ paypalOrderId }) => paypalOrderId,
      );
    expect(await found('rare bird')).toEqual(['OLD3', 'OLD2']);
    expect(await found('OLD3')).toEqual(['OLD3999', 'OLD3998']);
    expect(await found('common')).toEqual(['OLD6000', 'OLD5999']);
  });
});
