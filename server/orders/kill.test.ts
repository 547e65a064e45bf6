import { afterAll, beforeAll, expect, test } from 'vitest';
import { openKillable, type Killable } from '#server/testing/killable.ts';
import { soakTest, takeSample } from '#server/testing/soak.ts';
import { ADDRESS, startShop, type Checkout, type Shop } from '#server/testing/shopping.ts';
import { until } from '#server/testing/waiting.ts';

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

const call = (path: string, body: object, key?: string) =>
  server.call(path, body, key ? { 'x-order-key': key } : {}) as Promise<Checkout | null>;

const COMMIT = /^Q[^]{4}commit/;
const CAPTURE = /\/capture$/;
const GET = /^GET \/v2\/checkout/;
const CREATE = /^POST \/v2\/checkout\/orders$/;

/** Where the server dies: at which of the provider's calls, before or after it is done. */
const STEPS: { name: string; at: [RegExp, 'asked' | 'done']; paid: boolean }[] = [
  { name: 'before the payment is created', at: [CREATE, 'asked'], paid: false },
  { name: 'after it is created, before we know', at: [CREATE, 'done'], paid: false },
  { name: 'before the payment is looked at', at: [GET, 'asked'], paid: true },
  { name: 'after it was looked at', at: [GET, 'done'], paid: true },
  { name: 'before the money is taken', at: [CAPTURE, 'asked'], paid: true },
  { name: 'after it is taken, before we know', at: [CAPTURE, 'done'], paid: true },
];

async function checkOut(): Promise<Checkout | null> {
  const items = [{ productId: shop.products[0]?.id, quantity: 1 }];
  const checkout = await call('/api/checkout', { ...ADDRESS, items });
  if (checkout) shop.paypal.approve(checkout.paypalOrderId);
  return checkout;
}
const createOrder = (checkout: Checkout) =>
  call('/api/orders', { paypalOrderId: checkout.paypalOrderId }, checkout.orderKey);

/** Never money without an order, never an order without money. */
async function expectOrdersAreMoney(checkout: Checkout | null, paid: boolean): Promise<void> {
  await shop.reconcile();
  const captured = [...shop.paypal.orders.values()].filter((order) => order.capture).map((order) => order.id);
  const orders = await shop.site.ctx.db
    .selectFrom('orders')
    .select(['payment_id', 'status', 'capture_id'])
    .execute();
  expect(orders.map((order) => order.payment_id).toSorted()).toEqual(captured.toSorted());
  expect(orders.every((order) => order.status === 'PAID')).toBe(true);
  expect(captured.includes(checkout?.paypalOrderId ?? '')).toBe(paid);
}

// before the payment exists, and after it is looked at; the others in the soak
test.for(takeSample(STEPS, 2))(
  'when killed $name, there is one order for one payment, or none',
  async ({ at: [action, moment], paid }) => {
    await server.start();
    shop.paypal.switches.onCall = async (path, when) => {
      if (action.test(path) && moment === when) await server.kill();
    };
    const checkout = await checkOut();
    if (checkout) await createOrder(checkout);
    await until(() => server.isDead());
    shop.paypal.switches.onCall = null;
    await expectOrdersAreMoney(checkout, paid);
  },
);

soakTest(
  'killed between every two statements of a checkout: no money is taken, and nothing stays held',
  { timeout: 600_000 },
  async () => {
    const { db } = shop.site.ctx;
    const product = shop.products[0]?.id ?? 0;
    const findStock = () => db.selectFrom('products').select('stock').where('id', '=', product).execute();
    await db.updateTable('products').set({ stock: 100 }).where('id', '=', product).execute();
    const walked = await server.killAtEveryStatement(
      {
        prepare: () => Promise.resolve(null),
        act: () => call('/api/checkout', { ...ADDRESS, items: [{ productId: product, quantity: 1 }] }),
        check: () => expectOrdersAreMoney(null, false),
      },
      [COMMIT],
    );
    // the open ones, the catalogue, the stock, the checkout, the commit, the provider's number
    expect(walked).toBeGreaterThan(5);
    expect(await findStock()).toEqual([{ stock: 100 }]);
  },
);

soakTest(
  'killed between every two statements of the order: one order of one payment',
  { timeout: 600_000 },
  async () => {
    const walked = await server.killAtEveryStatement(
      {
        prepare: async () => {
          const checkout = await checkOut();
          if (!checkout) throw new Error('The checkout failed.');
          return checkout;
        },
        act: createOrder,
        check: (checkout) => expectOrdersAreMoney(checkout, true),
      },
      [COMMIT],
    );
    // its look-up, the hold on the stock, the order with its event, letter and job, the commit, the buyer's claim
    expect(walked).toBeGreaterThan(15);
  },
);
