import type { FastifyReply } from 'fastify';
import { notifications } from '#contract/notifications/notifications.ts';
import type { Routes } from '#server/app/http/handle.ts';
import { addressGroup } from '#server/app/http/callers/rate-limits.ts';
import { isAdmin } from '#server/app/http/callers/roles.ts';
import { describeLink, unsubscribe } from './unsubscribe.actions.ts';
import { changePreferences, subscribeBrowser } from './preferences.actions.ts';
import { readPreferences, removePushSubscription } from './preferences.store.ts';

/** Their addresses hold a secret. */
const hideReferrer = (reply: FastifyReply) => void reply.header('referrer-policy', 'no-referrer');

export const preferencesRoutes: Routes = (route) => {
  route(notifications.ways, async ({ ctx, user }) =>
    readPreferences(ctx.db, user.id, { isAdmin: isAdmin(user) }),
  );

  route(notifications.saveWays, async ({ ctx, body, user }) => {
    ctx.rateLimits.require('notification-ways', String(user.id));
    await changePreferences(ctx, user.id, body);
    return readPreferences(ctx.db, user.id, { isAdmin: isAdmin(user) });
  });

  route(notifications.subscribe, async ({ ctx, body, user }) => {
    ctx.rateLimits.require('notification-ways', String(user.id));
    return { pushDevices: await subscribeBrowser(ctx, user, body) };
  });

  route(notifications.unsubscribePush, async ({ ctx, body, user }) => {
    await removePushSubscription(ctx.db, user.id, body.endpoint);
  });

  route(notifications.askUnsubscribe, async ({ ctx, query, caller, reply }) => {
    ctx.rateLimits.require('unsubscribe', addressGroup(caller.address));
    hideReferrer(reply);
    return describeLink(ctx, query.token);
  });

  // mail programs post a form here; its body isn't needed
  void route.app.register(async (raw) => {
    raw.removeAllContentTypeParsers();
    raw.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 4096 }, (_request, _body, done) =>
      done(null, undefined),
    );
    raw.post(notifications.unsubscribe.path, async (request, reply) => {
      const ctx = route.ctx();
      ctx.rateLimits.require('unsubscribe', addressGroup(request.ip));
      const { token = '' } = request.query as { token?: unknown };
      hideReferrer(reply);
      return reply
        .header('cache-control', 'no-store')
        .send(await unsubscribe(ctx, typeof token === 'string' ? token : ''));
    });
  });
};
