import type { z } from 'zod';
import type { Me } from '#contract/accounts/accounts.ts';
import type { ShippingAddress } from '#contract/orders/orders.ts';
import type { Seller } from '#contract/settings/settings.ts';
import type { Pricing } from '#contract/shop/pricing.rules.ts';
import type { NamedTrack } from '#contract/captions/tracks.ts';

/** Types of columns that PostgreSQL only knows as text or jsonb; `tools/column-types.ts` maps them to columns. */

/** OPEN: can still be paid. DONE: has its order. EXPIRED, REJECTED: final. */
export type CheckoutStatus = 'OPEN' | 'DONE' | 'EXPIRED' | 'REJECTED';

/** What is bought, with the catalogue's word for it at that moment. */
export interface PricedLine {
  productId: number;
  name: string;
  cents: number;
  quantity: number;
  description: string;
  image: string | null;
  category: string;
  /** Of lines since there are variants. */
  variantId?: number;
  /** Its options, as in "Black / Large". */
  variant?: string | null;
  sku?: string | null;
  /** The video that it was bought from, and the second in it. */
  videoId?: number | null;
  at?: number | null;
}

/** What an invoice or a credit note shows, as it was when it was issued. Amounts of a credit note are those returned. */
export interface InvoiceDocument {
  seller: Seller;
  buyer: Shipping & { vatNumber: string | null };
  currency: string;
  orderedAt: string;
  lines: {
    name: string;
    variant: string | null;
    sku: string | null;
    quantity: number;
    cents: number;
    discount: number;
    tax: number;
  }[];
  sums: Pick<Pricing, 'subtotal' | 'discount' | 'shipping' | 'tax' | 'taxLines' | 'taxMode' | 'total'>;
  reason: string | null;
  /** Of a credit note: the number of another that it cancels, as its refund failed. */
  cancels?: number;
}

export type Shipping = z.output<typeof ShippingAddress>;

export type NamedTracks = NamedTrack[];

export type TrackState = 'PUBLISHED' | 'DRAFT' | 'WAITING';

/** A cue: start, end (milliseconds), text, settings, the recogniser's confidence, and what it was unsure of. */
export type StoredCue = [
  start: number,
  end: number,
  text: string,
  settings?: string,
  confidence?: number,
  doubtful?: string[],
];

export type UpgradeStatus = NonNullable<Me['upgrade']>['status'];
