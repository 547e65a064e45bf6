import { plainPricing, type Pricing } from '#contract/shop/pricing.rules.ts';

/** The sums of an order, also of one from before they were stored. */
export const pricingOf = (order: {
  pricing: Pricing | null;
  shipping_cents: number;
  total_cents: number;
}): Pricing => order.pricing ?? plainPricing({ shipping: order.shipping_cents, total: order.total_cents });
