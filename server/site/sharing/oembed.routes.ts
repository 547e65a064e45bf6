import { sharing } from '#contract/site/sharing.ts';
import { fail, notFound } from '#server/app/http/errors.ts';
import type { Routes } from '#server/app/http/handle.ts';
import { findForGuest } from './find-for-guest.ts';
import { describeVideo, findVideoId, writeXml } from './oembed.ts';

/** Describes to other sites how to embed a video by its pasted URL. */
export const oembedRoutes: Routes = (route) => {
  route(sharing.oembed, async ({ query, request, reply }) => {
    const { format = 'json', maxwidth, maxheight } = query;
    if (format !== 'json' && format !== 'xml')
      throw fail(501, 'UNKNOWN_FORMAT', 'Use the format json or xml.');
    const { origin, host } = new URL(route.settings.PUBLIC_URL);
    const found = findVideoId(query.url, [host, request.host]);
    const video = found && (await findForGuest(route, found.id));
    if (!video) throw notFound('This video');
    const most = { ...(maxwidth && { width: maxwidth }), ...(maxheight && { height: maxheight }) };
    const site = { name: route.settings.SITE_NAME, origin };
    const videoFile = describeVideo(site, video, { most, start: found.start });
    reply.header('cache-control', 'public, max-age=300');
    return format === 'json' ? videoFile : reply.type('text/xml; charset=utf-8').send(writeXml(videoFile));
  });
};
