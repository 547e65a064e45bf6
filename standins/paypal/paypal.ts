import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { PaypalError } from './errors.ts';
import { json, parseJson, type ApiRequest, type ApiResponse } from './messages.ts';
import type { Order, Payer, Refund } from './orders.ts';
import { Provider, type ProviderOptions } from './provider.ts';
import { internalError, RestApi } from './rest.ts';
import { sdkScript } from './script.ts';
import type { Switches } from './switches.ts';
import type { Webhooks } from './webhooks.ts';

export interface PaypalOptions extends ProviderOptions {
  clientId: string;
  clientSecret: string;
}

export interface Paypal {
  switches: Switches;
  orders: Map<string, Order>;
  webhooks: Webhooks;
  /** Every REST call so far, as 'METHOD path', for tests that count them. */
  calls: string[];
  /** 'drop': break the connection off. */
  handle(request: ApiRequest): Promise<ApiResponse | 'drop'>;
  /** The buyer's yes, as the window of the script gives it. */
  approve(orderId: string, choice?: { outcome?: Order['outcome']; payer?: Partial<Payer> }): void;
  /** The merchant refunds in the provider's own dashboard: in full by default. */
  refund(orderId: string, value?: string): void;
  /** What becomes of the last refund in the end. */
  settleRefund(orderId: string, status: Refund['status']): void;
}

/** Speaks the parts of PayPal's REST interface that a shop needs (Orders v2, Payments v2, Webhooks v1), and serves a script with the same Buttons. */
export function createPaypal(options: PaypalOptions): Paypal {
  const provider = new Provider(options);
  const rest = new RestApi(provider);
  const { switches, orders, webhooks } = provider;
  return {
    switches,
    orders,
    webhooks,
    calls: rest.calls,
    approve: (id, choice) => provider.approve(id, choice),
    refund: (id, value) => {
      const order = provider.find(id);
      provider.refund(order, value ? { amount: { ...order.amount, value } } : {});
    },
    settleRefund: (id, status) => provider.settleRefund(provider.find(id), status),
    handle: async (request) => {
      const { method, path } = request;
      try {
        if (path === '/sdk/js')
          return {
            status: 200,
            type: 'text/javascript; charset=utf-8',
            body: sdkScript(request.texts),
          };
        if (path === '/v1/notifications/certs/CERT-TEST')
          return { status: 200, type: 'application/x-pem-file', body: webhooks.certificate };
        if (method === 'POST' && path === '/v1/oauth2/token') {
          if (switches.status) throw internalError(switches.status);
          return giveToken(request, options, rest);
        }
        return answerWindow(provider, request) ?? (await rest.handle(request));
      } catch (error) {
        if (error instanceof PaypalError) return json(error.status, error.toJSON());
        throw error;
      }
    },
  };
}

function giveToken({ headers }: ApiRequest, options: PaypalOptions, rest: RestApi): ApiResponse {
  if (!hasCredentials(headers['authorization'], options))
    return json(401, { error: 'invalid_client', error_description: 'Client Authentication failed' });
  const token = `A21AA${randomBytes(24).toString('base64url')}`;
  rest.addToken(token);
  return json(200, {
    scope: '',
    access_token: token,
    token_type: 'Bearer',
    app_id: 'APP-80W284485P519543T',
    expires_in: 32_400,
  });
}

/** The buyer's window: its page, and the buyer's choice. Null for any other URL. */
function answerWindow(provider: Provider, { method, path, body }: ApiRequest): ApiResponse | null {
  const [, id, choice] = /^\/checkoutnow\/([A-Z0-9]+)(?:\/(approve))?$/.exec(path) ?? [];
  if (id && method === 'GET') {
    const { amount, status } = provider.find(id);
    return json(200, { id, amount, status });
  }
  if (!id || !choice || method !== 'POST') return null;
  const { outcome } = parseJson(body) as { outcome?: unknown };
  provider.approve(id, outcome === 'DECLINED' || outcome === 'PENDING' ? { outcome } : {});
  const { payer } = provider.find(id);
  return json(200, { id, status: 'APPROVED', payerId: payer?.account_id, payerEmail: payer?.email_address });
}

function hasCredentials(
  authorization: string | undefined,
  { clientId, clientSecret }: PaypalOptions,
): boolean {
  const digest = (value: string) => createHash('sha256').update(value).digest();
  return timingSafeEqual(
    digest(authorization ?? ''),
    digest(`Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`),
  );
}
