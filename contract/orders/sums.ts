import { z } from 'zod';
import { TAX_MODES } from '../shop/pricing.rules.ts';

/** What a cart or an order comes to, in its currency. */
export const Sums = z.object({
  /** Of the items, before any discount; with tax where prices include it. */
  subtotal: z.number(),
  discount: z.number(),
  /** Contained in the total. */
  tax: z.number(),
  /** Rates in per cent. */
  taxLines: z.array(z.object({ rate: z.number(), net: z.number(), tax: z.number() })),
  taxMode: z.enum(TAX_MODES),
});
export type Sums = z.infer<typeof Sums>;
