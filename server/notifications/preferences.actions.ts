import { MAX_PUSH_SUBSCRIPTIONS } from '#contract/notifications/kinds.ts';
import { NO_PUSH_ENDPOINT, type notifications } from '#contract/notifications/notifications.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { msg } from '#contract/text/message.ts';
import { RefusedAddress } from '#server/adapters/outbound.ts';
import type { Context } from '#server/app/context.ts';
import { transact } from '#server/app/database/database.ts';
import { fail } from '#server/app/http/errors.ts';
import type { User } from '#server/app/http/callers/sessions.ts';
import {
  addPushSubscription,
  findBrowser,
  forgetEmailFailure,
  savePreferences,
} from './preferences.store.ts';

/** What is left out stays as it is. */
export async function changePreferences(
  ctx: Context,
  userId: number,
  { ways: methods = [], emailWorks }: BodyOf<typeof notifications.saveWays>,
): Promise<void> {
  await transact(ctx.db, async (trx) => {
    await savePreferences(trx, userId, methods);
    if (emailWorks) await forgetEmailFailure(trx, userId);
  });
}

const tooMany = () =>
  fail(
    409,
    'TOO_MANY',
    msg`You can turn on push notifications in up to ${MAX_PUSH_SUBSCRIPTIONS} browsers. Sign out of another one first.`,
  );

/**
 * Throws 400 for an address that pushes are never sent to, as far as known now; each push checks again. 409,
 * 429.
 */
async function checkEndpoint(ctx: Context, userId: number, endpoint: string): Promise<void> {
  const { isKnown, count } = await findBrowser(ctx.db, userId, endpoint);
  if (isKnown) return;
  if (count >= MAX_PUSH_SUBSCRIPTIONS) throw tooMany();
  await ctx.rateLimits.require('push-browser', String(userId));
  try {
    await ctx.outbound.check(endpoint, { usualPort: true });
  } catch (error) {
    if (!(error instanceof RefusedAddress)) throw error;
    throw fail(400, 'INVALID_INPUT', NO_PUSH_ENDPOINT, { fields: { endpoint: NO_PUSH_ENDPOINT } });
  }
}

/** Pushes go to this browser until the session ends. Gives how many of this person's do. Throws as checkEndpoint. */
export async function subscribeBrowser(
  ctx: Context,
  { id: userId, sessionId }: User,
  { endpoint, keys }: BodyOf<typeof notifications.subscribe>,
): Promise<number> {
  await checkEndpoint(ctx, userId, endpoint);
  return await transact(ctx.db, async (trx) => {
    const count = await addPushSubscription(trx, { userId, sessionId, endpoint, ...keys });
    if (count === null) throw tooMany();
    return count;
  });
}
