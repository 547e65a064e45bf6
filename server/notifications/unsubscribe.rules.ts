import { createHmac, timingSafeEqual } from 'node:crypto';
import { NOTIFICATION_KINDS, type NotificationKind } from '#contract/notifications/kinds.ts';

/** What a link of an email switches off, and whose. */
export interface Subscription {
  userId: number;
  what: NotificationKind | 'DAILY';
}

/** Links hold as long as people may go through their old emails. */
export const LINK_DAYS = 90;
const DAY = 24 * 3600 * 1000;
const KINDS: readonly string[] = [...NOTIFICATION_KINDS, 'DAILY'];

const sign = (secret: Buffer, what: string): string =>
  createHmac('sha256', secret).update(`unsubscribe ${what}`).digest('base64url').slice(0, 32);

export function writeToken(secret: Buffer, { userId, what }: Subscription, now: number): string {
  const payload = `${userId}.${what}.${Math.floor(now / DAY)}`;
  return `${payload}.${sign(secret, payload)}`;
}

/** 'forged': this site never wrote it, or not so; 'old': its days are over. */
export function readToken(secret: Buffer, token: string, now: number): Subscription | 'forged' | 'old' {
  const [, payload = '', userId = '', what = '', day = '', signature = ''] =
    /^((\d{1,16})\.([A-Z_]{1,30})\.(\d{1,7}))\.([\w-]{32})$/.exec(token) ?? [];
  if (!payload || !timingSafeEqual(Buffer.from(signature), Buffer.from(sign(secret, payload))))
    return 'forged';
  if (!KINDS.includes(what)) return 'forged';
  if (Math.floor(now / DAY) - Number(day) > LINK_DAYS) return 'old';
  return { userId: Number(userId), what: what as Subscription['what'] };
}
