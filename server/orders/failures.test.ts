import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { Order } from '#contract/orders/orders.ts';
import { startShop, type Checkout, type Shop } from '#server/testing/shopping.ts';
import { until } from '#server/testing/waiting.ts';
import { bodyOf } from '#server/testing/client.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.paypal.close());
beforeEach(() => {
  Object.assign(shop.paypal.switches, {
    outcome: null,
    slowMs: 0,
    status: null,
    drop: null,
    duplicateWebhooks: false,
    reverseWebhooks: false,
  });
  shop.paypal.notify(null);
});

const approved = async () => {
  const guest = shop.site.visitor();
  const checkout = await shop.checkout(guest);
  shop.paypal.approve(checkout.paypalOrderId);
  return { guest, checkout };
};
const statusesOf = async (checkout: Checkout) =>
  (await shop.ordersOf(checkout.paypalOrderId)).map(({ status }) => status);
const captureAtProvider = (checkout: Checkout) =>
  shop.paypal
    .handle({
      method: 'POST',
      path: '/v1/oauth2/token',
      body: '',
      headers: {
        authorization: `Basic ${Buffer.from(`${shop.paypal.clientId}:${shop.paypal.clientSecret}`).toString('base64')}`,
      },
    })
    .then((answer) =>
      shop.paypal.handle({
        method: 'POST',
        path: `/v2/checkout/orders/${checkout.paypalOrderId}/capture`,
        body: '{}',
        headers: {
          authorization: `Bearer ${answer === 'drop' ? '' : z.object({ access_token: z.string() }).parse(JSON.parse(answer.body)).access_token}`,
        },
      }),
    );
const mailsOf = async () => {
  const folder = join(shop.site.ctx.settings.DATA_DIR, 'mail');
  return Promise.all(
    (await readdir(folder).catch(() => []))
      .filter((name) => name.endsWith('.eml'))
      .map((name) => readFile(join(folder, name), 'utf8')),
  );
};

describe('payment provider failures', () => {
  test('when the capture response is lost, the buyer sees PENDING and the job makes it PAID once', async () => {
    const { guest, checkout } = await approved();
    shop.paypal.switches.drop = 'capture';
    const answer = await shop.place(guest, checkout);
    const order = await bodyOf(answer, Order);
    expect([answer.status, order.status]).toEqual([201, 'PENDING']);
    shop.paypal.switches.drop = null;
    await Promise.all([shop.reconcile(), shop.reconcile(), shop.place(guest, checkout)]);
    expect(await statusesOf(checkout)).toEqual(['PAID']);
    expect(await shop.order(guest, checkout)).toMatchObject({ id: order.id, status: 'PAID' });
  });

  test('with an unreadable amount, the buyer sees PENDING, nothing is given up, and the job makes it PAID', async () => {
    const guest = shop.site.visitor();
    const checkout = await shop.checkout(guest);
    shop.paypal.approve(checkout.paypalOrderId);
    const payment = shop.paypal.orders.get(checkout.paypalOrderId);
    if (!payment) throw new Error('The provider does not know the payment.');
    const { amount } = payment;
    payment.amount = { ...amount, value: 'some' };
    expect(await shop.order(guest, checkout)).toMatchObject({ status: 'PENDING' });
    payment.amount = amount;
    await shop.reconcile();
    expect(await statusesOf(checkout)).toEqual(['PAID']);
  });

  test('when down at checkout, nothing happens; when down at the order, it is PENDING, then PAID', async () => {
    const guest = shop.site.visitor();
    shop.paypal.switches.status = 500;
    const rejected = await guest.fetch('/api/checkout', {
      json: {
        shippingName: 'A',
        shippingAddress: 'B',
        shippingCity: 'C',
        shippingState: 'D',
        shippingZipCode: 'E',
        shippingCountry: 'US',
        items: [{ productId: shop.products[0]?.id, quantity: 1 }],
      },
    });
    expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([503, '10']);
    shop.paypal.switches.status = null;
    const bought = await approved();
    await shop.paypal.down();
    expect(await (await shop.place(bought.guest, bought.checkout)).json()).toMatchObject({
      status: 'PENDING',
    });
    await shop.reconcile();
    expect(await statusesOf(bought.checkout)).toEqual(['PENDING']);
    await shop.paypal.up();
    await shop.reconcile();
    expect(await statusesOf(bought.checkout)).toEqual(['PAID']);
  });

  test('a capture under review is not paid until it completes, or is cancelled when it fails', async () => {
    for (const [end, status] of [
      ['COMPLETED', 'PAID'],
      ['DECLINED', 'CANCELLED'],
    ] as const) {
      const { guest, checkout } = await approved();
      shop.paypal.switches.outcome = 'PENDING';
      expect(await shop.order(guest, checkout)).toMatchObject({ status: 'PENDING' });
      await shop.reconcile();
      expect(await statusesOf(checkout)).toEqual(['PENDING']);
      Object.assign(shop.paypal.orders.get(checkout.paypalOrderId)?.capture ?? {}, { status: end });
      await shop.reconcile();
      expect(await statusesOf(checkout)).toEqual([status]);
    }
  });

  test('a payment captured elsewhere with another amount creates no order and is refunded', async () => {
    const { guest, checkout } = await approved();
    Object.assign(shop.paypal.orders.get(checkout.paypalOrderId) ?? {}, {
      amount: { value: '1.00', currency_code: 'USD' },
    });
    await captureAtProvider(checkout);
    expect((await shop.place(guest, checkout)).status).toBe(422);
    await until(() => shop.paypal.orders.get(checkout.paypalOrderId)?.capture?.status === 'REFUNDED');
    expect(await statusesOf(checkout)).toEqual([]);
  });

  test('when an approved buyer never returns, the job captures the payment, creates the order and emails it', async () => {
    const { checkout } = await approved();
    await shop.reconcile();
    const [order] = await shop.ordersOf(checkout.paypalOrderId);
    expect(order).toMatchObject({ status: 'PAID' });
    await until(async () =>
      (await mailsOf()).some(
        (mail) => mail.includes(`Your order ${order?.id} is confirmed`) && mail.includes('buyer@example.org'),
      ),
    );
  });

  test('when stock sells out between an abandoned checkout and its late approval, nothing is captured', async () => {
    const [a, b] = shop.products;
    const guest = shop.site.visitor();
    const checkout = await shop.checkout(guest, [
      { productId: a?.id ?? 0, quantity: 1 },
      { productId: b?.id ?? 0, quantity: 1 },
    ]);
    shop.paypal.approve(checkout.paypalOrderId);
    const { db } = shop.site.ctx;
    const setStock = (id: number | undefined, stock: number | null) =>
      db
        .updateTable('products')
        .set({ stock })
        .where('id', '=', id ?? 0)
        .execute();
    await db
      .updateTable('checkouts')
      .set({ reserved: false })
      .where('id', '=', checkout.checkoutId)
      .execute();
    await setStock(a?.id, 5);
    await setStock(b?.id, 0);
    const answer = await shop.place(guest, checkout);
    expect([answer.status, (await bodyOf(answer, z.object({ code: z.string() }))).code]).toEqual([
      409,
      'OUT_OF_STOCK',
    ]);
    expect(shop.paypal.orders.get(checkout.paypalOrderId)?.capture).toBeNull();
    const left = await db
      .selectFrom('products')
      .select('stock')
      .where('id', '=', a?.id ?? 0)
      .executeTakeFirst();
    expect(left?.stock).toBe(5);
    await setStock(b?.id, 1);
    expect((await shop.place(guest, checkout)).status).toBe(201);
    await setStock(a?.id, null);
    await setStock(b?.id, null);
  });

  test('a checkout that is never approved expires', async () => {
    const checkout = await shop.checkout(shop.site.visitor());
    await shop.reconcile();
    await shop.site.ctx.db
      .updateTable('checkouts')
      .set({ expires_at: new Date(0) })
      .where('id', '=', checkout.checkoutId)
      .execute();
    await shop.reconcile();
    expect(
      await shop.site.ctx.db
        .selectFrom('checkouts')
        .select('status')
        .where('id', '=', checkout.checkoutId)
        .executeTakeFirst(),
    ).toEqual({ status: 'EXPIRED' });
  });
});

