import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { malformed, notFound, PaypalError } from './errors.ts';
import {
  approve,
  capture,
  makeOrder,
  refund,
  showCapture,
  showOrder,
  type Order,
  type Payer,
  type Refund,
} from './orders.ts';
import { sdkScript } from './script.ts';
import type { Switches } from './switches.ts';
import { createWebhooks, type Webhooks } from './webhooks.ts';

export interface PaypalOptions {
  clientId: string;
  clientSecret: string;
  webhookId: string;
  /** Where this is reached, without a slash at the end: goes into the certificate's address. */
  baseUrl: () => string;
  /** Where webhooks go; null sends none. */
  webhookUrl: () => string | null;
  /** A file that keeps the orders over restarts. */
  journal?: string;
  /** "Test payments" on the buttons and the buyer's window. */
  label?: string;
}

export interface Answer {
  status: number;
  body: string;
  type: string;
}
export interface Asked {
  method: string;
  path: string;
  headers: Record<string, string | undefined>;
  body: string;
}

export interface Paypal {
  switches: Switches;
  orders: Map<string, Order>;
  webhooks: Webhooks;
  /** Every REST call so far, as 'METHOD path', for tests that count them. */
  calls: string[];
  /** 'drop': break the connection off. */
  handle(asked: Asked): Promise<Answer | 'drop'>;
  /** The buyer's yes, as the window of the script gives it. */
  approve(orderId: string, choice?: { outcome?: Order['outcome']; payer?: Partial<Payer> }): void;
  /** The merchant gives money back in the provider's own dashboard: all of it unless told. */
  refund(orderId: string, value?: string): void;
}

