import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { msg } from '#contract/text/message.ts';
import { addressGroup, type RateLimits } from './rate-limits.ts';

const COOKIE = 'visitor';
const DAY_MS = 24 * 3600 * 1000;
const YEAR = 365 * 24 * 3600;

export interface Visitors {
  /** The visitor this request's cookie names, if it is one of ours. */
  read(request: FastifyRequest): string | null;
  /** As `read`; without one a new visitor gets the cookie. 429 when the address makes too many. */
  ensure(request: FastifyRequest, reply: FastifyReply): string;
  /**
   * A viewer on another site's page, where the browser stores nothing: the same network and browser count as
   * one for a day. Neither can be traced back from the result.
   */
  cookieless(request: FastifyRequest): string;
  /** The browser's next call is a new visitor's. */
  forget(request: FastifyRequest, reply: FastifyReply): void;
  /** Of a first-party cookie that only the server reads. */
  cookieAttributes(request: FastifyRequest): CookieSerializeOptions;
}

/**
 * Guests, identified by a signed first-party cookie. It grants nothing; it protects the counts: a script
 * can't forge visitors, and can't collect them because new ones are limited by address.
 */
export function createVisitors({
  secret,
  secure,
  webOrigins,
  limits,
  now,
}: {
  secret: Buffer;
  /** Whether visitors come over HTTPS: the owner may change this while the site runs. */
  secure: () => boolean;
  /** Where else the app is served from. */
  webOrigins: string[];
  limits: RateLimits;
  now: () => number;
}): Visitors {
  const sign = (id: string) => createHmac('sha256', secret).update(id).digest('base64url').slice(0, 22);
  const read = (request: FastifyRequest) => {
    const [id, signature] = (request.cookies[COOKIE] ?? '').split('.');
    if (!id || !signature || id.length > 40) return null;
    const expected = Buffer.from(sign(id));
    const given = Buffer.from(signature);
    return given.length === expected.length && timingSafeEqual(given, expected) ? id : null;
  };
  const cookieAttributes = (request: FastifyRequest) => {
    const asGuest = isForeign(request, webOrigins);
    return {
      path: '/',
      httpOnly: true,
      sameSite: asGuest ? ('none' as const) : ('lax' as const),
      secure: asGuest || secure(),
      ...(asGuest && { partitioned: true }),
    };
  };
  return {
    read,
    cookieAttributes,
    ensure(request, reply) {
      const known = read(request);
      if (known) return known;
      limits.require(
        'visitor',
        addressGroup(request.ip),
        msg('Too many new visitors came from your network recently. Please try again in a moment.'),
      );
      const id = randomUUID();
      void reply.setCookie(COOKIE, `${id}.${sign(id)}`, { ...cookieAttributes(request), maxAge: YEAR });
      return id;
    },
    cookieless(request) {
      const address = addressGroup(request.ip);
      limits.require('visitor-embedded', address);
      const day = Math.floor(now() / DAY_MS);
      return `e${sign(`${day} ${address} ${request.headers['user-agent'] ?? ''}`)}`;
    },
    forget(request, reply) {
      if (request.cookies[COOKIE]) void reply.clearCookie(COOKIE, cookieAttributes(request));
    },
  };
}

/** The visitor in a `Cookie` header, whether or not the signature is ours; null: none. */
export const readVisitor = (header: string | undefined): string | null =>
  (header?.includes(`${COOKIE}=`) && /(?:^|; )visitor=([^;.]{1,40})/.exec(header)?.[1]) || null;

/**
 * Requests of our app on another site: a Lax cookie is neither stored nor sent there, so each click would
 * count as a new visitor. A partitioned cookie works, for that site alone.
 */
function isForeign({ headers }: FastifyRequest, webOrigins: string[]): boolean {
  return headers['sec-fetch-site'] === 'cross-site' && webOrigins.includes(headers.origin ?? '');
}
