import { malformed, notFound, PaypalError } from './errors.ts';
import { json, parseJson, type ApiRequest, type ApiResponse } from './messages.ts';
import { showCapture, showOrder } from './orders.ts';
import type { Provider } from './provider.ts';
import type { Switches } from './switches.ts';

interface Result {
  status: number;
  answer: unknown;
  /** What `switches.drop` knows this call as. */
  did?: Switches['drop'];
}

/** The REST calls that need an access token, each request id answered once and the same ever after. */
export class RestApi {
  /** Every call so far, as 'METHOD path'. */
  readonly calls: string[] = [];
  private readonly provider: Provider;
  private readonly tokens = new Set<string>();
  private readonly replies = new Map<string, ApiResponse>();
  private readonly inFlight = new Set<string>();

  constructor(provider: Provider) {
    this.provider = provider;
  }

  addToken(token: string): void {
    this.tokens.add(token);
  }

  /** Throws PaypalError. 'drop': break the connection off. */
  async handle(request: ApiRequest): Promise<ApiResponse | 'drop'> {
    const { switches } = this.provider;
    const call = `${request.method} ${request.path}`;
    this.calls.push(call);
    await switches.onCall?.(call, 'asked');
    if (switches.slowMs)
      await new Promise((done) => {
        setTimeout(done, switches.slowMs);
      });
    if (switches.status) throw internalError(switches.status);
    if (!this.tokens.has(/^Bearer (.+)$/.exec(request.headers['authorization'] ?? '')?.[1] ?? ''))
      throw new PaypalError(
        401,
        'AUTHENTICATION_FAILURE',
        null,
        'Authentication failed due to invalid authentication credentials or a missing Authorization header.',
      );
    return this.answerOnce(call, request);
  }

  private async answerOnce(call: string, request: ApiRequest): Promise<ApiResponse | 'drop'> {
    const { switches } = this.provider;
    const requestId = request.headers['paypal-request-id'];
    if (requestId && requestId.length > 108)
      throw malformed('INVALID_PARAMETER_VALUE', 'PayPal-Request-Id is too long.');
    const key = `${call} ${requestId}`;
    const known = requestId && this.replies.get(key);
    if (known) return { ...known, status: known.status < 300 ? 200 : known.status };
    if (requestId && this.inFlight.has(key))
      throw new PaypalError(
        409,
        'RESOURCE_CONFLICT',
        'PREVIOUS_REQUEST_IN_PROGRESS',
        'A previous request on this resource is currently in progress.',
      );
    this.inFlight.add(key);
    try {
      const { status, answer, did } = this.serve(request);
      const response = json(status, answer);
      if (requestId && request.method === 'POST') this.replies.set(key, response);
      await switches.onCall?.(call, 'done');
      return did && switches.drop === did ? 'drop' : response;
    } catch (error) {
      // a declined request stays declined when it is repeated
      if (requestId && error instanceof PaypalError && error.issue === 'INSTRUMENT_DECLINED')
        this.replies.set(key, json(error.status, error.toJSON()));
      throw error;
    } finally {
      this.inFlight.delete(key);
    }
  }

  private serve(request: ApiRequest): Result {
    const { method, path } = request;
    const [, resource, id, action] =
      /^\/v2\/(checkout\/orders|payments\/captures)(?:\/([^/]+))?(?:\/([^/]+))?$/.exec(path) ?? [];
    if (resource === 'checkout/orders') return this.serveOrders(request, id, action);
    if (resource === 'payments/captures' && id) return this.serveCaptures(request, id, action);
    if (path === '/v1/notifications/verify-webhook-signature' && method === 'POST') {
      const genuine = this.provider.webhooks.verify(parseJson(request.body));
      return { status: 200, answer: { verification_status: genuine ? 'SUCCESS' : 'FAILURE' } };
    }
    throw notFound();
  }

  private serveOrders({ method, headers, body }: ApiRequest, id?: string, action?: string): Result {
    const full = headers['prefer'] === 'return=representation';
    if (method === 'POST' && !id) {
      const order = this.provider.create(parseJson(body));
      return { status: 201, answer: showOrder(order, { full }), did: 'create' };
    }
    if (method === 'GET' && id && !action)
      return { status: 200, answer: showOrder(this.provider.find(id), { full: true }) };
    if (method === 'POST' && action === 'capture') {
      parseJson(body);
      return { status: 201, answer: showOrder(this.provider.capture(id), { full }), did: 'capture' };
    }
    throw notFound();
  }

  private serveCaptures({ method, body }: ApiRequest, id: string, action?: string): Result {
    const order = this.provider.findByCapture(id);
    if (method === 'GET' && !action) return { status: 200, answer: showCapture(order) };
    if (method === 'POST' && action === 'refund')
      return { status: 201, answer: this.provider.refund(order, parseJson(body)), did: 'refund' };
    throw notFound();
  }
}

export const internalError = (status: number) =>
  new PaypalError(
    status,
    'INTERNAL_SERVER_ERROR',
    'INTERNAL_SERVER_ERROR',
    'An internal server error has occurred.',
  );
