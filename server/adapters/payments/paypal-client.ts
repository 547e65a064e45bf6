import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { requestService, type ServiceRequest } from '../service-request.ts';
import { PaymentError, PAYMENTS, type PaymentProblem } from './payments.ts';

export interface PaypalSettings {
  apiUrl: string;
  clientId: string;
  clientSecret: string;
  /** Null: webhooks are rejected, the reconciliation job finds everything. */
  webhookId: string | null;
  /** How requests go out; `requestService` unless the provider sits in this process. */
  send?: (url: string, request: ServiceRequest) => Promise<Response>;
  now?: () => number;
}

/** The same request is in progress in another process: its response will be ours too. */
const IN_PROGRESS = 'PREVIOUS_REQUEST_IN_PROGRESS';
const IN_PROGRESS_WAITS_MS = [100, 200, 400, 800, 1600];

/** PayPal answers within a second or two; a buyer waits no longer than this for each call. */
const TIMEOUT_MS = 10_000;

const AccessToken = z.object({ access_token: z.string(), expires_in: z.number().default(300) });
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
  CAPTURE_FULLY_REFUNDED: 'refunded',
  MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED: 'declined',
  PREVIOUS_REQUEST_IN_PROGRESS: 'unavailable',
  RATE_LIMIT_REACHED: 'unavailable',
};

/** Calls of PayPal's REST interface, with an access token that is renewed when it has run out. */
export class PaypalClient {
  private readonly settings: PaypalSettings;
  private readonly now: () => number;
  private token: { value: string; until: number } | null = null;

  constructor(settings: PaypalSettings) {
    this.settings = settings;
    this.now = settings.now ?? Date.now;
  }

  /** The parsed answer. Throws PaymentError. */
  async call(
    method: 'GET' | 'POST',
    path: string,
    { body, requestId }: { body?: object; requestId?: string } = {},
  ): Promise<unknown> {
    let renewed = false;
    for (let attempt = 0; ;) {
      const answer = await this.fetch(`${this.settings.apiUrl}${path}`, {
        method,
        ...(method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
        headers: {
          authorization: `Bearer ${await this.getToken()}`,
          accept: 'application/json',
          'content-type': 'application/json',
          prefer: 'return=representation',
          ...(requestId ? { 'paypal-request-id': requestId } : {}),
        },
      });
      if (answer.status === 401 && !renewed) {
        renewed = true;
        this.token = null;
        continue;
      }
      const read: unknown = await answer.json().catch(() => null);
      if (answer.ok) return read;
      const problem = toProblem(answer.status, read);
      const wait = problem.issue === IN_PROGRESS ? IN_PROGRESS_WAITS_MS[attempt++] : undefined;
      if (wait === undefined) throw problem;
      await delay(wait);
    }
  }

  /** Any address of the provider. Throws PaymentError 'unavailable' unless a whole answer came. */
  async fetch(url: string, request: ServiceRequest): Promise<Response> {
    try {
      // the body too is here before the answer counts: a connection that breaks in between is no answer
      return await (this.settings.send ?? requestService)(url, { ...request, timeoutMs: TIMEOUT_MS });
    } catch (cause) {
      throw new PaymentError('unavailable', PAYMENTS.NO_ANSWER(), { cause });
    }
  }

  private async getToken(): Promise<string> {
    if (this.token && this.token.until > this.now()) return this.token.value;
    const { apiUrl, clientId, clientSecret } = this.settings;
    const answer = await this.fetch(`${apiUrl}/v1/oauth2/token`, {
      method: 'POST',
      body: 'grant_type=client_credentials',
      headers: {
        authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'application/json',
      },
    });
    const read = AccessToken.safeParse(await answer.json().catch(() => null));
    if (!answer.ok || !read.success)
      throw new PaymentError('unavailable', PAYMENTS.NO_ACCESS(String(answer.status)));
    const { access_token: value, expires_in: seconds } = read.data;
    this.token = { value, until: this.now() + Math.max(30, seconds - 60) * 1000 };
    return value;
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
        : 'rejected');
  return new PaymentError(
    problem,
    issue ? PAYMENTS.ANSWERED_WHY(String(status), issue) : PAYMENTS.ANSWERED(String(status)),
    {
      issue,
    },
  );
}
