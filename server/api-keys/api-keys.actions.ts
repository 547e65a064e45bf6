import type { z } from 'zod';
import { KEY_DAYS, MAX_KEY_DAYS, MAX_KEYS, type keys, type NewApiKey } from '#contract/api-keys/api-keys.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { msg, verbatim } from '#contract/text/message.ts';
import { recordSecurityChange, type From } from '#server/accounts/security-events.actions.ts';
import { requireOwnSession } from '#server/accounts/sign-in/own-session.actions.ts';
import type { Context } from '#server/app/context.ts';
import { transact } from '#server/app/database/database.ts';
import { fail, notFound } from '#server/app/http/errors.ts';
import { KEY_PREFIX } from '#server/app/http/callers/api-keys.ts';
import { hashToken, type User } from '#server/app/http/callers/sessions.ts';
import { deleteKey, insertKey } from './api-keys.store.ts';

const DAY_MS = 24 * 3600 * 1000;
const inThePast = msg('Please choose a time in the future.');
const tooFar = msg('API keys expire after a year at most. Choose an earlier date.');

/** Creates a key and notifies its owner by email. Throws 400, 401, 409, 429. */
export async function createKey(
  ctx: Context,
  user: User,
  from: From,
  { name, scopes, expiresAt }: BodyOf<typeof keys.create>,
): Promise<z.infer<typeof NewApiKey>> {
  const now = ctx.clock.now();
  const ends = expiresAt === undefined ? now + KEY_DAYS * DAY_MS : Date.parse(expiresAt);
  const wrong = ends > now ? (ends > now + MAX_KEY_DAYS * DAY_MS ? tooFar : null) : inThePast;
  if (wrong) throw fail(400, 'INVALID_INPUT', wrong, { fields: { expiresAt: wrong } });
  await ctx.rateLimits.require('key', String(user.id));
  const key = KEY_PREFIX + ctx.random.bytes(32).toString('base64url');
  return await transact(ctx.db, async (trx) => {
    // holds the person, too: two at once are counted one after the other
    await requireOwnSession(trx, user);
    const added = await insertKey(trx, {
      userId: user.id,
      name,
      scopes,
      hash: hashToken(key),
      now: new Date(now),
      expiresAt: new Date(ends),
    });
    if (!added)
      throw fail(409, 'TOO_MANY', msg`You've reached the limit of ${MAX_KEYS} API keys. Revoke one first.`);
    const email = {
      subject: msg`API key created`,
      sentence: msg`The new API key “${name}” can act on your behalf with these scopes: ${scopes.join(', ')}.`,
    };
    await recordSecurityChange(ctx, trx, from, {
      userId: user.id,
      kind: 'KEY_ADDED',
      detail: verbatim(name),
      email,
    });
    return { ...added, key };
  });
}

/** Throws 404. */
export async function revokeKey(ctx: Context, user: User, from: From, id: number): Promise<void> {
  await transact(ctx.db, async (trx) => {
    const name = await deleteKey(trx, user.id, id);
    if (name === null) throw notFound('This key');
    const email = {
      subject: msg`API key revoked`,
      sentence: msg`The API key “${name}” no longer works.`,
    };
    await recordSecurityChange(ctx, trx, from, {
      userId: user.id,
      kind: 'KEY_REVOKED',
      detail: verbatim(name),
      email,
    });
  });
}
