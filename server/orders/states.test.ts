import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ORDER_STATUSES, type OrderStatus } from '#contract/orders/order-states.ts';
import { orders, type Order } from '#contract/orders/orders.ts';
import { startShop, type Shop } from '#server/testing/shopping.ts';
import type { TestPerson } from '#server/testing/site.ts';

/** The expected table, written out again: a change to one of its rows needs a change here. */
const ALLOWED = [
  'PENDING > PAID',
  'PENDING > CANCELLED',
  'PAID > PROCESSING',
  'PAID > CANCELLED',
  'PROCESSING > SHIPPED',
  'PROCESSING > CANCELLED',
  'SHIPPED > DELIVERED',
];
/** The moves that bring a paid order there. */
const PATHS: Partial<Record<OrderStatus, OrderStatus[]>> = {
  PAID: [],
  PROCESSING: ['PROCESSING'],
  SHIPPED: ['PROCESSING', 'SHIPPED'],
  DELIVERED: ['PROCESSING', 'SHIPPED', 'DELIVERED'],
  CANCELLED: ['CANCELLED'],
};

let shop: Shop;
let admin: TestPerson;
beforeAll(async () => {
  shop = await startShop();
  admin = await shop.site.signUp('GLOBAL_ADMIN');
});
afterAll(() => shop.paypal.close());

const move = (id: number, status: OrderStatus) =>
  admin.fetch(`/api/orders/${id}/status`, { method: 'PUT', json: { status } });
const statusOf = async (id: number) => (await admin.call(orders.get, { params: { id } })).status;

async function createIn(status: OrderStatus): Promise<Order> {
  const steps = PATHS[status];
  if (!steps) return await createUnpaid();
  const order = await shop.buy(shop.site.visitor());
  for (const step of steps) expect((await move(order.id, step)).status).toBe(200);
  return order;
}

/** The provider was away when the buyer came back. */
async function createUnpaid(): Promise<Order> {
  const buyer = shop.site.visitor();
  const checkout = await shop.checkout(buyer);
  shop.paypal.switches.status = 500;
  const order = await shop.order(buyer, checkout);
  shop.paypal.switches.status = null;
  return order;
}

describe.each(ORDER_STATUSES)('an order that is %s', (from) => {
  test.each(ORDER_STATUSES)('becomes %s only if allowed', async (to) => {
    const order = await createIn(from);
    expect(await statusOf(order.id)).toBe(from);
    if (from === 'PENDING' && to === 'PAID') {
      const unpaid = await move(order.id, to);
      expect([unpaid.status, await unpaid.json()]).toMatchObject([409, { code: 'NOT_PAID' }]);
      shop.paypal.approve(order.paypalOrderId);
    }
    const answer = await move(order.id, to);
    const body: unknown = await answer.json();
    if (ALLOWED.includes(`${from} > ${to}`)) {
      expect([answer.status, body]).toMatchObject([200, { status: to }]);
      expect(await statusOf(order.id)).toBe(to);
    } else {
      expect([answer.status, body]).toEqual([
        409,
        { error: `This order is ${from} and cannot become ${to}.`, code: 'WRONG_STATUS' },
      ]);
      expect(await statusOf(order.id)).toBe(from);
    }
  });
});
