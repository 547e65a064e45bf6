import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { discountCodes } from '#contract/shop/discount-codes.ts';
import { shippingZones } from '#contract/shop/shipping-zones.ts';
import { shop as shopApi } from '#contract/shop/shop.ts';
import { taxRates } from '#contract/shop/tax-rates.ts';
import { bodyOf } from '#server/testing/client.ts';
import { ADDRESS, startShop, type Checkout, type Shop } from '#server/testing/shopping.ts';
import type { TestPerson } from '#server/testing/site.ts';
import { reportProgress } from '#server/testing/soak.ts';
import { until } from '#server/testing/waiting.ts';
import { followCapture } from './orders.jobs.ts';

/**
 * Random orders, refunds, cancellations, codes, withdrawals and failures of the provider, then a calm provider: orders,
 * payments, refunds, credit notes and the stock ledger have to agree to the cent and to the piece.
 */
const MINUTES = Number(process.env['SOAK_MINUTES'] ?? 60);
const BUYERS = 4;
const COUNTRIES = ['US', 'DE', 'FR', 'JP'];
const CODES = ['TENTH', 'FIVE', 'FREIGHT'];

let shop: Shop;
let admin: TestPerson;
let ahead = 0;
const placed: { id: number; key: string }[] = [];
const prices = new Map<number, number>();
const variants: { productId: number; variantId: number }[] = [];

const random = (below: number) => Math.floor(Math.random() * below);
const pick = <T>(of: readonly T[]): T => of[random(of.length)] as T;
const chance = (percent: number) => random(100) < percent;

beforeAll(async () => {
  shop = await startShop({}, { clock: { now: () => Date.now() + ahead } });
  shop.paypal.notify(`${shop.site.url}/api/payments/paypal/webhook`);
  admin = await shop.site.signUp('GLOBAL_ADMIN', 'boss');
  const path = '/api/admin/settings/shop';
  const { version } = await bodyOf(admin.fetch(path), z.object({ version: z.number() }));
  const seller = { name: 'Sunny Ltd', address: '1 Beach Road', taxId: null, email: null };
  const change = { version, taxMode: 'INCLUSIVE', seller, withdrawalMode: 'EVERYWHERE' };
  expect((await admin.fetch(path, { method: 'PUT', json: change })).status).toBe(200);
  await admin.call(taxRates.replace, {
    body: [
      { country: 'DE', rate: 19 },
      { country: 'FR', rate: 20 },
    ],
  });
  await admin.call(shippingZones.replace, {
    body: [
      { countries: ['DE', 'FR'], price: 4.9, freeFrom: 80, daysMin: 2, daysMax: 4 },
      { countries: null, price: 9.95, freeFrom: null, daysMin: null, daysMax: null },
    ],
  });
  const [TENTH = '', FIVE = '', FREIGHT = ''] = CODES;
  await admin.call(discountCodes.create, { body: { code: TENTH, kind: 'PERCENT', value: 10 } });
  await admin.call(discountCodes.create, { body: { code: FIVE, kind: 'AMOUNT', value: 5 } });
  await admin.call(discountCodes.create, { body: { code: FREIGHT, kind: 'SHIPPING', maxUses: 40 } });
  for (const price of [3.33, 19.99, 47.5]) {
    const product = await admin.call(shopApi.createProduct, { body: productOf(price) });
    prices.set(price, product.id);
    for (const { id } of product.variants) variants.push({ productId: product.id, variantId: id });
  }
});
afterAll(() => shop.paypal.close());

const productOf = (price: number) => ({
  name: `For ${price}`,
  price,
  category: 'Casual' as const,
  options: [{ name: 'Colour', values: ['Black', 'Sand'] }],
  variants: ['Black', 'Sand'].map((value) => ({ options: [value], price, stock: 60 })),
});