describe('webhooks', () => {
  const listen = () => shop.paypal.notify(`${shop.site.url}/api/payments/paypal/webhook`);
  const post = (signed: { headers: Record<string, string>; body: string }) =>
    fetch(`${shop.site.url}/api/payments/paypal/webhook`, {
      method: 'POST',
      headers: signed.headers,
      body: signed.body,
    });

  test('create one order without the browser, even when sent twice and out of order', async () => {
    const { checkout } = await approved();
    listen();
    Object.assign(shop.paypal.switches, { duplicateWebhooks: true, reverseWebhooks: true });
    await captureAtProvider(checkout);
    await shop.paypal.webhooks.settled();
    expect(shop.paypal.webhooks.sent.slice(-4).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    await until(async () => (await statusesOf(checkout)).length === 1);
    expect(await statusesOf(checkout)).toEqual(['PAID']);
  });

  test('that arrive before the browser still give it a 201 and the same order', async () => {
    const { guest, checkout } = await approved();
    listen();
    await captureAtProvider(checkout);
    await until(async () => (await statusesOf(checkout))[0] === 'PAID');
    const [first, second] = [await shop.place(guest, checkout), await shop.place(guest, checkout)];
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(await statusesOf(checkout)).toEqual(['PAID']);
  });

  test('that arrive after the browser change nothing', async () => {
    listen();
    const order = await shop.buy(shop.site.visitor());
    await shop.paypal.webhooks.settled();
    expect((await shop.ordersOf(order.paypalOrderId)).map(({ id, status }) => [id, status])).toEqual([
      [order.id, 'PAID'],
    ]);
  });

  test('are rejected when unsigned, altered or garbage', async () => {
    const { checkout } = await approved();
    const signed = shop.paypal.webhooks.sign('PAYMENT.CAPTURE.COMPLETED', 'capture', {
      id: 'C',
      supplementary_data: { related_ids: { order_id: 'OTHER' } },
    });
    const altered = { ...signed, body: signed.body.replace('OTHER', checkout.paypalOrderId) };
    const unsigned = { body: signed.body, headers: { 'content-type': 'application/json' } };
    for (const bad of [altered, unsigned, { ...signed, body: '{' }, { ...signed, body: '' }])
      expect((await post(bad)).status).toBe(400);
    expect((await post(signed)).status).toBe(200);
    expect(await statusesOf(checkout)).toEqual([]);
  });

  test("cancel the order when it is refunded in the provider's dashboard", async () => {
    const order = await shop.buy(shop.site.visitor());
    listen();
    const capture = shop.paypal.orders.get(order.paypalOrderId)?.capture;
    Object.assign(capture ?? {}, { status: 'REFUNDED' });
    const signed = shop.paypal.webhooks.sign('PAYMENT.CAPTURE.REFUNDED', 'refund', {
      id: 'R',
      supplementary_data: { related_ids: { order_id: order.paypalOrderId, capture_id: capture?.id } },
    });
    expect((await post(signed)).status).toBe(200);
    await until(async () => (await shop.ordersOf(order.paypalOrderId))[0]?.status === 'CANCELLED');
  });
});
