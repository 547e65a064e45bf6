import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { isForEverybody, type StoredResponse } from './response-cache.ts';
import { HotParts } from './hot-parts.ts';
import { acceptsBrotli } from './negotiate.ts';

/** What was sent for an address once, to be sent again as it is. */
interface Sent {
  answer: StoredResponse;
  status: number;
  body: Buffer;
  /** Names and values in turn, as writeHead takes them. */
  headers: string[];
  measure: ((seconds: number) => void) | undefined;
}

interface Request {
  request: IncomingMessage;
  route: string;
}

export interface ResponseFastPath {
  /** Keeps a whole 200 answer of this address; `headers` and `body` as they went out. */
  keep(
    request: IncomingMessage,
    answer: StoredResponse,
    headers: Record<string, unknown>,
    body: Buffer,
    route: string,
  ): void;
  /** Keeps a part of a file that is asked for a second time, as long as `answer` holds; the bytes are copied. */
  keepPart(sent: Request, answer: StoredResponse, headers: Record<string, unknown>, body: Buffer): void;
  /** Keeps that a proxy sends this file, whatever part of it is asked for, as long as `answer` holds. */
  keepRedirect(sent: Request, answer: StoredResponse, headers: Record<string, unknown>): void;
  /** Answers if the same was answered before and still holds; false: somebody else has to. */
  serve(request: IncomingMessage, reply: ServerResponse): boolean;
}

const MAX_ENTRIES = 1_000;
const NOTHING = Buffer.alloc(0);

/**
 * The short way of answers that are the same for everybody: one look-up before the framework, its hooks and the
 * parsing of the query; a list of 60 videos then costs about what node:http alone costs (docs/decisions/004).
 * Only plain GETs go this way; whatever is special about a request is for the long way.
 */
export function createResponseFastPath(
  measureOf?: (route: string) => (seconds: number) => void,
): ResponseFastPath {
  const kept = new Map<string, Sent>();
  const parts = new HotParts<Sent>();
  const redirects = new Map<string, Sent>();
  const toSent = (
    answer: StoredResponse,
    status: number,
    headers: Record<string, unknown>,
    body: Buffer,
    route: string,
  ): Sent => ({ answer, status, body, headers: flatten(headers, body), measure: measureOf?.(route) });
  const placeOf = (request: IncomingMessage) => {
    if (redirects.size > 0 && request.url?.startsWith('/media/'))
      return [redirects, redirectKeyOf(request)] as const;
    return request.headers.range === undefined
      ? ([kept, keyOf(request)] as const)
      : ([parts, partKeyOf(request)] as const);
  };
  return {
    keep(request, answer, headers, body, route) {
      const key = keyOf(request);
      if (key === null || headers['set-cookie'] !== undefined) return;
      remember(kept, key, toSent(answer, 200, headers, body, route));
    },
    keepPart({ request, route }, answer, headers, body) {
      const key = partKeyOf(request);
      if (key === null) return;
      parts.offer(key, body.length, () => toSent(answer, 206, headers, Buffer.from(body), route));
    },
    keepRedirect({ request, route }, answer, headers) {
      const key = redirectKeyOf(request);
      if (key !== null) remember(redirects, key, toSent(answer, 200, headers, NOTHING, route));
    },
    serve(request, reply) {
      const [place, key] = placeOf(request);
      const found = key === null ? undefined : place.get(key);
      if (key === null || found === undefined) return false;
      if (!found.answer.isFresh()) {
        place.delete(key);
        return false;
      }
      // a cookie may name somebody who sees more
      if (request.headers.cookie !== undefined && !isForEverybody(found.answer)) return false;
      const begun = found.measure && performance.now();
      reply.writeHead(found.status, found.headers);
      reply.end(found.body);
      if (begun !== undefined) found.measure?.((performance.now() - begun) / 1000);
      return true;
    },
  };
}

/** Null for requests that may be answered in another way than the same address was before. */
function keyOf({ method, url, headers }: IncomingMessage): string | null {
  if (
    method !== 'GET' ||
    headers.authorization ||
    headers['if-none-match'] ||
    headers.origin ||
    headers.range
  )
    return null;
  if (headers.host === undefined || headers['content-length'] || headers['transfer-encoding']) return null;
  return `${acceptsBrotli(headers['accept-encoding']) ? 'br' : ''} ${url}`;
}

function remember(place: Map<string, Sent>, key: string, sent: Sent): void {
  place.delete(key);
  place.set(key, sent);
  if (place.size > MAX_ENTRIES) place.delete(place.keys().next().value ?? '');
}

/** Where the answer doesn't depend on which part is wanted, and by whom it is known already. */
function redirectKeyOf({ method, url, headers }: IncomingMessage): string | null {
  if (method !== 'GET' || headers.authorization || headers.origin) return null;
  if (headers.host === undefined || headers['content-length'] || headers['transfer-encoding']) return null;
  return url ?? null;
}

/** Of one range, asked for without conditions. */
function partKeyOf({ method, url, headers }: IncomingMessage): string | null {
  if (method !== 'GET' || !/^bytes=\d+-\d+$/.test(headers.range ?? '')) return null;
  const isConditional =
    headers['if-none-match'] ?? headers['if-range'] ?? headers['if-match'] ?? headers['if-modified-since'];
  if (isConditional !== undefined || headers.authorization || headers.origin) return null;
  if (headers.host === undefined || headers['content-length'] || headers['transfer-encoding']) return null;
  return `${headers.range} ${url}`;
}

function flatten(headers: Record<string, unknown>, body: Buffer): string[] {
  const all = { ...headers, 'content-length': body.length };
  return Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [name, String(value)]));
}

/** A server whose requests are looked up first; with the limits that Fastify would have set. */
export function createFastServer(
  fast: ResponseFastPath | null,
  handler: RequestListener,
  keepAliveTimeout: number,
  stopping?: AbortSignal,
): Server {
  // without a Host Node would answer by itself, and not in our words
  const server = createServer({ requireHostHeader: false }, (request, reply) => {
    // whoever keeps the connection must not send another request on it
    if (stopping?.aborted) reply.shouldKeepAlive = false;
    if (!server.listening || !fast?.serve(request, reply)) handler(request, reply);
  });
  server.keepAliveTimeout = keepAliveTimeout;
  // app/request-timeout.ts does it, uploads excepted; headers have Node's own limit
  server.requestTimeout = 0;
  return server;
}
