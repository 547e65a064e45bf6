import type { ResponseOf } from '#contract/endpoint.ts';
import { orders, type Order, type PlacedOrder } from '#contract/orders/orders.ts';
import type { z } from 'zod';
import { shop, type LineInput, type Product } from '#contract/shop/shop.ts';
import { listenAsPaypal, type PaypalServer } from '#standins/paypal/listen.ts';
import { reconcilePayments } from '#server/orders/orders.jobs.ts';
import type { Caller } from './client.ts';
import { startTestSite, type TestSite } from './site.ts';

export const ADDRESS = {
  shippingName: 'Ann Buyer',
  shippingAddress: '1 Sunny Street',
  shippingCity: 'Miami',
  shippingState: 'FL',
  shippingZipCode: '33101',
  shippingCountry: 'US',
  shippingPhone: '',
};

export type ItemToBuy = z.input<typeof LineInput>;
export type Checkout = ResponseOf<typeof orders.checkout>;

export interface Shop {
  site: TestSite;
  paypal: PaypalServer;
  products: Product[];
  /** A checkout by `fetch`, of the first product by default. */
  checkout(by: Caller, items?: ItemToBuy[]): Promise<Checkout>;
  /** POST /api/orders with the payload of the specification. */
  place(by: Caller, checkout: Checkout, change?: Record<string, unknown>): Promise<Response>;
  /** As `place`, where the order succeeds. */
  order(by: Caller, checkout: Checkout): Promise<PlacedOrder>;
  /** Checkout, approval, order. */
  buy(by: Caller, items?: ItemToBuy[]): Promise<PlacedOrder>;
  /** One run of the reconciliation job, with every open checkout due. */
  reconcile(): Promise<void>;
  ordersOf(paymentId: string): Promise<Order[]>;
  captures(): number;
}

/** A site with a shop, and its own payment provider that can be made to misbehave. */
export async function startShop(
  environment: Record<string, string> = {},
  options: Parameters<typeof startTestSite>[1] = {},
): Promise<Shop> {
  const paypal = await listenAsPaypal();
  const site = await startTestSite(
    {
      PAYMENTS: 'paypal',
      PAYPAL_CLIENT_ID: paypal.clientId,
      PAYPAL_CLIENT_SECRET: paypal.clientSecret,
      PAYPAL_WEBHOOK_ID: paypal.webhookId,
      PAYPAL_API_URL: paypal.url,
      RATE_LIMIT: 'off',
      ...environment,
    },
    options,
  );
  const products = await site.call(shop.products);
  const checkout: Shop['checkout'] = (by, items = [{ productId: products[0]?.id ?? 0, quantity: 1 }]) =>
    by.call(orders.checkout, { body: { ...ADDRESS, items } });
  const payload = ({ paypalOrderId, totalAmount }: Checkout) => ({
    username: 'guest',
    paypalOrderId,
    totalAmount,
    ...ADDRESS,
    paypalPayerId: 'X',
    paypalPayerEmail: 'x@example.org',
    items: [],
  });
  const order: Shop['order'] = (by, response) => by.call(orders.create, { body: payload(response) });
  return {
    site,
    paypal,
    products,
    checkout,
    order,
    place: (by, response, change = {}) =>
      by.fetch('/api/orders', { json: { ...payload(response), ...change } }),
    async buy(by, items) {
      const response = await checkout(by, items);
      paypal.approve(response.paypalOrderId);
      return order(by, response);
    },
    async reconcile() {
      await site.ctx.db
        .updateTable('checkouts')
        .set({ check_at: new Date(0) })
        .where('status', '=', 'OPEN')
        .execute();
      await reconcilePayments.run(site.ctx, {}, { id: 'test', signal: new AbortController().signal });
    },
    async ordersOf(paymentId) {
      const admin = await site.signUp('GLOBAL_ADMIN');
      const all = await admin.call(orders.adminAll, { query: { limit: 500 } });
      return all.filter(({ paypalOrderId }) => paypalOrderId === paymentId);
    },
    captures: () => [...paypal.orders.values()].filter((order) => order.capture).length,
  };
}
