import type { Slice } from './app/slice.ts';
import { accountsSlice } from './accounts/accounts.slice.ts';
import { commentsSlice } from './comments/comments.slice.ts';
import { moderatedComments } from './comments/moderated-comments.ts';
import { communitySlice } from './community/community.slice.ts';
import { moderatedPosts } from './community/moderated-posts.ts';
import { creatorsRoutes } from './creators/creators.routes.ts';
import { moderationSlice } from './moderation/moderation.slice.ts';
import { orderAdminRoutes } from './orders/admin.routes.ts';
import { followCapture, reconcilePayments, settlePayment } from './orders/orders.jobs.ts';
import { joinCheckouts } from './orders/checkouts.store.ts';
import { ordersRoutes } from './orders/orders.routes.ts';
import { refundCapture } from './orders/refund.jobs.ts';
import { webhookRoutes } from './orders/webhook.routes.ts';
import { curationSlice } from './curation/curation.slice.ts';
import { moderatedVideos } from './curation/moderated-videos.ts';
import { adminRoutes } from './admin/admin.routes.ts';
import { indexJobs } from './admin/jobs.store.ts';
import { geoRoutes } from './geo/geo.routes.ts';
import { sweepPictures } from './shop/pictures.jobs.ts';
import { picturesRoutes } from './shop/pictures.routes.ts';
import { shopRoutes } from './shop/shop.routes.ts';
import { sampleSlice } from './sample/sample.slice.ts';
import { feedsRoutes } from './site/feeds.routes.ts';
import { pagesRoutes } from './site/pages.routes.ts';
import { siteRoutes } from './site/site.routes.ts';
import { submissionsSlice } from './submissions/submissions.slice.ts';
import { mediaRoutes } from './videos/media.routes.ts';
import { videosRoutes } from './videos/videos.routes.ts';
import { joinVideos } from './videos/videos.store.ts';

/** Every slice of the product. The site's own comes last: its pages answer what nobody else does. */
export const slices: Slice[] = [
  accountsSlice,
  { routes: mediaRoutes },
  { routes: videosRoutes, joinVisitor: joinVideos },
  submissionsSlice,
  commentsSlice,
  communitySlice,
  { routes: creatorsRoutes },
  moderationSlice({ VIDEO: moderatedVideos, COMMENT: moderatedComments, POST: moderatedPosts }),
  curationSlice,
  { routes: adminRoutes, onReady: (ctx) => indexJobs(ctx.db) },
  { routes: shopRoutes },
  { routes: picturesRoutes, jobs: [sweepPictures] },
  {
    routes: ordersRoutes,
    joinVisitor: joinCheckouts,
    jobs: [settlePayment, followCapture, reconcilePayments, refundCapture],
  },
  { routes: orderAdminRoutes },
  { routes: webhookRoutes },
  { routes: geoRoutes },
  sampleSlice,
  { routes: siteRoutes },
  { routes: feedsRoutes },
  { routes: pagesRoutes },
];
