import { plainPricing, type Pricing } from '#contract/shop/pricing.rules.ts';
import type { OrderRow } from './orders.store.ts';

/** The sums of an order, also of one from before they were stored. */
export const pricingOf = (order: Pick<OrderRow, 'pricing' | 'shipping_cents' | 'total_cents'>): Pricing =>
  order.pricing ?? plainPricing({ shipping: order.shipping_cents, total: order.total_cents });
