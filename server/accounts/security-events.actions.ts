import type { FastifyRequest } from 'fastify';
import type { SecurityEvent } from '#contract/accounts/security.ts';
import { inEnglish, msg, verbatim, type StoredMessage } from '#contract/text/message.ts';
import type { Context } from '#server/app/context.ts';
import type { DbOrTrx, Trx } from '#server/app/database/database.ts';
import { addressGroup } from '#server/app/http/callers/rate-limits.ts';
import { newDeviceEmail, securityEmail, type SecurityNotice } from './accounts.emails.ts';
import { describeDevice } from './accounts.rules.ts';
import { readMe } from './accounts.store.ts';
import { addressee } from './links.rules.ts';
import { countryOf } from './countries.ts';
import { SIGN_IN_METHODS, type SignInMethod } from './security-events.messages.ts';
import { addSecurityEvent, readDeviceHistory } from './security-events.store.ts';
import { dropKeys } from './api-keys.store.ts';

/** The request that caused the event; null: the owner's shell. */
export type From = Pick<FastifyRequest, 'ip' | 'headers'> | null;

/** Records an account's event, for its owner and in the log. No secrets in `detail`. */
export async function recordSecurityEvent(
  ctx: Pick<Context, 'clock' | 'log'>,
  db: DbOrTrx,
  from: From,
  event: { userId: number; kind: SecurityEvent['kind']; detail?: StoredMessage | null },
): Promise<void> {
  const { userId, kind, detail = null } = event;
  const address = from ? addressGroup(from.ip) : null;
  const device = from ? describeDevice(from.headers['user-agent'] ?? null) : null;
  await addSecurityEvent(db, { userId, kind, detail, device, address, at: ctx.clock.now() });
  ctx.log[kind === 'SIGN_IN_FAILED' ? 'warn' : 'info']('A security event.', {
    event: kind,
    userId,
    detail: detail && inEnglish(detail),
    address: from?.ip ?? null,
  });
}

/** Records a sign-in; the first from a new kind of device is notified by mail. */
export async function recordSignIn(
  ctx: Context,
  trx: Trx,
  from: NonNullable<From>,
  { userId, method }: { userId: number; method: SignInMethod },
): Promise<void> {
  const device = describeDevice(from.headers['user-agent'] ?? null);
  const history = await readDeviceHistory(trx, userId, device);
  await recordSecurityEvent(ctx, trx, from, { userId, kind: 'SIGN_IN', detail: SIGN_IN_METHODS[method]() });
  if (!history.any || history.same) return;
  const me = await readMe(trx, userId);
  if (!me?.email) return;
  const location = countryOf(addressGroup(from.ip));
  await ctx.outbox.sendTemplate(
    trx,
    me.email,
    newDeviceEmail(addressee(ctx, me.username), { device, place: location, at: new Date(ctx.clock.now()) }),
  );
}

/** Records a change to how a person signs in, and notifies them by mail. */
export async function recordSecurityChange(
  ctx: Pick<Context, 'clock' | 'log' | 'outbox' | 'settings'>,
  trx: Trx,
  from: From,
  change: {
    userId: number;
    kind: SecurityEvent['kind'];
    detail?: StoredMessage | null;
    email: SecurityNotice;
  },
): Promise<void> {
  await recordSecurityEvent(ctx, trx, from, change);
  await mailChange(ctx, trx, change.userId, change.email);
}

async function mailChange(
  ctx: Pick<Context, 'outbox' | 'settings'>,
  trx: Trx,
  userId: number,
  email: SecurityNotice,
): Promise<void> {
  const me = await readMe(trx, userId);
  if (me?.email)
    await ctx.outbox.sendTemplate(trx, me.email, securityEmail(addressee(ctx, me.username), email));
}

/** Revokes all API keys of a person, who finds an event for each and gets one email. */
export async function revokeKeys(
  ctx: Parameters<typeof recordSecurityChange>[0],
  trx: Trx,
  from: From,
  userId: number,
): Promise<void> {
  const names = await dropKeys(trx, userId);
  if (names.length === 0) return;
  for (const name of names)
    await recordSecurityEvent(ctx, trx, from, { userId, kind: 'KEY_REVOKED', detail: verbatim(name) });
  await mailChange(ctx, trx, userId, {
    subject: msg`Your API keys were revoked`,
    sentence: msg`These API keys no longer work: ${names.join(', ')}. Make new ones if you still need them.`,
  });
}
