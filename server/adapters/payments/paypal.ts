import type { X509Certificate } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { toCents, toDecimal } from './money.ts';
import { PaymentError, type Payment, type PaymentProblem, type Payments } from './payments.ts';
import { isSignedBy, isTrustedCertUrl, readCertificate, readEvent, readSignature } from './webhook.ts';

export interface PaypalSettings {
  apiUrl: string;
  clientId: string;
  clientSecret: string;
  /** Null: webhooks are refused, the reconciliation job finds everything. */
  webhookId: string | null;
  /** How requests go out; `fetch` unless the provider sits in this process. */
  send?: (url: string, init: RequestInit) => Promise<Response>;
  now?: () => number;
}

/** The same request by another process: its answer is this one's, too, as soon as it is there. */
const IN_PROGRESS = 'PREVIOUS_REQUEST_IN_PROGRESS';
const IN_PROGRESS_WAITS_MS = [100, 200, 400, 800, 1600];

/** PayPal answers within a second or two; a buyer waits no longer than this for each call. */
const TIMEOUT_MS = 10_000;

const Money = z.object({
  currency_code: z.string(),
  value: z.string().transform((value) => toCents(value) ?? -1),
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
            refunds: z.array(z.object({ status: z.string(), amount: Money })).optional(),
          })
          .optional(),
      }),
    )
    .default([]),
});
const PaypalProblem = z.object({
  name: z.string().optional(),
  message: z.string().optional(),
  details: z.array(z.object({ issue: z.string().optional() })).optional(),
});
const PROBLEMS: Record<string, PaymentProblem> = {
  INSTRUMENT_DECLINED: 'declined',
  PAYER_CANNOT_PAY: 'declined',
  TRANSACTION_REFUSED: 'declined',
  PAYER_ACCOUNT_RESTRICTED: 'declined',
  PAYER_ACCOUNT_LOCKED_OR_CLOSED: 'declined',
  CARD_EXPIRED: 'declined',
  ORDER_NOT_APPROVED: 'not-approved',
  PAYER_ACTION_REQUIRED: 'not-approved',
  ORDER_ALREADY_CAPTURED: 'captured',
  MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED: 'declined',
  PREVIOUS_REQUEST_IN_PROGRESS: 'unavailable',
  RATE_LIMIT_REACHED: 'unavailable',
};

