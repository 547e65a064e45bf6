import { MessageError, storedMessages, type StoredMessage } from '#contract/text/message.ts';

/** Amounts are whole cents everywhere inside; only the wire has decimals. */

export type PaymentStatus =
  | 'CREATED'
  | 'SAVED'
  | 'APPROVED'
  | 'PAYER_ACTION_REQUIRED'
  | 'COMPLETED'
  | 'VOIDED';
/** PENDING is not paid: the provider or the bank still looks at it. */
export type CaptureStatus =
  | 'COMPLETED'
  | 'PENDING'
  | 'DECLINED'
  | 'FAILED'
  | 'REFUNDED'
  | 'PARTIALLY_REFUNDED';

export interface PaymentCapture {
  id: string;
  status: CaptureStatus;
  cents: number;
  currency: string;
}

/** FAILED: the money was not refunded, even if the refund was pending before. */
export type RefundStatus = 'COMPLETED' | 'PENDING' | 'FAILED';

/** A payment as the provider reports it. */
export interface Payment {
  id: string;
  status: PaymentStatus;
  /** Our own reference, set at creation. */
  reference: string | null;
  cents: number;
  currency: string;
  payerId: string | null;
  payerEmail: string | null;
  capture: PaymentCapture | null;
  /** Back with the buyer so far. */
  refundedCents: number;
  /** Pending refunds. */
  pendingCents: number;
  refunds: { id: string; status: RefundStatus; cents: number }[];
}

/** The subject of a verified webhook. The facts are fetched from the provider again. */
export interface PaymentEvent {
  id: string;
  type: string;
  paymentId: string | null;
  captureId: string | null;
}

/** A header of the webhook's request, by its lower-case name. */
export type WebhookHeaders = Record<string, string | string[] | undefined>;

/** What an amount consists of: items − discount + shipping + tax, in cents. */
export interface Breakdown {
  items: number;
  discount: number;
  shipping: number;
  tax: number;
}

export interface Payments {
  /** Throws PaymentError. The same `requestId` returns the same payment. */
  createOrder(order: {
    reference: string;
    cents: number;
    breakdown: Breakdown;
    currency: string;
    description: string;
    requestId: string;
  }): Promise<Payment>;
  /** Throws PaymentError. */
  getOrder(id: string): Promise<Payment>;
  /** Takes the money of an approved payment. Throws PaymentError; safe to repeat with the same `requestId`. */
  captureOrder(id: string, requestId: string): Promise<Payment>;
  /** Refunds this amount of a capture. Throws PaymentError, 'refunded' where nothing is left to refund. */
  refund(
    captureId: string,
    refund: { cents: number; currency: string; requestId: string },
  ): Promise<{ id: string; status: RefundStatus }>;
  /**
   * The event, if the provider sent exactly these bytes; else null. Throws PaymentError 'unavailable' when
   * that can't be verified.
   */
  verifyWebhook(headers: WebhookHeaders, body: Buffer): Promise<PaymentEvent | null>;
}

/**
 * unavailable: no response, or an inconclusive one; retry. declined: the payment method was rejected, another
 * may work. not-approved, captured, refunded (already), not-found: as named. rejected: any other refusal by
 * the provider.
 */
export type PaymentProblem =
  | 'unavailable'
  | 'declined'
  | 'not-approved'
  | 'captured'
  | 'refunded'
  | 'not-found'
  | 'rejected';

/** What went wrong at the provider, for the admin who reads why a job failed. */
export const PAYMENTS = storedMessages('payments', {
  NO_ACCESS: 'The payment provider denied access ({0}). Check the credentials.',
  NO_ANSWER: "The payment provider didn't respond.",
  ANSWERED: 'The payment provider responded with {0}.',
  ANSWERED_WHY: 'The payment provider responded with {0} ({1}).',
  NOT_UNDERSTOOD: 'The payment provider sent an unexpected response.',
  NOT_SET_UP: "Payments aren't set up.",
});

export class PaymentError extends MessageError {
  readonly problem: PaymentProblem;
  /** The provider's own word for it (`details[].issue`), for the log. */
  readonly issue: string | null;
  constructor(
    problem: PaymentProblem,
    text: StoredMessage,
    { issue = null, cause }: { issue?: string | null; cause?: unknown } = {},
  ) {
    super(text, { cause });
    this.name = 'PaymentError';
    this.problem = problem;
    this.issue = issue;
  }
}