/** Speaks the parts of PayPal's REST interface that a shop needs (Orders v2, Payments v2, Webhooks v1), and serves a script with the same Buttons. */
export function createPaypal(options: PaypalOptions): Paypal {
  const { orders, keep } = openOrders(options.journal);
  const replies = new Map<string, Answer>();
  const underWay = new Set<string>();
  const tokens = new Set<string>();
  const switches: Switches = {
    outcome: null,
    slowMs: 0,
    status: null,
    drop: null,
    duplicateWebhooks: false,
    reverseWebhooks: false,
    muteWebhooks: false,
    onCall: null,
  };
  const webhooks = createWebhooks({ ...options, switches });
  const calls: string[] = [];
  const now = () => new Date().toISOString();
  const orderOf = (id: string | undefined) => orders.get(id ?? '') ?? missing();

  const approveOrder: Paypal['approve'] = (id, choice = {}) => {
    const order = orderOf(id);
    approve(order, choice);
    keep(order);
    webhooks.send('CHECKOUT.ORDER.APPROVED', 'checkout-order', showOrder(order, { full: true }));
  };

  const refundOrder = (order: Order, body: unknown): Refund => {
    const made = refund(order, body);
    keep(order);
    const self = `${options.baseUrl()}/v2/payments`;
    // as the real ones: only a link names the capture
    webhooks.send('PAYMENT.CAPTURE.REFUNDED', 'refund', {
      ...made,
      custom_id: order.custom_id,
      links: [
        { href: `${self}/refunds/${made.id}`, rel: 'self', method: 'GET' },
        { href: `${self}/captures/${order.capture?.id}`, rel: 'up', method: 'GET' },
      ],
    });
    return made;
  };

  /** One REST call that needs a token. */
  const serve = (
    method: string,
    path: string,
    body: unknown,
    full: boolean,
  ): { status: number; answer: unknown; did?: Switches['drop'] } => {
    const [, resource, id, action] =
      /^\/v2\/(checkout\/orders|payments\/captures)(?:\/([^/]+))?(?:\/([^/]+))?$/.exec(path) ?? [];
    if (resource === 'checkout/orders' && method === 'POST' && !id) {
      const order = makeOrder(body, now());
      orders.set(order.id, order);
      keep(order);
      return { status: 201, answer: showOrder(order, { full }), did: 'create' };
    }
    if (resource === 'checkout/orders' && method === 'GET' && id && !action)
      return { status: 200, answer: showOrder(orderOf(id), { full: true }) };
    if (resource === 'checkout/orders' && method === 'POST' && action === 'capture') {
      const order = orderOf(id);
      try {
        capture(order, now(), switches.outcome ?? order.outcome);
      } finally {
        keep(order);
      }
      const [event, kind] =
        order.capture?.status === 'PENDING'
          ? (['PAYMENT.CAPTURE.PENDING', 'capture'] as const)
          : (['PAYMENT.CAPTURE.COMPLETED', 'capture'] as const);
      webhooks.send('CHECKOUT.ORDER.COMPLETED', 'checkout-order', showOrder(order, { full: true }));
      webhooks.send(event, kind, showCapture(order));
      return { status: 201, answer: showOrder(order, { full }), did: 'capture' };
    }
    if (resource === 'payments/captures' && id) {
      const order = [...orders.values()].find((each) => each.capture?.id === id) ?? missing();
      if (method === 'GET' && !action) return { status: 200, answer: showCapture(order) };
      if (method === 'POST' && action === 'refund')
        return { status: 201, answer: refundOrder(order, body), did: 'refund' };
    }
    if (path === '/v1/notifications/verify-webhook-signature' && method === 'POST')
      return { status: 200, answer: { verification_status: webhooks.verify(body) ? 'SUCCESS' : 'FAILURE' } };
    return missing();
  };

  const withToken = async ({ method, path, headers, body }: Asked): Promise<Answer | 'drop'> => {
    calls.push(`${method} ${path}`);
    await switches.onCall?.(`${method} ${path}`, 'asked');
    if (switches.slowMs)
      await new Promise((done) => {
        setTimeout(done, switches.slowMs);
      });
    if (switches.status)
      throw new PaypalError(
        switches.status,
        'INTERNAL_SERVER_ERROR',
        'INTERNAL_SERVER_ERROR',
        'An internal server error has occurred.',
      );
    if (!tokens.has(/^Bearer (.+)$/.exec(headers['authorization'] ?? '')?.[1] ?? ''))
      throw new PaypalError(
        401,
        'AUTHENTICATION_FAILURE',
        null,
        'Authentication failed due to invalid authentication credentials or a missing Authorization header.',
      );
    const requestId = headers['paypal-request-id'];
    if (requestId && requestId.length > 108)
      throw malformed('INVALID_PARAMETER_VALUE', 'PayPal-Request-Id is too long.');
    const key = `${method} ${path} ${requestId}`;
    const known = requestId && replies.get(key);
    if (known) return { ...known, status: known.status < 300 ? 200 : known.status };
    if (requestId && underWay.has(key))
      throw new PaypalError(
        409,
        'RESOURCE_CONFLICT',
        'PREVIOUS_REQUEST_IN_PROGRESS',
        'A previous request on this resource is currently in progress.',
      );
    underWay.add(key);
    try {
      const { status, answer, did } = serve(
        method,
        path,
        parse(body),
        headers['prefer'] === 'return=representation',
      );
      const made = json(status, answer);
      if (requestId && method === 'POST') replies.set(key, made);
      await switches.onCall?.(`${method} ${path}`, 'done');
      return did && switches.drop === did ? 'drop' : made;
    } catch (error) {
      // what was declined stays declined for this request
      if (requestId && error instanceof PaypalError && error.issue === 'INSTRUMENT_DECLINED')
        replies.set(key, json(error.status, error.toJSON()));
      throw error;
    } finally {
      underWay.delete(key);
    }
  };

  return {
    switches,
    orders,
    webhooks,
    calls,
    approve: approveOrder,
    refund(id, value) {
      const order = orderOf(id);
      refundOrder(order, value ? { amount: { ...order.amount, value } } : {});
    },
    async handle(asked) {
      const { method, path, headers, body } = asked;
      try {
        if (path === '/sdk/js')
          return {
            status: 200,
            type: 'text/javascript; charset=utf-8',
            body: sdkScript(options.label ?? null),
          };
        if (path === '/v1/notifications/certs/CERT-TEST')
          return { status: 200, type: 'application/x-pem-file', body: webhooks.certificate };
        if (method === 'POST' && path === '/v1/oauth2/token') {
          if (switches.status) throw new PaypalError(switches.status, 'INTERNAL_SERVER_ERROR');
          if (!hasCredentials(headers['authorization'], options))
            return json(401, { error: 'invalid_client', error_description: 'Client Authentication failed' });
          const token = `A21AA${randomBytes(24).toString('base64url')}`;
          tokens.add(token);
          return json(200, {
            scope: '',
            access_token: token,
            token_type: 'Bearer',
            app_id: 'APP-80W284485P519543T',
            expires_in: 32_400,
          });
        }
        const [, window, choice] = /^\/checkoutnow\/([A-Z0-9]+)(?:\/(approve))?$/.exec(path) ?? [];
        if (window && method === 'GET')
          return json(200, { id: window, amount: orderOf(window).amount, status: orderOf(window).status });
        if (window && choice && method === 'POST') {
          const { outcome } = parse(body) as { outcome?: unknown };
          approveOrder(window, outcome === 'DECLINED' || outcome === 'PENDING' ? { outcome } : {});
          const { payer } = orderOf(window);
          return json(200, {
            id: window,
            status: 'APPROVED',
            payerId: payer?.account_id,
            payerEmail: payer?.email_address,
          });
        }
        return await withToken(asked);
      } catch (error) {
        if (error instanceof PaypalError)
          return json(error.status, error.issue || error.name ? error.toJSON() : {});
        throw error;
      }
    },
  };
}

const json = (status: number, answer: unknown): Answer => ({
  status,
  body: JSON.stringify(answer),
  type: 'application/json',
});
const missing = (): never => {
  throw notFound();
};

function parse(body: string): unknown {
  if (!body) return {};
  try {
    return JSON.parse(body);
  } catch {
    throw malformed('MALFORMED_REQUEST_JSON', 'The request JSON is not well formed.');
  }
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

/** The orders, and a journal of them that a later process reads again. */
function openOrders(journal: string | undefined) {
  const orders = new Map<string, Order>();
  if (journal && existsSync(journal)) {
    for (const line of readFileSync(journal, 'utf8').split('\n')) {
      // a process that died while writing leaves half a line
      if (!line.endsWith('}')) continue;
      const order = JSON.parse(line) as Order;
      orders.set(order.id, order);
    }
  }
  if (journal) mkdirSync(dirname(journal), { recursive: true });
  return {
    orders,
    keep: (order: Order) => {
      if (journal) appendFileSync(journal, `${JSON.stringify(order)}\n`);
    },
  };
}
