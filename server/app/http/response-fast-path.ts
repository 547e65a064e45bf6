import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { isForEverybody, type StoredResponse } from './response-cache.ts';
import { acceptsBrotli } from './negotiate.ts';

/** What was sent for an address once, to be sent again as it is. */
interface Sent {
  answer: StoredResponse;
  body: Buffer;
  /** Names and values in turn, as writeHead takes them. */
  headers: string[];
  measure: ((seconds: number) => void) | undefined;
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
  /** Answers if the same was answered before and still holds; false: somebody else has to. */
  serve(request: IncomingMessage, reply: ServerResponse): boolean;
}

const MAX_ENTRIES = 1_000;

/**
 * The short way of answers that are the same for everybody: one look-up before the framework, its hooks and the
 * parsing of the query; a list of 60 videos then costs about what node:http alone costs (docs/decisions/004).
 * Only plain GETs go this way; whatever is special about a request is for the long way.
 */
export function createResponseFastPath(
  measureOf?: (route: string) => (seconds: number) => void,
): ResponseFastPath {
  const kept = new Map<string, Sent>();
  return {
    keep(request, answer, headers, body, route) {
      const key = keyOf(request);
      if (key === null || headers['set-cookie'] !== undefined) return;
      kept.delete(key);
      kept.set(key, { answer, body, headers: flatten(headers, body), measure: measureOf?.(route) });
      if (kept.size > MAX_ENTRIES) kept.delete(kept.keys().next().value ?? '');
    },
    serve(request, reply) {
      const key = keyOf(request);
      const found = key === null ? undefined : kept.get(key);
      if (key === null || found === undefined) return false;
      if (!found.answer.isFresh()) {
        kept.delete(key);
        return false;
      }
      // a cookie may name somebody who sees more
      if (request.headers.cookie !== undefined && !isForEverybody(found.answer)) return false;
      const begun = found.measure && performance.now();
      reply.writeHead(200, found.headers);
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