/** PayPal's REST interface by plain fetch: the official server SDK can't be pointed at another address. */
export function openPaypal(settings: PaypalSettings): Payments {
  const { apiUrl, clientId, clientSecret, webhookId } = settings;
  const now = settings.now ?? Date.now;
  const certificates = new Map<string, X509Certificate>();
  let token: { value: string; until: number } | null = null;

  const reach = async (url: string, init: RequestInit): Promise<Response> => {
    try {
      const answer = await (settings.send ?? fetch)(url, {
        ...init,
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      // the body too must be here before the answer counts: a connection that breaks in between is no answer
      return new Response(answer.status === 204 ? null : await answer.arrayBuffer(), {
        status: answer.status,
      });
    } catch (cause) {
      throw new PaymentError('unavailable', 'The payment provider did not answer.', { cause });
    }
  };
  const getToken = async (): Promise<string> => {
    if (token && token.until > now()) return token.value;
    const answer = await reach(`${apiUrl}/v1/oauth2/token`, {
      method: 'POST',
      body: 'grant_type=client_credentials',
      headers: {
        authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'application/json',
      },
    });
    const read = z
      .object({ access_token: z.string(), expires_in: z.number().default(300) })
      .safeParse(await answer.json().catch(() => null));
    if (!answer.ok || !read.success)
      throw new PaymentError(
        'unavailable',
        `The payment provider gave no access (${answer.status}); check the credentials.`,
      );
    token = { value: read.data.access_token, until: now() + Math.max(30, read.data.expires_in - 60) * 1000 };
    return token.value;
  };

  const call = async (
    method: 'GET' | 'POST',
    path: string,
    { body, requestId }: { body?: object; requestId?: string } = {},
  ): Promise<unknown> => {
    let renewed = false;
    for (let waited = 0; ;) {
      const answer = await reach(`${apiUrl}${path}`, {
        method,
        ...(method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
        headers: {
          authorization: `Bearer ${await getToken()}`,
          accept: 'application/json',
          'content-type': 'application/json',
          prefer: 'return=representation',
          ...(requestId ? { 'paypal-request-id': requestId } : {}),
        },
      });
      if (answer.status === 401 && !renewed) {
        renewed = true;
        token = null;
        continue;
      }
      const read: unknown = await answer.json().catch(() => null);
      if (answer.ok) return read;
      const problem = toProblem(answer.status, read);
      const wait = problem.issue === IN_PROGRESS ? IN_PROGRESS_WAITS_MS[waited++] : undefined;
      if (wait === undefined) throw problem;
      await delay(wait);
    }
  };

  return {
    async createOrder({ reference, cents, currency, description, requestId }) {
      return toPayment(
        await call('POST', '/v2/checkout/orders', {
          requestId,
          body: {
            intent: 'CAPTURE',
            purchase_units: [
              {
                custom_id: reference,
                description: description.slice(0, 127),
                amount: { currency_code: currency, value: toDecimal(cents) },
              },
            ],
            // the address was asked for on our own page; this older form, unlike payment_source, leaves the card button working
            application_context: { shipping_preference: 'NO_SHIPPING', user_action: 'PAY_NOW' },
          },
        }),
      );
    },
    getOrder: async (id) => toPayment(await call('GET', `/v2/checkout/orders/${encodeURIComponent(id)}`)),
    captureOrder: async (id, requestId) =>
      toPayment(await call('POST', `/v2/checkout/orders/${encodeURIComponent(id)}/capture`, { requestId })),
    async refund(captureId, { cents, currency, requestId }) {
      try {
        await call('POST', `/v2/payments/captures/${encodeURIComponent(captureId)}/refund`, {
          requestId,
          body: { amount: { currency_code: currency, value: toDecimal(cents) } },
        });
      } catch (error) {
        if (!(error instanceof PaymentError && error.issue === 'CAPTURE_FULLY_REFUNDED')) throw error;
      }
    },
    async verifyWebhook(headers, body) {
      const signature = readSignature(headers);
      if (!webhookId || !signature || !isTrustedCertUrl(signature.certUrl, apiUrl)) return null;
      const event = readEvent(body);
      if (!event) return null;
      const certificate =
        signature.algorithm === 'SHA256withRSA' ? await findCertificate(signature.certUrl) : null;
      const genuine = certificate
        ? isSignedBy(certificate, signature, webhookId, body)
        : await askBack(signature, webhookId, body);
      return genuine ? event : null;
    },
  };

  async function findCertificate(url: string): Promise<X509Certificate | null> {
    const known = certificates.get(url);
    if (known && Date.parse(known.validTo) > now()) return known;
    const answer = await reach(url, { method: 'GET' }).catch(() => null);
    const certificate = answer?.ok ? readCertificate(await answer.text(), now()) : null;
    if (certificate && certificates.size < 20) certificates.set(url, certificate);
    return certificate;
  }

  /** Where the certificate can't be had: the provider itself is asked. */
  async function askBack(
    {
      id,
      time,
      signature,
      certUrl,
      algorithm,
    }: { id: string; time: string; signature: string; certUrl: string; algorithm: string },
    hook: string,
    body: Buffer,
  ): Promise<boolean> {
    const answer = await call('POST', '/v1/notifications/verify-webhook-signature', {
      body: {
        transmission_id: id,
        transmission_time: time,
        transmission_sig: signature,
        cert_url: certUrl,
        auth_algo: algorithm,
        webhook_id: hook,
        webhook_event: JSON.parse(body.toString()) as object,
      },
    });
    return z.object({ verification_status: z.literal('SUCCESS') }).safeParse(answer).success;
  }
}

function toProblem(status: number, body: unknown): PaymentError {
  const read = PaypalProblem.safeParse(body).data;
  const issue = read?.details?.find((detail) => detail.issue)?.issue ?? read?.name ?? null;
  const problem =
    PROBLEMS[issue ?? ''] ??
    (status === 404
      ? 'not-found'
      : status >= 500 || status === 429 || status === 408 || status === 401 || status === 409
        ? 'unavailable'
        : 'refused');
  return new PaymentError(problem, `The payment provider answered ${status}${issue ? ` (${issue})` : ''}.`, {
    issue,
  });
}

/** A pending one is on its way; failed and cancelled ones never were. */
function sumRefunds(payments: z.output<typeof PaypalOrder>['purchase_units'][number]['payments']): number {
  const capture = payments?.captures?.[0];
  if (capture?.status === 'REFUNDED') return capture.amount.value;
  return (payments?.refunds ?? [])
    .filter(({ status }) => status === 'COMPLETED' || status === 'PENDING')
    .reduce((sum, { amount }) => sum + amount.value, 0);
}

function toPayment(answer: unknown): Payment {
  const read = PaypalOrder.safeParse(answer);
  if (!read.success)
    throw new PaymentError('unavailable', 'The payment provider gave an answer that is not understood.', {
      cause: read.error,
    });
  const {
    id,
    status,
    purchase_units: [unit],
    payment_source: source,
    payer,
  } = read.data;
  const capture = unit?.payments?.captures?.[0];
  const amount = unit?.amount ?? capture?.amount;
  return {
    id,
    status,
    reference: unit?.custom_id ?? capture?.custom_id ?? null,
    cents: amount?.value ?? -1,
    currency: amount?.currency_code ?? '',
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
    refundedCents: sumRefunds(unit?.payments),
  };
}
