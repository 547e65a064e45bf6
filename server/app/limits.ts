import { isIPv6 } from 'node:net';
import { fail } from './errors.ts';

/** At most `most` at once, and `most` again over `seconds`. */
export interface Rate {
  most: number;
  seconds: number;
}

export interface Limits {
  /** Takes one from the bucket `name` of `key`; throws 429 with Retry-After when it is empty. */
  take(name: string, key: string, rate: Rate, sentence?: string): void;
  /** Whether one could be taken; takes none. Seconds to wait, 0 if it could. */
  wait(name: string, key: string, rate: Rate): number;
}

const KEPT_MOST = 100_000;

/** Token buckets in this process's memory, the oldest forgotten first. */
export function createLimits({ on, now }: { on: boolean; now: () => number }): Limits {
  const buckets = new Map<string, { tokens: number; at: number }>();

  const bucketOf = (name: string, key: string, rate: Rate) => {
    const id = `${name} ${key}`;
    const found = buckets.get(id);
    const bucket = found ?? { tokens: rate.most, at: now() };
    bucket.tokens = Math.min(
      rate.most,
      bucket.tokens + ((now() - bucket.at) / 1000) * (rate.most / rate.seconds),
    );
    bucket.at = now();
    if (found) buckets.delete(id);
    buckets.set(id, bucket);
    if (buckets.size > KEPT_MOST) buckets.delete(buckets.keys().next().value ?? '');
    return bucket;
  };
  const secondsUntilOne = (tokens: number, rate: Rate) =>
    tokens >= 1 ? 0 : Math.max(1, Math.ceil((1 - tokens) * (rate.seconds / rate.most)));

  return {
    take(name, key, rate, sentence = 'That was a lot at once. Please wait a moment and try again.') {
      if (!on) return;
      const bucket = bucketOf(name, key, rate);
      if (bucket.tokens < 1)
        throw fail(429, 'TOO_MANY', sentence, { retryAfter: secondsUntilOne(bucket.tokens, rate) });
      bucket.tokens -= 1;
    },
    wait: (name, key, rate) => (on ? secondsUntilOne(bucketOf(name, key, rate).tokens, rate) : 0),
  };
}

/** An address as limits count it: IPv4 whole, IPv6 by its /64. */
export function addressGroup(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
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
