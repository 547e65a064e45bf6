import type { Slice } from '#server/app/slice.ts';
import { feedRoutes } from './feed.routes.ts';
import { mediaRoutes } from './media.routes.ts';
import { suspendUploader } from './publish.actions.ts';
import { publishAll, publishVideos, startPublishing, sweepPublished } from './publish.jobs.ts';
import { videosRoutes } from './videos.routes.ts';
import { joinViews } from './videos.store.ts';

export const videosSlice: Slice = {
  routes: [feedRoutes, mediaRoutes, videosRoutes],
  jobs: [publishVideos, publishAll, sweepPublished],
  onReady: startPublishing,
  joinVisitor: joinViews,
  suspendAccount: suspendUploader,
};
