import { sharing } from '#contract/site/sharing.ts';
import { notFound } from '#server/app/http/errors.ts';
import type { Routes } from '#server/app/http/handle.ts';
import { sendFile } from '#server/app/http/files/send-file.ts';
import { builtFiles } from '../built-files.ts';
import { getBlurred, getShareCard } from './card.actions.ts';
import { findForGuest } from './find-for-guest.ts';

/** The preview picture that messengers show with a video's link. */
export const cardRoutes: Routes = (route) => {
  route(sharing.card, async ({ ctx, params, request, reply }) => {
    const video = await findForGuest(route, params.id);
    const icon = video && (await (await builtFiles(route)).read('/icon-192.png'));
    if (!video || !icon) throw notFound('This video');
    const key = await getShareCard(ctx, video, icon.answer.body);
    if (!(await sendFile(request, reply, { storage: ctx.storage, key, cache: 'changing' })))
      throw notFound('This video');
    return reply;
  });

  route(sharing.blurred, async ({ ctx, params, request, reply }) => {
    const video = await findForGuest(route, params.id);
    const key = video && (await getBlurred(ctx, video.id));
    if (!key || !(await sendFile(request, reply, { storage: ctx.storage, key, cache: 'changing' })))
      throw notFound('This picture');
    return reply;
  });
};
