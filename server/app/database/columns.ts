import type { z } from 'zod';
import type { Me } from '#contract/accounts/accounts.ts';
import type { ShippingAddress } from '#contract/orders/orders.ts';
import type { NamedTrack } from '#contract/captions/tracks.ts';

/** What columns hold that PostgreSQL only knows as text or jsonb; `tools/column-types.ts` says which column holds what. */

/** OPEN: may still be paid. DONE: has its order. EXPIRED, REJECTED: nothing will come of it. */
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
}

export type Shipping = z.output<typeof ShippingAddress>;

export type NamedTracks = NamedTrack[];

export type TrackState = 'PUBLISHED' | 'DRAFT' | 'WAITING';

/** A cue: from, to (milliseconds), its text, its settings, how sure a machine was of it, and of which words it wasn't. */
export type StoredCue = [
  start: number,
  end: number,
  text: string,
  settings?: string,
  confidence?: number,
  doubtful?: string[],
];

export type UpgradeStatus = NonNullable<Me['upgrade']>['status'];
