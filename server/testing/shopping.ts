import { expect } from 'vitest';
import type { Order, PlacedOrder } from '#contract/orders/orders.ts';
import type { Product } from '#contract/shop/shop.ts';
import { listenAsPaypal, type PaypalServer } from '#standins/paypal/listen.ts';
import { reconcilePayments } from '#server/orders/orders.jobs.ts';
import { startTestSite, type Fetch, type TestSite } from './site.ts';

export const ADDRESS = {
  shippingName: 'Ann Buyer',
  shippingAddress: '1 Sunny Street',
  shippingCity: 'Miami',
  shippingState: 'FL',
  shippingZipCode: '33101',
  shippingCountry: 'US',
  shippingPhone: '',
};

export interface Checkout {
  checkoutId: number;
  paypalOrderId: string;
  totalAmount: number;
  currency: string;
  orderKey: string;
}

export interface Shop {
  site: TestSite;
  paypal: PaypalServer;
  products: Product[];
  /** A checkout by `fetch`, of the first product unless told. */
  checkout(fetch: Fetch, items?: { productId: number | string; quantity: number }[]): Promise<Checkout>;
  /** POST /api/orders with the payload of the specification. */
  place(fetch: Fetch, checkout: Checkout, change?: Record<string, unknown>): Promise<Response>;
  /** Checkout, approval, order. */
  buy(fetch: Fetch, items?: { productId: number | string; quantity: number }[]): Promise<PlacedOrder>;
  /** One run of the reconciliation job, with every open checkout due. */
  reconcile(): Promise<void>;
  ordersOf(paymentId: string): Promise<Order[]>;
  captures(): number;
}

/** A site that sells, with a provider of its own that can be told to misbehave. */
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
  const products = (await (await site.fetch('/api/products')).json()) as Product[];
  const checkout: Shop['checkout'] = async (
    fetch,
    items = [{ productId: products[0]?.id ?? 0, quantity: 1 }],
  ) => {
    const answer = await fetch('/api/checkout', { json: { ...ADDRESS, items } });
    expect(answer.status, await answer.clone().text()).toBe(200);
    return (await answer.json()) as Checkout;
  };
  const place: Shop['place'] = (fetch, { paypalOrderId, totalAmount }, change = {}) =>
    fetch('/api/orders', {
      json: {
        username: 'guest',
        paypalOrderId,
        totalAmount,
        ...ADDRESS,
        paypalPayerId: 'X',
        paypalPayerEmail: 'x@example.org',
        items: [],
        ...change,
      },
    });
  return {
    site,
    paypal,
    products,
    checkout,
    place,
    async buy(fetch, items) {
      const made = await checkout(fetch, items);
      paypal.approve(made.paypalOrderId);
      const answer = await place(fetch, made);
      expect(answer.status, await answer.clone().text()).toBe(201);
      return (await answer.json()) as PlacedOrder;
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
      return ((await (await admin.fetch(`/api/orders/admin/all?limit=500`)).json()) as Order[]).filter(
        (order) => order.paypalOrderId === paymentId,
      );
    },
    captures: () => [...paypal.orders.values()].filter((order) => order.capture).length,
  };
}
