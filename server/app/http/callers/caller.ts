import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Context } from '#server/app/context.ts';
import { findByKey, isApiKey } from './api-keys.ts';
import { fail } from '../errors.ts';
import type { User } from './sessions.ts';

/** Who is calling. */
export interface Caller {
  user: User | null;
  /** Where from, as limits count it see addressGroup(). */
  address: string;
  /** 'u<id>' or 'v<visitor>': the key of likes and views. A guest without a cookie gets one. */
  person(): string;
  /** As `person`, but null for a guest without a cookie. */
  knownPerson(): string | null;
  /** Whether they are signed in, or were identified as a visitor during this call. */
  isKnown(): boolean;
}

/** As `Caller.knownPerson`. */
export function personOf(
  { visitors }: Pick<Context, 'visitors'>,
  request: FastifyRequest,
  user: User | null,
): string | null {
  if (user) return `u${user.id}`;
  const visitor = visitors.read(request);
  return visitor && `v${visitor}`;
}

/** The user of the request's token or key; null: a guest, or an ended session. Throws as `findByKey`. */
export async function findUser(
  ctx: Context,
  request: FastifyRequest,
  endpoint: Endpoint,
): Promise<User | null> {
  const token = endpoint.anonymous ? null : tokenOf(request);
  if (!token) return null;
  return isApiKey(token)
    ? findByKey(ctx.db, { token, endpoint, now: ctx.clock.now() })
    : ctx.sessions.find(token);
}

export async function findCaller(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: Endpoint,
): Promise<Caller> {
  const authorization = endpoint.anonymous ? undefined : request.headers.authorization;
  const user = await findUser(ctx, request, endpoint);
  request.userId = user?.id ?? null;
  request.accountLanguage = user?.language ?? null;
  // a user whose session ended must not silently continue as a guest
  if (authorization && !user && endpoint.method !== 'GET')
    throw fail(401, 'SESSION_ENDED', 'Your session has ended. Please sign in again.');
  let person: string | undefined;
  return {
    user,
    address: request.ip,
    knownPerson: () => personOf(ctx, request, user),
    isKnown: () => user !== null || person !== undefined,
    // once: a guest without a cookie is the same visitor throughout the call
    person: () => (person ??= user ? `u${user.id}` : `v${ctx.visitors.ensure(request, reply)}`),
  };
}

/**
 * Records the account's language for errors raised before the caller is looked up: an unreadable body or an
 * unknown address. Skipped where the lookup would cost more than the error: over the rate limit, or without a
 * database.
 */
export async function saveLanguage(
  ctx: Context | null,
  request: FastifyRequest,
  { status }: { status: number },
): Promise<void> {
  const token = request.userId === null ? tokenOf(request) : null;
  if (!ctx || !token || isApiKey(token) || status === 401 || status === 429 || status >= 500) return;
  request.accountLanguage = (await ctx.sessions.find(token).catch(() => null))?.language ?? null;
}

const tokenOf = ({ headers }: FastifyRequest): string | null =>
  /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? null;
