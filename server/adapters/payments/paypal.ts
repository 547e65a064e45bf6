import { PAYMENTS } from './payments.ts';
import type { X509Certificate } from 'node:crypto';
import { z } from 'zod';
import { toCents, toDecimal } from './money.ts';
import {
  PaymentError,
  type Payment,
  type Payments,
  type RefundStatus,
  type WebhookHeaders,
} from './payments.ts';
import { PaypalClient, type PaypalSettings } from './paypal-client.ts';
import {
  isSignedBy,
  isTrustedCertUrl,
  readCertificate,
  readEvent,
  readSignature,
  type Signature,
} from './webhook.ts';
import { cutText } from '#contract/text/cut-text.ts';

const Money = z.object({
  currency_code: z.string(),
  value: z.string().transform((value, context) => {
    const cents = toCents(value);
    if (cents !== null) return cents;
    context.addIssue({ code: 'custom', message: 'This amount cannot be read.' });
    return z.NEVER;
  }),
});
/** Payments v2, as far as we read it: https://developer.paypal.com/docs/api/payments/v2/ */
const PaypalRefund = z.object({
  id: z.string(),
  status: z
    .enum(['COMPLETED', 'PENDING', 'FAILED', 'CANCELLED'])
    .transform((status) => (status === 'CANCELLED' ? 'FAILED' : status)),
});
/** Orders v2, as far as we read it: https://developer.paypal.com/docs/api/orders/v2/ */
const PaypalOrder = z.object({
  id: z.string(),
  status: z.enum(['CREATED', 'SAVED', 'APPROVED', 'PAYER_ACTION_REQUIRED', 'COMPLETED', 'VOIDED']),
  payment_source: z
    .object({
      paypal: z
        .object({ account_id: z.string().optional(), email_address: z.string().optional() })
        .optional(),
    })
    .nullish(),
  payer: z.object({ payer_id: z.string().optional(), email_address: z.string().optional() }).nullish(),
  purchase_units: z
    .array(
      z.object({
        custom_id: z.string().optional(),
        amount: Money.optional(),
        payments: z
          .object({
            captures: z
              .array(
                z.object({
                  id: z.string(),
                  status: z.enum([
                    'COMPLETED',
                    'PENDING',
                    'DECLINED',
                    'FAILED',
                    'REFUNDED',
                    'PARTIALLY_REFUNDED',
                  ]),
                  amount: Money,
                  custom_id: z.string().optional(),
                }),
              )
              .optional(),
            refunds: z.array(PaypalRefund.extend({ amount: Money })).optional(),
          })
          .optional(),
      }),
    )
    .default([]),
});

const MAX_CERTIFICATES = 20;

/** PayPal's REST interface by plain fetch: the official server SDK can't be pointed at another address. */
export function openPaypal(settings: PaypalSettings): Payments {
  return new PaypalPayments(settings);
}

class PaypalPayments implements Payments {
  private readonly settings: PaypalSettings;
  private readonly client: PaypalClient;
  private readonly now: () => number;
  private readonly certificates = new Map<string, X509Certificate>();

  constructor(settings: PaypalSettings) {
    this.settings = settings;
    this.client = new PaypalClient(settings);
    this.now = settings.now ?? Date.now;
  }

  async createOrder({
    reference,
    cents,
    breakdown,
    currency,
    description,
    requestId,
  }: Parameters<Payments['createOrder']>[0]): Promise<Payment> {
    const money = (amount: number) => ({ currency_code: currency, value: toDecimal(amount) });
    const answer = await this.client.call('POST', '/v2/checkout/orders', {
      requestId,
      body: {
        intent: 'CAPTURE',
        purchase_units: [
          {
            custom_id: reference,
            description: cutText(description, 127),
            amount: {
              ...money(cents),
              breakdown: {
                item_total: money(breakdown.items),
                discount: money(breakdown.discount),
                shipping: money(breakdown.shipping),
                tax_total: money(breakdown.tax),
              },
            },
          },
        ],
        // our own page asked for the address; unlike payment_source, this older form leaves the card button
        // working
        application_context: { shipping_preference: 'NO_SHIPPING', user_action: 'PAY_NOW' },
      },
    });
    return toPayment(answer);
  }

  async getOrder(id: string): Promise<Payment> {
    return toPayment(await this.client.call('GET', `/v2/checkout/orders/${encodeURIComponent(id)}`));
  }