/** A purchase, which may be left, and an order that the buyer may withdraw from. */
async function buy(): Promise<void> {
  const guest = shop.site.visitor();
  const items = Array.from({ length: 1 + random(3) }, () => ({ ...pick(variants), quantity: 1 + random(3) }));
  const unique = [...new Map(items.map((item) => [item.variantId, item])).values()];
  const body = {
    ...ADDRESS,
    items: unique,
    shippingCountry: pick(COUNTRIES),
    ...(chance(50) ? { code: pick(CODES) } : {}),
  };
  const answer = await guest.fetch('/api/checkout', { json: body });
  if (!answer.ok) return;
  const checkout = (await answer.json()) as Checkout;
  if (chance(10)) return;
  shop.paypal.approve(checkout.paypalOrderId, chance(8) ? { outcome: pick(['PENDING', 'DECLINED']) } : {});
  // twice at once, as an impatient buyer does
  const attempts = chance(15) ? 2 : 1;
  const orders = await Promise.all(
    Array.from({ length: attempts }, () => shop.place(guest, checkout).catch(() => null)),
  );
  for (const order of orders)
    if (order?.status === 201)
      placed.push({ id: ((await order.json()) as { id: number }).id, key: checkout.orderKey });
}

/** What an admin or a buyer does to an order, and what the merchant does in the provider's dashboard. */
async function changeOrder(): Promise<void> {
  if (placed.length === 0) return;
  const { id, key } = pick(placed);
  const row = await shop.site.ctx.db
    .selectFrom('orders')
    .select(['payment_id', 'payer_email'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const setStatus = (status: string) =>
    admin.fetch(`/api/orders/${id}/status`, { method: 'PUT', json: { status } });
  const refund = (body: object) => admin.fetch(`/api/orders/${id}/refunds`, { json: body });
  const change = pick<() => unknown>([
    () => refund({ lines: [{ lineId: 1 + random(2), quantity: 1 + random(2) }], restock: chance(50) }),
    () => refund({ amount: (1 + random(2000)) / 100 }),
    () => setStatus('CANCELLED'),
    () => setStatus(pick(['PROCESSING', 'SHIPPED', 'DELIVERED'])),
    () =>
      shop.site.fetch('/api/withdrawals', {
        json: { orderId: id, email: row.payer_email ?? 'buyer@example.org' },
        headers: { 'x-order-key': key },
      }),
    () => {
      try {
        shop.paypal.refund(row.payment_id, ((1 + random(500)) / 100).toFixed(2));
      } catch {
        // more than what is left
      }
    },
    () => {
      const { refunds = [] } = shop.paypal.orders.get(row.payment_id) ?? {};
      if (refunds.length) shop.paypal.settleRefund(row.payment_id, pick(['COMPLETED', 'FAILED']));
    },
  ]);
  await change();
}

/** The provider misbehaves in one way for a moment. */
function misbehave(): void {
  Object.assign(shop.paypal.switches, calm);
  if (chance(50))
    Object.assign(
      shop.paypal.switches,
      pick([
        { outcome: 'DECLINED' },
        { outcome: 'PENDING' },
        { refund: 'PENDING' },
        { refund: 'FAILED' },
        { status: 503 },
        { drop: 'create' },
        { drop: 'capture' },
        { drop: 'refund' },
        { duplicateWebhooks: true },
        { reverseWebhooks: true },
        { muteWebhooks: true },
        { slowMs: 150 },
      ]),
    );
}
const calm = {
  outcome: null,
  refund: null,
  status: null,
  drop: null,
  slowMs: 0,
  duplicateWebhooks: false,
  reverseWebhooks: false,
  muteWebhooks: false,
};

/** An admin counts the shelves. */
async function replenish(): Promise<void> {
  for (const [price, id] of prices)
    await admin.call(shopApi.updateProduct, { params: { id }, body: productOf(price) });
}

/** The provider is well again: it decides what was pending, and everything that waits is due. */
async function settleEverything(): Promise<void> {
  Object.assign(shop.paypal.switches, calm);
  for (const order of shop.paypal.orders.values()) {
    if (order.capture?.status === 'PENDING') order.capture.status = pick(['COMPLETED', 'DECLINED']);
    for (const refund of order.refunds ?? []) if (refund.status === 'PENDING') refund.status = 'COMPLETED';
  }
  const { db } = shop.site.ctx;
  ahead += 300 * 60_000;
  // webhooks that were lost come again
  const all = await db.selectFrom('orders').select('id').where('capture_id', 'is not', null).execute();
  for (const { id } of all) await shop.site.ctx.jobs.send(followCapture, { orderId: id });
  for (let round = 0; round < 3; round += 1) {
    await sql`update checkouts set expires_at = now() where status = 'OPEN'`.execute(db);
    await sql`update refunds set created_at = now() - interval '1 hour' where status = 'PENDING'`.execute(db);
    await shop.reconcile();
    await until(async () => {
      await sql`update pgboss.job set start_after = now() where name like 'payments.%' and state in ('created', 'retry')`.execute(
        db,
      );
      const { rows } = await sql<{ left: number }>`
        select count(*)::int as left from pgboss.job
        where name like 'payments.%' and state in ('created', 'retry', 'active')`.execute(db);
      return rows[0]?.left === 0;
    });
  }
}

const sumOf = (of: number[]) => of.reduce((sum, each) => sum + each, 0);
const centsOf = ({ value }: { value: string }) => Math.round(Number(value) * 100);

/** Every order that differs from the provider's payment, its invoice or its credit notes, with what differs. */
async function differences(): Promise<object[]> {
  const { db } = shop.site.ctx;
  const orders = await db.selectFrom('orders').selectAll().execute();
  const invoices = await db.selectFrom('invoices').selectAll().orderBy('number').execute();
  const found: object[] = [];
  const compare = (what: object, values: Record<string, [ours: unknown, theirs: unknown]>) => {
    for (const [name, [ours, theirs]] of Object.entries(values))
      if (ours !== theirs) found.push({ ...what, name, ours, theirs });
  };
  const byPayment = new Map(orders.map((order) => [order.payment_id, order]));
  for (const payment of shop.paypal.orders.values()) {
    const isTaken = payment.capture && !['PENDING', 'DECLINED'].includes(payment.capture.status);
    const order = byPayment.get(payment.id);
    if (!isTaken) {
      compare({ payment: payment.id }, { unpaid: [order ? order.status : 'CANCELLED', 'CANCELLED'] });
      continue;
    }
    const refunded = sumOf(
      (payment.refunds ?? []).map(({ status, amount }) => (status === 'COMPLETED' ? centsOf(amount) : 0)),
    );
    const documents = invoices.filter((each) => each.order_id === order?.id);
    const totals = (kind: string) =>
      documents.filter((each) => each.kind === kind).map((each) => each.document.sums.total);
    compare(
      { order: order?.id, payment: payment.id, status: order?.status },
      {
        capture: [order?.capture_id, payment.capture?.id],
        total: [order && Number(order.total_cents), centsOf(payment.amount)],
        refunded: [order && Number(order.refunded_cents), refunded],
        cancelling: [order?.status !== 'CANCELLED' && order?.cancelling_at ? 'waits' : '', ''],
        // paid only after it was cancelled: no invoice, and all of it goes back
        invoices: [totals('INVOICE').join(), order?.paid_at ? String(centsOf(payment.amount)) : ''],
        creditNotes: [sumOf(totals('CREDIT_NOTE')), order?.paid_at ? refunded : 0],
      },
    );
  }
  for (const kind of ['INVOICE', 'CREDIT_NOTE'])
    compare(
      { kind },
      {
        numbers: [
          invoices
            .filter((each) => each.kind === kind)
            .map(({ number }) => Number(number))
            .join(),
          invoices
            .filter((each) => each.kind === kind)
            .map((_, at) => at + 1)
            .join(),
        ],
      },
    );
  return found;
}

/** Variants whose ledger isn't their stock, and orders whose pieces aren't what the ledger took and put back. */
async function missingPieces(): Promise<object[]> {
  const { db } = shop.site.ctx;
  const { rows: shelves } = await sql<object>`
    select v.id as variant, v.stock, coalesce(sum(m.quantity), 0)::int as ledger
    from product_variants v left join stock_movements m on m.variant_id = v.id
    where v.stock is not null group by v.id having v.stock <> coalesce(sum(m.quantity), 0)`.execute(db);
  const { rows: pieces } = await sql<object>`
    with moved as (
      select coalesce(m.checkout_id, o.checkout_id) as checkout, sum(m.quantity)::int as net
      from stock_movements m left join orders o on o.id = m.order_id
      where m.reason <> 'ADJUSTED' group by 1),
    -- also of a refund that failed later: its pieces are back on the shelf, and each only once
    back as (
      select order_id, sum(least(pieces, (o.items->(line - 1)->>'quantity')::int))::int as pieces from (
        select r.order_id, (l->>'lineId')::int as line, sum((l->>'quantity')::int) as pieces
        from refunds r, jsonb_array_elements(r.lines) l where r.restock and r.done_at is not null group by 1, 2) r
      join orders o on o.id = r.order_id group by 1)
    select c.id as checkout, o.id as order, o.status, coalesce(moved.net, 0) as net, wanted.net as wanted
    from checkouts c left join orders o on o.checkout_id = c.id left join moved on moved.checkout = c.id
    left join back on back.order_id = o.id,
    lateral (select case when o.id is null or o.status = 'CANCELLED' then 0
      else coalesce(back.pieces, 0) - (select sum((i->>'quantity')::int) from jsonb_array_elements(o.items) i) end as net) wanted
    where coalesce(moved.net, 0) <> wanted.net
      and not exists (select 1 from order_events e where e.order_id = o.id and e.text::text like '%reservation expired%')`.execute(
    db,
  );
  const { rows: codes } = await sql<object>`
    select d.code, d.uses, count(o.id)::int as orders from discount_codes d
    left join discount_uses u on u.code_id = d.id
    left join orders o on o.checkout_id = u.checkout_id and o.status <> 'CANCELLED'
    group by d.id having d.uses <> count(o.id) or d.uses > d.max_uses`.execute(db);
  const { rows: sales } = await sql<object>`
    select status, sum(cents)::bigint as cents from (
      select status, cents from sales_days
      union all select status, refunded_cents - total_cents from orders) s
    group by status having sum(cents) <> 0`.execute(db);
  const { rows: withdrawn } = await sql<object>`
    select order_id, count(*) from withdrawals group by order_id having count(*) > 1`.execute(db);
  return [...shelves, ...pieces, ...codes, ...sales, ...withdrawn];
}

test('everything reconciles to zero', { timeout: (MINUTES + 30) * 60_000 }, async () => {
  const end = Date.now() + MINUTES * 60_000;
  const repeat = (step: () => Promise<void>, pause = 0) =>
    (async () => {
      while (Date.now() < end) {
        await step();
        await delay(pause);
      }
    })();
  await Promise.all([
    ...Array.from({ length: BUYERS }, () => repeat(buy, 300)),
    repeat(changeOrder, 50),
    repeat(changeOrder, 80),
    repeat(async () => misbehave(), 400),
    repeat(replenish, 30_000),
    repeat(() => shop.reconcile(), 2000),
    // who left is gone after a while, as after the 200 minutes
    repeat(async () => {
      await sql`update checkouts set expires_at = now()
        where status = 'OPEN' and created_at < now() - interval '20 seconds'`.execute(shop.site.ctx.db);
      reportProgress(Math.round(MINUTES * 60 - (end - Date.now()) / 1000), MINUTES * 60);
    }, 5000),
  ]);
  await settleEverything();
  expect(await differences()).toEqual([]);
  expect(await missingPieces()).toEqual([]);
  expect(shop.captures()).toBeGreaterThan(MINUTES * 20);
});
