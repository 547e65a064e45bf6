import type { Order, Refund } from './orders.ts';

/** What a test can make the provider do. */
export interface Switches {
  /** The next captures are declined, or stay pending. */
  outcome: Order['outcome'] | null;
  /** The status of the next refunds; COMPLETED by default. */
  refund: Refund['status'] | null;
  /** Every REST answer takes this long. */
  slowMs: number;
  /** Every REST call is answered with this status. */
  status: number | null;
  /** The call is done, but its answer never comes. */
  drop: 'create' | 'capture' | 'refund' | null;
  /** Webhooks are sent twice; in reverse order; not at all. */
  duplicateWebhooks: boolean;
  reverseWebhooks: boolean;
  muteWebhooks: boolean;
  /** Called for every REST call, before it runs and after (its response not yet sent). */
  onCall: ((call: string, when: 'asked' | 'done') => Promise<void> | void) | null;
}
