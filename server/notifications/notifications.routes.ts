import type { I18n } from '@lingui/core';
import type { FastifyRequest } from 'fastify';
import { kindsOfGroup, MAX_EVENT_STREAMS } from '#contract/notifications/kinds.ts';
import { notifications } from '#contract/notifications/notifications.ts';
import { msg } from '#contract/text/message.ts';
import type { Context } from '#server/app/context.ts';
import { oneAtATime } from '#server/app/one-at-a-time.ts';
import { openEventStream, type EventStream } from '#server/app/http/event-stream.ts';
import type { Routes } from '#server/app/http/handle.ts';
import { languageOf } from '#server/app/i18n/request-language.ts';
import { i18nOf } from '#server/app/i18n/translate.ts';
import type { StreamKind } from '#server/app/http/stream-slots.ts';
import { publishToStreams, subscribeToNotifications } from './events.ts';
import {
  countUnread,
  listEventsAfter,
  listNotifications,
  markRead,
  readLastEvent,
} from './notifications.store.ts';
import { toNotification } from './texts.ts';

/** Polls even without events: a notice may get lost with its connection. */
const LOOK_AGAIN_MS = 20_000;
/** Spreads the polls of many clients over this time. */
const SPREAD_MS = 400;
const STREAMS: StreamKind = {
  name: 'notifications',
  max: MAX_EVENT_STREAMS,
  sentence: msg('You have this site open in too many windows at once.'),
};

/** A list is read in the language of the page around it. */
const i18nFor = (ctx: Context, request: FastifyRequest): I18n =>
  i18nOf(languageOf(request, ctx.settings.owner.languages));

export const notificationsRoutes: Routes = (route) => {
  route(notifications.list, async ({ ctx, query, user, request, reply }) => {
    const { cursor, unread, group } = query;
    const [page, count] = await Promise.all([
      listNotifications(ctx.db, user.id, {
        cursor,
        unread: unread === 'true',
        kinds: group && kindsOfGroup(group),
      }),
      countUnread(ctx.db, user.id),
    ]);
    reply.header('x-unread', String(count));
    const i18n = i18nFor(ctx, request);
    return page.map((row) => toNotification(row, i18n, ctx.settings));
  });

  route(notifications.read, async ({ ctx, body, user }) => {
    await markRead(ctx.db, user.id, 'ids' in body ? body.ids : null);
    publishToStreams(ctx, [user.id]);
    return { unread: await countUnread(ctx.db, user.id) };
  });

  route(notifications.events, async ({ ctx, user, request, reply }) => {
    const given = Number(request.headers['last-event-id']);
    const after =
      Number.isSafeInteger(given) && given >= 0 && request.headers['last-event-id'] !== '' ? given : null;
    const stream = await openEventStream(ctx, { request, reply, user, kind: STREAMS });
    if (stream) follow(ctx, user.id, stream, { after, i18n: i18nFor(ctx, request) });
    return undefined;
  });
};

/** Sends what comes after this event, and whenever the number of unread ones changes; null: from here on. */
function follow(
  ctx: Context,
  userId: number,
  stream: EventStream,
  { after, i18n }: { after: number | null; i18n: I18n },
): void {
  let last = after;
  let lastUnread: number | null = null;
  const look = oneAtATime(async () => {
    if (!stream.isOpen()) return;
    if (!(await stream.isSignedIn())) return stream.end();
    last ??= await readLastEvent(ctx.db, userId);
    for (;;) {
      const { rows, last: next, more } = await listEventsAfter(ctx.db, userId, last);
      for (const row of rows)
        stream.send({ event: 'notification', id: row.event, data: toNotification(row, i18n, ctx.settings) });
      last = next;
      if (!more || !stream.isOpen()) break;
    }
    const unread = await countUnread(ctx.db, userId);
    if (unread === lastUnread) stream.beat();
    else stream.send({ event: 'unread', id: last, data: { unread } });
    lastUnread = unread;
  });
  const lookOrEnd = () => void look().catch(() => stream.end());

  let waiting: NodeJS.Timeout | null = null;
  const unwatch = subscribeToNotifications(ctx, userId, (soon) => {
    if (!soon) return lookOrEnd();
    // the hidden or restored item may be in the viewer's own list
    waiting ??= setTimeout(() => {
      waiting = null;
      lastUnread = null;
      lookOrEnd();
    }, Math.random() * SPREAD_MS);
  });
  const timer = setInterval(lookOrEnd, LOOK_AGAIN_MS);
  stream.onClose(() => {
    unwatch();
    clearInterval(timer);
    if (waiting) clearTimeout(waiting);
  });
  lookOrEnd();
}
