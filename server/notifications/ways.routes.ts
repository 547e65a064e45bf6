import type { FastifyReply } from 'fastify';
import { MAX_PUSH_SUBSCRIPTIONS } from '#contract/notifications/kinds.ts';
import { NO_PUSH_ENDPOINT, notifications } from '#contract/notifications/notifications.ts';
import { msg } from '#contract/text/message.ts';
import { RefusedAddress } from '#server/adapters/outbound.ts';
import type { Context } from '#server/app/context.ts';
import { transact } from '#server/app/database/database.ts';
import { fail } from '#server/app/http/errors.ts';
import type { Routes } from '#server/app/http/handle.ts';
import { addressGroup } from '#server/app/http/callers/rate-limits.ts';
import { isAdmin } from '#server/app/http/callers/roles.ts';
import { describeLink, unsubscribe } from './unsubscribe.actions.ts';
import {
  addPushSubscription,
  findBrowser,
  forgetEmailFailure,
  readWays,
  removePushSubscription,
  saveWays,
} from './ways.store.ts';

const tooMany = () =>
  fail(
    409,
    'TOO_MANY',
    msg`Pushes go to ${MAX_PUSH_SUBSCRIPTIONS} browsers at most. Please sign out of another.`,
  );

/** Their addresses hold a secret. */
const keepSecret = (reply: FastifyReply) => void reply.header('referrer-policy', 'no-referrer');

/** Throws 400 for an address that nothing is sent to, as far as can be told now; each push looks again. 409, 429. */
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

export const waysRoutes: Routes = (route) => {
  route(notifications.ways, async ({ ctx, user }) => readWays(ctx.db, user.id, { isAdmin: isAdmin(user) }));

  route(notifications.saveWays, async ({ ctx, body, user }) => {
    ctx.rateLimits.require('notification-ways', String(user.id));
    await transact(ctx.db, async (trx) => {
      await saveWays(trx, user.id, body.ways ?? []);
      if (body.emailWorks) await forgetEmailFailure(trx, user.id);
    });
    return readWays(ctx.db, user.id, { isAdmin: isAdmin(user) });
  });

  route(notifications.subscribe, async ({ ctx, body, user }) => {
    ctx.rateLimits.require('notification-ways', String(user.id));
    await checkEndpoint(ctx, user.id, body.endpoint);
    const pushDevices = await transact(ctx.db, async (trx) => {
      const { id: userId, sessionId } = user;
      const count = await addPushSubscription(trx, {
        userId,
        sessionId,
        endpoint: body.endpoint,
        ...body.keys,
      });
      if (count === null) throw tooMany();
      return count;
    });
    return { pushDevices };
  });

  route(notifications.unsubscribePush, async ({ ctx, body, user }) => {
    await removePushSubscription(ctx.db, user.id, body.endpoint);
  });

  route(notifications.askUnsubscribe, async ({ ctx, query, caller, reply }) => {
    ctx.rateLimits.require('unsubscribe', addressGroup(caller.address));
    keepSecret(reply);
    return describeLink(ctx, query.token);
  });

  // mail programs post a form here, which holds nothing that has to be read
  void route.app.register(async (raw) => {
    raw.removeAllContentTypeParsers();
    raw.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 4096 }, (_request, _body, done) =>
      done(null, undefined),
    );
    raw.post(notifications.unsubscribe.path, async (request, reply) => {
      const ctx = route.ctx();
      ctx.rateLimits.require('unsubscribe', addressGroup(request.ip));
      const { token = '' } = request.query as { token?: unknown };
      keepSecret(reply);
      return reply
        .header('cache-control', 'no-store')
        .send(await unsubscribe(ctx, typeof token === 'string' ? token : ''));
    });
  });
};