  async captureOrder(id: string, requestId: string): Promise<Payment> {
    const path = `/v2/checkout/orders/${encodeURIComponent(id)}/capture`;
    return toPayment(await this.client.call('POST', path, { requestId }));
  }

  async refund(
    captureId: string,
    { cents, currency, requestId }: Parameters<Payments['refund']>[1],
  ): ReturnType<Payments['refund']> {
    const path = `/v2/payments/captures/${encodeURIComponent(captureId)}/refund`;
    const body = { amount: { currency_code: currency, value: toDecimal(cents) } };
    const read = PaypalRefund.safeParse(await this.client.call('POST', path, { requestId, body }));
    if (!read.success) throw notUnderstood(read.error);
    return read.data;
  }

  async verifyWebhook(headers: WebhookHeaders, body: Buffer) {
    const { webhookId, apiUrl } = this.settings;
    const signature = readSignature(headers);
    if (!webhookId || !signature || !isTrustedCertUrl(signature.certUrl, apiUrl)) return null;
    const event = readEvent(body);
    if (!event) return null;
    const certificate =
      signature.algorithm === 'SHA256withRSA' ? await this.findCertificate(signature.certUrl) : null;
    const genuine = certificate
      ? isSignedBy(certificate, signature, webhookId, body)
      : await this.verifyByProvider(signature, webhookId, body);
    return genuine ? event : null;
  }

  private async findCertificate(url: string): Promise<X509Certificate | null> {
    const known = this.certificates.get(url);
    if (known && Date.parse(known.validTo) > this.now()) return known;
    const answer = await this.client.fetch(url, { method: 'GET' }).catch(() => null);
    const certificate = answer?.ok ? readCertificate(await answer.text(), this.now()) : null;
    if (certificate && this.certificates.size < MAX_CERTIFICATES) this.certificates.set(url, certificate);
    return certificate;
  }

  /** When the certificate is unavailable: verified by the provider's API. */
  private async verifyByProvider(signature: Signature, webhookId: string, body: Buffer): Promise<boolean> {
    const answer = await this.client.call('POST', '/v1/notifications/verify-webhook-signature', {
      body: {
        transmission_id: signature.id,
        transmission_time: signature.time,
        transmission_sig: signature.signature,
        cert_url: signature.certUrl,
        auth_algo: signature.algorithm,
        webhook_id: webhookId,
        webhook_event: JSON.parse(body.toString()) as object,
      },
    });
    return z.object({ verification_status: z.literal('SUCCESS') }).safeParse(answer).success;
  }
}

function readRefunds(payments: z.output<typeof PaypalOrder>['purchase_units'][number]['payments']) {
  const capture = payments?.captures?.[0];
  const refunds = payments?.refunds ?? [];
  const sum = (of: RefundStatus): number =>
    refunds.filter(({ status }) => status === of).reduce((cents, { amount }) => cents + amount.value, 0);
  // the capture's own status applies unless a listed refund contradicts it
  const isWhole = capture?.status === 'REFUNDED' && refunds.every(({ status }) => status === 'COMPLETED');
  return {
    refundedCents: isWhole ? capture.amount.value : sum('COMPLETED'),
    pendingCents: sum('PENDING'),
    refunds: refunds.map(({ id, status, amount }) => ({ id, status, cents: amount.value })),
  };
}

/** Worth a retry: an unreadable response decides nothing. */
const notUnderstood = (cause: Error) =>
  new PaymentError('unavailable', PAYMENTS.NOT_UNDERSTOOD(), {
    cause,
  });

function toPayment(answer: unknown): Payment {
  const read = PaypalOrder.safeParse(answer);
  if (!read.success) throw notUnderstood(read.error);
  const {
    id,
    status,
    purchase_units: [unit],
    payment_source: source,
    payer,
  } = read.data;
  const capture = unit?.payments?.captures?.[0];
  const amount = unit?.amount ?? capture?.amount;
  if (!amount) throw notUnderstood(new Error('There is no amount.'));
  return {
    id,
    status,
    reference: unit?.custom_id ?? capture?.custom_id ?? null,
    cents: amount.value,
    currency: amount.currency_code,
    payerId: source?.paypal?.account_id ?? payer?.payer_id ?? null,
    payerEmail: source?.paypal?.email_address ?? payer?.email_address ?? null,
    capture: capture
      ? {
          id: capture.id,
          status: capture.status,
          cents: capture.amount.value,
          currency: capture.amount.currency_code,
        }
      : null,
    ...readRefunds(unit?.payments),
  };
}
