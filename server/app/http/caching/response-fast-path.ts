import type { IncomingMessage, ServerResponse } from 'node:http';
import { LANGUAGE_PARAM, SOURCE_LANGUAGE } from '#contract/text/languages.ts';
import { HSTS } from '../connections/forwarded.ts';
import type { Context } from '#server/app/context.ts';
import { readLastWrite } from './recent-writers.ts';
import type { StoredResponse } from './response-cache.ts';
import { readVisitor } from '../callers/visitors.ts';
import { acceptsBrotli } from '../negotiate.ts';

export interface ResponseFastPath {
  /** Notes a whole 200 response to this request; `headers` and `body` as they went out. */
  store(
    request: IncomingMessage,
    answer: StoredResponse,
    headers: Record<string, unknown>,
    body: Buffer,
  ): void;
  /** Remembers that a proxy serves this file for every range, as long as `answer` is valid. */
  cacheRedirect(request: IncomingMessage, answer: StoredResponse, headers: Record<string, unknown>): void;
  /**
   * Serves what was sent for the same request before, if it is still valid; false: the request needs a full
   * handler.
   */
  serve(request: IncomingMessage, reply: ServerResponse): boolean;
}

const NOTHING = Buffer.alloc(0);

/**
 * Serves shared responses from the first hook: one lookup before all other hooks and query parsing
 * (docs/decisions/004). Only plain GETs take this path.
 */
export function createResponseFastPath(
  now: () => Pick<Context, 'cache' | 'clock' | 'pendingAuthors'> | null,
  languageOf: (request: IncomingMessage) => string = () => SOURCE_LANGUAGE,
): ResponseFastPath {
  let hasRedirects = false;
  return {
    store(request, answer, headers, body) {
      const key = keyOf(request);
      if (key === null || headers['set-cookie'] !== undefined) return;
      const language = headers['content-language'];
      const sent = { answer, status: 200, body, headers: flatten(headers, body) };
      now()?.cache.cacheSent(typeof language === 'string' ? inLanguage(key, language) : key, sent);
    },
    cacheRedirect(request, answer, headers) {
      const key = redirectKeyOf(request);
      if (key === null) return;
      hasRedirects = true;
      const sent = { answer, status: 200, body: NOTHING, headers: flatten(headers, NOTHING) };
      now()?.cache.cacheSent(key, sent);
    },
    serve(request, reply) {
      const isMedia = hasRedirects && request.url?.startsWith('/media/');
      const key = isMedia ? redirectKeyOf(request) : keyOf(request);
      const ctx = key === null ? null : now();
      // responses without text are the same in every language
      const found =
        key === null
          ? undefined
          : (ctx?.cache.findSent(key) ?? ctx?.cache.findSent(inLanguage(key, languageOf(request))));
      if (!ctx || !found) return false;
      const { cookie } = request.headers;
      if (!found.answer.canSend(readLastWrite(cookie, ctx.clock.now()))) return false;
      // their own text pending review, which only they see
      const visitor = !isMedia && readVisitor(cookie);
      if (visitor && ctx.pendingAuthors.hasNow(`v${visitor}`) !== false) return false;
      reply.writeHead(found.status, found.headers);
      reply.end(found.body);
      return true;
    },
  };
}

const inLanguage = (key: string, language: string): string => `${key} ${language}`;

/** Null for requests whose response may differ from the last one for the same address. */
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
  // it chooses a language, which the response has to store in a cookie
  if (url?.includes(`${LANGUAGE_PARAM}=`)) return null;
  return `GET ${acceptsBrotli(headers['accept-encoding']) ? 'br' : ''} ${url}`;
}

/** For responses that don't depend on the requested range or on conditional headers. */
function redirectKeyOf({ method, url, headers }: IncomingMessage): string | null {
  if (method !== 'GET' || headers.authorization || headers.origin) return null;
  if (headers.host === undefined || headers['content-length'] || headers['transfer-encoding']) return null;
  return `accel ${url}`;
}

function flatten(headers: Record<string, unknown>, body: Buffer): string[] {
  const all = { ...headers, [HSTS]: undefined, 'content-length': body.length };
  return Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [name, String(value)]));
}
