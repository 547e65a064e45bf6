import { hash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { fail } from './errors.ts';
import { msg } from '#contract/text/said.ts';

/** At most `max` at once, and `max` again over `seconds`. */
export interface Rate {
  max: number;
  seconds: number;
}

/** Of one person: more than a hand can do. */
export const LIKES: Rate = { max: 120, seconds: 60 };
export const VIEWS: Rate = { max: 120, seconds: 60 };

/** Of one address group: a school's class that looks for things and types. */
export const SEARCHES: Rate = { max: 300, seconds: 60 };
export const SUGGESTIONS: Rate = { max: 1200, seconds: 60 };

export interface RateLimits {
  /** Takes one from the bucket `name` of `key`; throws 429 with Retry-After when it is empty. */
  take(name: string, key: string, rate: Rate, sentence?: string): void;
  /** Whether one could be taken; takes none. Seconds to wait, 0 if it could. */
  wait(name: string, key: string, rate: Rate): number;
}

/** Of each limit: a flood of one kind of key can't push out what another limit remembers. */
const MAX_KEPT = 50_000;

export const TOO_MANY = msg('That was a lot at once. Please wait a moment and try again.');

/** How far apart takes are in the long run, in milliseconds. */
export const interval = ({ max, seconds }: Rate): number => (seconds * 1000) / max;

/** Seconds until one can be taken from a bucket that is full again at `fullAt`; 0: now. A hundredth of slack for sums of fractions. */
export function secondsToWait(fullAt: number, now: number, rate: Rate): number {
  const over = Math.max(fullAt, now) + interval(rate) * 0.99 - now - rate.seconds * 1000;
  return over <= 0 ? 0 : Math.max(1, Math.ceil(over / 1000));
}

/** What a caller typed can be long, and need not be read by whoever looks into memory. */
export const hashKey = (name: string, key: string): string =>
  hash('sha256', `${name} ${key}`, 'base64').slice(0, 22);

/**
 * RateLimits in this process's memory. Of each key only one number is kept: when its bucket is full again (GCRA). Asking
 * and being rejected keep nothing and renew nothing, so that rejected calls can't push out what others used up.
 */
export function createRateLimits({ on, now }: { on: boolean; now: () => number }): RateLimits {
  const buckets = new Map<string, Map<string, number>>();
  const bucketsOf = (name: string) => {
    const found = buckets.get(name) ?? new Map<string, number>();
    if (found.size === 0) buckets.set(name, found);
    return found;
  };

  return {
    take(name, key, rate, sentence = TOO_MANY) {
      if (!on) return;
      const kept = bucketsOf(name);
      const id = hashKey(name, key);
      const fullAt = Math.max(kept.get(id) ?? 0, now());
      const retryAfter = secondsToWait(fullAt, now(), rate);
      if (retryAfter > 0) throw fail(429, 'TOO_MANY', sentence, { retryAfter });
      // the ones taken from last stand last
      kept.delete(id);
      kept.set(id, fullAt + interval(rate));
      if (kept.size > MAX_KEPT) kept.delete(kept.keys().next().value ?? '');
    },
    wait: (name, key, rate) =>
      on ? secondsToWait(buckets.get(name)?.get(hashKey(name, key)) ?? 0, now(), rate) : 0,
  };
}

/** The network of an address: what one customer of a provider can choose from. IPv4 by /24, IPv6 by /48. */
export function networkOf(address: string): string {
  const group = addressGroup(address);
  return group.endsWith('::/64')
    ? `${group.split(':').slice(0, 3).join(':')}::/48`
    : `${group.split('.').slice(0, 3).join('.')}.0/24`;
}

/** An address as limits count it: IPv4 whole, IPv6 by its /64. */
export function addressGroup(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  // the machine itself, by whichever protocol
  if (address === '::1') return '127.0.0.1';
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? [];
  const left = head ? head.split(':') : [];
  const right = tail ? tail.split(':') : [];
  const groups =
    tail === undefined
      ? left
      : [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group || '0', 16).toString(16))
    .join(':')}::/64`;
}
