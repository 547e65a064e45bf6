import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { PubSub } from '#server/app/database/pubsub.ts';
import type { User } from '../callers/sessions.ts';
import type { Visitors } from '../callers/visitors.ts';

/** A cookie with the time of the browser's last write. */
const COOKIE = 'wrote';
/** No response is stale for longer (response-cache.ts). */
const SECONDS = 5;
const MAX_MEMBERS = 10_000;

export interface RecentWriters {
  record(request: FastifyRequest, reply: FastifyReply, user: User | null): void;
  /** When the caller last wrote, in ms; 0: not recently. */
  lastWrite(request: FastifyRequest, user: User | null): number;
}

/** Recent writers never get a response older than their last write; other callers may. */
export function openRecentWriters(
  visitors: Pick<Visitors, 'cookieAttributes'>,
  pubsub: PubSub,
  now: () => number,
): RecentWriters {
  // for scripts without cookies
  const members = new LRUCache<number, number>({ max: MAX_MEMBERS, ttl: SECONDS * 1000 });
  pubsub.subscribe('wrote', (id) => void members.set(Number(id), now()));
  return {
    record(request, reply, user) {
      const at = now();
      void reply.setCookie(COOKIE, String(at), { ...visitors.cookieAttributes(request), maxAge: SECONDS });
      if (!user) return;
      members.set(user.id, at);
      pubsub.publish('wrote', String(user.id));
    },
    lastWrite: ({ headers }, user) =>
      Math.max(readLastWrite(headers.cookie, now()), (user && members.get(user.id)) ?? 0),
  };
}

/** From a `Cookie` header; 0 where it names no time of the last seconds. */
export function readLastWrite(header: string | undefined, now: number): number {
  if (!header?.includes(`${COOKIE}=`)) return 0;
  const at = Number(/(?:^|; )wrote=(\d{1,15})(?:;|$)/.exec(header)?.[1] ?? 0);
  return at > now || now - at > SECONDS * 1000 ? 0 : at;
}

/** The cookie of an internal call (for a page) that must not be stale. */
export const wroteNow = (now: number): string => `${COOKIE}=${now}`;
